#include "core/outbox/operate.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/base/text.h"
#include "core/pg/server_identity.h"
#include "core/pg/transaction.h"
#include "core/sql/statements.h"

namespace onceover::outbox {
namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void no_such(const std::string& relay) {
  raise(ErrorKind::invalid_input, fmt::format("There is no relay \"{}\".", visible(relay)), "Nothing was changed.",
        "oncectl relay list shows them.");
}

bool is_there(pg::Transaction& transaction, const std::string& relay) {
  return !transaction.exec("SELECT FROM onceover.relays r WHERE r.name = $1::text", pg::params(relay)).value().empty();
}

void check_reason(const std::string& reason) {
  if (reason.empty()) raise(ErrorKind::invalid_input, "A reason is needed.", "Nothing was changed.", "Say why, for the audit trail.");
}

Result<bool> turn(pg::Connection& connection, const std::string& relay, bool paused, const std::string& reason, const audit::Actor& actor) {
  return as_result([&] {
    check_reason(reason);
    auto transaction = pg::Transaction::begin(connection, {}).value();
    const auto changed = transaction.exec(sql::relay_pause, pg::params(relay, paused, actor.name, reason)).value();
    if (changed.empty() && !is_there(transaction, relay)) no_such(relay);
    if (!changed.empty()) {
      require(audit::append(
          connection, actor,
          {.action = paused ? "pause_relay" : "resume_relay", .after_json = Json{{"relay", relay}}.dump(), .reason = reason}));
    }
    require(transaction.commit());
    return !changed.empty();
  });
}

Result<bool> act(pg::Connection& connection, std::string_view sql, std::string action, const ParkedEvent& event, const std::string& reason,
                 const audit::Actor& actor) {
  return as_result([&] {
    check_reason(reason);
    auto transaction = pg::Transaction::begin(connection, {}).value();
    const auto done = transaction.exec(sql, pg::params(event.relay, event.seq)).value();
    if (!done.empty()) {
      const Json before{{"relay", event.relay},
                        {"seq", event.seq},
                        {"id", done.text(0, 0)},
                        {"topic", done.text(0, 1)},
                        {"aggregate_type", done.text(0, 2)},
                        {"aggregate_id", done.text(0, 3)},
                        {"error", done.text(0, 5)}};
      require(audit::append(connection, actor, {.action = std::move(action), .before_json = before.dump(), .reason = reason}));
    }
    require(transaction.commit());
    return !done.empty();
  });
}

}  // namespace

Result<std::int64_t> make_partitions(pg::Connection& connection, Duration width, int ahead) {
  return connection
      .exec("SELECT COALESCE(pg_catalog.array_length(onceover.make_outbox_partitions($1::interval, $2::bigint::integer), 1), 0)",
            pg::params(width, ahead))
      .map([](const pg::Rows& rows) { return rows.integer(0, 0); });
}

Result<std::int64_t> drop_partitions(pg::Connection& connection, Duration retention) {
  std::int64_t dropped = 0;
  for (;;) {
    const auto gone = connection.exec("SELECT onceover.drop_outbox_partition($1::interval)", pg::params(retention));
    if (!gone && dropped == 0) return fail(gone.error());
    if (!gone || gone->is_null(0, 0)) return dropped;
    ++dropped;
  }
}

Result<std::vector<RelayView>> relays(pg::Connection& connection) {
  return pg::run(connection, sql::relay_list, pg::params(most_lag_looked_at), {.also = sql::outbox_settings}).map([](const pg::Rows& rows) {
    return rows.map([&](int row) {
      RelayView v;
      rows.read(row, 0, v.name, v.topics, v.is_ordered, v.owner, v.locked_until, v.fence, v.published, v.published_at, v.trouble,
                v.trouble_since, v.paused_at, v.paused_by, v.pause_reason, v.is_adopting, v.parked, v.dead, v.lag, v.oldest, v.as_of,
                v.is_lag_exact);
      return v;
    });
  });
}

Result<bool> pause(pg::Connection& connection, const std::string& relay, const std::string& reason, const audit::Actor& actor) {
  return turn(connection, relay, true, reason, actor);
}
Result<bool> resume(pg::Connection& connection, const std::string& relay, const std::string& reason, const audit::Actor& actor) {
  return turn(connection, relay, false, reason, actor);
}

Result<std::int64_t> adopt(pg::Connection& connection, const std::string& relay, std::optional<Timestamp> since, const std::string& reason,
                           const audit::Actor& actor) {
  return as_result([&] {
    check_reason(reason);
    const pg::ServerIdentity here = pg::server_identity(connection).value();
    auto transaction = pg::Transaction::begin(connection, {.statement_timeout = std::chrono::minutes(10)}).value();
    const auto held = transaction.exec(
        "SELECT r.owner FROM onceover.relays r WHERE r.name = $1::text AND r.locked_until > pg_catalog.clock_timestamp() FOR UPDATE",
        pg::params(relay));
    if (!held.value().empty())
      raise(ErrorKind::busy, fmt::format("The relay \"{}\" is run by {}.", visible(relay), visible(held->text(0, 0))),
            "Nothing was changed.", "Stop it first.");
    // A lock that waits holds up every writer behind it: one second at most.
    require(transaction.exec("LOCK TABLE onceover.outbox IN SHARE MODE"));
    const auto adopted = transaction
                             .exec(sql::relay_adopt, pg::params(relay, since.value_or(Timestamp::minus_infinity()), here.system_identifier,
                                                                here.database_oid))
                             .value();
    if (adopted.empty()) no_such(relay);
    const std::int64_t events = adopted.integer(0, 2);
    const Json after{{"relay", relay}, {"events", events}, {"since", since ? iso(*since) : "the beginning"}};
    require(audit::append(connection, actor, {.action = "adopt_relay", .after_json = after.dump(), .reason = reason}));
    require(transaction.commit());
    return events;
  });
}

Result<std::vector<ParkedEvent>> parked(pg::Connection& connection, const std::string& relay, const std::string& state,
                                        const std::optional<ParkedEvent>& after, std::int64_t limit) {
  const auto from = after.value_or(ParkedEvent{});
  return pg::run(connection, sql::parked_list, pg::params(relay, state, from.relay, from.seq, limit)).map([](const pg::Rows& rows) {
    return rows.map([&](int row) {
      ParkedEvent e;
      rows.read(row, 0, e.relay, e.seq, e.id, e.topic, e.aggregate_type, e.aggregate_id, e.created_at, e.state, e.attempts, e.next_try_at,
                e.error, e.parked_at);
      return e;
    });
  });
}

Result<bool> retry(pg::Connection& connection, const ParkedEvent& event, const std::string& reason, const audit::Actor& actor) {
  return act(connection, sql::parked_retry, "retry_event", event, reason, actor);
}
Result<bool> skip(pg::Connection& connection, const ParkedEvent& event, const std::string& reason, const audit::Actor& actor) {
  return act(connection, sql::parked_skip, "skip_event", event, reason, actor);
}

}  // namespace onceover::outbox
