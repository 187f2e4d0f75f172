// SPDX-License-Identifier: Apache-2.0
// Events that services write and receive.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/base/time.h"
#include "core/health/judge.h"

namespace onceover::health {
namespace {

constexpr Duration rate_window = std::chrono::hours(1);  // of events::recent_events
constexpr Duration events_come = std::chrono::hours(1);  // the newest is not older

std::string counted(std::int64_t n, std::int64_t most) {
  return n > most ? fmt::format("more than {}", most) : std::to_string(n);
}
std::string events_of(std::int64_t n, std::int64_t most = events::most_counted) {
  return counted(n, most) + (n == 1 ? " event" : " events");
}

void judge_topics(const events::Recent& written, Findings& out) {
  if (written.without_relay.empty()) return;
  std::vector<std::string> seen;
  for (const events::TopicWithoutRelay& one : written.without_relay)
    seen.push_back(
        fmt::format("{} ({} of them, the newest of {})", one.topic, one.sampled, moment(one.newest)));
  Finding& f = add(
      out, Check::topic_without_relay,
      fmt::format("{} {} events of the last day: {}.", written.is_complete ? "Among all" : "In a sample of",
                  written.sampled, fmt::join(seen, "; ")));
  f.advice =
      "Start a relay of this topic, or add the topic to one, which publishes its earlier events first: "
      "oncectl relay --name NAME --topic TOPIC --kafka BROKERS --follow. Where change data capture publishes "
      "it, nothing is to be done.";
}

void judge_relay(const outbox::RelayView& relay, const Thresholds& limits, Findings& out) {
  const auto behind = relay.behind();
  if (relay.paused_at) {
    if (relay.as_of - *relay.paused_at < limits.relay_pause) return;
    add(out, Check::relay_paused,
        fmt::format("{} was paused at {}, {} ago, by {}: {}", relay.name, moment(*relay.paused_at),
                    human(relay.as_of - *relay.paused_at), relay.paused_by.value_or("an unknown person"),
                    relay.pause_reason.value_or("no reason was given")),
        "oncectl relay resume NAME --reason … once the reason no longer holds.");
  } else if (!relay.is_running()) {
    const bool has_just_ended =
        relay.locked_until && relay.as_of - *relay.locked_until < limits.relay_silence;
    // A lag that is not known may be any.
    const bool waits = relay.parked > 0 || !relay.is_lag_exact || (behind && *behind >= limits.relay_silence);
    if (has_just_ended || !waits) return;
    std::string evidence = relay.locked_until ? fmt::format("The lease of {} ended at {}", relay.name,
                                                            moment(*relay.locked_until))
                                              : fmt::format("{} has no owner", relay.name);
    if (!relay.is_lag_exact && relay.lag == 0) {
      evidence += "; how many events are not published is not known";
    } else if (relay.lag > 0) {
      evidence +=
          fmt::format("; {}{} not published", relay.is_lag_exact ? "" : "at least ", events_of(relay.lag));
    }
    if (behind) evidence += fmt::format(", the oldest for {}", human(*behind));
    if (relay.parked > 0)
      evidence += fmt::format("; {} held back and due to be tried again", events_of(relay.parked));
    add(out, Check::relay_without_process, evidence + ".",
        "Start the service that runs it: oncectl relay --follow --config FILE. Two processes on different "
        "machines take over from each other.");
  } else if (relay.trouble && relay.trouble_since &&
             relay.as_of - *relay.trouble_since >= limits.relay_silence) {
    add(out, Check::relay_in_trouble,
        fmt::format("{}, since {} ({} ago): {}", relay.name, moment(*relay.trouble_since),
                    human(relay.as_of - *relay.trouble_since), *relay.trouble),
        "Correct what the message names. The relay tries again by itself, and no attempt of any event is "
        "counted meanwhile.");
  }
}

void judge_dead(const outbox::RelayView& relay, Findings& out) {
  if (relay.dead == 0) return;
  add(out, Check::events_dead, fmt::format("{} has given up {}.", relay.name, events_of(relay.dead)),
      "oncectl outbox list --state dead shows them with their errors; oncectl outbox retry tries one again, "
      "oncectl outbox skip lets its aggregate continue without it.");
}

void judge_partitions(const events::Partitions& partitions, const std::optional<events::Recent>& written,
                      Findings& out) {
  const Timestamp now = partitions.as_of;
  const auto covers = [&](Timestamp at) {
    return std::ranges::find_if(partitions.all, [at](const events::Partition& p) {
      return p.starts && *p.starts <= at && p.ends && at < *p.ends;
    });
  };
  if (written && written->newest && now - *written->newest < events_come) {
    const auto current = covers(now), none = partitions.all.end();
    const auto later = std::ranges::find_if(
        partitions.all, [now](const events::Partition& p) { return p.starts && *p.starts > now; });
    std::string evidence;
    if (current == none) {
      evidence = "No partition covers the current time" +
                 (later == none ? std::string(", nor any later time.")
                                : fmt::format("; the next one begins at {}.", moment(*later->starts)));
    } else if (covers(*current->ends) == none) {
      evidence = fmt::format("The partition {} ends at {}, and none follows it.", current->name,
                             moment(*current->ends));
    }
    if (!evidence.empty()) {
      Finding& f = add(out, Check::partition_missing, std::move(evidence));
      if (current != none || later != none) f.severity = Severity::notice;
      f.sql = "SELECT onceover.make_outbox_partitions('1 day', 3);\n";
      f.advice = "A relay that runs as a service makes them ahead. Use its width of a partition here.";
    }
  }
  std::vector<std::string> held;
  std::int64_t bytes = 0;
  for (const events::Partition& p : partitions.all) {
    if (!p.held_by) continue;
    held.push_back(fmt::format("{}, ended {} ago: {}", p.name, human(now - *p.ends), *p.held_by));
    bytes += p.bytes;
  }
  if (held.empty()) return;
  add(out, Check::partition_held,
      fmt::format("{} bytes in {} of the oldest. {}.", bytes, held.size(), fmt::join(held, "; ")),
      "Start or resume the relay; settle its parked and dead events (oncectl outbox list); retire a relay "
      "that is no longer used (oncectl relay retire NAME).");
}

void judge_origin(const events::Origin& origin, Findings& out) {
  std::string evidence;
  if (origin.subscription) {
    evidence = fmt::format("Events arrive by the subscription {}.", *origin.subscription);
  } else if (origin.is_adopting) {
    evidence = "An adoption has begun and has not ended.";
  } else if (origin.is_foreign) {
    evidence = "The outbox has events of transactions that have not begun on this server.";
  } else if (origin.is_moved) {
    evidence = "The progress of a relay is of another database than this one, or of a later time.";
  }
  if (!evidence.empty()) {
    add(out, Check::events_foreign, std::move(evidence),
        origin.subscription ? "Run the relays on the publisher. After a switch-over drop the subscription, "
                              "then run oncectl relay adopt."
                            : "Make sure that no relay runs on the other server. Then run oncectl relay "
                              "adopt as the owner of the schema.");
  }
  if (origin.given && *origin.given < origin.used) {
    add(out, Check::event_numbers_behind,
        fmt::format("The sequence onceover.outbox_seq_seq has given {}, and {} is in use.", *origin.given,
                    origin.used),
        "Logical replication copies no sequences: oncectl relay adopt corrects it, and the numbers of events "
        "written since.");
  }
}

void judge_received(const EventFacts& events, Findings& out) {
  std::vector<std::string> unknown, dead, waiting;
  for (const events::Received& one : events.received) {
    if (one.without_fingerprint > 0)
      unknown.push_back(fmt::format(
          "{}: {} of {} ({:.0f} %)", one.consumer, one.without_fingerprint, one.recent,
          100.0 * static_cast<double>(one.without_fingerprint) / static_cast<double>(one.recent)));
    if (one.abandoned > 0)
      waiting.push_back(fmt::format("{}: {}{} begun, and the lease has ended", one.consumer,
                                    one.is_complete ? "" : "at least ", events_of(one.abandoned)));
  }
  for (const events::Backlog& one : events.backlog) {
    if (one.dead > 0)
      dead.push_back(fmt::format("{}: {}, the oldest since {}", one.consumer, events_of(one.dead),
                                 moment(*one.oldest_dead)));
    if (one.not_taken > 0)
      waiting.push_back(fmt::format("{}: {} stored and due, the oldest for {}", one.consumer,
                                    events_of(one.not_taken), human(one.as_of - *one.oldest_due)));
  }
  if (!unknown.empty()) {
    add(out, Check::received_without_fingerprint,
        fmt::format("Of the events that were received in the last day, in a sample: {}.",
                    fmt::join(unknown, "; ")),
        "Hand a digest of the content to accept_within, begin, store or onceover.inbox_accept.");
  }
  if (!dead.empty()) {
    add(out, Check::received_dead, fmt::format("{}.", fmt::join(dead, "; ")),
        "oncectl inbox show shows an event's last error. After the cause is corrected, oncectl inbox requeue "
        "lets a worker take it again; oncectl inbox discard gives it up. Both ask for a reason.");
  }
  if (!waiting.empty()) {
    add(out, Check::received_not_taken, fmt::format("{}.", fmt::join(waiting, "; ")),
        "Start the consumer's worker. An event that was begun and not stored is handled when the broker "
        "sends it again.");
  }
}

}  // namespace

void judge_events(const tables::Profile&, const Facts& facts, const Options& options, Findings& out) {
  if (!facts.events) return;
  const EventFacts& events = *facts.events;
  const Thresholds& limits = options.thresholds;
  if (events.written) judge_topics(*events.written, out);
  for (const outbox::RelayView& relay : events.relays) {
    judge_relay(relay, limits, out);
    judge_dead(relay, out);
  }
  if (events.origin) judge_origin(*events.origin, out);
  if (events.partitions) judge_partitions(*events.partitions, events.written, out);
  if (events.written) {
    const double rate =
        static_cast<double>(events.written->rated) / std::chrono::duration<double>(rate_window).count();
    if (rate >= limits.events_per_second) {
      Finding& f = add(out, Check::event_rate_high,
                       fmt::format("seq of onceover.outbox rose by {} in the last hour: {:.0f} events a "
                                   "second, rolled back ones included.",
                                   events.written->rated, rate));
      f.sql =
          "CREATE PUBLICATION onceover_outbox FOR TABLE onceover.outbox WITH (publish = 'insert', "
          "publish_via_partition_root = true);\n";
      f.advice = "Let change data capture read the same table by this publication, and stop the relay.";
    }
  }
  judge_received(events, out);
}

}  // namespace onceover::health
