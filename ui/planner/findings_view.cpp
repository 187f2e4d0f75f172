#include "ui/planner/findings_view.h"

#include <QVBoxLayout>

#include "ui/planner/words.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::planner {
FindingsView::FindingsView(QWidget* parent) : QWidget(parent), layout_(new QVBoxLayout(this)) {
  layout_->setContentsMargins(0, 0, 0, 0);
  setAccessibleName(tr("Findings"));
}

void FindingsView::show(const std::vector<Finding>& findings) {
  const widgets::Tokens t = widgets::tokensOf(this);
  delete list_;
  list_ = new QWidget;
  count_ = static_cast<int>(findings.size());
  auto* lines = widgets::columnOf(list_, t.gap);
  for (const Finding& one : findings) {
    auto* texts = widgets::columnOf(nullptr, t.half);
    texts->addWidget(widgets::wrappedText(widgets::shown(one.what), widgets::TextRole::strong));
    texts->addWidget(widgets::wrappedText(widgets::shown(one.consequence), widgets::TextRole::body));
    texts->addWidget(widgets::wrappedText(tr("Remedy: %1").arg(widgets::shown(one.remedy)), widgets::TextRole::body));
    auto* line = widgets::lineOf(nullptr, t.unit);
    auto* badge = new widgets::BadgeLabel(badgeOf(one.severity));
    badge->setMinimumWidth(84);
    widgets::fill(line, {{badge, 0, Qt::AlignTop}, {texts, 1}});
    lines->addLayout(line);
  }
  if (findings.empty()) lines->addWidget(widgets::wrappedText(tr("No known problems."), widgets::TextRole::body));
  layout_->addWidget(list_);
}

}  // namespace onceover::planner
