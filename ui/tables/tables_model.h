// What a survey found, a row a table.
#pragma once

#include <QAbstractTableModel>
#include <string>

#include "ui/tables/survey.h"

namespace onceover::tables {

class TablesModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { TableColumn, KindColumn, SureColumn, RowsColumn, FromColumn, WhyColumn, ColumnCount };
  using QAbstractTableModel::QAbstractTableModel;

  void setSurvey(Survey survey);
  const Survey& survey() const { return survey_; }
  // Tables that look like none of ours are listed too; words: only those whose name holds this text.
  void setFilter(bool others, const QString& words);
  const Found& found(int row) const { return survey_.found[static_cast<std::size_t>(shown_[static_cast<std::size_t>(row)])]; }
  // The table that is being read is marked.
  void setRead(const std::string& schema, const std::string& table);

  int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(shown_.size()); }
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  void choose();
  bool isRead(const Found& found) const { return found.schema == readSchema_ && found.table == readTable_; }
  QString cell(const Found& found, int column) const;
  Survey survey_;
  std::vector<int> shown_;
  bool others_ = false;
  QString words_;
  std::string readSchema_, readTable_;
};

}  // namespace onceover::tables
