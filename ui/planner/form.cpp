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

FormColumn::FormColumn(const QString& name) : scroll_(new QScrollArea), column_(nullptr) {
  const widgets::Tokens t = widgets::tokensOf(scroll_);
  auto* inside = new QWidget;
  column_ = new QVBoxLayout(inside);
  column_->setContentsMargins(0, 0, t.unit, t.unit);
  column_->setSpacing(t.unit);
  scroll_->setWidget(inside);
  scroll_->setWidgetResizable(true);
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll_->setFixedWidth(columnWidth);
  scroll_->setAccessibleName(name);
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
