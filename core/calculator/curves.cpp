#include "core/calculator/curves.h"

namespace onceover::calculator {

Result<std::vector<Curve>> curves(const CurvesOptions& options, Random& random, const Progress& progress) {
  // Without waits, the cost of a storm grows with the square of its clients.
  double whole = 0, before = 0;
  const auto cost = [&](unsigned clients) { return static_cast<double>(clients) * clients * options.runs; };
  for (const unsigned clients : options.clients) whole += cost(clients) * static_cast<double>(options.backoffs.size());
  std::vector<Curve> out;
  for (const Backoff backoff : options.backoffs) {
    Curve& curve = out.emplace_back(Curve{backoff, {}});
    for (const unsigned clients : options.clients) {
      Storm storm = options.like;
      storm.clients = clients;
      storm.policy.backoff = backoff;
      CurvePoint point{.clients = clients};
      for (unsigned run = 0; run < options.runs; ++run) {
        const double share = cost(clients) / options.runs;
        Random dice(random.below(std::uint64_t{1} << 63));
        const auto within = [&](double part) { return progress((before + share * part) / whole); };
        const auto result = simulate(storm, dice, progress ? Progress(within) : Progress());
        if (!result) return fail(result.error());
        before += share;
        point.calls += static_cast<double>(result->calls) / options.runs;
        point.time_ms += static_cast<double>(result->time.count()) / 1000 / options.runs;
        point.succeeded += static_cast<double>(result->succeeded) / options.runs;
        point.complete = point.complete && result->complete;
      }
      curve.points.push_back(point);
    }
  }
  return out;
}

}  // namespace onceover::calculator
