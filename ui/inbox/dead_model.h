// Dead letters as a table: what failed for good, with its error.
#pragma once

#include "core/browse/key_row.h"
#include "ui/widgets/rows_model.h"

namespace onceover::inbox {

class DeadModel : public widgets::RowsModel<browse::KeyRow> {
  Q_OBJECT
 public:
  enum Columns { EventColumn, TopicColumn, ErrorColumn, TriesColumn, AgeColumn, WordColumn };
  explicit DeadModel(QObject* parent = nullptr);
};

}  // namespace onceover::inbox
