#include "ui/keys/place_bar.h"

#include <QSignalBlocker>
#include <algorithm>

namespace onceover::keys {
namespace {

// What a bar can count, with room for the sums it makes.
constexpr qint64 mostSteps = 1'000'000'000;

}  // namespace

PlaceBar::PlaceBar(QWidget* parent) : QScrollBar(Qt::Vertical, parent) {
  setAccessibleName(tr("Place in the listing"));
  connect(this, &QScrollBar::valueChanged, this, &PlaceBar::moved);
}

void PlaceBar::setPlace(qint64 rows, qint64 top, int shown) {
  const qint64 last = std::max<qint64>(0, rows - shown);
  if (isSliderDown() && last > 0) return;
  const QSignalBlocker quiet(this);
  rowsPerStep_ = 1 + last / mostSteps;
  setRange(0, static_cast<int>(last / rowsPerStep_));
  setPageStep(std::max(1, static_cast<int>(shown / rowsPerStep_)));
  setValue(static_cast<int>(std::min(top, last) / rowsPerStep_));
  setVisible(last > 0);
}

void PlaceBar::moved(int value) { emit rowWanted(value == maximum() ? (value + 1) * rowsPerStep_ : value * rowsPerStep_); }

}  // namespace onceover::keys
