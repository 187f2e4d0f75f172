// SPDX-License-Identifier: Apache-2.0
#include "core/calculator/schedule.h"

#include <cmath>

namespace onceover::calculator {
namespace {

// For one path; with jitter each of thousands of clients has its own, so memory is the limit.
constexpr unsigned followed_alone = 20'000, followed_with_jitter = 1'000;

Duration plus(Duration a, Duration b) { return std::min(endless, a + std::min(b, endless)); }

struct Path {
  std::vector<Duration> delays, starts;  // of each attempt
};

Path draw_path(const Policy& policy, const ScheduleOptions& options, unsigned longest, Random& random) {
  Path path{{Duration::zero()}, {Duration::zero()}};
  std::optional<Duration> previous;
  while (path.starts.size() < longest) {
    const Duration elapsed = plus(path.starts.back(), options.attempt_takes);
    const Duration delay =
        draw_delay(policy, static_cast<unsigned>(path.starts.size()) - 1, previous, random);
    if (policy.total && delay >= *policy.total - elapsed) break;
    previous = delay;
    path.delays.push_back(delay);
    path.starts.push_back(plus(elapsed, delay));
  }
  return path;
}

Spread spread_over(std::vector<Duration> values, DelayRange range) {
  std::ranges::sort(values);
  const auto at = [&](double p) {
    return values[static_cast<std::size_t>(p * static_cast<double>(values.size() - 1))];
  };
  double sum = 0;
  for (const Duration value : values) sum += static_cast<double>(value.count());
  const Duration mean(static_cast<Duration::rep>(std::llround(sum / static_cast<double>(values.size()))));
  return {std::min(range.least, values.front()), mean, at(0.5), at(0.95),
          std::max(range.most, values.back())};
}

// The rest of the outage when the first attempt begins: at evenly spaced places of it, without random
// numbers.
Duration rest_of_outage(const FailureModel& failure, std::size_t index, std::size_t of) {
  if (!failure.anywhere) return failure.outage;
  const double part = (static_cast<double>(index) + 0.5) / static_cast<double>(of);
  return Duration(static_cast<Duration::rep>(part * static_cast<double>(failure.outage.count())));
}

unsigned most_attempts(const Policy& policy) {
  return std::max(1U, policy.attempts.value_or(std::numeric_limits<unsigned>::max()));
}

class Drawing {
 public:
  Drawing(const Policy& policy, const ScheduleOptions& options) : policy_(policy), options_(options) {
    longest_ = std::min(
        most_attempts(policy),
        std::max(options.rows + 1, has_jitter(policy.backoff) ? followed_with_jitter : followed_alone));
  }

  Result<Schedule> draw(Random& random, const Progress& progress) {
    const std::size_t n = has_jitter(policy_.backoff) ? options_.clients : 1;
    for (std::size_t i = 0; i < n; ++i) {
      if (i % 256 == 0 && progress && !progress(0.8 * static_cast<double>(i) / static_cast<double>(n)))
        return cancelled();
      paths_.push_back(draw_path(policy_, options_, longest_, random));
    }
    list_attempts();
    schedule_.horizon = horizon_of(policy_, options_.attempt_takes);
    schedule_.asked_horizon = horizon_of(policy_, options_.attempt_takes, true);
    if (!count_chances(progress)) return cancelled();
    return std::move(schedule_);
  }

 private:
  void list_attempts() {
    const Duration total = policy_.total.value_or(endless);
    DelayRange sum{};
    for (std::size_t k = 0; k < options_.rows; ++k) {
      std::vector<Duration> delays, starts;
      for (const Path& path : paths_) {
        if (path.starts.size() <= k) continue;
        delays.push_back(path.delays[k]);
        starts.push_back(path.starts[k]);
      }
      if (starts.empty()) break;
      DelayRange range{};
      if (k > 0) {
        range = delay_range(policy_, static_cast<unsigned>(k) - 1);
        sum = {plus(plus(sum.least, options_.attempt_takes), range.least),
               plus(plus(sum.most, options_.attempt_takes), range.most)};
      }
      const double reached = static_cast<double>(starts.size()) / static_cast<double>(paths_.size());
      schedule_.attempts.push_back(
          {static_cast<unsigned>(k) + 1,
           spread_over(std::move(delays), {range.least, std::min(range.most, total)}),
           spread_over(std::move(starts), {sum.least, std::min(sum.most, total)}), reached});
    }
    schedule_.more =
        std::ranges::any_of(paths_, [&](const Path& path) { return path.starts.size() > options_.rows; });
    schedule_.cut = longest_ < most_attempts(policy_) && std::ranges::any_of(paths_, [&](const Path& path) {
                      return path.starts.size() == longest_;
                    });
  }

