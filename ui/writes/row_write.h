// SPDX-License-Identifier: GPL-3.0-or-later
// Settling one row, ours or external: what pages share. lookAtRow() and settleRow() run on the session's
// workers; all else is pure, and plain text.
#pragma once

#include <QString>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/reconcile/settle_one.h"
#include "core/tables/inspect/inspect.h"
#include "ui/bridge/reader.h"
#include "ui/widgets/card.h"
#include "ui/widgets/table.h"

namespace onceover::bridge {
class Session;
}

namespace onceover::writes {

// A row as it is, with what this connection may do with its table.
struct WritableRow {
  tables::Access access;
  // none: there is no such row, or `problem` says why it was not looked at
  std::optional<reconcile::SeenRow> seen;
  std::string problem;
};

// Error: the connection's own. A table that cannot be looked at is a problem of the row alone.
Result<WritableRow> lookAtRow(bridge::Reader& reader, const key::Identity& id);
// Several at once: what the connection may do is looked at once. Rows that are gone are left out.
struct WritableRows {
  tables::Access access;
  std::vector<reconcile::SeenRow> seen;
  int gone = 0;
};
Result<WritableRows> lookAtRows(bridge::Reader& reader, const std::vector<key::Identity>& ids);
// What the connection may do with this table, looked at anew; nothing of our own, whose statements say it.
Result<tables::Access> accessTo(bridge::Reader& reader, const tables::Profile& profile);
// Settles a row as reconcile::settle_one() does. Of an external table, what the connection may do is looked
// at anew. cancels: where the gateway knows nothing of it, it is told never to perform it.
Result<reconcile::OneOutcome> settleRow(bridge::Reader& reader, const tables::Profile& profile,
                                        const reconcile::TakenRow& seen,
                                        const reconcile::Instruction& instruction, bool cancels = false);

// "Settle as succeeded", "Requeue".
QString verbTitle(tables::Verb verb);
// "status = DONE, locked_until = NULL, done_ms = now"; "the row is deleted".
QString writtenInWords(const tables::Write& write);
// What the row says afterwards; what its service makes of that is the service's.
QString verbConsequence(const tables::Profile& profile, tables::Verb verb);

// Every column that is written, and those that tell the row's identity, state and lease, before and after.
// The server's times and counts are words.
std::vector<widgets::FieldChange> plannedChanges(const tables::Profile& profile,
                                                 const reconcile::SeenRow& seen,
                                                 const reconcile::WriteRequest& request);

// Why this connection can only hand out a script; empty: it can write, once writes are armed.
QString whyScriptOnly(const bridge::Session& session);

// What waits, in core's sentence, for whom, and where it is decided.
QString waitsInWords(std::string_view what);
// Of a word that no evidence confirms, before it is said.
QString secondPersonInWords();
// Where a verdict was chosen and writes are not armed.
QString unarmedInWords();

// before: the row as it was on the screen.
widgets::Told toldOutcome(const tables::Profile& profile, const browse::KeyRow& before,
                          const Result<reconcile::OneOutcome>& outcome);

// It is written, or filed for a second approver: what was typed for it is not needed again.
bool isTaken(const Result<reconcile::OneOutcome>& outcome);
// The row that an outcome brings; none: it is gone, or nothing is known of it.
std::optional<browse::KeyRow> rowAfter(const reconcile::OneOutcome& outcome);
// What was written and not confirmed by the standby; empty: nothing.
std::string unconfirmedOf(const reconcile::OneOutcome& outcome);

}  // namespace onceover::writes
