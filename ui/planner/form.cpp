#include "ui/planner/form.h"

#include <QFormLayout>
#include <QScrollArea>
#include <QVBoxLayout>

#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::planner {
namespace {

constexpr int columnWidth = 300;

}  // namespace

QScrollArea* scrolled(QWidget* inside, const QString& name) {
  auto* scroll = new QScrollArea;
  scroll->setWidget(inside);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setAccessibleName(name);
  return scroll;
}

FormColumn::FormColumn(const QString& name) {
  auto* inside = new QWidget;
  column_ = new QVBoxLayout(inside);
  scroll_ = scrolled(inside, name);
  const widgets::Tokens t = widgets::tokensOf(scroll_);
  column_->setContentsMargins(0, 0, t.unit, t.unit);
  column_->setSpacing(t.unit);
  scroll_->setFixedWidth(columnWidth);
}

QFormLayout* FormColumn::form(const QString& heading) {
  const widgets::Tokens t = widgets::tokensOf(scroll_);
  column_->addWidget(new widgets::PlainLabel(heading, nullptr, widgets::TextRole::heading));
  auto* form = new QFormLayout;
  form->setContentsMargins(0, 0, 0, t.unit);
  form->setSpacing(t.half);
  form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  column_->addLayout(form);
  return form;
}

QScrollArea* FormColumn::scroll() {
  column_->addStretch(1);
  return scroll_;
}

}  // namespace onceover::planner
