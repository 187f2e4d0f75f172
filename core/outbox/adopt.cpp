// Events that another server wrote become this one's; and a relay ends.
#include <fmt/format.h>

#include <thread>

#include "core/base/text.h"
#include "core/outbox/operate.h"
#include "core/pg/sqlstate.h"
#include "core/pg/transaction.h"
#include "core/sql/statements.h"

namespace onceover::outbox {
namespace {

constexpr std::int64_t events_in_a_step = 5000;
// A lock is tried again and again, each time for 50 ms: writers wait no longer for it.
constexpr Duration lock_patience = std::chrono::seconds(10), between_locks = std::chrono::milliseconds(200);
// Reading all of a large outbox, or of the keys.
constexpr Duration longest_read = std::chrono::minutes(10);

void check_reason_of(const std::string& reason) {
  if (reason.empty()) raise(ErrorKind::invalid_input, "A reason is needed.", "Nothing was changed.", "Give one, for the audit trail.");
}

// adoption, seq_was, seq_now. Nothing is locked when it returns.
pg::Rows begin_adoption(pg::Connection& connection, std::optional<Timestamp> since, const std::string& reason, const audit::Actor& actor,
                        const std::function<bool()>& go_on) {
  const auto until = Steady::now() + lock_patience;
  for (;;) {
    const auto begun = pg::run(connection, sql::adoption_begin, pg::params(since, reason, actor.name, actor.host, actor.program),
                               {.read_only = false, .statement_timeout = std::chrono::minutes(1), .durable = true});
    if (begun) return *begun;
    const Error& error = begun.error();
    if (error.sqlstate == pg::sqlstate::lock_not_available && Steady::now() < until && (!go_on || go_on())) {
      std::this_thread::sleep_for(between_locks);
      continue;
    }
    if (error.sqlstate == pg::sqlstate::lock_not_available)
      raise(ErrorKind::busy, "A transaction that has written events or the progress of a relay is open.", "Nothing was adopted.",
            "Find it, and end it: SELECT pid, xact_start, query FROM pg_stat_activity ORDER BY xact_start. Then adopt again.");
    if (error.sqlstate == pg::sqlstate::object_in_use)
      raise(ErrorKind::busy, "A process runs a relay here.", "Nothing was adopted.", "Stop it first; oncectl relay list names its owner.");
    if (error.sqlstate == "22023")
      raise(ErrorKind::invalid_input, "The time lies in the future: the events until then would never be published.",
            "Nothing was adopted.", "Give a time in the past, or none to publish all that is there.");
    if (error.sqlstate == "55000")
      raise(ErrorKind::unsupported, "Events arrive here by a subscription.", "Nothing was adopted.",
            "After a switch-over drop the subscription first (DROP SUBSCRIPTION), then adopt.");
    raise(error);
  }
}

}  // namespace

Result<std::vector<Adopted>> forecast_adoption(pg::Connection& connection, std::optional<Timestamp> since) {
  return as_result([&] {
    const Timestamp now = pg::server_time(connection).value();
    if (since && *since > now)
      raise(ErrorKind::invalid_input, "The time lies in the future: the events until then would never be published.",
            "Nothing was adopted.", "Give a time in the past, or none to publish all that is there.");
    const pg::Rows rows =
        pg::run(connection, sql::adoption_forecast, pg::params(since), {.read_only = true, .statement_timeout = longest_read}).value();
    return rows.map([&](int row) {
      Adopted one;
      rows.read(row, 0, one.relay, one.events, one.passed_over);
      return one;
    });
  });
}

Result<Adoption> adopt(pg::Connection& connection, std::optional<Timestamp> since, const std::string& reason, const audit::Actor& actor,
                       const std::function<bool()>& go_on) {
  return as_result([&] {
    check_reason_of(reason);
    Adoption done;
    const pg::Rows repaired =
        pg::run(connection, sql::sequences_repair, {}, {.read_only = false, .statement_timeout = longest_read, .durable = true}).value();
    for (int row = 0; row < repaired.size(); ++row) {
      Sequence& one = done.repaired.emplace_back();
      repaired.read(row, 0, one.name, one.was, one.now);
    }
    const pg::Rows begun = begin_adoption(connection, since, reason, actor, go_on);
    const std::int64_t adoption = begun.integer(0, 0);
    if (begun.integer(0, 1) < begun.integer(0, 2)) done.repaired.push_back({"outbox_seq_seq", begun.integer(0, 1), begun.integer(0, 2)});
    std::optional<std::string> xid;
    std::optional<std::int64_t> seq;
    for (;;) {
      if (go_on && !go_on())
        raise(ErrorKind::cancelled, "The adoption was interrupted.", "It has not ended, and no relay starts before its end.",
              "Run oncectl relay adopt again: it continues.");
      const pg::Rows step = pg::run(connection, sql::adoption_step, pg::params(adoption, xid, seq, events_in_a_step),
                                    {.read_only = false, .statement_timeout = longest_read, .durable = true})
                                .value();
      std::int64_t changed = 0;
      bool is_done = false;
      step.read(0, 0, xid, seq, changed, is_done);
      done.rewritten += changed;
      if (is_done) return done;
    }
  });
}

Result<std::optional<std::int64_t>> retire(pg::Connection& connection, const std::string& relay, const std::string& reason,
                                           const audit::Actor& actor) {
  return as_result([&]() -> std::optional<std::int64_t> {
    check_reason_of(reason);
    const auto retired = pg::run(connection, sql::relay_retire, pg::params(relay, reason, actor.name, actor.host, actor.program),
                                 {.read_only = false, .durable = true});
    if (!retired && retired.error().sqlstate == pg::sqlstate::object_in_use)
      raise(ErrorKind::busy, fmt::format("The relay \"{}\" is run by a process.", visible(relay)), "Nothing was changed.",
            "Stop it first; oncectl relay list names its owner.");
    return retired.value().optional_integer(0, 0);
  });
}

}  // namespace onceover::outbox
