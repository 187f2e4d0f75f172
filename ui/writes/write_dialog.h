// SPDX-License-Identifier: GPL-3.0-or-later
// Before an external row is written: the row as it is beside what will be written, the exact SQL, what a
// person has to give, a reason and a ticket. One row, or several under one reason. Writes nothing itself:
// open() it and connect accepted(), or hand its script to whoever may run it.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/audit/audit.h"
#include "core/reconcile/undo.h"
#include "ui/widgets/card.h"
#include "ui/widgets/dialog_body.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/table.h"
#include "ui/writes/row_write.h"

namespace onceover::writes {

class WriteInputs;

struct WriteWhat {
  std::shared_ptr<const tables::Profile> profile;
  tables::Access access;
  std::vector<reconcile::SeenRow> rows;  // never none
  // The verb; where a person was asked, also the values, verdict and evidence it rests on.
  reconcile::WriteRequest request;
  QString evidence;       // what it rests on, in words; empty: a manual override
  QString whyScriptOnly;  // empty: this program may write it; the script is offered beside
  bool hasTrail = true;   // the script writes its audit row; false: it prints one
  bool isProduction = false;
  std::optional<Duration> dedupeWindow = {};  // registered_window()
};

class WriteDialog : public widgets::ConfirmDialog {
  Q_OBJECT
 public:
  explicit WriteDialog(WriteWhat what, QWidget* parent = nullptr);

  const WriteWhat& what() const { return what_; }
  WriteInputs& inputs() const { return *inputs_; }
  // With reason, ticket and values as they stand.
  reconcile::WriteRequest request() const;
  // Those that the verb is for; of one row that one.
  const std::vector<reconcile::SeenRow>& writable() const { return writable_; }
  // What psql would run, for all of them.
  Result<std::string> script() const;

 private:
  void buildInputs();
  void follow();
  void copyScript();
  QString missing() const;
  QString shownSql() const;
  QString statement() const;
  std::optional<std::string> whyNot(const reconcile::SeenRow& row) const;
  std::vector<widgets::FieldChange> changes() const;
  Result<std::string> scriptFor(const reconcile::SeenRow& row, const reconcile::WriteRequest& request) const;
  bool writes(tables::Assignment::Value value) const;

  WriteWhat what_;
  std::vector<reconcile::SeenRow> writable_;
  widgets::FieldsModel* model_;
  WriteInputs* inputs_;
  QPushButton* copy_ = nullptr;
};

}  // namespace onceover::writes

// Taking an act back: what it left beside what is put back, with a reason and a ticket; the writing; and what
// came of it.

namespace onceover::bridge {
class Session;
}

namespace onceover::writes {

// Column, as the act left it, what is put back. Pure.
std::vector<widgets::FieldChange> putBack(const audit::Record& act);

// Asks for a reason and a ticket, and writes it on the armed connection for the table that the session reads.
widgets::ConfirmDialog* askUndo(bridge::Session& session, QWidget* parent, const audit::Record& act,
                                std::function<void(const Result<reconcile::UndoOutcome>&)> done);
widgets::Told toldUndoing(std::int64_t number, const Result<reconcile::UndoOutcome>& outcome);

}  // namespace onceover::writes
