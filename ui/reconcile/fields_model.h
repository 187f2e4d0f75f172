// Named fields as a table: name and value, or name, before and after with what differs marked.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "ui/reconcile/case_text.h"

namespace onceover::reconcile {

class FieldsModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  // headers: two for values, three for a comparison.
  FieldsModel(const QStringList& headers, QObject* parent = nullptr);
  void setFields(std::vector<FieldChange> fields);
  const std::vector<FieldChange>& fields() const { return fields_; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QStringList headers_;
  std::vector<FieldChange> fields_;
};

}  // namespace onceover::reconcile
