// What a cell of the key list says, and what it says on hover. Pure; plain text.
#pragma once

#include <QString>

#include "core/browse/key_row.h"
#include "ui/widgets/tones.h"

namespace onceover::keys {

struct CellTimes {
  Timestamp asOf;  // when the row was read: what its state is told by
  Timestamp now;   // what relative times are told by
  widgets::ClockChoice clock = widgets::ClockChoice::utc;
};

// column: KeysModel::Column.
QString columnTitle(int column);
QString cellText(const browse::KeyRow& row, int column, const CellTimes& times);
QString cellTip(const browse::KeyRow& row, int column, const CellTimes& times);

}  // namespace onceover::keys
