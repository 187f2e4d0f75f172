#include "ui/widgets/incident.h"

#include <QLineEdit>

#include "ui/bridge/session.h"

namespace onceover::widgets {

void carryIncident(bridge::Session& session, ConfirmDialog& dialog) {
  const bridge::Session::Incident before = session.incident();
  dialog.carry(before.reason, before.ticket);
  QObject::connect(&dialog, &QDialog::accepted, &session, [&session, &dialog] { session.setIncident({dialog.reason(), dialog.ticket()}); });
}

void carryIncident(bridge::Session& session, QLineEdit& reason, QLineEdit& ticket) {
  const bridge::Session::Incident before = session.incident();
  reason.setText(before.reason);
  ticket.setText(before.ticket);
}

bool armedFor(bridge::Session& session, QObject* context, std::function<void()> act) {
  if (session.isArmed()) {
    session.dropWhenArmed();  // begun by hand: nothing else is waited for
    return true;
  }
  session.whenArmed(context, std::move(act));
  return false;
}

}  // namespace onceover::widgets
