// SPDX-License-Identifier: Apache-2.0
#include "core/outbox/operate.h"

#include <fmt/format.h>

#include <thread>

#include "core/pg/sqlstate.h"
#include "core/pg/transaction.h"
#include "core/sql/statements.h"

namespace onceover::outbox {
namespace {

// Partitions have no statistics at first: their indexes are walked all the same.
constexpr std::string_view walking =
    "SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL jit = off";

constexpr auto erasure_words =
    onceover::words<Erasure::Outcome>({{Erasure::Outcome::erased, "erased"},
                                       {Erasure::Outcome::erased_before, "erased_before"},
                                       {Erasure::Outcome::gone, "gone"},
                                       {Erasure::Outcome::needed, "unpublished"}});

[[noreturn]] void no_such(const std::string& relay) {
  raise(ErrorKind::invalid_input, fmt::format("There is no relay \"{}\".", visible(relay)),
        "Nothing was changed.", "oncectl relay list shows them.");
}

void check_reason(const std::string& reason) {
  if (reason.empty())
    raise(ErrorKind::invalid_input, "A reason is needed.", "Nothing was changed.",
          "Say why, for the audit trail.");
}

// One function of the database, in a durable transaction of its own; dry: in one that is rolled back.
Result<pg::Rows> call(pg::Connection& connection, std::string_view sql, const pg::Params& params,
                      const std::string& reason, Duration timeout = std::chrono::seconds(5),
                      bool is_dry = false) {
  return as_result([&] {
    check_reason(reason);
    return pg::run(connection, sql, params,
                   {.statement_timeout = timeout, .rolls_back = is_dry, .durable = !is_dry})
        .value();
  });
}

Result<bool> turn(pg::Connection& connection, const std::string& relay, bool paused,
                  const std::string& reason, const audit::Actor& actor, bool is_dry) {
  return as_result([&] {
    const pg::Rows changed = call(connection, sql::relay_pause,
                                  pg::params(relay, paused, reason, actor.name, actor.host, actor.program),
                                  reason, std::chrono::seconds(5), is_dry)
                                 .value();
    if (changed.is_null(0, 0)) no_such(relay);
    return changed.boolean(0, 0);
  });
}

Result<bool> act(pg::Connection& connection, const ParkedEvent& event, bool skips, const std::string& reason,
                 const audit::Actor& actor) {
  return call(connection, sql::event_settle,
              pg::params(event.relay, event.seq, skips, reason, actor.name, actor.host, actor.program),
              reason)
      .map([](const pg::Rows& rows) { return rows.boolean(0, 0); });
}

}  // namespace

Result<std::int64_t> make_partitions(pg::Connection& connection, Duration width, int ahead) {
  return connection.exec(sql::partitions_make, pg::params(width, ahead)).map([](const pg::Rows& rows) {
    return rows.integer(0, 0);
  });
}

Result<std::int64_t> drop_partitions(pg::Connection& connection, Duration retention) {
  std::int64_t dropped = 0;
  for (;;) {
    const auto gone = connection.exec(sql::partition_drop, pg::params(retention));
    if (!gone && dropped == 0) return fail(gone.error());
    if (!gone || gone->is_null(0, 0)) return dropped;
    ++dropped;
  }
}

RelayView::Condition RelayView::condition() const {
  if (is_foreign) return Condition::foreign;
  if (paused_at) return Condition::paused;
  if (!is_running()) return Condition::not_running;
  if (trouble) return Condition::in_trouble;
  if (dead > 0) return Condition::gave_up;
  return is_draining ? Condition::draining : Condition::runs;
}

std::string in_words(const RelayView& v) {
  switch (v.condition()) {
    case RelayView::Condition::foreign:
      return "cannot run: events are of another server; oncectl relay adopt";
    case RelayView::Condition::paused:
      return fmt::format("paused by {}: {}", v.paused_by.value_or("?"), v.pause_reason.value_or(""));
    case RelayView::Condition::not_running: return "no process runs it";
    case RelayView::Condition::in_trouble: return *v.trouble;
    case RelayView::Condition::gave_up: return "has dead events";
    case RelayView::Condition::draining: return "publishes earlier events first";
    case RelayView::Condition::runs: break;
  }
  return "runs";
}

Result<std::vector<RelayView>> relays(pg::Connection& connection) {
  return pg::run(connection, sql::relay_list, pg::params(most_lag_looked_at),
                 {.read_only = true, .also = sql::outbox_settings})
      .map([](const pg::Rows& rows) {
        return rows.map([&](int row) {
          RelayView v;
          rows.read(row, 0, v.name, v.topics, v.is_ordered, v.owner, v.locked_until, v.fence, v.published,
                    v.published_at, v.trouble, v.trouble_since, v.paused_at, v.paused_by, v.pause_reason,
                    v.is_draining, v.parked, v.dead, v.lag, v.oldest, v.as_of, v.is_lag_exact, v.is_foreign);
          if (v.is_foreign) v.lag = 0, v.oldest.reset();
          return v;
        });
      });
}

std::int64_t sum(const std::vector<RelayView>& relays, std::int64_t RelayView::*of) {
  std::int64_t total = 0;
  for (const RelayView& relay : relays) total += relay.*of;
  return total;
}

Result<bool> pause(pg::Connection& connection, const std::string& relay, const std::string& reason,
                   const audit::Actor& actor, bool is_dry) {
  return turn(connection, relay, true, reason, actor, is_dry);
}
Result<bool> resume(pg::Connection& connection, const std::string& relay, const std::string& reason,
                    const audit::Actor& actor, bool is_dry) {
  return turn(connection, relay, false, reason, actor, is_dry);
}

Result<std::vector<ParkedEvent>> parked(pg::Connection& connection, const std::string& relay,
                                        const std::string& state, const std::optional<ParkedEvent>& after,
                                        std::int64_t limit) {
  const auto from = after.value_or(ParkedEvent{});
  return pg::run(connection, sql::parked_list, pg::params(relay, state, from.relay, from.seq, limit))
      .map([](const pg::Rows& rows) {
        return rows.map([&](int row) {
          ParkedEvent e;
          rows.read(row, 0, e.relay, e.seq, e.id, e.topic, e.aggregate_type, e.aggregate_id, e.created_at,
                    e.state, e.attempts, e.next_try_at, e.error, e.parked_at, e.asked, e.asked_by,
                    e.asked_at);
          return e;
        });
      });
}

Result<std::optional<std::string>> payload_of(pg::Connection& connection, const ParkedEvent& event) {
  return as_result([&] {
    const auto rows = pg::run(connection, sql::outbox_payload, pg::params(event.seq, event.id),
                              {.read_only = true, .also = walking})
                          .value();
    if (rows.empty())
      raise(ErrorKind::invalid_input, "The event is no longer there, or this user may not see it.",
            "No payload is shown.", "oncectl health shows whether rows are hidden.");
    return rows.optional_text(0, 0);
  });
}

Result<bool> retry(pg::Connection& connection, const ParkedEvent& event, const std::string& reason,
                   const audit::Actor& actor) {
  return act(connection, event, false, reason, actor);
}
Result<bool> skip(pg::Connection& connection, const ParkedEvent& event, const std::string& reason,
                  const audit::Actor& actor) {
  return act(connection, event, true, reason, actor);
}

Result<Selection> between(pg::Connection& connection, Selection selection, std::optional<Timestamp> from,
                          std::optional<Timestamp> to) {
  return as_result([&] {
    if (!from && !to) return selection;
    const pg::Rows ends =
        pg::run(connection, sql::outbox_bounds, pg::params(from, to), {.read_only = true, .also = walking})
            .value();
    // No event since then, or none before: nothing is selected.
    selection.after_seq =
        std::max(selection.after_seq, ends.is_null(0, 0) ? selection.up_to_seq : ends.integer(0, 0));
    selection.up_to_seq =
        std::min(selection.up_to_seq, ends.is_null(0, 1) ? selection.after_seq : ends.integer(0, 1));
    return selection;
  });
}

Result<Counted> count(pg::Connection& connection, const Selection& s, std::int64_t most, std::int64_t looks) {
  return pg::run(connection, sql::outbox_count,
                 pg::params(s.after_seq, s.up_to_seq, pg::or_null(s.topic), pg::or_null(s.aggregate_type),
                            pg::or_null(s.aggregate_id), most, looks),
                 {.read_only = true, .also = walking})
      .map([&](const pg::Rows& rows) {
        Counted counted;
        rows.read(0, 0, counted.events, counted.reached);
        if (counted.events >= most || counted.reached == s.up_to_seq) counted.reached.reset();
        return counted;
      });
}

Result<Counted> count_all(pg::Connection& connection, Selection selection, std::int64_t most,
                          const std::function<bool()>& go_on) {
  return as_result([&] {
    Counted all;
    do {
      const Counted next = count(connection, selection, most - all.events).value();
      all.events += next.events;
      all.reached = next.reached;
      selection.after_seq = next.reached.value_or(selection.after_seq);
    } while (all.reached && go_on());
    return all;
  });
}

Result<Republished> republish(pg::Connection& connection, const Selection& s, const std::string& reason,
                              const audit::Actor& actor) {
  return call(connection, sql::events_republish,
              pg::params(s.after_seq, s.up_to_seq, pg::or_null(s.topic), pg::or_null(s.aggregate_type),
                         pg::or_null(s.aggregate_id), most_at_once, reason, actor.name, actor.host,
                         actor.program),
              reason, std::chrono::seconds(30))
      .map([](const pg::Rows& rows) {
        Republished done;
        rows.read(0, 0, done.events, done.reached);
        return done;
      });
}

Result<std::int64_t> ask_republish(pg::Connection& connection, const Selection& s, const std::string& reason,
                                   const std::string& ticket, const audit::Actor& actor) {
  return call(connection, sql::republish_ask,
              pg::params(s.after_seq, s.up_to_seq, pg::or_null(s.topic), pg::or_null(s.aggregate_type),
                         pg::or_null(s.aggregate_id), reason, ticket, actor.name, actor.host, actor.program),
              reason, std::chrono::seconds(30))
      .map([](const pg::Rows& rows) { return rows.integer(0, 0); });
}

Result<Erasure> erase(pg::Connection& connection, std::int64_t seq, const std::string& id,
                      const std::string& reason, const audit::Actor& actor, bool is_dry) {
  return call(connection, sql::event_erase,
              pg::params(seq, id, reason, actor.name, actor.host, actor.program), reason,
              std::chrono::seconds(5), is_dry)
      .map([](const pg::Rows& rows) {
        return Erasure{*erasure_words.from(rows.text(0, 0)),
                       rows.is_null(0, 1) ? std::string() : rows.text(0, 1)};
      });
}

namespace {

constexpr std::int64_t events_in_a_step = 5000;
// A lock is tried again and again, each time for 50 ms: writers wait no longer for it.
constexpr Duration lock_patience = std::chrono::seconds(10), between_locks = std::chrono::milliseconds(200);
// Reading all of a large outbox, or of the keys.
constexpr Duration longest_read = std::chrono::minutes(10);

// adoption, seq_was, seq_now. Nothing is locked when it returns.
pg::Rows begin_adoption(pg::Connection& connection, std::optional<Timestamp> since, const std::string& reason,
                        const audit::Actor& actor, const std::function<bool()>& go_on) {
  const auto until = Steady::now() + lock_patience;
  for (;;) {
    const auto begun = pg::run(
        connection, sql::adoption_begin, pg::params(since, reason, actor.name, actor.host, actor.program),
        {.read_only = false, .statement_timeout = std::chrono::minutes(1), .durable = true});
    if (begun) return *begun;
    const Error& error = begun.error();
    if (error.sqlstate == pg::sqlstate::lock_not_available && Steady::now() < until && (!go_on || go_on())) {
      std::this_thread::sleep_for(between_locks);
      continue;
    }
    if (error.sqlstate == pg::sqlstate::lock_not_available)
      raise(ErrorKind::busy, "A transaction that has written events or the progress of a relay is open.",
            "Nothing was adopted.",
            "Find it, and end it: SELECT pid, xact_start, query FROM pg_stat_activity ORDER BY xact_start. "
            "Then adopt again.");
    if (error.sqlstate == pg::sqlstate::object_in_use)
      raise(ErrorKind::busy, "A process runs a relay here.", "Nothing was adopted.",
            "Stop it first; oncectl relay list names its owner.");
    if (error.sqlstate == "22023")
      raise(ErrorKind::invalid_input,
            "The time lies in the future: the events until then would never be published.",
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
      raise(ErrorKind::invalid_input,
            "The time lies in the future: the events until then would never be published.",
            "Nothing was adopted.", "Give a time in the past, or none to publish all that is there.");
    const pg::Rows rows = pg::run(connection, sql::adoption_forecast, pg::params(since),
                                  {.read_only = true, .statement_timeout = longest_read})
                              .value();
    return rows.map([&](int row) {
      Adopted one;
      rows.read(row, 0, one.relay, one.events, one.passed_over);
      return one;
    });
  });
}

Result<Adoption> adopt(pg::Connection& connection, std::optional<Timestamp> since, const std::string& reason,
                       const audit::Actor& actor, const std::function<bool()>& go_on) {
  return as_result([&] {
    check_reason(reason);
    Adoption done;
    const pg::Rows repaired =
        pg::run(connection, sql::sequences_repair, {},
                {.read_only = false, .statement_timeout = longest_read, .durable = true})
            .value();
    for (int row = 0; row < repaired.size(); ++row) {
      Sequence& one = done.repaired.emplace_back();
      repaired.read(row, 0, one.name, one.was, one.now);
    }
    const pg::Rows begun = begin_adoption(connection, since, reason, actor, go_on);
    const std::int64_t adoption = begun.integer(0, 0);
    if (begun.integer(0, 1) < begun.integer(0, 2))
      done.repaired.push_back({"outbox_seq_seq", begun.integer(0, 1), begun.integer(0, 2)});
    std::optional<std::string> xid;
    std::optional<std::int64_t> seq;
    for (;;) {
      if (go_on && !go_on())
        raise(ErrorKind::cancelled, "The adoption was interrupted.",
              "It has not ended, and no relay starts before its end.",
              "Run oncectl relay adopt again: it continues.");
      const pg::Rows step =
          pg::run(connection, sql::adoption_step, pg::params(adoption, xid, seq, events_in_a_step),
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

Result<std::optional<std::int64_t>> retire(pg::Connection& connection, const std::string& relay,
                                           const std::string& reason, const audit::Actor& actor) {
  return as_result([&]() -> std::optional<std::int64_t> {
    check_reason(reason);
    const auto retired = pg::run(connection, sql::relay_retire,
                                 pg::params(relay, reason, actor.name, actor.host, actor.program),
                                 {.read_only = false, .durable = true});
    if (!retired && retired.error().sqlstate == pg::sqlstate::object_in_use)
      raise(ErrorKind::busy, fmt::format("The relay \"{}\" is run by a process.", visible(relay)),
            "Nothing was changed.", "Stop it first; oncectl relay list names its owner.");
    return retired.value().optional_integer(0, 0);
  });
}

}  // namespace onceover::outbox
