// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of the page: the roles of a profile, and rows that a person edits.
#pragma once

#include <QAbstractTableModel>
#include <QStringList>
#include <QVector>

#include "ui/tables/draft.h"
#include "ui/widgets/rows_model.h"

namespace onceover::ui {

// The roles of a draft, a row each: its columns, how they are kept, and how sure that is.
class RolesModel : public widgets::RowsModel<RoleInfo> {
  Q_OBJECT
 public:
  enum Columns { RoleColumn, SureColumn, ColumnsColumn, FormColumn };
  explicit RolesModel(QObject* parent = nullptr);

  // The same rows with other contents: what is selected stays so.
  void setDraft(const Draft& draft);
  int rowOf(const std::string& role) const;

 private:
  Draft draft_;
};

// Why the role is as it is, in words: what is still open, else what detection said.
QString whyOf(const Draft& draft, const std::string& role);

// The sampled rows of a table under its own headings. The first line says what each column is, as far as it was said.
class OwnRowsModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  using QAbstractTableModel::QAbstractTableModel;

  // Of another table, or the same with other roles.
  void setDraft(const Draft& draft);
  const std::string& columnAt(int column) const { return facts_.columns[static_cast<std::size_t>(column)].name; }
  int columnOf(const std::string& name) const;
  // In characters, as the rows need them, up to a bound.
  QVector<int> widths() const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  tables::TableFacts facts_;
  QStringList roles_;  // of each column, in words
};

// "beendet –, versuche 1": a sampled row in one line, without the columns of `without`.
QString rowInWords(const tables::TableFacts& facts, std::size_t row, const std::string& without);

}  // namespace onceover::ui
