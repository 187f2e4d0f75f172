// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <prometheus/text_serializer.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <span>

#include "app/oncectl/daemon.h"
#include "app/oncectl/print.h"
#include "core/base/enum_names.h"
#include "core/base/text.h"
#include "core/base/version.h"

namespace onceover::oncectl {
namespace {

using Labels = std::vector<std::pair<std::string, std::string>>;
using prometheus::ClientMetric;
using prometheus::MetricType;

// The samples of a metric for one sweep or one reap, or for the whole service.
class Samples {
 public:
  Samples(prometheus::MetricFamily& family, Labels labels) : family_(family), labels_(std::move(labels)) {}
  template <class Number>
  requires std::is_arithmetic_v<Number>
  void add(Number value, const Labels& more = {}) {
    ClientMetric& metric = labelled(more);
    (family_.type == MetricType::Counter ? metric.counter.value : metric.gauge.value) =
        static_cast<double>(value);
  }
  void add(Timestamp at) { add(static_cast<double>(at.us) / 1e6); }
  // A sample that is not known is left out.
  template <class Value>
  void add(const std::optional<Value>& value) {
    if (value) add(*value);
  }
  void add(const Durations& durations, const Labels& more = {}) {
    prometheus::ClientMetric::Histogram& histogram = labelled(more).histogram;
    std::uint64_t below = 0;
    for (std::size_t i = 0; i < durations.in_bucket.size(); ++i) {
      below += static_cast<std::uint64_t>(durations.in_bucket[i]);
      histogram.bucket.push_back({below, i < Durations::bounds.size()
                                             ? Durations::bounds[i]
                                             : std::numeric_limits<double>::infinity()});
    }
    histogram.sample_count = below;
    histogram.sample_sum = durations.sum_s;
  }

