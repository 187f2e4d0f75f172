// A table of a bundle, for a view.
#pragma once

#include <QAbstractTableModel>

#include "core/bundle/bundle.h"

namespace onceover::bundle {

class CellsModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  explicit CellsModel(Table table, QObject* parent = nullptr);
  const Table& table() const { return table_; }
  // Every column with its name, a line each.
  QString rowInWords(int row) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  Table table_;
};

// A value for the screen: one line, cut at `most` characters.
QString oneLine(const Value& value, int most);
// The same in as many lines as it has; what is masked, cut or NULL says so.
QString inLines(const Value& value);

}  // namespace onceover::bundle
