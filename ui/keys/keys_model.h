// SPDX-License-Identifier: GPL-3.0-or-later
// A window onto a listing of any length: pages are added at either end as the view gets there, and rows far
// from it are dropped, so that ten million rows take the memory of a few thousand. Reads nothing itself: it
// asks for pages by signal.
#pragma once

#include <deque>

#include "core/browse/browser.h"
#include "core/tables/profile.h"
#include "ui/widgets/table.h"

namespace onceover::keys {

class KeysModel : public widgets::RowsModel<browse::KeyRow, std::deque<browse::KeyRow>> {
  Q_OBJECT
 public:
  enum Columns {
    StateColumn,
    WordColumn,  // the operator's own word for the state
    KeyColumn,
    OperationColumn,
    TenantColumn,
    CustomerColumn,
    AmountColumn,
    ReferenceColumn,
    CreatedColumn,
    LeaseColumn,
    AttemptsColumn,
    CodeColumn,
    OwnerColumn,
    ErrorColumn,
    CorrelationColumn,
    ColumnCount
  };
  // A row takes about a kilobyte.
  static constexpr int windowRows = 10'000;

  explicit KeysModel(QObject* parent = nullptr, int window = windowRows);

  // Shows this page instead. Rows that stay keep their selection. position: rows of the listing in front of
  // it, 0: it is the first. counted: that is not an estimate.
  void setPage(browse::Page page, qint64 position = 0, bool counted = true);
  // How many rows the listing has, about; 0: nobody knows.
  void setEstimate(qint64 rows) { estimate_ = rows; }
  // The page behind the last row, or the one before the first.
  void append(browse::Page page);
  void prepend(browse::Page page);
  // What was asked for could not be read: it may be asked for again.
  void forgetRequest();
  void clear();

  browse::Cursor cursorAt(int row) const;
  qint64 position() const { return position_; }
  bool isCounted() const { return counted_; }
  // Of the whole listing: what was counted, where its end is here and its beginning was; about as many
  // elsewhere.
  qint64 total() const;
  bool hasMoreBefore() const { return position_ > 0; }
  bool hasMoreBehind() const { return more_; }
  // The view came to the top of the window.
  void fetchBefore();

  // Whose rows these are, for the titles of their columns. Before rows are shown.
  void setTable(const tables::Profile& profile);

  void setNotes(widgets::NoteMarks notes) {
    notes_ = std::move(notes);
    changed();
  }
  const widgets::NoteMarks& notes() const { return notes_; }

  // What relative times are told by; states are told as of when they were read.
  void setNow(Timestamp now);
  Timestamp now() const { return now_; }

  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
  bool canFetchMore(const QModelIndex& parent) const override {
    return !parent.isValid() && more_ && !asked_;
  }
  void fetchMore(const QModelIndex& parent) override;

 signals:
  void behindWanted(const onceover::browse::Cursor& last);
  void beforeWanted(const onceover::browse::Cursor& first);
  // These rows are about to be dropped because they are far from what the view shows.
  void dropping(int first, int last);
  // Rows came (positive) or went (negative) in front of what the view shows.
  void shifted(int rows);

 private:
  void setReadAt(Timestamp at);

  const int window_;
  qint64 position_ = 0, estimate_ = 0;
  bool counted_ = true;
  bool more_ = false;
  bool asked_ = false;
  bool events_ = false, foreign_ = false;
  Timestamp now_;
  widgets::NoteMarks notes_;
};

// The columns of the list: what a cell says, and what it says on hover, as plain text. In the order of
// KeysModel::Columns; the model says by which times and which clock.
std::vector<widgets::ColumnOf<browse::KeyRow>> columnsOf(const KeysModel& model);

}  // namespace onceover::keys