 private:
  ClientMetric& labelled(const Labels& more) {
    ClientMetric& metric = family_.metric.emplace_back();
    for (const Labels& labels : {labels_, more}) {
      for (const auto& [name, value] : labels) metric.label.push_back({name, value});
    }
    return metric;
  }
  prometheus::MetricFamily& family_;
  Labels labels_;
};

constexpr auto work_words = enum_names<sweeper::Work>();

constexpr gateway::Finding all_findings[] = {gateway::Finding::done, gateway::Finding::refused,
                                             gateway::Finding::no_such_key, gateway::Finding::pending,
                                             gateway::Finding::unknown};
constexpr retry::BreakerState all_breakers[] = {retry::BreakerState::closed, retry::BreakerState::half_open,
                                                retry::BreakerState::open};

void add_runs(Samples& to, const auto& one) {
  to.add(one.runs_ended, {{"result", "ended"}});
  to.add(one.runs_failed, {{"result", "failed"}});
}

// Of the oldest known stuck key whose lease has ended; none: it is unknown.
std::optional<double> stuck_for(const unfinished::Answer& u) {
  if (u.nothing_is_stuck() || (u.is_exact() && u.leases_are_seen && u.ended_leases() == 0)) return 0;
  const auto since = u.oldest_lease_end();
  if (!u.some_are_stuck() || !since || !since->is_finite()) return std::nullopt;
  return std::max(0.0, static_cast<double>(u.knowledge.as_of.us - since->us) / 1e6);
}

using sweeper::SweepCounts;
using enum prometheus::MetricType;

// A field that is a metric as it is.
template <auto field>
void as_is(Samples& to, const auto& facts) {
  to.add(facts.*field);
}
template <int SweepCounts::*field>
void as_counted(Samples& to, const SweepFacts& one) {
  to.add(one.sum.*field);
}

// Its name, its help, its type, and its samples for the service, or for one sweep or reap.
template <class Facts>
struct Metric {
  const char *name, *help;
  MetricType type;
  void (*fill)(Samples&, const Facts&);
};

constexpr Metric<ServiceFacts> service_metrics[] = {
    {"onceover_build_info", "The version that runs; always 1.", Gauge,
     [](Samples& to, const ServiceFacts&) {
       to.add(1, {{"version", ONCEOVER_VERSION}});
     }},
    {"onceover_config_last_reload_successful", "Whether the last configuration that was offered is in force.",
     Gauge, as_is<&ServiceFacts::was_reload_taken>},
    {"onceover_config_last_reload_success_timestamp_seconds", "When the configuration in force was taken.",
     Gauge, as_is<&ServiceFacts::configured_at>}};

constexpr Metric<SweepFacts> sweep_metrics[] = {
    {"onceover_sweep_owned_total", "Keys taken over for asking.", Counter, as_counted<&SweepCounts::owned>},
    {"onceover_sweep_settled_total", "Keys settled from evidence, by what was written.", Counter,
     [](Samples& to, const SweepFacts& one) {
       to.add(one.sum.succeeded, {{"verdict", "succeeded"}});
       to.add(one.sum.failed, {{"verdict", "failed"}});
       to.add(one.sum.released, {{"verdict", "released"}});
     }},
    {"onceover_sweep_unresolved_total", "Answers that settled nothing yet: the key is asked about again.",
     Counter, as_counted<&SweepCounts::unresolved>},
    {"onceover_sweep_needs_human_total", "Keys handed to a person.", Counter,
     as_counted<&SweepCounts::needs_human>},
    {"onceover_sweep_lost_total",
     "Keys that another process settled or took over first: nothing was written.", Counter,
     as_counted<&SweepCounts::lost>},
    {"onceover_sweep_not_asked_total",
     "Keys for whose question the gateway's declared rate left no time: no attempt, and due again.", Counter,
     as_counted<&SweepCounts::not_asked>},
    {"onceover_sweep_unconfirmed_commits_total", "Commits that the synchronous standby did not confirm.",
     Counter, as_counted<&SweepCounts::unconfirmed>},
    {"onceover_sweep_passes_total", "Passes over all that is due, by how they ended.", Counter, add_runs},
    {"onceover_sweep_pass_duration_seconds", "How long passes took that ended.", Histogram,
     as_is<&SweepFacts::run>},
    {"onceover_sweep_transaction_duration_seconds", "How long transactions took, by what they were for.",
     Histogram,
     [](Samples& to, const SweepFacts& one) {
       for (const auto work : {sweeper::Work::look, sweeper::Work::own, sweeper::Work::settle}) {
         const auto durations = one.work.find(work);
         to.add(durations == one.work.end() ? Durations{} : durations->second,
                {{"work", std::string(work_words.of(work))}});
       }
     }},
    {"onceover_sweep_last_pass_timestamp_seconds", "When a pass last ended. Left out before the first one.",
     Gauge, as_is<&SweepFacts::last_run>},
    // That a sample is not known is a metric of its own: alerts must not fall silent with it.
    {"onceover_sweep_stuck_known",
     "1 where the number of stuck keys is exact, 0 where it is a lower bound or unknown.", Gauge,
     [](Samples& to, const SweepFacts& one) { to.add(one.unfinished && one.unfinished->is_exact()); }},
    {"onceover_sweep_stuck_keys",
     "Keys whose lease has ended and that are not settled: at least so many. Left out where unknown.", Gauge,
     [](Samples& to, const SweepFacts& one) {
       if (one.unfinished && (one.unfinished->nothing_is_stuck() || one.unfinished->some_are_stuck()))
         to.add(one.unfinished->stuck);
     }},
    {"onceover_sweep_stuck_as_of_timestamp_seconds",
     "When the stuck keys were counted, by the database's clock. Left out where unknown.", Gauge,
     [](Samples& to, const SweepFacts& one) {
       if (one.unfinished) to.add(one.unfinished->knowledge.as_of);
     }},
    {"onceover_sweep_not_retried_keys",
     "Of the stuck keys those that are released and that no client has retried in time: at least so many. "
     "Left out where unknown.",
     Gauge,
     [](Samples& to, const SweepFacts& one) {
       if (one.unfinished && (one.unfinished->is_exact() || one.unfinished->unretried > 0))
         to.add(one.unfinished->unretried);
     }},
    {"onceover_sweep_waiting_for_human_keys", "Keys that wait for a person. Left out where unknown.", Gauge,
     as_is<&SweepFacts::needs_human>},
    {"onceover_sweep_oldest_stuck_age_seconds",
     "For how long the oldest known stuck key has been stuck, without released keys; 0 where none is. Left "
     "out where unknown.",
     Gauge,
     [](Samples& to, const SweepFacts& one) {
       if (one.unfinished) to.add(stuck_for(*one.unfinished));
     }},
    {"onceover_sweep_found_behind_total",
     "Unfinished keys that the full pass found before the frontier and not in its list: a defect, or rows "
     "with explicit times.",
     Counter, as_counted<&SweepCounts::found_behind>},
    {"onceover_store_up",
     "Whether the store could be worked on at the last pass. Left out before the first one.", Gauge,
     as_is<&SweepFacts::is_store_up>},
    {"onceover_store_stopped", "Whether the store's stop switch is on.", Gauge,
     as_is<&SweepFacts::is_stopped>},
    {"onceover_gateway_questions_total", "Questions to the gateway, by what its answer shows.", Counter,
     [](Samples& to, const SweepFacts& one) {
       for (const auto finding : all_findings) {
         const auto n = one.answers.find(finding);
         to.add(n == one.answers.end() ? std::int64_t{0} : n->second,
                {{"gateway", one.gateway}, {"finding", std::string(gateway::word(finding))}});
       }
     }},
    {"onceover_gateway_question_duration_seconds", "How long the gateway took to answer one question.",
     Histogram,
     [](Samples& to, const SweepFacts& one) {
       to.add(one.question, {{"gateway", one.gateway}});
     }},
    {"onceover_gateway_breaker_state", "1 for the state of the gateway's circuit breaker, 0 for the others.",
     Gauge,
     [](Samples& to, const SweepFacts& one) {
       for (const auto state : all_breakers)
         to.add(one.breaker() == state,
                {{"gateway", one.gateway}, {"state", std::string(retry::word(state))}});
     }},
    {"onceover_gateway_retry_budget_tokens",
     "How many keys may be asked about again now. Left out before the first pass.", Gauge,
     [](Samples& to, const SweepFacts& one) {
       std::int64_t tokens = 0;
       for (const auto& [worker, condition] : one.workers) tokens += condition.budget_tokens;
       if (!one.workers.empty()) to.add(tokens, {{"gateway", one.gateway}});
     }}};

constexpr Metric<ReapFacts> reap_metrics[] = {
    {"onceover_reap_deleted_total", "Finished keys past their window that were deleted.", Counter,
     as_is<&ReapFacts::reaped>},
    {"onceover_reap_runs_total", "Runs over all that is due, by how they ended.", Counter, add_runs},
    {"onceover_reap_run_duration_seconds", "How long runs took that ended.", Histogram,
     as_is<&ReapFacts::run>},
    {"onceover_reap_transaction_duration_seconds", "How long deleting transactions took.", Histogram,
     as_is<&ReapFacts::transaction>},
    {"onceover_reap_last_run_timestamp_seconds", "When a run last ended. Left out before the first one.",
     Gauge, as_is<&ReapFacts::last_run>},
    {"onceover_reap_behind", "Whether the last run ended before all that was due was gone.", Gauge,
     as_is<&ReapFacts::is_behind>},
    {"onceover_reap_store_up",
     "Whether the store could be worked on at the last run. Left out before the first one.", Gauge,
     as_is<&ReapFacts::is_store_up>},
    {"onceover_reap_store_stopped", "Whether the store's stop switch was on at the last run.", Gauge,
     as_is<&ReapFacts::is_stopped>}};

constexpr Metric<RelayFacts> relay_metrics[] = {
    {"onceover_relay_published_total", "Events that the destination has taken, repeats among them.", Counter,
     as_is<&RelayFacts::published>},
    {"onceover_relay_owned", "Whether this process publishes; the others wait.", Gauge,
     [](Samples& to, const RelayFacts& one) {
       to.add(one.error.empty() && one.state != outbox::Turn::State::elsewhere &&
              one.state != outbox::Turn::State::paused);
     }},
    {"onceover_relay_paused", "Whether a person has paused it. Left out where unknown.", Gauge,
     [](Samples& to, const RelayFacts& one) {
       if (one.view) to.add(one.view->paused_at.has_value());
     }},
    {"onceover_relay_lag_events",
     "Committed events that are not published: at least so many. Left out where unknown.", Gauge,
     [](Samples& to, const RelayFacts& one) {
       if (one.view && !one.view->is_foreign) to.add(one.view->lag);
     }},
    {"onceover_relay_lag_seconds", "Age of the oldest of them; 0 if there are none. Left out where unknown.",
     Gauge,
     [](Samples& to, const RelayFacts& one) {
       if (const auto behind = one.behind()) to.add(std::chrono::duration<double>(*behind).count());
     }},
    // Here too: alerts must not fall silent with it.
    {"onceover_relay_lag_known",
     "1 where the age of the oldest event that waits is known, 0 where it is not.", Gauge,
     [](Samples& to, const RelayFacts& one) { to.add(one.behind().has_value()); }},
    {"onceover_relay_parked_events",
     "Events that a failing one of their aggregate holds back. Left out where unknown.", Gauge,
     [](Samples& to, const RelayFacts& one) {
       if (one.view) to.add(one.view->parked);
     }},
    {"onceover_relay_dead_events", "Events that were given up; a person must decide. Left out where unknown.",
     Gauge,
     [](Samples& to, const RelayFacts& one) {
       if (one.view) to.add(one.view->dead);
     }},
    {"onceover_relay_destination_up",
     "Whether the destination takes events. Left out where unknown: another process publishes, or none.",
     Gauge, [](Samples& to, const RelayFacts& one) { to.add(one.is_destination_up()); }},
    {"onceover_relay_partitions_made_total", "Partitions of the outbox that were made ahead.", Counter,
     as_is<&RelayFacts::partitions_made>},
    {"onceover_relay_partitions_dropped_total",
     "Partitions of the outbox that were dropped after their retention.", Counter,
     as_is<&RelayFacts::partitions_dropped>},
    {"onceover_relay_runs_total", "Turns at publishing, by how they ended.", Counter, add_runs},
    {"onceover_relay_store_up",
     "Whether the store could be worked on at the last turn. Left out before the first one.", Gauge,
     as_is<&RelayFacts::is_store_up>},
    {"onceover_relay_store_stopped", "Whether the store's stop switch was on at the last turn.", Gauge,
     as_is<&RelayFacts::is_stopped>}};

// What waits in the inbox: the same for both ways in.
template <class Facts>
void add_inbox_known(Samples& to, const Facts& one) {
  to.add(one.dead && one.not_taken);
}

constexpr Metric<ReceiveFacts> receive_metrics[] = {
    {"onceover_receive_events_total", "Events that were stored for the first time.", Counter,
     as_is<&ReceiveFacts::received>},
    {"onceover_receive_duplicates_total", "Events that were received before: answered, and not stored again.",
     Counter, as_is<&ReceiveFacts::duplicates>},
    {"onceover_receive_refused_total", "Requests that were refused, by the reason.", Counter,
     [](Samples& to, const ReceiveFacts& one) {
       for (const auto& [why, count] : one.refused) to.add(count, {{"reason", why}});
     }},
    {"onceover_receive_inbox_known",
     "1 where what waits in the consumer's inbox could be counted, 0 where it is unknown.", Gauge,
     add_inbox_known<ReceiveFacts>},
    {"onceover_receive_dead_events",
     "Dead letters in the inbox; a person must decide. Left out where unknown.", Gauge,
     as_is<&ReceiveFacts::dead>},
    {"onceover_receive_not_taken_events",
     "Events in the inbox that no worker has taken for 10 minutes. Left out where unknown.", Gauge,
     as_is<&ReceiveFacts::not_taken>},
    {"onceover_receive_runs_total", "Looks at what waits, by how they ended.", Counter, add_runs},
    {"onceover_receive_store_up",
     "Whether the store could be worked on at the last look. Left out before the first one.", Gauge,
     as_is<&ReceiveFacts::is_store_up>}};
template <std::int64_t inbox::Counts::*field>
void as_received(Samples& to, const ConsumeFacts& one) {
  to.add(one.counts.*field);
}

constexpr Metric<ConsumeFacts> consume_metrics[] = {
    {"onceover_consume_received_total", "Messages that were acknowledged, since they are in the inbox.",
     Counter, as_received<&inbox::Counts::received>},
    {"onceover_consume_stored_total", "New events among them.", Counter, as_received<&inbox::Counts::stored>},
    {"onceover_consume_duplicates_total", "Events among them that were received before.", Counter,
     as_received<&inbox::Counts::duplicates>},
    {"onceover_consume_unverified_total", "Of the duplicates those whose content could not be compared.",
     Counter, as_received<&inbox::Counts::unverified>},
    {"onceover_consume_set_aside_total", "Messages that became dead letters at once, by why.", Counter,
     [](Samples& to, const ConsumeFacts& one) {
       to.add(one.counts.mismatches, {{"why", "mismatch"}});
       to.add(one.counts.unusable, {{"why", "unusable"}});
     }},
    {"onceover_consume_contended_total", "Events that another transaction held; each is looked at again.",
     Counter, as_received<&inbox::Counts::contended>},
    {"onceover_consume_refused_total",
     "Times that a message could not be stored; it is not acknowledged, and tried again.", Counter,
     as_received<&inbox::Counts::refused>},
    {"onceover_consume_source_up",
     "Whether the source gives events, and all can be stored. Left out where unknown.", Gauge,
     [](Samples& to, const ConsumeFacts& one) { to.add(one.is_source_up()); }},
    {"onceover_consume_at_end", "Whether all that was there is received. Left out where unknown.", Gauge,
     [](Samples& to, const ConsumeFacts& one) {
       if (one.is_source_up() == true) to.add(one.is_at_end);
     }},
    {"onceover_consume_inbox_known",
     "1 where what waits in the consumer's inbox could be counted, 0 where it is unknown.", Gauge,
     add_inbox_known<ConsumeFacts>},
    {"onceover_consume_dead_events",
     "Dead letters in the inbox; a person must decide. Left out where unknown.", Gauge,
     as_is<&ConsumeFacts::dead>},
    {"onceover_consume_not_taken_events",
     "Events in the inbox that no worker has taken for 10 minutes. Left out where unknown.", Gauge,
     as_is<&ConsumeFacts::not_taken>},
    {"onceover_consume_reaped_total",
     "Rows of the inbox that were deleted after their retention, by what they are.", Counter,
     [](Samples& to, const ConsumeFacts& one) {
       to.add(one.reaped, {{"kind", "event"}});
       to.add(one.versions_reaped, {{"kind", "version"}});
     }},
    {"onceover_consume_runs_total", "Turns at receiving, by how they ended.", Counter, add_runs},
    {"onceover_consume_store_up",
     "Whether the store could be worked on at the last turn. Left out before the first one.", Gauge,
     as_is<&ConsumeFacts::is_store_up>}};

Labels labels_of(const ServiceFacts&) { return {}; }
template <class Facts>
Labels labels_of(const Facts& one) {
  return {{Facts::kind, one.name}, {"store", one.store}};
}

template <class Facts>
void append(std::vector<prometheus::MetricFamily>& families, const auto& metrics,
            std::span<const Facts> all) {
  for (const Metric<Facts>& metric : metrics) {
    prometheus::MetricFamily family{metric.name, metric.help, metric.type, {}};
    for (const Facts& one : all) {
      Samples samples(family, labels_of(one));
      metric.fill(samples, one);
    }
    if (!family.metric.empty()) families.push_back(std::move(family));
  }
}

}  // namespace

std::string metrics_text(const ServiceFacts& facts) {
  std::vector<prometheus::MetricFamily> families;
  append(families, service_metrics, std::span(&facts, 1));
  append(families, sweep_metrics, std::span(facts.sweeps));
  append(families, reap_metrics, std::span(facts.reaps));
  append(families, relay_metrics, std::span(facts.relays));
  append(families, receive_metrics, std::span(facts.receives));
  append(families, consume_metrics, std::span(facts.consumes));
  return prometheus::TextSerializer().Serialize(families);
}

Health health_of(const ServiceFacts& facts, Steady::time_point now, Duration within) {
  Health health;
  Json all{{"status", ""}};
  const auto judge = [&]<class Facts>(const Facts& one) {
    const std::string run = std::is_same_v<Facts, SweepFacts> ? "pass" : "run";
    Duration limit = within;
    // A reap rests between two runs, a fifth longer at times.
    if constexpr (std::is_same_v<Facts, ReapFacts>) limit += one.every + one.every / 5;
    const auto age = std::chrono::duration_cast<Duration>(now - one.alive_at);
    const std::string illness = !one.error.empty() ? redacted(one.error)
                                : age > limit
                                    ? fmt::format("no {} and no batch has ended for {}", run, human(age))
                                    : "";
    health.is_well = health.is_well && illness.empty();
    Json json{{Facts::kind, json_text(one.name)},
              {"store", json_text(one.store)},
              {"status", illness.empty() ? "ok" : "failing"},
              {"last_" + run, json_time(one.last_run)},
              {"stopped", one.is_stopped}};
    if (!illness.empty()) json["reason"] = json_text(illness);
    return json;
  };
  for_kinds(
      [&]<class Facts>(const std::vector<Facts>& jobs) {
        constexpr bool is_always_listed =
            std::is_same_v<Facts, SweepFacts> || std::is_same_v<Facts, ReapFacts>;
        if (is_always_listed || !jobs.empty()) all[std::string(Facts::kind) + "s"] = json_list(jobs, judge);
      },
      facts);
  all["status"] = health.is_well ? "ok" : "failing";
  health.json = all.dump() + '\n';
  return health;
}

std::string status_line(const ServiceFacts& facts) {
  sweeper::SweepCounts sum;
  for (const SweepFacts& one : facts.sweeps) sum += one.sum;
  std::string line = fmt::format("{} sweeps: {} keys settled, {} handed to a person", facts.sweeps.size(),
                                 sum.succeeded + sum.failed + sum.released, sum.needs_human);
  const auto add = [&](const auto& jobs, const char* words, auto count) {
    std::int64_t all = 0;
    for (const auto& one : jobs) all += std::invoke(count, one);
    if (!jobs.empty()) line += fmt::format(fmt::runtime(words), jobs.size(), all);
  };
  add(facts.reaps, "; {} reaps: {} finished keys deleted", &ReapFacts::reaped);
  add(facts.relays, "; {} relays: {} events published", &RelayFacts::published);
  add(facts.receives, "; {} receivers: {} events stored", &ReceiveFacts::received);
  add(facts.consumes, "; {} consumers: {} messages received",
      [](const ConsumeFacts& one) { return one.counts.received; });
  std::size_t failing = 0, stopped = 0;
  for_kinds(
      [&](const auto& jobs) {
        failing += static_cast<std::size_t>(
            std::ranges::count_if(jobs, [](const JobFacts& one) { return !one.error.empty(); }));
        stopped += static_cast<std::size_t>(std::ranges::count_if(jobs, &JobFacts::is_stopped));
      },
      facts);
  if (failing > 0) line += fmt::format("; {} failing", failing);
  if (stopped > 0) line += fmt::format("; {} halted by the stop switch", stopped);
  return line;
}

}  // namespace onceover::oncectl
