// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/browse/sight.h"
#include "core/pg/transaction.h"
#include "core/schema/schema.h"
#include "core/unfinished/answer.h"
#include "ui/bridge/session.h"

namespace onceover::bridge {
namespace {

Timestamp localNow() {
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return {std::chrono::duration_cast<Duration>(since).count()};
}

// Half the round trip is the best guess of when the server looked at its clock.
std::optional<Duration> measureSkew(Reader& reader) {
  const Timestamp asked = localNow();
  const auto at = pg::server_time(reader.connection());
  if (!at) return std::nullopt;
  return *at - (asked + (localNow() - asked) / 2);
}

}  // namespace

QString ServerFacts::whyHidden(const QStringList& tables) const {
  std::vector<std::string> names;
  for (const QString& table : tables) names.push_back(table.toStdString());
  return QString::fromStdString(
      unfinished::explanation(browse::known_of(hiddenTables, {names.begin(), names.end()})));
}

Result<ServerFacts> readFacts(Reader& reader) {
  ServerFacts facts;
  pg::Connection& connection = reader.connection();
  facts.host = QString::fromStdString(connection.host());
  facts.port = QString::fromStdString(connection.port());
  facts.database = QString::fromStdString(connection.database());
  facts.user = QString::fromStdString(connection.user());
  facts.isEncrypted = connection.is_encrypted();
  facts.isLocal = connection.is_local();
  auto status = schema::status(connection);
  if (!status) return fail(status.error());
  facts.schema = std::move(*status);
  facts.version = QString::fromStdString(facts.schema.server_version);
  facts.isStandby = facts.schema.is_standby;
  facts.isReadOnly = facts.schema.is_read_only;
  facts.schemaSentence = QString::fromStdString(facts.schema.sentence());
  if (facts.schema.fit == schema::Fit::current || facts.schema.fit == schema::Fit::newer) {
    for (const std::string_view table : {"onceover.inbox", "onceover.outbox"}) {
      const bool mayRead = schema::may_read_payloads(connection, table).value_or(false);
      facts.eventTables.push_back(
          std::make_shared<const tables::Profile>(*tables::own_events(table, mayRead)));
    }
  }
  auto hidden = browse::hidden_own_tables(connection);
  if (!hidden) return fail(hidden.error());
  facts.hiddenTables = std::move(*hidden);
  facts.hasGateway = reader.gateway() != nullptr;
  auto identity = pg::server_identity(connection);
  if (!identity) return fail(identity.error());
  facts.identity = std::move(*identity);
  facts.clockSkew = measureSkew(reader);
  return facts;
}

}  // namespace onceover::bridge
