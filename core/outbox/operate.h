// SPDX-License-Identifier: Apache-2.0
// What people see of relays and do about them. Each act is audited in its own transaction. is_dry: the answer
// is that of the real call, and its transaction is rolled back.
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/audit/audit.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "core/pg/connection.h"

namespace onceover::outbox {

// Partitions of the outbox, so that `ahead` more are there than the current one; returns how many were made.
// A lock that is not had within 50 ms is SQLSTATE 55P03: try later.
Result<std::int64_t> make_partitions(pg::Connection& connection, Duration width, int ahead);
// Those that ended before the retention and that no relay needs; one transaction each. Returns how many were
// dropped.
Result<std::int64_t> drop_partitions(pg::Connection& connection, Duration retention);

inline constexpr std::int64_t most_lag_looked_at = 10'000;  // rows of each kind: see relay_list.sql

struct RelayView {
  std::string name, topics;  // topics by spaces; "*": all
  bool is_ordered = true;
  std::optional<std::string> owner;  // of the last lease; none: it was let go
  std::optional<Timestamp> locked_until;
  std::int64_t fence = 0, published = 0;
  std::optional<Timestamp> published_at;
  std::optional<std::string> trouble;  // why nothing goes out
  std::optional<Timestamp> trouble_since, paused_at;
  std::optional<std::string> paused_by, pause_reason;
  bool is_draining = false;  // earlier events go out first: of an adoption, or of a topic that has joined
  std::int64_t parked = 0, dead = 0;
  std::int64_t lag = 0;      // committed and not published
  bool is_lag_exact = true;  // false: so many at least; not all rows were looked at
  bool is_foreign =
      false;  // events, or its progress, are of another server: the lag is unknown, and no process can run it
  std::optional<Timestamp> oldest;  // of them
  Timestamp as_of;

