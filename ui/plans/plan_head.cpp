#include "ui/plans/plan_head.h"

#include <QProgressBar>

#include "ui/plans/words.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/widgets.h"

namespace onceover::plans {

PlanHead::PlanHead(QWidget* parent)
    : QWidget(parent),
      line_(nullptr),
      name_(widgets::elided(widgets::TextRole::heading)),
      does_(widgets::wrapped()),
      money_(widgets::wrapped(widgets::TextRole::strong, tr("Amounts of the rows"))),
      progress_(new widgets::PlainLabel({}, nullptr, widgets::TextRole::caption)),
      note_(widgets::wrapped(widgets::TextRole::body, tr("What came of the last act"))),
      left_(widgets::wrapped(widgets::TextRole::strong, tr("What is not settled"))),
      badge_(new widgets::BadgeLabel),
      bar_(new QProgressBar) {
  const widgets::Tokens t = widgets::tokensOf(this);
  name_->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
  bar_->setTextVisible(false);
  bar_->setFixedHeight(6);
  bar_->setMaximumWidth(240);
  bar_->setAccessibleName(tr("Progress of the plan"));
  left_->setTone(widgets::Tone::warn);
  line_ = widgets::flowOf({name_, badge_, widgets::flowGap()});
  auto* row = widgets::fill(widgets::lineOf(nullptr, t.unit), {bar_, {progress_, 1}});
  widgets::fill(widgets::columnOf(this, t.half), {line_, left_, money_, does_, row, note_});
  say({});
}

void PlanHead::show(const plan::Plan& plan, const plan::Totals& totals, bool worksHere) {
  name_->setText(widgets::shown(plan.name));
  const QString left = leftInWords(plan, totals);
  widgets::Badge badge = badgeOf(plan);
  if (plan.unreadable.empty() && plan.state == plan::State::finished) badge.tone = left.isEmpty() ? widgets::Tone::ok : widgets::Tone::warn;
  badge_->setBadge(badge);
  left_->setText(left);
  left_->setVisible(!left.isEmpty());
  does_->setText(doesInWords(plan));
  money_->setText(widgets::sumsShown(totals.money));
  money_->setVisible(!widgets::sumsBeside(totals.money).isEmpty());
  const Progress progress = progressOf(totals, workOf(plan));
  bar_->setRange(0, 1000);
  bar_->setValue(progress.total > 0 ? static_cast<int>(1000 * progress.done / progress.total) : 0);
  QString words = progress.words;
  const auto add = [&words](const QString& more) { words += QStringLiteral(" · ") + more; };
  if (worksHere) {
    add(tr("this desk is at work on it; Ctrl+. ends that, the plan stays as it is"));
  } else if (totals.taken > 0) {
    add(tr("another desk is at work on it"));
  } else if (isMoving(plan, totals) && totals.per_second + totals.foreseen_per_second > 0) {
    add(tr("worked on within the last half minute"));
  } else if (plan.state == plan::State::running) {
    add(tr("no runner is at work on it at this moment"));
  }
  if (!plan.unreadable.empty())
    add(widgets::shown(plan.unreadable));
  else if (!plan.state_why.empty() && (plan.state == plan::State::paused || plan.state == plan::State::stopped)) {
    add(tr("%1: %2").arg(badgeOf(plan.state).word, widgets::shown(plan.state_why)));
  }
  progress_->setText(words);
}

void PlanHead::say(const QString& words, widgets::Tone tone) {
  note_->setTone(tone);
  note_->setText(words);
  note_->setVisible(!words.isEmpty());
}

QString PlanHead::said() const { return note_->text(); }
QString PlanHead::money() const { return money_->text(); }
QString PlanHead::left() const { return left_->text(); }
QString PlanHead::progress() const { return progress_->text(); }
void PlanHead::addTool(QWidget* widget) { line_->layout()->addWidget(widget); }

}  // namespace onceover::plans
