#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/calculator/amplification.h"
#include "core/calculator/figure.h"

namespace onceover::calculator {
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
  const auto after = std::ranges::upper_bound(points, t, {}, [](const Latency::Point& point) { return us(point.at); });
  if (after == points.begin()) return t < us(points.front().at) ? 1 : 1 - points.front().share;
  if (after == points.end()) return 0;
  const auto before = after - 1;
  const double part = (t - us(before->at)) / us(after->at - before->at);
  return 1 - (before->share + part * (after->share - before->share));
}

class Hedged {
 public:
  Hedged(const Latency& latency, Duration after, double common) : latency_(latency), after_(us(after)), common_(common) {}

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

  // The area under the open share. Between bends of either line it is a polynomial, for which Simpson's rule is exact.
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
  const auto refuse = [](std::string what) { return fail(ErrorKind::invalid_input, std::move(what), "Nothing was computed."); };
  const auto is_share = [](double share) { return share >= 0 && share <= 1; };
  if (latency.points.empty()) return refuse("The latency has no points.");
  if (!is_share(at) || !is_share(common)) return refuse("A share is not between 0 and 1.");
  for (std::size_t i = 0; i < latency.points.size(); ++i) {
    const Latency::Point& point = latency.points[i];
    if (!is_share(point.share) || point.at < Duration::zero()) return refuse("A point of the latency is invalid.");
    if (i > 0 && (point.share <= latency.points[i - 1].share || point.at <= latency.points[i - 1].at))
      return refuse("The points of the latency are not in ascending order.");
  }
  Hedging out{.after = quantile_of(latency, at)};
  out.extra_load = open_at(latency, us(out.after));
  const Hedged never(latency, Duration::zero(), 1), hedged(latency, out.after, common);
  out.alone = never.quantiles();
  out.hedged = hedged.quantiles();
  out.words.push_back(
      fmt::format("A second request after {} ({} % have answered by then) adds {:.1f} % load and brings the 99th percentile from {} to {}.",
                  human(out.after), plain(at * 100), out.extra_load * 100, human(out.alone.p99), human(out.hedged.p99)));
  out.words.emplace_back(
      "Both must have the same key, or the effect happens twice. An overload makes every request slow, so hedge under a budget.");
  if (out.extra_load > 0.1)
    out.words.push_back(fmt::format("{:.0f} % more load exceeds a usual retry budget (10 %).", out.extra_load * 100));
  return out;
}

}  // namespace onceover::calculator
