// The roles of a draft, a row each: its columns, how they are kept, and how sure that is.
#pragma once

#include <QAbstractTableModel>

#include "ui/tables/draft.h"

namespace onceover::tables {

class RolesModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { RoleColumn, SureColumn, ColumnsColumn, FormColumn, ColumnCount };
  using QAbstractTableModel::QAbstractTableModel;

  // The same rows with other contents: what is selected stays so.
  void setDraft(const Draft& draft);
  static int rowOf(const std::string& role);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  QString cell(const RoleInfo& info, int column) const;
  Draft draft_;
};

// Why the role is as it is, in words: what is still open, else what detection said.
QString whyOf(const Draft& draft, const std::string& role);

}  // namespace onceover::tables
