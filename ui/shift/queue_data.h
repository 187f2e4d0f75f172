// SPDX-License-Identifier: GPL-3.0-or-later
// What waits for a person, read in one job.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/approval/approval.h"
#include "core/reconcile/case_list.h"
#include "core/reconcile/note.h"
#include "ui/bridge/reader.h"
#include "ui/widgets/table.h"

namespace onceover::shift {

using bridge::DescribedTables;
using bridge::Tables;

struct QueueData {
  std::vector<reconcile::ListedCase> cases;
  bool moreCases = false;
  std::vector<approval::Approval> approvals;  // oldest first
  bool moreApprovals = false;
  std::vector<reconcile::NoteTally> notes;  // of the cases
  // what is stuck in which table, or that it is unknown, in sentences; empty: nothing is, in any of them
  QString stuck;
  Tables tables;  // what rows of other tables may be opened by
  Timestamp asOf;
  std::string sql;
};

// rows: of the cases, at most so many. openToo: those that are asked again by themselves as well.
Result<QueueData> readQueue(bridge::Reader& reader, const DescribedTables& described, bool openToo, int rows);

// Cases that are not settled, as a table.
class CasesModel : public widgets::RowsModel<reconcile::ListedCase> {
  Q_OBJECT
 public:
  enum Columns { badge, since, customer, amount, key, notes, reason, table, state, asked, next };
  explicit CasesModel(QObject* parent = nullptr);
  void setCases(std::vector<reconcile::ListedCase> cases, std::vector<reconcile::NoteTally> notes,
                Timestamp asOf);

 private:
  const reconcile::NoteTally& notesOf(const reconcile::ListedCase& one) const;
  std::vector<reconcile::NoteTally> notes_;
  bool isSame(const reconcile::ListedCase& a, const reconcile::ListedCase& b) const override {
    return a.id == b.id && a.relation == b.relation && a.row_key_json == b.row_key_json;
  }
};

// What waits for a second person, as a table.
class ApprovalsModel : public widgets::RowsModel<approval::Approval> {
  Q_OBJECT
 public:
  enum Columns { badge, number, asked, act, key, table, by, ticket, evidence, reason };
  explicit ApprovalsModel(QObject* parent = nullptr);

 private:
  bool isSame(const approval::Approval& a, const approval::Approval& b) const override {
    return a.id == b.id;
  }
};

}  // namespace onceover::shift
