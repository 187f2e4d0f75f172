#include "ui/cases/stuck_walk.h"

#include <QCheckBox>
#include <algorithm>
#include <set>

#include "core/plan/plan.h"
#include "ui/widgets/widgets.h"

namespace onceover::cases {

void StuckWalk::start(const browse::Filter& filter) {
  filter_ = filter;
  filter_.stuck = true;
  steps_.clear();
  isRead_ = false;
  isAll_ = true;
}

void StuckWalk::take(const std::vector<key::Identity>& stuck, bool isAll) {
  const std::set<key::Identity> now(stuck.begin(), stuck.end());
  std::set<key::Identity> known;
  for (Step& step : steps_) {
    step.isStuck = now.contains(step.id);
    known.insert(step.id);
  }
  for (const key::Identity& id : stuck) {
    if (known.insert(id).second) steps_.push_back({id});
  }
  isAll_ = isAll;
  isRead_ = true;
}

int StuckWalk::indexOf(const std::optional<key::Identity>& id) const {
  if (!id) return -1;
  const auto found = std::ranges::find(steps_, *id, &Step::id);
  return found == steps_.end() ? -1 : static_cast<int>(found - steps_.begin());
}

std::optional<key::Identity> StuckWalk::from(const std::optional<key::Identity>& current, bool forward) const {
  const int size = static_cast<int>(steps_.size()), at = indexOf(current);
  int i = at >= 0 ? at : forward ? -1 : size;
  for (i += forward ? 1 : -1; i >= 0 && i < size; i += forward ? 1 : -1) {
    if (steps_[static_cast<std::size_t>(i)].isStuck) return steps_[static_cast<std::size_t>(i)].id;
  }
  return std::nullopt;
}

StuckWalk::Place StuckWalk::placeOf(const std::optional<key::Identity>& current) const {
  return {.at = indexOf(current) + 1,
          .total = static_cast<int>(steps_.size()),
          .left = static_cast<int>(std::ranges::count_if(steps_, &Step::isStuck)),
          .isAll = isAll_};
}

WalkBar::WalkBar(QAction* previous, QAction* next, QWidget* parent)
    : QWidget(parent),
      place_(widgets::elided(widgets::TextRole::caption, tr("Place among the stuck keys"))),
      asks_(new QCheckBox(tr("As&k on opening"))) {
  const widgets::Tokens t = widgets::tokensOf(this);
  asks_->setToolTip(widgets::toolTip(tr("Asks the gateway about each unfinished key as soon as its case is open. Asking writes nothing.")));
  connect(asks_, &QCheckBox::toggled, this, &WalkBar::asksOnOpeningChanged);
  auto* line = widgets::lineOf(this, t.unit, QMargins(t.gap, t.half, t.gap, 0));
  widgets::fill(line,
                {widgets::buttonOf(previous, tr("Previous stuck key")), widgets::buttonOf(next, tr("Next stuck key")), {place_, 1}, asks_});
}

void WalkBar::setPlace(const StuckWalk& walk, const std::optional<key::Identity>& current) {
  const StuckWalk::Place place = walk.placeOf(current);
  QString words;
  const QString total = (place.isAll ? QString() : tr("more than ")) + widgets::number(place.total);
  if (!walk.isRead()) {
    words.clear();
  } else if (place.at > 0) {
    words = tr("%1 of %2").arg(widgets::number(place.at), total);
    if (place.left < place.total) words += QStringLiteral(" · ") + tr("%1 still stuck").arg(widgets::number(place.left));
  } else if (place.total > 0) {
    words = tr("%1 still stuck; this key is not one of them").arg(widgets::number(place.left));
  }
  browse::Filter rest = walk.filter();
  rest.stuck = false;
  if (!words.isEmpty() && rest != browse::Filter()) words += QStringLiteral(" · ") + widgets::shown(plan::in_words(rest));
  say(words);
}

void WalkBar::say(const QString& words) {
  place_->setText(words);
  place_->setToolTip(widgets::toolTip(words));
}

QString WalkBar::words() const { return place_->text(); }
bool WalkBar::asksOnOpening() const { return asks_->isChecked(); }
void WalkBar::setAsksOnOpening(bool asks) { asks_->setChecked(asks); }

}  // namespace onceover::cases
