// SPDX-License-Identifier: Apache-2.0
#include "core/calculator/amplification.h"

#include <fmt/format.h>

#include <cmath>

#include "core/calculator/figure.h"

namespace onceover::calculator {
namespace {

constexpr unsigned most_services = 1'000, deepest = 50;

unsigned attempts_of(const Service& service) { return std::max(1U, service.attempts); }

// attempts × timeout + waits; nullopt: no limit.
std::optional<Duration> patience_in_all(const Service& service) {
  if (!service.timeout) return std::nullopt;
  const double us = static_cast<double>(service.timeout->count()) * attempts_of(service) +
                    static_cast<double>(service.waits.count());
  return us < static_cast<double>(endless.count()) ? Duration(static_cast<Duration::rep>(us)) : endless;
}

class Walk {
 public:
  std::optional<std::string> check(const Service& service, unsigned depth) {
    if (++services_ > most_services) return "There are more than 1,000 services.";
    if (depth >= deepest) return "There are more than 50 layers.";
    if (!(service.failure >= 0 && service.failure <= 1))
      return fmt::format("\"{}\": the chance of failure is not between 0 and 1.", service.name);
    if (service.budget && !(*service.budget >= 0))
      return fmt::format("\"{}\": the budget is below 0.", service.name);
    for (const Service& below : service.calls) {
      if (auto wrong = check(below, depth + 1)) return wrong;
    }
    return std::nullopt;
  }

  Amplification run(const Service& root) {
    out_.tree = count(root, nullptr, 0);
    expect(root, out_.tree, 1);
    sum(out_.tree);
    layers(root, 0);
    compare(root);
    return std::move(out_);
  }

 private:
  // Worst cases from the root down, chances of failure from the leaves up.
  static Calls count(const Service& service, const Calls* above, unsigned depth) {
    const unsigned attempts = attempts_of(service);
    Calls out{.name = service.name,
              .depth = depth,
              .path = above ? above->path + " > " + service.name : service.name};
    out.worst = (above ? above->worst : 1) * attempts;
    const double lasting = service.budget ? std::min<double>(attempts, 1 + *service.budget) : attempts;
    out.worst_in_budget = (above ? above->worst_in_budget : 1) * lasting;
    const std::string factors =
        above && !above->product.empty() ? above->product.substr(0, above->product.find(" =")) + " × " : "";
    out.product = factors + std::to_string(attempts) + (above ? " = " + grouped(out.worst) : "");
    double succeeds = 1 - service.failure;
    for (const Service& below : service.calls) {
      out.calls.push_back(count(below, &out, depth + 1));
      succeeds *= 1 - out.calls.back().fails;
    }
    out.fails = std::pow(1 - succeeds, attempts);
    return out;
  }

  // requests: of the caller, for one request of the user.
  static void expect(const Service& service, Calls& calls, double requests) {
    double succeeds = 1 - service.failure;
    for (const Calls& below : calls.calls) succeeds *= 1 - below.fails;
    const double attempts = succeeds > 0 ? (1 - calls.fails) / succeeds : attempts_of(service);
    calls.expected = requests * attempts;
    double still = calls.expected * (1 - service.failure);  // requests that reach the next service below
    for (std::size_t i = 0; i < service.calls.size(); ++i) {
      expect(service.calls[i], calls.calls[i], still);
      still *= 1 - calls.calls[i].fails;
    }
  }

  void sum(const Calls& calls) {
    out_.worst_total += calls.worst;
    out_.expected_total += calls.expected;
    if (calls.worst > out_.worst_leaf) {
      out_.worst_leaf = calls.worst;
      out_.worst_leaf_name = calls.name;
    }
    for (const Calls& below : calls.calls) sum(below);
  }

  void layers(const Service& service, unsigned above) {
    const unsigned here = above + (attempts_of(service) > 1 ? 1 : 0);
    out_.retrying_layers = std::max(out_.retrying_layers, here);
    for (const Service& below : service.calls) layers(below, here);
  }

  void compare(const Service& caller) {
    for (const Service& callee : caller.calls) {
      const auto needed = patience_in_all(callee);
      if (caller.timeout && (!needed || *needed >= *caller.timeout)) {
        GrowingTimeout found{caller.name,
                             callee.name,
                             caller.timeout,
                             needed,
                             !callee.timeout || *callee.timeout >= *caller.timeout,
                             {}};
        found.what =
            found.one_attempt_is_too_long
                ? fmt::format("{} has {}, but waits {} for one answer of {}.", caller.name,
                              human(*caller.timeout), callee.timeout ? human(*callee.timeout) : "forever",
                              callee.name)
                : fmt::format("{} has {}, but calls {} for up to {} in all ({} × {}{}).", caller.name,
                              human(*caller.timeout), callee.name, human(*needed), attempts_of(callee),
                              human(*callee.timeout),
                              callee.waits > Duration::zero() ? " + waits of " + human(callee.waits) : "");
        out_.timeouts.push_back(std::move(found));
      }
      compare(callee);
    }
  }

