#include "ui/calculator/storm_model.h"

#include <algorithm>

#include "ui/calculator/words.h"
#include "ui/charts/chart.h"
#include "ui/widgets/text.h"

namespace onceover::calculator {
namespace {

// What a storm costs grows with the square of its clients where nobody waits.
double costOf(unsigned clients) { return static_cast<double>(clients) * clients; }

QString count(std::uint64_t n) { return widgets::number(static_cast<std::int64_t>(n)); }
QString took(Duration span) { return charts::chartText(milliseconds(span), charts::ChartUnit::milliseconds); }

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

StormModel::StormModel(QObject* parent) : RowsModel(parent) {
  const auto figure = [](const QString& title, int chars, const QString& titleTip, const std::function<QString(const StormResult&)>& cell) {
    return Column({title, chars, RightUnderLeft | NoTip, titleTip}, [cell](const StormRow& row) { return cell(row.result); });
  };
  const auto ofSucceeded = [](const StormResult& one, Duration span) { return one.succeeded > 0 ? took(span) : widgets::dash; };
  const QString fromTheirStart = tr("Of the clients that succeeded, from their own start");
  setColumns({
      {{tr("Strategy"), 20, NoTip}, [](const StormRow& row) { return titleOf(row.backoff); }},
      figure(tr("Calls"), 9, tr("Requests that reach the server; of an optimistic one, writes"),
             [](const StormResult& one) { return count(one.calls); }),
      figure(tr("Wasted"), 9, tr("Calls without progress: a lost write, a refusal, an answer to a client that gave up"),
             [](const StormResult& one) { return count(one.wasted); }),
      figure(tr("Replayed"), 10, tr("Answered from what was stored, at no cost"),
             [](const StormResult& one) { return count(one.replayed); }),
      figure(tr("Done"), 8, tr("Clients that succeeded"), [](const StormResult& one) { return count(one.succeeded); }),
      figure(tr("Gave up"), 9, tr("Out of attempts, of time or of budget"),
             [](const StormResult& one) { return count(one.out_of_attempts + one.out_of_time + one.out_of_budget); }),
      figure(tr("Held"), 8, tr("Attempts that the circuit breaker stopped: they never left the client"),
             [](const StormResult& one) { return count(one.stopped_by_breaker); }),
      figure(tr("Time"), 10, tr("Until the last client knew"), [](const StormResult& one) { return took(one.time); }),
      figure(tr("Half done"), 11, fromTheirStart, [ofSucceeded](const StormResult& one) { return ofSucceeded(one, one.p50); }),
      figure(tr("95 % done"), 11, fromTheirStart, [ofSucceeded](const StormResult& one) { return ofSucceeded(one, one.p95); }),
      {{QString(), 20, Stretch | NoTip}, [](const StormRow& row) { return row.result.complete ? QString() : tr("ended: too many calls"); }},
  });
}

void StormModel::setOutcome(const StormOutcome& outcome) {
  std::vector<StormRow> rows;
  for (std::size_t i = 0; i < outcome.storms.size(); ++i) rows.push_back({outcome.wanted.backoffs[i], outcome.storms[i]});
  setRows(std::move(rows));
}

}  // namespace onceover::calculator
