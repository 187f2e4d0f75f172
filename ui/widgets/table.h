// SPDX-License-Identifier: GPL-3.0-or-later
// The table every page uses: rows of one height (a million of them scroll), opened with Enter, copied with
// Ctrl+C.
#pragma once

#include <QAbstractTableModel>
#include <QByteArray>
#include <QTableView>
#include <QVector>
#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

#include "core/base/time.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/text.h"

namespace onceover::widgets {

// Roles a model may give beside the usual ones.
enum TableRole {
  BadgeRole = Qt::UserRole + 100,  // Badge
  CopyRole,  // QString: what copying takes instead of DisplayRole (masked data stays masked)
};

class TableView : public QTableView {
  Q_OBJECT
 public:
  // name: for assistive technology, "Keys".
  explicit TableView(const QString& name, QAbstractItemModel* model = nullptr, QWidget* parent = nullptr);

  // What is left of the width goes to this column; -1: to the last.
  void setStretchColumn(int column);
  // Widths in characters of the font, for columns 0…n−1. Zero leaves the default.
  void setColumnChars(const QVector<int>& chars);

  // As high as so many rows and the header, for a table inside a page that scrolls as a whole.
  void setHeightInRows(int rows);

  // Order, widths and hidden columns, for ui/workspace.
  QByteArray headerState() const;
  void restoreHeader(const QByteArray& state);
  // The rows that are selected, from the top.
  QList<int> selectedRows() const;
  // What "Copy row" takes: tab-separated, through CopyRole or DisplayRole.
  QString rowText(int row) const;

  // The column is at least this wide from now on, whoever chooses widths: what stands in it must not be cut.
  void widen(int column, int width);

  // A RowsBase says how its columns look; of any other model, the page does.
  void setModel(QAbstractItemModel* model) override;

 signals:
  void opened(const QModelIndex& index);  // Enter or double click
  void headerChanged();
  void currentRowChanged(int row);  // -1: none

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
  void resizeEvent(QResizeEvent* event) override;
  void scrollContentsBy(int dx, int dy) override;

 private:
  void setMonospaceColumn(int column);
  void copyRows() const;
  void copyCell() const;
  void openIndex(const QModelIndex& index);
  void offerColumns(const QPoint& at);
  void showColumnIf(int column, bool on);
  void noteResize(int column, int before, int width);
  int leastOf(int column) const { return column < least_.size() ? least_[column] : 0; }
  void applyWidths();
  void takeLooks(const RowsBase& rows);
  void restyle();
  void keepHeight();
  QVector<int> chars_;
  QVector<int> least_;  // pixels, of columns whose text must not be cut
  int stretch_ = -1, highRows_ = -1;
  bool userSized_ = false, applying_ = false;
  QAction *copyRow_, *copyCell_;
};

// The model behind every table that is a list of rows: a vector of values, and a description of each column
// that says what it shows of a value. A table says `RowsModel<Plan>` and its columns in its constructor;
// roles, titles, widths and the keeping of the selection are here.

// What a view knows of a column; TableView takes it from the model.
struct ColumnLook {
  QString title;
  int chars = 0;   // width in characters; 0: the default
  int traits = 0;  // of RowsBase::Trait
  QString titleTip = {};
};

// What a column shows of a row: a text, a badge with its word, or how long before asOf() something was, with
// the exact time as its tip. The tip is the text where nothing else is said.
template <typename Row>
struct ColumnOf {
  using Text = std::function<QString(const Row&)>;
  using Badged = std::function<Badge(const Row&)>;
  using Ago = std::function<std::optional<Timestamp>(const Row&)>;  // no value: the table does not say when

  ColumnOf(ColumnLook look, Text text, Text tip = nullptr)
      : look(std::move(look)), text(std::move(text)), tip(std::move(tip)) {}
  ColumnOf(ColumnLook look, Badged badge, Text tip = nullptr)
      : look(std::move(look)), badge(std::move(badge)), tip(std::move(tip)) {}
  ColumnOf(ColumnLook look, Ago ago, Text tip = nullptr)
      : look(std::move(look)), ago(std::move(ago)), tip(std::move(tip)) {}

  ColumnLook look;
  Text text;
  Badged badge;
  Ago ago;
  Text tip;
};

// An instant for `ago`: external tables may keep none.
inline std::optional<Timestamp> ifKnown(Timestamp at) {
  return at.is_finite() ? std::optional(at) : std::nullopt;
}

// What of it depends on no type of row. Cells are asked for by row and column, both in range.
class RowsBase : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Trait {
    Right = 1,           // numbers, under a title on the right
    RightUnderLeft = 2,  // the same under a title on the left
    Mono = 4,
    Stretch = 8,  // takes what is left of the width
    NoTip = 16,
    // never cut, at any width: an amount without its first digits is another one, a time without "zone
    // unknown" an instant
    Whole = 32,
  };
  using QAbstractTableModel::QAbstractTableModel;

  // Titles, tips and relative times as of then are shown by this clock.
  void setClock(ClockChoice clock);
  ClockChoice clock() const { return clock_; }
  // When the rows were read.
  Timestamp asOf() const { return asOf_; }

