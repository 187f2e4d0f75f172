// Acts of one incident: each carries the reason and the ticket of the one before, and goes on by itself once writes are armed.
#pragma once

#include <QObject>
#include <functional>

#include "ui/widgets/confirm_dialog.h"

namespace onceover::bridge {
class Session;
}

namespace onceover::widgets {

// Fills the dialog's reason and ticket with those of the act before, selected so that typing replaces them, and keeps what is confirmed for
// the next act.
void carryIncident(bridge::Session& session, ConfirmDialog& dialog);
// Where a field that the person types into is no ConfirmDialog's.
void carryIncident(bridge::Session& session, QLineEdit& reason, QLineEdit& ticket);

// True: writes are armed. False: `act` is run as soon as they are; the caller asks to arm them.
bool armedFor(bridge::Session& session, QObject* context, std::function<void()> act);

}  // namespace onceover::widgets
