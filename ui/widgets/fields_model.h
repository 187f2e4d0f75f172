// Named fields as a table: name and value, or name, before and after with what differs marked.
#pragma once

#include "ui/widgets/rows_model.h"

namespace onceover::widgets {

// A field of a row, before and after; of two columns `before` is the value.
struct FieldChange {
  QString name, before, after;
  bool changed = false;
  bool operator==(const FieldChange&) const = default;
};

class FieldsModel : public RowsModel<FieldChange> {
  Q_OBJECT
 public:
  // columns: two for values, three for a comparison.
  explicit FieldsModel(const std::vector<ColumnLook>& columns, QObject* parent = nullptr);
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

 private:
  // As many fields again have other values: selection and place stay.
  bool isSame(const FieldChange&, const FieldChange&) const override { return true; }
};

}  // namespace onceover::widgets
