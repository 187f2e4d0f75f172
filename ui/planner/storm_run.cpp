#include "ui/planner/storm_run.h"

#include <algorithm>

namespace onceover::planner {
namespace {

// What a storm costs grows with the square of its clients where nobody waits.
double costOf(unsigned clients) { return static_cast<double>(clients) * clients; }

}  // namespace

Result<StormOutcome> run_storms(const StormWanted& wanted, const Progress& progress) {
  StormOutcome out{.wanted = wanted, .storms = {}, .curves = {}};
  const double each = costOf(wanted.storm.clients);
  const double storms = each * static_cast<double>(wanted.backoffs.size());
  double curves_cost = 0;
  for (const unsigned clients : wanted.curve) curves_cost += costOf(clients) * wanted.runs * static_cast<double>(wanted.backoffs.size());
  const double whole = std::max(1.0, storms + curves_cost);
  double before = 0;
  for (const Backoff backoff : wanted.backoffs) {
    Storm storm = wanted.storm;
    storm.policy.backoff = backoff;
    Random random(wanted.seed);
    auto result = simulate(storm, random, [&](double part) { return progress((before + each * part) / whole); });
    if (!result) return fail(result.error());
    before += each;
    out.storms.push_back(std::move(*result));
  }
  if (wanted.curve.empty() || wanted.backoffs.empty()) return out;
  CurvesOptions options{.like = wanted.storm, .backoffs = wanted.backoffs, .clients = wanted.curve, .runs = wanted.runs};
  Random random(wanted.seed);
  auto drawn = curves(options, random, [&](double part) { return progress((before + curves_cost * part) / whole); });
  if (!drawn) return fail(drawn.error());
  out.curves = std::move(*drawn);
  return out;
}

}  // namespace onceover::planner
