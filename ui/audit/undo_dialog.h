// Before an act is taken back: what the act left, beside what is put back; a reason and a ticket. Writes nothing itself.
#pragma once

#include <vector>

#include "core/audit/audit.h"
#include "ui/widgets/confirm_dialog.h"
#include "ui/widgets/fields_model.h"
#include "ui/widgets/forward.h"

namespace onceover::audit {

// Column, as the act left it, what is put back. Pure.
std::vector<widgets::FieldChange> putBack(const Record& act);

// Asks for a reason and a ticket. Writes nothing itself: open() it and connect accepted().
widgets::ConfirmDialog* undoDialog(const Record& act, bool isProduction, QWidget* parent);

}  // namespace onceover::audit
