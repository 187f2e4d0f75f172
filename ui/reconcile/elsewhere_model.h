// Rows of several tables that belong to one key, oldest first.
#pragma once

#include <memory>

#include "core/browse/life.h"
#include "ui/widgets/rows_model.h"

namespace onceover::reconcile {

class ElsewhereModel : public widgets::RowsModel<browse::LifeRow> {
  Q_OBJECT
 public:
  using Tables = std::vector<std::shared_ptr<const profile::Profile>>;
  explicit ElsewhereModel(QObject* parent = nullptr);
  void setLife(Tables tables, std::vector<browse::LifeRow> rows, Timestamp asOf);
  const std::shared_ptr<const profile::Profile>& tableOf(const browse::LifeRow& row) const { return tables_[row.table]; }

 private:
  Tables tables_;
};

}  // namespace onceover::reconcile
