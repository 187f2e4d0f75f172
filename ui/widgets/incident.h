// Acts of one incident: each carries the ticket of the one before, and the reason where it does the same to the same table; each goes on by
// itself once writes are armed.
#pragma once

#include <QObject>
#include <functional>

#include "core/tables/profile.h"
#include "ui/widgets/confirm_dialog.h"

namespace onceover::bridge {
class Session;
}

namespace onceover::widgets {

// Fills the dialog's ticket with that of the act before, and its reason where that was the same verb on the table that the session reads,
// selected so that typing replaces them, and keeps what is confirmed for the next act. verb: "settle".
void carryIncident(bridge::Session& session, ConfirmDialog& dialog, std::string_view verb);
inline void carryIncident(bridge::Session& session, ConfirmDialog& dialog, tables::Verb verb) {
  carryIncident(session, dialog, tables::word(verb));
}
// The same without any reason: of an act whose reason is never that of another.
void carryTicket(bridge::Session& session, ConfirmDialog& dialog);
// Where the field that the person types into is no ConfirmDialog's.
void carryTicket(bridge::Session& session, QLineEdit& ticket);

// True: writes are armed. False: `act` is run as soon as they are; the caller asks to arm them.
bool armedFor(bridge::Session& session, QObject* context, std::function<void()> act);

}  // namespace onceover::widgets