  virtual ColumnLook look(int column) const = 0;
  virtual bool hasBadge(int column) const = 0;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 protected:
  virtual QString text(int row, int column) const = 0;
  virtual QString tip(int row, int column) const = 0;
  virtual Badge badge(int row, int column) const = 0;  // of a badge column
  // Every cell may show something else; the rows are the same.
  void changed();
  QString agoText(const std::optional<Timestamp>& at) const { return at ? relative(*at, asOf_) : dash; }
  QString agoTip(const std::optional<Timestamp>& at) const {
    return at ? exact(*at, clock_) : tr("This table does not store the time.");
  }
  void setAsOf(Timestamp asOf) { asOf_ = asOf; }
  static void doNothing() {}

 private:
  Timestamp asOf_;
  ClockChoice clock_ = ClockChoice::utc;
};

// Rows: what keeps them, a sequence with random access.
template <typename Row, typename Rows = std::vector<Row>>
class RowsModel : public RowsBase {
 public:
  using Column = ColumnOf<Row>;

  explicit RowsModel(QObject* parent = nullptr) : RowsBase(parent) {}

  // The same rows again, by isSame(), keep selection and place, also where others come or go.
  void setRows(Rows rows, Timestamp asOf = {}) {
    setAsOf(asOf);
    if (std::ranges::equal(rows_, rows, [this](const Row& a, const Row& b) { return isSame(a, b); })) {
      rows_ = std::move(rows);
    } else if (canMerge(rows)) {
      merge(rows);
    } else {
      return replaceAll(std::move(rows));
    }
    changed();
  }
  // One of them as it was read since.
  void replace(int row, Row by) {
    rows_[static_cast<std::size_t>(row)] = std::move(by);
    emit dataChanged(index(row, 0), index(row, columnCount() - 1));
  }
  // then: run when the rows are there, before anything hears of them.
  void insert(int at, Rows rows, const std::function<void()>& then = doNothing) {
    if (rows.empty()) return then();
    beginInsertRows({}, at, at + static_cast<int>(rows.size()) - 1);
    rows_.insert(rows_.begin() + at, std::make_move_iterator(rows.begin()),
                 std::make_move_iterator(rows.end()));
    then();
    endInsertRows();
  }

  const Row& at(int row) const { return rows_[static_cast<std::size_t>(row)]; }
  const Rows& rows() const { return rows_; }
  // −1: not here.
  int rowWhere(const std::function<bool(const Row&)>& is) const {
    const auto found = std::ranges::find_if(rows_, is);
    return found == rows_.end() ? -1 : static_cast<int>(found - rows_.begin());
  }

  int rowOf(const key::Identity& id) const requires std::is_same_v<Row, browse::KeyRow> {
    return rowWhere([&id](const Row& row) { return row.id == id; });
  }

  int rowCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
  }
  int columnCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : static_cast<int>(columns_.size());
  }
  ColumnLook look(int column) const override { return of(column).look; }
  bool hasBadge(int column) const override { return static_cast<bool>(of(column).badge); }

 protected:
  void setColumns(std::vector<Column> columns) { columns_ = std::move(columns); }
  void replaceAll(Rows rows) {
    beginResetModel();
    rows_ = std::move(rows);
    endResetModel();
  }
  // False: it is cheaper to show them anew, or no row is known again.
  bool canMerge(const Rows& rows) const {
    constexpr std::size_t mergedRows = 1'000;
    const std::size_t before = std::size(rows_), after = std::size(rows);
    return before > 0 && after > 0 && before <= mergedRows && after <= mergedRows &&
           isSame(rows_.front(), rows_.front());
  }
  // What is selected stays selected, unless it left or its order among the others changed.
  void merge(const Rows& rows) {
    for (int i = 0; i < static_cast<int>(rows.size()); ++i) {
      const Row& row = rows[static_cast<std::size_t>(i)];
      const auto known = std::find_if(rows_.begin() + std::min(i, rowCount()), rows_.end(),
                                      [&](const Row& other) { return isSame(other, row); });
      if (known == rows_.end()) {
        beginInsertRows({}, i, i);
        rows_.insert(rows_.begin() + i, row);
        endInsertRows();
      } else {
        remove(i, static_cast<int>(known - rows_.begin()) - i);
        rows_[static_cast<std::size_t>(i)] = row;
      }
    }
    remove(static_cast<int>(rows.size()), rowCount() - static_cast<int>(rows.size()));
  }
  void remove(int at, int rows) {
    if (rows == 0) return;
    beginRemoveRows({}, at, at + rows - 1);
    rows_.erase(rows_.begin() + at, rows_.begin() + at + rows);
    endRemoveRows();
  }
  // Unless told otherwise rows of keys are known by their key, and others are always new.
  virtual bool isSame(const Row& a, const Row& b) const {
    if constexpr (std::is_same_v<Row, browse::KeyRow>) {
      return a.id == b.id;
    } else {
      return false;
    }
  }

  QString text(int row, int column) const override {
    const Column& c = of(column);
    return c.text ? c.text(at(row)) : c.badge ? c.badge(at(row)).word : agoText(c.ago(at(row)));
  }
  QString tip(int row, int column) const override {
    const Column& c = of(column);
    if ((c.look.traits & NoTip) != 0) return {};
    return c.tip ? c.tip(at(row)) : c.ago ? agoTip(c.ago(at(row))) : text(row, column);
  }
  Badge badge(int row, int column) const override { return of(column).badge(at(row)); }

  Rows rows_;

 private:
  const Column& of(int column) const { return columns_[static_cast<std::size_t>(column)]; }
  std::vector<Column> columns_;
};

// Named fields as a table: name and value, or name, before and after with what differs marked.

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
