#include "app/oncectl/exposition.h"

#include <fmt/format.h>
#include <prometheus/text_serializer.h>

#include <algorithm>
#include <functional>
#include <limits>

#include "app/oncectl/print.h"
#include "core/base/text.h"
#include "core/base/words.h"

namespace onceover::oncectl {
namespace {

using Labels = std::vector<std::pair<std::string, std::string>>;
using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;

ClientMetric labelled(const Labels& labels) {
  ClientMetric metric;
  for (const auto& [name, value] : labels) metric.label.push_back({name, value});
  return metric;
}

struct Family {
  MetricFamily made;
  void counter(const Labels& labels, double value) {
    made.metric.push_back(labelled(labels));
    made.metric.back().counter.value = value;
  }
  void gauge(const Labels& labels, double value) {
    made.metric.push_back(labelled(labels));
    made.metric.back().gauge.value = value;
  }
  void histogram(const Labels& labels, const Took& took) {
    ClientMetric metric = labelled(labels);
    std::uint64_t below = 0;
    for (std::size_t i = 0; i < took.in_bucket.size(); ++i) {
      below += static_cast<std::uint64_t>(took.in_bucket[i]);
      metric.histogram.bucket.push_back({below, i < Took::bounds.size() ? Took::bounds[i] : std::numeric_limits<double>::infinity()});
    }
    metric.histogram.sample_count = below;
    metric.histogram.sample_sum = took.sum_s;
    made.metric.push_back(std::move(metric));
  }
};

constexpr auto work_words = words<sweeper::Work>(
    {{sweeper::Work::look, "look"}, {sweeper::Work::own, "own"}, {sweeper::Work::settle, "settle"}, {sweeper::Work::reap, "reap"}});

std::string_view word_of(sweeper::Work work) { return work_words.of(work); }

double seconds_of(Timestamp at) { return static_cast<double>(at.us) / 1e6; }

constexpr gateway::Finding all_findings[] = {gateway::Finding::done, gateway::Finding::refused, gateway::Finding::no_such_key,
                                             gateway::Finding::pending, gateway::Finding::unknown};
constexpr retry::BreakerState all_breakers[] = {retry::BreakerState::closed, retry::BreakerState::half_open, retry::BreakerState::open};

// The worst of its workers.
retry::BreakerState breaker_of(const SweepFacts& one) {
  auto worst = retry::BreakerState::closed;
  for (const auto& [worker, condition] : one.workers) {
    if (condition.breaker == retry::BreakerState::open) return condition.breaker;
    if (condition.breaker == retry::BreakerState::half_open) worst = condition.breaker;
  }
  return worst;
}

// Empty: it is well.
std::string illness_of(const SweepFacts& one, Steady::time_point now, Duration within) {
  if (!one.error.empty()) return redacted(one.error);
  const auto age = std::chrono::duration_cast<Duration>(now - one.alive_at);
  if (age > within) return fmt::format("no pass and no batch has ended for {}", human(age));
  return {};
}

std::string illness_of(const ReapFacts& one, Steady::time_point now, Duration within) {
  if (const std::string& failed = one.error; !failed.empty()) return redacted(failed);
  // It rests between two runs, a fifth longer at times.
  const auto age = std::chrono::duration_cast<Duration>(now - one.alive_at);
  if (age > within + one.every + one.every / 5) return fmt::format("no run and no batch has ended for {}", human(age));
  return {};
}

}  // namespace

std::string metrics_text(const ServiceFacts& facts) {
  std::vector<MetricFamily> all;
  const auto add = [&](const char* name, const char* help, MetricType type, const std::function<void(Family&)>& fill) {
    Family family{{name, help, type, {}}};
    fill(family);
    if (!family.made.metric.empty()) all.push_back(std::move(family.made));
  };
  const auto each = [&](const char* name, const char* help, MetricType type,
                        const std::function<void(Family&, const SweepFacts&, Labels)>& fill) {
    add(name, help, type, [&](Family& family) {
      for (const SweepFacts& one : facts.sweeps) fill(family, one, {{"sweep", one.name}, {"store", one.store}});
    });
  };
  const auto with = [](Labels labels, std::string name, std::string_view value) {
    labels.emplace_back(std::move(name), value);
    return labels;
  };
  const auto count = [&](const char* name, const char* help, int sweeper::SweepCounts::*field) {
    each(name, help, MetricType::Counter, [field](Family& f, const SweepFacts& one, const Labels& l) { f.counter(l, one.sum.*field); });
  };
  using sweeper::SweepCounts;

  add("onceover_build_info", "The version that runs; always 1.", MetricType::Gauge, [](Family& f) {
    f.gauge({{"version", ONCEOVER_VERSION}}, 1);
  });
  add("onceover_config_last_reload_successful", "Whether the last configuration that was offered is in force.", MetricType::Gauge,
      [&](Family& f) { f.gauge({}, facts.was_reload_taken ? 1 : 0); });
  add("onceover_config_last_reload_success_timestamp_seconds", "When the configuration in force was taken.", MetricType::Gauge,
      [&](Family& f) {
        if (facts.configured_at) f.gauge({}, seconds_of(*facts.configured_at));
      });

  count("onceover_sweep_owned_total", "Keys taken over for asking.", &SweepCounts::owned);
  each("onceover_sweep_settled_total", "Keys settled from evidence, by what was written.", MetricType::Counter,
       [&](Family& f, const SweepFacts& one, const Labels& l) {
         f.counter(with(l, "verdict", "succeeded"), one.sum.succeeded);
         f.counter(with(l, "verdict", "failed"), one.sum.failed);
         f.counter(with(l, "verdict", "released"), one.sum.released);
       });
  count("onceover_sweep_unresolved_total", "Answers that settled nothing yet: the key is asked about again.", &SweepCounts::unresolved);
  count("onceover_sweep_needs_human_total", "Keys handed to a person.", &SweepCounts::needs_human);
  count("onceover_sweep_lost_total", "Keys that another process settled or took over first: nothing was written.", &SweepCounts::lost);
  count("onceover_sweep_not_asked_total", "Keys for whose question the gateway's declared rate left no time: no attempt, and due again.",
        &SweepCounts::not_asked);
  count("onceover_sweep_unconfirmed_commits_total", "Commits that the synchronous standby did not confirm.", &SweepCounts::unconfirmed);
  each("onceover_sweep_passes_total", "Passes over all that is due, by how they ended.", MetricType::Counter,
       [&](Family& f, const SweepFacts& one, const Labels& l) {
         f.counter(with(l, "result", "ended"), static_cast<double>(one.passes_ended));
         f.counter(with(l, "result", "failed"), static_cast<double>(one.passes_failed));
       });
  each("onceover_sweep_pass_duration_seconds", "How long passes took that ended.", MetricType::Histogram,
       [](Family& f, const SweepFacts& one, const Labels& l) { f.histogram(l, one.pass); });
  each("onceover_sweep_transaction_duration_seconds", "How long transactions took, by what they were for.", MetricType::Histogram,
       [&](Family& f, const SweepFacts& one, const Labels& l) {
         for (const auto work : {sweeper::Work::look, sweeper::Work::own, sweeper::Work::settle}) {
           const auto took = one.work.find(work);
           f.histogram(with(l, "work", word_of(work)), took == one.work.end() ? Took{} : took->second);
         }
       });
  each("onceover_sweep_last_pass_timestamp_seconds", "When a pass last ended.", MetricType::Gauge,
       [](Family& f, const SweepFacts& one, const Labels& l) {
         if (one.last_pass) f.gauge(l, seconds_of(*one.last_pass));
       });
  // A sample that is not known is left out, and that it is not is a metric of its own: alerts must not fall silent with it.
  each("onceover_sweep_stuck_known", "1 where the number of stuck keys is exact, 0 where it is a lower bound or unknown.",
       MetricType::Gauge,
       [](Family& f, const SweepFacts& one, const Labels& l) { f.gauge(l, one.unfinished && one.unfinished->is_exact() ? 1 : 0); });
  each("onceover_sweep_stuck_keys", "Keys whose lease has ended and that are not settled: at least so many. Left out where unknown.",
       MetricType::Gauge, [](Family& f, const SweepFacts& one, const Labels& l) {
         if (one.unfinished && (one.unfinished->nothing_is_stuck() || one.unfinished->some_are_stuck()))
           f.gauge(l, static_cast<double>(one.unfinished->stuck));
       });
  each("onceover_sweep_stuck_as_of_timestamp_seconds", "When the stuck keys were counted, by the database's clock. Left out where unknown.",
       MetricType::Gauge, [](Family& f, const SweepFacts& one, const Labels& l) {
         if (one.unfinished) f.gauge(l, seconds_of(one.unfinished->knowledge.as_of));
       });
  each("onceover_sweep_waiting_for_human_keys", "Keys that wait for a person.", MetricType::Gauge,
       [](Family& f, const SweepFacts& one, const Labels& l) {
         if (one.needs_human) f.gauge(l, static_cast<double>(*one.needs_human));
       });
  each("onceover_sweep_oldest_stuck_age_seconds",
       "For how long the oldest known stuck key has been stuck; 0 where none is. Left out where unknown.", MetricType::Gauge,
       [](Family& f, const SweepFacts& one, const Labels& l) {
         if (!one.unfinished) return;
         const unfinished::Answer& u = *one.unfinished;
         if (u.nothing_is_stuck()) f.gauge(l, 0);
         if (u.some_are_stuck() && u.oldest_stuck && u.oldest_stuck->is_finite())
           f.gauge(l, std::max(0.0, seconds_of(u.knowledge.as_of) - seconds_of(*u.oldest_stuck)));
       });
  count("onceover_sweep_found_behind_total",
        "Unfinished keys that the full pass found before the frontier and not in its list: a defect, or rows with explicit times.",
        &SweepCounts::found_behind);
  each("onceover_store_up", "Whether the store could be worked on at the last pass.", MetricType::Gauge,
       [](Family& f, const SweepFacts& one, const Labels& l) { f.gauge(l, one.is_store_up ? 1 : 0); });
  each("onceover_store_stopped", "Whether the store's stop switch is on.", MetricType::Gauge,
       [](Family& f, const SweepFacts& one, const Labels& l) { f.gauge(l, one.is_stopped ? 1 : 0); });

  each("onceover_gateway_questions_total", "Questions to the gateway, by what its answer shows.", MetricType::Counter,
       [&](Family& f, const SweepFacts& one, const Labels& l) {
         for (const auto finding : all_findings) {
           const auto n = one.answers.find(finding);
           f.counter(with(with(l, "gateway", one.gateway), "finding", gateway::word(finding)),
                     n == one.answers.end() ? 0 : static_cast<double>(n->second));
         }
       });
  each("onceover_gateway_question_duration_seconds", "How long the gateway took to answer one question.", MetricType::Histogram,
       [&](Family& f, const SweepFacts& one, const Labels& l) { f.histogram(with(l, "gateway", one.gateway), one.question); });
  each("onceover_gateway_breaker_state", "1 for the state of the gateway's circuit breaker, 0 for the others.", MetricType::Gauge,
       [&](Family& f, const SweepFacts& one, const Labels& l) {
         for (const auto state : all_breakers) {
           f.gauge(with(with(l, "gateway", one.gateway), "state", retry::word(state)), breaker_of(one) == state ? 1 : 0);
         }
       });
  each("onceover_gateway_retry_budget_tokens", "How many keys may be asked about again now.", MetricType::Gauge,
       [&](Family& f, const SweepFacts& one, const Labels& l) {
         double tokens = 0;
         for (const auto& [worker, condition] : one.workers) tokens += static_cast<double>(condition.budget_tokens);
         if (!one.workers.empty()) f.gauge(with(l, "gateway", one.gateway), tokens);
       });

  const auto each_reap = [&](const char* name, const char* help, MetricType type,
                             const std::function<void(Family&, const ReapFacts&, Labels)>& fill) {
    add(name, help, type, [&](Family& family) {
      for (const ReapFacts& one : facts.reaps) fill(family, one, {{"reap", one.name}, {"store", one.store}});
    });
  };
  each_reap("onceover_reap_deleted_total", "Finished keys past their window that were deleted.", MetricType::Counter,
            [](Family& f, const ReapFacts& one, const Labels& l) { f.counter(l, static_cast<double>(one.reaped)); });
  each_reap("onceover_reap_runs_total", "Runs over all that is due, by how they ended.", MetricType::Counter,
            [&](Family& f, const ReapFacts& one, const Labels& l) {
              f.counter(with(l, "result", "ended"), static_cast<double>(one.runs_ended));
              f.counter(with(l, "result", "failed"), static_cast<double>(one.runs_failed));
            });
  each_reap("onceover_reap_run_duration_seconds", "How long runs took that ended.", MetricType::Histogram,
            [](Family& f, const ReapFacts& one, const Labels& l) { f.histogram(l, one.run); });
  each_reap("onceover_reap_transaction_duration_seconds", "How long deleting transactions took.", MetricType::Histogram,
            [](Family& f, const ReapFacts& one, const Labels& l) { f.histogram(l, one.transaction); });
  each_reap("onceover_reap_last_run_timestamp_seconds", "When a run last ended.", MetricType::Gauge,
            [](Family& f, const ReapFacts& one, const Labels& l) {
              if (one.last_run) f.gauge(l, seconds_of(*one.last_run));
            });
  each_reap("onceover_reap_behind", "Whether the last run ended before all that was due was gone.", MetricType::Gauge,
            [](Family& f, const ReapFacts& one, const Labels& l) { f.gauge(l, one.is_behind ? 1 : 0); });
  each_reap("onceover_reap_store_up", "Whether the store could be worked on at the last run.", MetricType::Gauge,
            [](Family& f, const ReapFacts& one, const Labels& l) { f.gauge(l, one.is_store_up ? 1 : 0); });
  each_reap("onceover_reap_store_stopped", "Whether the store's stop switch was on at the last run.", MetricType::Gauge,
            [](Family& f, const ReapFacts& one, const Labels& l) { f.gauge(l, one.is_stopped ? 1 : 0); });
  return prometheus::TextSerializer().Serialize(all);
}

Health health_of(const ServiceFacts& facts, Steady::time_point now, Duration within) {
  Health health;
  Json sweeps = Json::array();
  for (const SweepFacts& one : facts.sweeps) {
    const std::string illness = illness_of(one, now, within);
    health.is_well = health.is_well && illness.empty();
    Json json{{"sweep", json_text(one.name)},
              {"store", json_text(one.store)},
              {"status", illness.empty() ? "ok" : "failing"},
              {"last_pass", json_time(one.last_pass)},
              {"stopped", one.is_stopped}};
    if (!illness.empty()) json["reason"] = json_text(illness);
    sweeps.push_back(std::move(json));
  }
  Json reaps = Json::array();
  for (const ReapFacts& one : facts.reaps) {
    const std::string illness = illness_of(one, now, within);
    health.is_well = health.is_well && illness.empty();
    Json json{{"reap", json_text(one.name)},
              {"store", json_text(one.store)},
              {"status", illness.empty() ? "ok" : "failing"},
              {"last_run", json_time(one.last_run)},
              {"stopped", one.is_stopped}};
    if (!illness.empty()) json["reason"] = json_text(illness);
    reaps.push_back(std::move(json));
  }
  health.json =
      Json{{"status", health.is_well ? "ok" : "failing"}, {"sweeps", std::move(sweeps)}, {"reaps", std::move(reaps)}}.dump() + '\n';
  return health;
}

std::string status_line(const ServiceFacts& facts) {
  sweeper::SweepCounts sum;
  std::size_t failing = 0, stopped = 0;
  for (const SweepFacts& one : facts.sweeps) {
    sum.succeeded += one.sum.succeeded;
    sum.failed += one.sum.failed;
    sum.released += one.sum.released;
    sum.needs_human += one.sum.needs_human;
    failing += one.error.empty() ? 0 : 1;
    stopped += one.is_stopped ? 1 : 0;
  }
  std::string line = fmt::format("{} sweeps: {} keys settled, {} handed to a person", facts.sweeps.size(),
                                 sum.succeeded + sum.failed + sum.released, sum.needs_human);
  std::int64_t reaped = 0;
  for (const ReapFacts& one : facts.reaps) {
    reaped += one.reaped;
    failing += one.error.empty() ? 0 : 1;
    stopped += one.is_stopped ? 1 : 0;
  }
  if (!facts.reaps.empty()) line += fmt::format("; {} reaps: {} finished keys deleted", facts.reaps.size(), reaped);
  if (failing > 0) line += fmt::format("; {} failing", failing);
  if (stopped > 0) line += fmt::format("; {} halted by the stop switch", stopped);
  return line;
}

}  // namespace onceover::oncectl
