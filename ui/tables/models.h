// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of the page: the roles of a profile, and rows that a person edits.
#pragma once

#include <QAbstractTableModel>
#include <QStringList>
#include <QVector>
#include <optional>

#include "core/browse/browser.h"
#include "core/tables/inspect/inspect.h"
#include "ui/bridge/reader.h"
#include "ui/tables/draft.h"
#include "ui/widgets/card.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/table.h"

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

// The sampled rows of a table under its own headings. The first line says what each column is, as far as it
// was said.
class OwnRowsModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  using QAbstractTableModel::QAbstractTableModel;

  // Of another table, or the same with other roles.
  void setDraft(const Draft& draft);
  const std::string& columnAt(int column) const {
    return facts_.columns[static_cast<std::size_t>(column)].name;
  }
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

// The first rows of the table as the profile reads them, and what is stuck in it now.

// The first rows under a mapping, which of its rows are stuck, and what may be done with the table.
struct Sample {
  Result<browse::StuckSummary> stuck = fail(ErrorKind::internal, "Not read.");
  Result<browse::Page> page = fail(ErrorKind::internal, "Not read.");
  std::optional<tables::Access> access;  // none: it could not be asked
};

// On the worker. A listing that no index serves is given up after a moment; its error says so.
Result<Sample> readSample(bridge::Reader& reader, const tables::Profile& profile);

// Why nothing can be written, in sentences; empty: everything that the profile offers can be.
std::vector<std::string> whyReadOnly(const tables::Profile& profile, const tables::Access& access);

// Rows of a table as they would be listed under a mapping.
class SampleModel : public widgets::RowsModel<browse::KeyRow> {
  Q_OBJECT
 public:
  enum Columns { State, Key, Tenant, Operation, LeaseEnd, Created, Customer, Amount };
  explicit SampleModel(QObject* parent = nullptr);

 private:
  widgets::Badge stateOf(const browse::KeyRow& row) const;
};

// What a mapping shows while it is made: how many rows are stuck now, and the oldest of them. Unknown is said
// with its reason.
class StuckNow : public widgets::Card {
  Q_OBJECT
 public:
  explicit StuckNow(QWidget* parent = nullptr);
  // Nothing is read yet, and why.
  void setUnknown(const QString& why);
  void setReading();
  void setStuck(const browse::StuckSummary& stuck, const tables::Profile& profile);
  void setClock(widgets::ClockChoice clock) { clock_ = clock; }
  // Some rows are known to be stuck.
  bool isAnyStuck() const { return isAnyStuck_; }

 private:
  void say(const QString& number, const QString& words, widgets::Tone tone);
  void addRow(const browse::KeyRow& row, Timestamp asOf);

  widgets::PlainLabel *number_, *words_, *oldest_;
  QVBoxLayout* rows_;
  widgets::ClockChoice clock_ = widgets::ClockChoice::utc;
  bool isAnyStuck_ = false;
};

}  // namespace onceover::ui
