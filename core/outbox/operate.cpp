#include "core/outbox/operate.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text.h"
#include "core/base/words.h"
#include "core/pg/sqlstate.h"
#include "core/pg/transaction.h"
#include "core/sql/statements.h"

namespace onceover::outbox {
namespace {

// Partitions have no statistics at first: their indexes are walked all the same.
constexpr std::string_view walking = "SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL jit = off";

constexpr auto erasure_words = onceover::words<Erasure::Outcome>({{Erasure::Outcome::erased, "erased"},
                                                                  {Erasure::Outcome::erased_before, "erased_before"},
                                                                  {Erasure::Outcome::gone, "gone"},
                                                                  {Erasure::Outcome::needed, "unpublished"}});

[[noreturn]] void no_such(const std::string& relay) {
  raise(ErrorKind::invalid_input, fmt::format("There is no relay \"{}\".", visible(relay)), "Nothing was changed.",
        "oncectl relay list shows them.");
}

void check_reason(const std::string& reason) {
  if (reason.empty()) raise(ErrorKind::invalid_input, "A reason is needed.", "Nothing was changed.", "Say why, for the audit trail.");
}

// One function of the database, in a durable transaction of its own; dry: in one that is rolled back.
Result<pg::Rows> call(pg::Connection& connection, std::string_view sql, const pg::Params& params, const std::string& reason,
                      Duration timeout = std::chrono::seconds(5), bool is_dry = false) {
  return as_result([&] {
    check_reason(reason);
    return pg::run(connection, sql, params, {.statement_timeout = timeout, .rolls_back = is_dry, .durable = !is_dry}).value();
  });
}

Result<bool> turn(pg::Connection& connection, const std::string& relay, bool paused, const std::string& reason, const audit::Actor& actor,
                  bool is_dry) {
  return as_result([&] {
    const pg::Rows changed = call(connection, sql::relay_pause, pg::params(relay, paused, reason, actor.name, actor.host, actor.program),
                                  reason, std::chrono::seconds(5), is_dry)
                                 .value();
    if (changed.is_null(0, 0)) no_such(relay);
    return changed.boolean(0, 0);
  });
}

Result<bool> act(pg::Connection& connection, const ParkedEvent& event, bool skips, const std::string& reason, const audit::Actor& actor) {
  return call(connection, sql::event_settle, pg::params(event.relay, event.seq, skips, reason, actor.name, actor.host, actor.program),
              reason)
      .map([](const pg::Rows& rows) { return rows.boolean(0, 0); });
}

}  // namespace

Result<std::int64_t> make_partitions(pg::Connection& connection, Duration width, int ahead) {
  return connection.exec(sql::partitions_make, pg::params(width, ahead)).map([](const pg::Rows& rows) { return rows.integer(0, 0); });
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
    case RelayView::Condition::foreign: return "cannot run: events are of another server; oncectl relay adopt";
    case RelayView::Condition::paused: return fmt::format("paused by {}: {}", v.paused_by.value_or("?"), v.pause_reason.value_or(""));
    case RelayView::Condition::not_running: return "no process runs it";
    case RelayView::Condition::in_trouble: return *v.trouble;
    case RelayView::Condition::gave_up: return "has dead events";
    case RelayView::Condition::draining: return "publishes earlier events first";
    case RelayView::Condition::runs: break;
  }
  return "runs";
}

