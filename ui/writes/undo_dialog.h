// SPDX-License-Identifier: GPL-3.0-or-later
// Taking an act back: what it left beside what is put back, with a reason and a ticket; the writing; and what came of it.
#pragma once

#include <functional>
#include <vector>

#include "core/audit/audit.h"
#include "core/reconcile/undo.h"
#include "ui/widgets/card.h"
#include "ui/widgets/dialog_body.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/rows_model.h"

namespace onceover::bridge {
class Session;
}

namespace onceover::writes {

// Column, as the act left it, what is put back. Pure.
std::vector<widgets::FieldChange> putBack(const audit::Record& act);

// Asks for a reason and a ticket. Writes nothing itself: open() it and connect accepted().
widgets::ConfirmDialog* undoDialog(const audit::Record& act, bool isProduction, QWidget* parent);

// Writes it on the armed connection, for the table that the session reads.
void writeUndo(bridge::Session& session, QObject* context, std::int64_t number, const QString& reason, const QString& ticket,
               std::function<void(const Result<reconcile::UndoOutcome>&)> done);
widgets::Told toldUndoing(std::int64_t number, const Result<reconcile::UndoOutcome>& outcome);

}  // namespace onceover::writes