  // What a person does first comes first.
  enum class Condition { foreign, paused, not_running, in_trouble, gave_up, draining, runs };
  Condition condition() const;
  bool is_running() const { return locked_until && *locked_until > as_of; }
  // Of the oldest event that is not published and was looked at; none: there is none, or it is not known
  // (is_lag_exact).
  std::optional<Duration> behind() const { return oldest ? std::optional(as_of - *oldest) : std::nullopt; }
};
// "runs", "no process runs it", "paused by ada: INC-4711". Not escaped.
std::string in_words(const RelayView& view);
Result<std::vector<RelayView>> relays(pg::Connection& connection);
std::int64_t sum(const std::vector<RelayView>& relays, std::int64_t RelayView::*of);

// False: it is so already. not found: there is no such relay.
Result<bool> pause(pg::Connection& connection, const std::string& relay, const std::string& reason,
                   const audit::Actor& actor, bool is_dry = false);
Result<bool> resume(pg::Connection& connection, const std::string& relay, const std::string& reason,
                    const audit::Actor& actor, bool is_dry = false);

// Ends a relay for good: its name publishes nothing any more, it needs no partition, raises no alert, and
// what it holds back is given up. Returns how many events that was; none: it is retired already, or there is
// no such relay. busy: a process runs it.
Result<std::optional<std::int64_t>> retire(pg::Connection& connection, const std::string& relay,
                                           const std::string& reason, const audit::Actor& actor);

// What an adoption means for a relay.
struct Adopted {
  std::string relay;
  std::int64_t events = 0;       // published in order of seq, again or for the first time
  std::int64_t passed_over = 0;  // never published, since they are older than asked
};
// Nothing is locked or written. Reads the outbox once for each relay.
Result<std::vector<Adopted>> forecast_adoption(pg::Connection& connection, std::optional<Timestamp> since);

struct Sequence {
  std::string name;
  std::int64_t was = 0, now = 0;
};
struct Adoption {
  std::vector<Sequence> repaired;  // sequences that were behind what is stored
  std::int64_t rewritten =
      0;  // events whose transactions were another server's, and events that got their next number
};
// After a restore, a switch-over, or an upgrade: every relay publishes what is there in order of seq, not
// older than `since`, and then what comes after this moment. What was published before goes out once more,
// and never again. Locks the outbox against writers for a moment, then works in steps while go_on says so; it
// is continued by the next call, and no relay starts before its end. Only for the owner of the schema. busy:
// a process runs a relay, or a transaction that wrote events is open. invalid_input: `since` lies in the
// future. unsupported: a subscription brings events.
Result<Adoption> adopt(pg::Connection& connection, std::optional<Timestamp> since, const std::string& reason,
                       const audit::Actor& actor, const std::function<bool()>& go_on = {});

struct ParkedEvent {
  std::string relay;
  std::int64_t seq = 0;
  std::string id, topic, aggregate_type, aggregate_id;
  Timestamp created_at;
  std::string state;  // "waiting", "dead", "behind"
  std::int64_t attempts = 0;
  std::optional<Timestamp> next_try_at;
  std::optional<std::string> error;
  Timestamp parked_at;
  // "retry" or "skip": a person has asked for it, and the relay has not done it yet.
  std::optional<std::string> asked, asked_by;
  std::optional<Timestamp> asked_at;
};
// Of relays that are not retired. relay, state: empty: any. after: the last of the page before. limit 1…1000.
Result<std::vector<ParkedEvent>> parked(pg::Connection& connection, const std::string& relay,
                                        const std::string& state,
                                        const std::optional<ParkedEvent>& after = {},
                                        std::int64_t limit = 200);

// What it carries, any bytes; none: a tombstone, or erased.
Result<std::optional<std::string>> payload_of(pg::Connection& connection, const ParkedEvent& event);

// Asks the relay to try it again at once, with all its attempts before it; skip: never to publish it, so that
// what waits behind it goes on. A running relay does it within a second, another one when it starts; until
// then the event is parked, and `asked` says so. Only the first parked event of an aggregate. False: it is
// not parked any more, or waits behind another.
Result<bool> retry(pg::Connection& connection, const ParkedEvent& event, const std::string& reason,
                   const audit::Actor& actor);
Result<bool> skip(pg::Connection& connection, const ParkedEvent& event, const std::string& reason,
                  const audit::Actor& actor);

// Events to publish again. Empty: any.
struct Selection {
  std::int64_t after_seq = 0;
  std::int64_t up_to_seq = std::numeric_limits<std::int64_t>::max();
  std::string topic, aggregate_type, aggregate_id;
};
// Narrows it to events of these times. Nothing is counted. Where the server's clock was set back in between,
// give numbers instead: then times do not rise with the numbers.
Result<Selection> between(pg::Connection& connection, Selection selection, std::optional<Timestamp> from,
                          std::optional<Timestamp> to);
inline constexpr std::int64_t most_counted_at_once = 50'000;

struct Counted {
  std::int64_t events = 0;  // at most `most`
  // events behind it were not looked at; none: all were, or there are `most`
  std::optional<std::int64_t> reached;
};
// How many republish() would write, up to `most`. Looks at `looks` events at most, whatever it finds among
// them: where `reached` says so, there may be more.
Result<Counted> count(pg::Connection& connection, const Selection& selection, std::int64_t most,
                      std::int64_t looks = most_counted_at_once);
// The same in as many steps as it takes while go_on says so.
Result<Counted> count_all(pg::Connection& connection, Selection selection, std::int64_t most,
                          const std::function<bool()>& go_on);

inline constexpr std::int64_t most_at_once = 1000;

struct Republished {
  std::int64_t events = 0;
  // go on behind it, also where no event was written; none: nothing is left
  std::optional<std::int64_t> reached;
};
// Writes up to most_at_once of them anew, looking at 50,000 events at most, in order of seq, in one
// transaction with its audit row: all relays of their topics publish them once more, behind what is there.
// Consumers that know an event by its id skip it. Erased events are passed over.
Result<Republished> republish(pg::Connection& connection, const Selection& selection,
                              const std::string& reason, const audit::Actor& actor);
// The same with new ids, so that consumers process them once more: a request for a second approver, who
// writes them by approving it (core/approval). At most most_with_new_ids. Returns its number.
inline constexpr std::int64_t most_with_new_ids = 100'000;
Result<std::int64_t> ask_republish(pg::Connection& connection, const Selection& selection,
                                   const std::string& reason, const std::string& ticket,
                                   const audit::Actor& actor);

struct Erasure {
  enum class Outcome {
    erased,
    erased_before,  // or it never had a payload
    gone,           // there is no such event
    needed,  // `by` has not published it: a tombstone would go out instead. Of a received event: a worker has
             // not finished it
  };
  Outcome outcome = Outcome::gone;
  std::string by = {};
};
// The payload of one event is removed; the row stays. Dead versions of it are on disk until a vacuum, and in
// backups for as long as they are kept.
Result<Erasure> erase(pg::Connection& connection, std::int64_t seq, const std::string& id,
                      const std::string& reason, const audit::Actor& actor, bool is_dry = false);

}  // namespace onceover::outbox