Result<std::vector<RelayView>> relays(pg::Connection& connection) {
  return pg::run(connection, sql::relay_list, pg::params(most_lag_looked_at), {.read_only = true, .also = sql::outbox_settings})
      .map([](const pg::Rows& rows) {
        return rows.map([&](int row) {
          RelayView v;
          rows.read(row, 0, v.name, v.topics, v.is_ordered, v.owner, v.locked_until, v.fence, v.published, v.published_at, v.trouble,
                    v.trouble_since, v.paused_at, v.paused_by, v.pause_reason, v.is_draining, v.parked, v.dead, v.lag, v.oldest, v.as_of,
                    v.is_lag_exact, v.is_foreign);
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

Result<bool> pause(pg::Connection& connection, const std::string& relay, const std::string& reason, const audit::Actor& actor,
                   bool is_dry) {
  return turn(connection, relay, true, reason, actor, is_dry);
}
Result<bool> resume(pg::Connection& connection, const std::string& relay, const std::string& reason, const audit::Actor& actor,
                    bool is_dry) {
  return turn(connection, relay, false, reason, actor, is_dry);
}

Result<std::vector<ParkedEvent>> parked(pg::Connection& connection, const std::string& relay, const std::string& state,
                                        const std::optional<ParkedEvent>& after, std::int64_t limit) {
  const auto from = after.value_or(ParkedEvent{});
  return pg::run(connection, sql::parked_list, pg::params(relay, state, from.relay, from.seq, limit)).map([](const pg::Rows& rows) {
    return rows.map([&](int row) {
      ParkedEvent e;
      rows.read(row, 0, e.relay, e.seq, e.id, e.topic, e.aggregate_type, e.aggregate_id, e.created_at, e.state, e.attempts, e.next_try_at,
                e.error, e.parked_at, e.asked, e.asked_by, e.asked_at);
      return e;
    });
  });
}

Result<bool> retry(pg::Connection& connection, const ParkedEvent& event, const std::string& reason, const audit::Actor& actor) {
  return act(connection, event, false, reason, actor);
}
Result<bool> skip(pg::Connection& connection, const ParkedEvent& event, const std::string& reason, const audit::Actor& actor) {
  return act(connection, event, true, reason, actor);
}

Result<Selection> between(pg::Connection& connection, Selection selection, std::optional<Timestamp> from, std::optional<Timestamp> to) {
  return as_result([&] {
    if (!from && !to) return selection;
    const pg::Rows ends = pg::run(connection, sql::outbox_bounds, pg::params(from, to), {.read_only = true, .also = walking}).value();
    // No event since then, or none before: nothing is selected.
    selection.after_seq = std::max(selection.after_seq, ends.is_null(0, 0) ? selection.up_to_seq : ends.integer(0, 0));
    selection.up_to_seq = std::min(selection.up_to_seq, ends.is_null(0, 1) ? selection.after_seq : ends.integer(0, 1));
    return selection;
  });
}

Result<Counted> count(pg::Connection& connection, const Selection& s, std::int64_t most, std::int64_t looks) {
  return pg::run(connection, sql::outbox_count,
                 pg::params(s.after_seq, s.up_to_seq, pg::or_null(s.topic), pg::or_null(s.aggregate_type), pg::or_null(s.aggregate_id),
                            most, looks),
                 {.read_only = true, .also = walking})
      .map([&](const pg::Rows& rows) {
        Counted counted;
        rows.read(0, 0, counted.events, counted.reached);
        if (counted.events >= most || counted.reached == s.up_to_seq) counted.reached.reset();
        return counted;
      });
}

Result<Counted> count_all(pg::Connection& connection, Selection selection, std::int64_t most, const std::function<bool()>& go_on) {
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

Result<Republished> republish(pg::Connection& connection, const Selection& s, const std::string& reason, const audit::Actor& actor) {
  return call(connection, sql::events_republish,
              pg::params(s.after_seq, s.up_to_seq, pg::or_null(s.topic), pg::or_null(s.aggregate_type), pg::or_null(s.aggregate_id),
                         most_at_once, reason, actor.name, actor.host, actor.program),
              reason, std::chrono::seconds(30))
      .map([](const pg::Rows& rows) {
        Republished done;
        rows.read(0, 0, done.events, done.reached);
        return done;
      });
}

Result<std::int64_t> ask_republish(pg::Connection& connection, const Selection& s, const std::string& reason, const std::string& ticket,
                                   const audit::Actor& actor) {
  return call(connection, sql::republish_ask,
              pg::params(s.after_seq, s.up_to_seq, pg::or_null(s.topic), pg::or_null(s.aggregate_type), pg::or_null(s.aggregate_id), reason,
                         ticket, actor.name, actor.host, actor.program),
              reason, std::chrono::seconds(30))
      .map([](const pg::Rows& rows) { return rows.integer(0, 0); });
}

Result<Erasure> erase(pg::Connection& connection, std::int64_t seq, const std::string& id, const std::string& reason,
                      const audit::Actor& actor, bool is_dry) {
  return call(connection, sql::event_erase, pg::params(seq, id, reason, actor.name, actor.host, actor.program), reason,
              std::chrono::seconds(5), is_dry)
      .map([](const pg::Rows& rows) {
        return Erasure{*erasure_words.from(rows.text(0, 0)), rows.is_null(0, 1) ? std::string() : rows.text(0, 1)};
      });
}

}  // namespace onceover::outbox
