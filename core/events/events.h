// SPDX-License-Identifier: Apache-2.0
// What needs attention of the events that services write (onceover.outbox) and receive (onceover.inbox): for
// the checks, the alert rules and the metrics; relays themselves are in core/outbox/operate.h. Each read is
// bounded by an index or by a sample, and takes well under 200 ms with ten million events.
//
// Threads: as the connection, which must have no open transaction. Errors: of the connection, and timeout.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/pg/connection.h"

namespace onceover::events {

// False: the schema is older than the tables of events. All other calls need them.
Result<bool> are_there(pg::Connection& connection);

struct TopicWithoutRelay {
  std::string topic;
  std::int64_t sampled = 0;  // events of it in the sample
  Timestamp newest;          // of those
};
struct Recent {
  Timestamp as_of;
  std::int64_t sampled = 0;                 // events of the last `back`
  bool is_complete = true;                  // they are all there are; false: a rare topic may be missing
  std::optional<Timestamp> oldest, newest;  // by seq, of the whole outbox; none: it is empty
  std::int64_t rated =
      0;  // numbers (seq) that were given in the last `rate_window`; rolled back ones are among them
  std::vector<TopicWithoutRelay> without_relay;  // the most frequent first, at most 100
};
Result<Recent> recent_events(pg::Connection& connection, Duration back = std::chrono::hours(24),
                             Duration rate_window = std::chrono::hours(1));

struct Partition {
  std::string name;                       // in the schema onceover
  std::optional<Timestamp> starts, ends;  // none: the default partition
  std::int64_t bytes = 0;                 // with its indexes
  std::optional<bool>
      may_know;  // whether this user may know why it cannot be dropped; none: it was not asked
  std::optional<std::string> held_by;  // why it cannot be dropped, as the database says it
};
struct Partitions {
  std::vector<Partition> all;  // oldest first, the default one last
  Timestamp as_of;
};
// Asked why they cannot be dropped: the ten oldest of those that ended more than `retention` ago.
Result<Partitions> partitions(pg::Connection& connection, Duration retention);

// Whether the events and the progress of relays are of this server; see core/outbox/relay.h.
struct Origin {
  std::optional<std::string> subscription;  // that brings events here
  bool is_adopting = false;                 // an adoption has not ended
  bool is_foreign = false;                  // there are events of another server for certain
  bool is_moved = false;  // the progress of a relay is of another database, or of a later time
  std::optional<std::int64_t>
      given;              // the last number of an event; none: this user may not read the sequence
  std::int64_t used = 0;  // the highest number of an event
};
Result<Origin> origin(pg::Connection& connection);

inline constexpr std::int64_t most_counted = 10'000;

// Of one consumer. Counts beyond most_counted, over all consumers, are lower bounds.
struct Backlog {
  std::string consumer;
  std::int64_t dead = 0;
  std::optional<Timestamp> oldest_dead;  // when it died
  std::int64_t not_taken = 0;            // stored, due for longer than `grace`, and no worker has it
  std::optional<Timestamp> oldest_due;
  Timestamp as_of;
};
// Consumers with neither are not among them.
Result<std::vector<Backlog>> inbox_backlog(pg::Connection& connection,
                                           Duration grace = std::chrono::minutes(10));

// Of one consumer, in a sample: the end of the table, and pages all over it.
struct Received {
  std::string consumer;
  std::int64_t recent = 0;               // received in the last `back`
  std::int64_t without_fingerprint = 0;  // of those
  std::int64_t abandoned = 0;            // begun, not stored, and its lease ended more than `grace` ago
  std::optional<Timestamp> oldest;       // received
  bool is_complete = false;              // the sample is the whole table
  Timestamp as_of;
};
Result<std::vector<Received>> inbox_sample(pg::Connection& connection, Duration back = std::chrono::hours(24),
                                           Duration grace = std::chrono::minutes(10));

}  // namespace onceover::events
