// Differences, as a table.
#pragma once

#include "core/drift/compare.h"
#include "ui/widgets/rows_model.h"

namespace onceover::drift {

// The rows are those of one kind; found_ keeps all.
class FindingsModel : public widgets::RowsModel<Found> {
  Q_OBJECT
 public:
  enum Columns { kind, key, operation, tenant, here, there, why };
  explicit FindingsModel(QObject* parent = nullptr);

  void setFound(std::vector<Found> found);
  // Of one kind alone; none: of all.
  void setOnly(std::optional<Kind> only);
  std::optional<Kind> only() const { return only_; }

 private:
  std::vector<Found> found_;
  std::optional<Kind> only_;
};

}  // namespace onceover::drift
