// Named fields as a table: name and value, or name, before and after with what differs marked.
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <QStringList>
#include <vector>

namespace onceover::widgets {

// A field of a row, before and after; of two columns `before` is the value.
struct FieldChange {
  QString name, before, after;
  bool changed = false;
  bool operator==(const FieldChange&) const = default;
};

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

}  // namespace onceover::widgets