  bool count_chances(const Progress& progress) {
    const AttemptRow& last = schedule_.attempts.back();
    const Duration span =
        std::max(Duration(1), schedule_.horizon.value_or(plus(last.at.p95, options_.attempt_takes)));
    const auto by = [&](std::size_t i) {
      return Duration(static_cast<Duration::rep>(static_cast<double>(span.count()) * static_cast<double>(i) /
                                                 options_.points));
    };
    std::vector<double> gained(options_.points + 1, 0.0);  // chance gained in the step that ends there
    // A single path meets the outage at every place of it; of many paths each at its own.
    const std::size_t places = options_.clients;
    for (std::size_t i = 0; i < places; ++i) {
      if (i % 256 == 0 && progress &&
          !progress(0.8 + 0.2 * static_cast<double>(i) / static_cast<double>(places)))
        return false;
      const std::vector<Duration>& starts = paths_[std::min(i, paths_.size() - 1)].starts;
      const auto first_after = std::ranges::lower_bound(starts, rest_of_outage(options_.failure, i, places));
      schedule_.mean_attempts += static_cast<double>(first_after - starts.begin());
      double open = 1;
      for (auto start = first_after; start != starts.end() && open > 1e-9; ++start) {
        schedule_.mean_attempts += open;
        const double good = open * (1 - options_.failure.p),
                     end = static_cast<double>(plus(*start, options_.attempt_takes).count());
        open -= good;
        schedule_.in_the_end += good;
        const double place = std::ceil(end / static_cast<double>(span.count()) * options_.points - 1e-9);
        if (place <= options_.points) gained[static_cast<std::size_t>(std::max(0.0, place))] += good;
      }
    }
    const auto n = static_cast<double>(places);
    schedule_.mean_attempts /= n;
    schedule_.in_the_end = std::min(1.0, schedule_.in_the_end / n);
    double done = 0;
    for (std::size_t i = 0; i < gained.size(); ++i) {
      done += gained[i] / n;
      schedule_.chance.push_back({by(i), std::min(1.0, done)});
    }
    return true;
  }

  const Policy& policy_;
  const ScheduleOptions& options_;
  unsigned longest_;
  std::vector<Path> paths_;
  Schedule schedule_;
};

}  // namespace

std::optional<Duration> horizon_of(const Policy& policy, Duration attempt_takes, bool heeds_retry_after) {
  attempt_takes = std::clamp(attempt_takes, Duration::zero(), endless);
  if (!policy.attempts && !policy.total) return std::nullopt;
  // The possible starts of the next attempt are a range without gaps, and all are before the total.
  const Duration total = std::clamp(policy.total.value_or(endless), Duration::zero(), endless);
  if (heeds_retry_after && most_attempts(policy) > 1) {
    if (!policy.total) return std::nullopt;
    return plus(attempt_takes < total ? total : Duration::zero(), attempt_takes);
  }
  DelayRange start{};
  for (unsigned made = 1; made < most_attempts(policy); ++made) {
    const DelayRange wait = delay_range(policy, made - 1);
    const DelayRange next{plus(plus(start.least, attempt_takes), wait.least),
                          plus(plus(start.most, attempt_takes), wait.most)};
    if (next.least >= total) break;
    if (next.most >= total) return plus(total, attempt_takes);
    if (next.most == start.most) break;  // no step takes time
    start = next;
    if (made < 200) continue;
    // After the cap all steps are alike.
    if (!policy.attempts) return plus(total, attempt_takes);
    const double left = static_cast<double>(*policy.attempts - made - 1) *
                        static_cast<double>((wait.most + attempt_takes).count());
    return plus(Duration(static_cast<Duration::rep>(std::min(static_cast<double>(start.most.count()) + left,
                                                             static_cast<double>(total.count())))),
                attempt_takes);
  }
  return plus(start.most, attempt_takes);
}

Result<Schedule> draw_schedule(const Policy& policy, const ScheduleOptions& options, Random& random,
                               const Progress& progress) {
  const auto invalid = [](std::string what) {
    return fail(ErrorKind::invalid_input, std::move(what), "Nothing was drawn.");
  };
  if (options.rows == 0 || options.points == 0 || options.clients == 0)
    return invalid("A drawing needs rows, points and clients.");
  if (options.clients > 1'000'000 || options.rows > 10'000 || options.points > 100'000)
    return invalid("The drawing is too large.");
  if (!(options.failure.p >= 0 && options.failure.p <= 1))
    return invalid("The chance of failure is not between 0 and 1.");
  if (options.attempt_takes < Duration::zero() || options.failure.outage < Duration::zero())
    return invalid("A time is below 0.");
  return Drawing(policy, options).draw(random, progress);
}

}  // namespace onceover::calculator
