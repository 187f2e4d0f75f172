#include "ui/widgets/incident.h"

#include <QLineEdit>

#include "core/tables/sql.h"
#include "ui/bridge/session.h"
#include "ui/widgets/text.h"

namespace onceover::widgets {

namespace {

// What the dialog does not ask for stays as it was. act: of the reason; empty: it is kept for no other.
void keepFrom(bridge::Session& session, const ConfirmDialog& dialog, const QString& act) {
  bridge::Session::Incident now = session.incident();
  if (dialog.asksTicket()) now.ticket = dialog.ticket();
  if (dialog.asksReason() && !act.isEmpty()) {
    now.reason = dialog.reason();
    now.act = act;
  }
  session.setIncident(now);
}

}  // namespace

void carryIncident(bridge::Session& session, ConfirmDialog& dialog, std::string_view verb) {
  const bridge::Session::Incident before = session.incident();
  const QString act = text(verb) + QLatin1Char(' ') + text(tables::table_name(session.profile()));
  dialog.carry(before.act == act ? before.reason : QString(), before.ticket);
  QObject::connect(&dialog, &QDialog::accepted, &session, [&session, &dialog, act] { keepFrom(session, dialog, act); });
}

void carryTicket(bridge::Session& session, ConfirmDialog& dialog) {
  dialog.carry({}, session.incident().ticket);
  QObject::connect(&dialog, &QDialog::accepted, &session, [&session, &dialog] { keepFrom(session, dialog, {}); });
}

void carryTicket(bridge::Session& session, QLineEdit& ticket) { ticket.setText(session.incident().ticket); }

bool armedFor(bridge::Session& session, QObject* context, std::function<void()> act) {
  if (session.isArmed()) {
    session.dropWhenArmed();  // begun by hand: nothing else is waited for
    return true;
  }
  session.whenArmed(context, std::move(act));
  return false;
}

}  // namespace onceover::widgets
