// The few keys that have been stuck longest: who and how much first, for that is what the phone call will be about.
#pragma once

#include "core/browse/key_row.h"
#include "ui/widgets/rows_model.h"

namespace onceover::overview {

class OldestModel : public widgets::RowsModel<browse::KeyRow> {
  Q_OBJECT
 public:
  enum Columns { StateColumn, CustomerColumn, AmountColumn, OperationColumn, KeyColumn, SinceColumn };
  explicit OldestModel(QObject* parent = nullptr);
};

}  // namespace onceover::overview
