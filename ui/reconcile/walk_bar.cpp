#include "ui/reconcile/walk_bar.h"

#include <QCheckBox>

#include "core/plan/plan.h"
#include "ui/widgets/widgets.h"

namespace onceover::reconcile {

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

}  // namespace onceover::reconcile
