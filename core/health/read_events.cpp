// Written and received events: core/events and core/outbox have the statements.
#include <fmt/format.h>

#include <algorithm>

#include "core/health/read.h"
#include "core/sql/statements.h"
#include "core/tables/profile.h"

namespace onceover::health {
namespace {

template <class Value, class Take>
void take_or_leave_open(const Parts& parts, Result<Value> read, std::initializer_list<Check> checks, Take take) {
  if (read) return take(std::move(*read));
  if (!parts.connection.is_open() || read.error().is_cancelled()) raise(read.error());
  parts.leave_open(checks, read.error().what);
}

}  // namespace

std::string events_sql() {
  return fmt::format("{};\n{};\n{};\n{};\n{};\n{};\n{};\n", sql::events_recent, sql::relay_list, sql::events_partitions, sql::events_held,
                     sql::events_origin, sql::inbox_waiting, sql::inbox_recent);
}

void read_events(const Parts& parts, const tables::Profile& profile) {
  using enum Check;
  pg::Connection& connection = parts.connection;
  if (!tables::is_own(profile) || !events::are_there(connection).value()) return;
  EventFacts& out = parts.facts.events.emplace();
  take_or_leave_open(parts, events::recent_events(connection), {topic_without_relay, partition_missing, event_rate_high},
                     [&](events::Recent recent) { out.written = std::move(recent); });
  take_or_leave_open(parts, outbox::relays(connection), {relay_without_process, relay_paused, relay_in_trouble, events_dead},
                     [&](std::vector<outbox::RelayView> relays) { out.relays = std::move(relays); });
  take_or_leave_open(parts, events::partitions(connection, parts.options.thresholds.outbox_retention), {partition_missing, partition_held},
                     [&](events::Partitions partitions) {
                       if (std::ranges::any_of(partitions.all, [](const events::Partition& p) { return p.may_know == false; }))
                         parts.leave_open({partition_held}, "This user may not execute onceover.needs_outbox_partition.");
                       out.partitions = std::move(partitions);
                     });
  take_or_leave_open(parts, events::origin(connection), {events_foreign, event_numbers_behind}, [&](events::Origin origin) {
    if (!origin.given) parts.leave_open({event_numbers_behind}, "This user may not read the sequence onceover.outbox_seq_seq.");
    out.origin = std::move(origin);
  });
  take_or_leave_open(parts, events::inbox_backlog(connection), {received_dead, received_not_taken},
                     [&](std::vector<events::Backlog> backlog) { out.backlog = std::move(backlog); });
  take_or_leave_open(parts, events::inbox_sample(connection), {received_without_fingerprint, received_not_taken},
                     [&](std::vector<events::Received> received) { out.received = std::move(received); });
}

}  // namespace onceover::health
