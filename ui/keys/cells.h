// The columns of the key list: what a cell says, and what it says on hover. Plain text.
#pragma once

#include "core/browse/key_row.h"
#include "ui/widgets/rows_model.h"

namespace onceover::keys {

class KeysModel;

// In the order of KeysModel::Columns. The model says by which times and which clock.
std::vector<widgets::ColumnOf<browse::KeyRow>> columnsOf(const KeysModel& model);

}  // namespace onceover::keys
