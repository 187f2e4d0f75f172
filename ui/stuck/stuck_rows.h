// SPDX-License-Identifier: GPL-3.0-or-later
// Stuck rows: as the worker reads them, as a list, and in groups.
#pragma once

#include <QString>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/browse/browser.h"
#include "core/browse/key_row.h"
#include "core/tables/profile.h"
#include "ui/bridge/reader.h"
#include "ui/widgets/card.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/table.h"

namespace onceover::stuck {

// The rows of one group of stuck leases, as the worker reads them: those stuck longest first.

// As many as a person looks through by eye; a plan acts on all of them.
inline constexpr int rowsShown = 500;

struct StuckRows {
  std::vector<browse::KeyRow> rows;
  bool complete = true;  // false: the group holds more than is shown
  Timestamp asOf;
  std::string sql;
  widgets::NoteMarks notes = {};
};

// When the lease of a stuck row ended.
Timestamp leaseEnd(const browse::KeyRow& row);

Result<StuckRows> readStuckRows(bridge::Reader& reader, const browse::Filter& group);

// The stuck keys of one group.
class StuckModel : public widgets::RowsModel<browse::KeyRow> {
  Q_OBJECT
 public:
  enum Columns {
    StateColumn,
    KeyColumn,
    TenantColumn,
    CustomerColumn,
    AmountColumn,
    LeaseColumn,
    TriesColumn,
    AskedColumn,
    NextColumn
  };
  explicit StuckModel(QObject* parent = nullptr);
  // The table whose rows these are: what is said of them follows from it.
  void setTable(const tables::Profile& profile);
  void setNotes(widgets::NoteMarks notes) { notes_ = std::move(notes); }
  // Whether such a table has anything to show there.
  static bool isFilled(int column, const tables::Profile& profile);

 private:
  QString leaseTip(const browse::KeyRow& row) const;
  QString nextOf(const browse::KeyRow& row) const;
  tables::Profile profile_ = tables::own();
  widgets::NoteMarks notes_;
};

// Stuck leases grouped by one thing, below a line for all of them: what broke together is one line, and no
// two lines look alike.
struct GroupLine {
  browse::StuckGroup group;
  bool isAll = false;  // of all stuck leases
};

class GroupsModel : public widgets::RowsModel<GroupLine> {
  Q_OBJECT
 public:
  enum Columns {
    NameColumn,
    KeysColumn,
    MoneyColumn,
    PeopleColumn,
    UnretriedColumn,
    OldestColumn,
    NewestColumn
  };
  explicit GroupsModel(QObject* parent = nullptr);
  // All of them first, then each group.
  void setGroups(const browse::StuckGroups& groups);
  browse::StuckBy by() const { return by_; }
  // Where the line is now: counts and times may have moved on. −1: gone.
  int rowOf(const GroupLine& before) const;
  // What the line is called: "POST /refunds", "All".
  QString nameOf(const GroupLine& line) const;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  bool isSame(const GroupLine& a, const GroupLine& b) const override;
  browse::StuckBy by_ = browse::StuckBy::operation;
};

// "Operation", "Host".
QString nameOf(browse::StuckBy by);

// "Is the executor still alive?", for one stuck key: what the server says about its row, in words. Never a
// guess.

struct Aliveness {
  QString answer;   // in a few words
  QString because;  // what is known, and what it does not say
  widgets::Tone tone = widgets::Tone::neutral;
};

// Pure.
Aliveness alivenessOf(const browse::LockHolder& holder, const browse::KeyRow& row,
                      const tables::Profile& profile);

class AliveCard : public widgets::Card {
  Q_OBJECT
 public:
  explicit AliveCard(QWidget* parent = nullptr);
  void setNothing();
  void setAsking(const browse::KeyRow& row);
  void setAnswer(const Result<browse::LockHolder>& holder, const browse::KeyRow& row,
                 const tables::Profile& profile, widgets::ClockChoice clock);
  // The table whose rows it is about.
  void setTable(const tables::Profile& profile);
  QString words() const;

 signals:
  void askAgainRequested();
  void caseRequested();

 private:
  void setKey(const browse::KeyRow& row);
  widgets::PlainLabel *key_, *answer_, *because_, *age_;
  QPushButton *again_, *open_;
};

}  // namespace onceover::stuck
