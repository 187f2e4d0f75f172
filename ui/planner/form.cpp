#include "ui/planner/form.h"

#include <QFormLayout>
#include <QScrollArea>

#include "ui/widgets/layout.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::planner {
namespace {

constexpr int columnWidth = 300;

}  // namespace

FormColumn::FormColumn(const QString& name) {
  auto* inside = new QWidget;
  scroll_ = widgets::scrolled(inside, name);
  const widgets::Tokens t = widgets::tokensOf(scroll_);
  column_ = widgets::columnOf(inside, t.unit, QMargins(0, 0, t.unit, t.unit));
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
