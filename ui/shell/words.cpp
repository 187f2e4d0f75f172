// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/words.h"

#include "ui/widgets/text.h"

namespace onceover::shell {
namespace {

using widgets::shown;
using widgets::Tone;

struct Symptom {
  const char* sign;  // in libpq's or the server's words
  const char* what;
  const char* next;
  bool wantsPassword = false;
};

// In order: the first sign that is found is the one that is told. Words of libpq 15 and the server, in
// English; where the server speaks another language its own words are shown below anyway.
constexpr Symptom symptoms[] = {
    {"no password supplied", QT_TR_NOOP("The server asks for a password, and none was given."),
     QT_TR_NOOP("Enter the password. It is kept only in memory."), true},
    {"password authentication failed", QT_TR_NOOP("The password, or the user, is wrong."),
     QT_TR_NOOP("Check both. libpq's password file may hold an old one."), true},
    {"could not translate host name", QT_TR_NOOP("The host name cannot be resolved."),
     QT_TR_NOOP("Check its spelling, and whether a VPN is needed.")},
    {"Connection refused", QT_TR_NOOP("No server listens at this host and port."),
     QT_TR_NOOP("Check the port, and whether the server runs.")},
    {"No such file or directory", QT_TR_NOOP("No server listens on this machine's socket."),
     QT_TR_NOOP("Name a host, or start the local server.")},
    {"No route to host", QT_TR_NOOP("There is no network route to this host."),
     QT_TR_NOOP("Check the network, and whether a VPN is needed.")},
    {"root certificate file", QT_TR_NOOP("The root certificate for this server is missing."),
     QT_TR_NOOP("Name it as sslrootcert, or ask for it.")},
    {"certificate verify failed", QT_TR_NOOP("This machine does not trust the server's certificate."),
     QT_TR_NOOP("Name the right sslrootcert; do not switch verification off.")},
    {"does not match host name", QT_TR_NOOP("The server's certificate is for another host."),
     QT_TR_NOOP("Use the name in the certificate; put the address into hostaddr.")},
    {"does not support SSL", QT_TR_NOOP("The server does not speak TLS, and the connection asks for it."),
     QT_TR_NOOP("Check the port, and whether a proxy is in between. Without TLS, choose sslmode disable for "
                "this connection.")},
    {"no pg_hba.conf entry", QT_TR_NOOP("The server does not allow this user from this address."),
     QT_TR_NOOP("Ask the server's administrator for an entry in pg_hba.conf.")},
    {"is not permitted to log in", QT_TR_NOOP("This user may not log in."), QT_TR_NOOP("Use another user.")},
    {"too many", QT_TR_NOOP("The server has no connection left."),
     QT_TR_NOOP("Wait, or ask for a higher limit.")},
    {"starting up", QT_TR_NOOP("The server is still starting."), QT_TR_NOOP("Try again in a moment.")},
    {"shutting down", QT_TR_NOOP("The server is shutting down."), QT_TR_NOOP("Try again when it is back.")},
    {"definition of service", QT_TR_NOOP("This service is not in pg_service.conf."),
     QT_TR_NOOP("Check its name, and which pg_service.conf is read (PGSERVICEFILE).")},
    {"invalid connection option", QT_TR_NOOP("The connection string has an unknown option."),
     QT_TR_NOOP("Check its spelling.")},
    {"missing \"=\"", QT_TR_NOOP("The connection string is not complete."),
     QT_TR_NOOP("Write it as a postgresql:// URI, or as name=value words.")},
    {"invalid sslmode", QT_TR_NOOP("The sslmode is not one libpq knows."),
     QT_TR_NOOP("Use require, verify-ca or verify-full.")},
    {"role \"", QT_TR_NOOP("There is no such user on the server."), QT_TR_NOOP("Check the user's name.")},
    {"database \"", QT_TR_NOOP("There is no such database on the server."),
     QT_TR_NOOP("Check the database's name.")},
};

QString skewWords(Duration skew) {
  // Less than this is the measuring itself.
  if (std::chrono::abs(skew) < std::chrono::milliseconds(50)) return tr("clocks agree");
  const QString sign = skew < Duration(0) ? QStringLiteral("−") : QStringLiteral("+");
  return tr("clock %1%2").arg(sign, widgets::span(skew < Duration(0) ? -skew : skew));
}

QString schemaWords(const schema::Status& status) {
  switch (status.fit) {
    case schema::Fit::missing: return tr("no onceover schema");
    case schema::Fit::older: return tr("schema %1, %2 wanted").arg(status.installed).arg(status.wanted);
    case schema::Fit::current: return tr("schema %1").arg(status.installed);
    case schema::Fit::newer: return tr("schema %1, newer than this program").arg(status.installed);
    case schema::Fit::unreadable: return tr("no right to read the onceover schema");
  }
  return {};
}

QString placeWords(const bridge::ServerFacts& facts) {
  const bool socket = facts.host.isEmpty() || facts.host.startsWith('/');
  return socket ? tr("%1 on this machine").arg(shown(facts.database.toStdString()))
                : tr("%1 on %2:%3")
                      .arg(shown(facts.database.toStdString()), shown(facts.host.toStdString()), facts.port);
}

// What is shown is older than this line, and who reads it wants to know what comes next.
QString lostWords(const bridge::Session& session) {
  const Diagnosis diagnosis = diagnose(session.lastError());
  if (!session.wasReady())
    return tr("There is no connection. %1 %2").arg(diagnosis.what, diagnosis.next).trimmed();
  const QString lost =
      tr("The connection was lost. The pages show the last data read. %1").arg(diagnosis.what);
  if (!session.reconnects()) return tr("%1 %2").arg(lost, diagnosis.next).trimmed();
  const auto left = std::chrono::ceil<std::chrono::seconds>(session.reconnectsIn()).count();
  return left > 0 ? tr("%1 Next attempt in %2 s.").arg(lost).arg(left) : tr("%1 Connecting again…").arg(lost);
}

}  // namespace

Diagnosis diagnose(const Error& error) {
  const QString said = widgets::text(error.detail) + ' ' + widgets::text(error.what);
  for (const Symptom& symptom : symptoms) {
    if (said.contains(QLatin1String(symptom.sign), Qt::CaseInsensitive))
      return {tr(symptom.what), tr(symptom.next), symptom.wantsPassword};
  }
  return {shown(error.what), shown(error.next), false};
}

QString addressOf(const bridge::ServerFacts& facts) {
  return bridge::conninfoOf(
      {.host = facts.host, .port = facts.port, .database = facts.database, .user = facts.user});
}

QString factsLine(const bridge::ServerFacts& facts) {
  QStringList parts{placeWords(facts), shown(facts.user.toStdString()),
                    tr("PostgreSQL %1").arg(facts.version)};
  parts.append(facts.isEncrypted ? tr("encrypted")
               : facts.isLocal   ? tr("local, not encrypted")
                                 : tr("NOT encrypted"));
  if (facts.isStandby) parts.append(tr("standby"));
  parts.append(schemaWords(facts.schema));
  if (facts.hasGateway) parts.append(tr("gateway configured"));
  if (facts.clockSkew) parts.append(skewWords(*facts.clockSkew));
  return parts.join(QStringLiteral("  ·  "));
}

QStringList testWords(const bridge::ServerFacts& facts) {
  QStringList lines{tr("Connected to %1 as %2, PostgreSQL %3.")
                        .arg(placeWords(facts), shown(facts.user.toStdString()), facts.version)};
  if (!facts.sslmodeWarning.isEmpty()) lines.append(shown(facts.sslmodeWarning.toStdString()));
  if (facts.isStandby) lines.append(tr("It is a standby: it can be read, nothing can be settled here."));
  if (!facts.isStandby && facts.isReadOnly)
    lines.append(tr("Transactions are read-only by default here: nothing can be settled."));
  lines.append(facts.schemaSentence);
  if (facts.schema.fit == schema::Fit::missing)
    lines.append(tr("There is no table of keys to read until it is installed."));
  if (!facts.gatewayProblem.isEmpty())
    lines.append(tr("The gateway cannot be asked: %1").arg(shown(facts.gatewayProblem.toStdString())));
  if (facts.hasGateway) lines.append(tr("The gateway's configuration is sound."));
  return lines;
}

QList<Standing> standings(const bridge::Session& session) {
  QList<Standing> list;
  const bridge::ServerFacts& facts = session.facts();
  if (session.state() == bridge::SessionState::lost) {
    list.append(
        {Tone::danger, QStringLiteral("plug"), lostWords(session), tr("&Retry"), Standing::Act::retry});
    return list;
  }
  if (session.state() != bridge::SessionState::ready) return list;
  if (!facts.sslmodeWarning.isEmpty()) {
    list.append({Tone::warn, QStringLiteral("unlock"), shown(facts.sslmodeWarning.toStdString()), {}});
  }
  if (facts.isStandby) {
    list.append({Tone::info,
                 QStringLiteral("info"),
                 tr("This is a standby: it may lag, and nothing can be settled here."),
                 {}});
  }
  if (facts.schema.fit != schema::Fit::current) {
    list.append({Tone::warn, QStringLiteral("sql"), facts.schemaSentence, {}});
  }
  if (!facts.gatewayProblem.isEmpty()) {
    list.append({Tone::warn,
                 QStringLiteral("plug"),
                 tr("The gateway cannot be asked: %1").arg(shown(facts.gatewayProblem.toStdString())),
                 {}});
  }
  return list;
}

}  // namespace onceover::shell