  unsigned services_ = 0;
  Amplification out_;
};

}  // namespace

Result<Amplification> amplify(const Service& root) {
  Walk walk;
  if (auto wrong = walk.check(root, 0))
    return fail(ErrorKind::invalid_input, std::move(*wrong), "Nothing was counted.");
  return walk.run(root);
}

namespace {

double us(Duration span) { return static_cast<double>(span.count()); }
Duration span_of(double count) { return Duration(static_cast<Duration::rep>(std::llround(count))); }

Duration quantile_of(const Latency& latency, double share) {
  const auto& points = latency.points;
  const auto after = std::ranges::lower_bound(points, share, {}, &Latency::Point::share);
  if (after == points.begin()) return points.front().at;
  if (after == points.end()) return points.back().at;
  const auto before = after - 1;
  const double part = (share - before->share) / (after->share - before->share);
  return span_of(us(before->at) + part * us(after->at - before->at));
}

// Chance that there is no answer yet.
double open_at(const Latency& latency, double t) {
  const auto& points = latency.points;
  const auto after =
      std::ranges::upper_bound(points, t, {}, [](const Latency::Point& point) { return us(point.at); });
  if (after == points.begin()) return t < us(points.front().at) ? 1 : 1 - points.front().share;
  if (after == points.end()) return 0;
  const auto before = after - 1;
  const double part = (t - us(before->at)) / us(after->at - before->at);
  return 1 - (before->share + part * (after->share - before->share));
}

class Hedged {
 public:
  Hedged(const Latency& latency, Duration after, double common)
      : latency_(latency), after_(us(after)), common_(common) {}

  double open(double t) const {
    const double first = open_at(latency_, t);
    return t < after_ ? first : first * (common_ + (1 - common_) * open_at(latency_, t - after_));
  }

  Hedging::Quantiles quantiles() const {
    return {span_of(mean()), span_of(at(0.5)), span_of(at(0.95)), span_of(at(0.99)), span_of(at(0.999))};
  }

 private:
  double end() const { return us(latency_.points.back().at) + after_; }

  // The shortest time by which this share has answered.
  double at(double share) const {
    double low = 0, high = end();
    for (int i = 0; i < 60; ++i) {
      const double middle = (low + high) / 2;
      (open(middle) <= 1 - share + 1e-12 ? high : low) = middle;
    }
    return high;
  }

  // The area under the open share. Between bends of either line it is a polynomial, for which Simpson's rule
  // is exact.
  double mean() const {
    std::vector<double> bends{0, after_};
    for (const Latency::Point& point : latency_.points) {
      bends.push_back(us(point.at));
      bends.push_back(us(point.at) + after_);
    }
    std::ranges::sort(bends);
    double area = 0;
    for (std::size_t i = 1; i < bends.size(); ++i) {
      const double from = bends[i - 1], to = bends[i];
      if (to <= from) continue;
      // Open at both ends: at a bend the line may drop.
      const double inset = (to - from) * 1e-9;
      area += (to - from) / 6 * (open(from + inset) + 4 * open((from + to) / 2) + open(to - inset));
    }
    return area;
  }

  const Latency& latency_;
  double after_, common_;
};

}  // namespace

Result<Hedging> hedge(const Latency& latency, double at, double common) {
  const auto invalid = [](std::string what) {
    return fail(ErrorKind::invalid_input, std::move(what), "Nothing was computed.");
  };
  const auto is_share = [](double share) { return share >= 0 && share <= 1; };
  if (latency.points.empty()) return invalid("The latency has no points.");
  if (!is_share(at) || !is_share(common)) return invalid("A share is not between 0 and 1.");
  for (std::size_t i = 0; i < latency.points.size(); ++i) {
    const Latency::Point& point = latency.points[i];
    if (!is_share(point.share) || point.at < Duration::zero())
      return invalid("A point of the latency is invalid.");
    if (i > 0 && (point.share <= latency.points[i - 1].share || point.at <= latency.points[i - 1].at))
      return invalid("The points of the latency are not in ascending order.");
  }
  Hedging out{.after = quantile_of(latency, at)};
  out.extra_load = open_at(latency, us(out.after));
  const Hedged never(latency, Duration::zero(), 1), hedged(latency, out.after, common);
  out.alone = never.quantiles();
  out.hedged = hedged.quantiles();
  out.words.push_back(fmt::format(
      "A second request after {} ({} % have answered by then) adds {:.1f} % load and brings the 99th "
      "percentile from {} to {}.",
      human(out.after), plain(at * 100), out.extra_load * 100, human(out.alone.p99), human(out.hedged.p99)));
  out.words.emplace_back(
      "Both must have the same key, or the effect happens twice. An overload makes every request slow, so "
      "hedge under a budget.");
  if (out.extra_load > 0.1)
    out.words.push_back(
        fmt::format("{:.0f} % more load exceeds a usual retry budget (10 %).", out.extra_load * 100));
  return out;
}

}  // namespace onceover::calculator
