#include "core/metrics/marks.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/words.h"
#include "core/pg/transaction.h"
#include "core/sql/statements.h"

namespace onceover::metrics {
namespace {

constexpr std::int64_t most_acts = 20'000, most_looked_at = 100'000, most_plans = 200;

std::string how_many(std::int64_t n, std::string_view one) { return fmt::format("{} {}{}", n, one, n == 1 ? "" : "s"); }

// The name of an action of the trail where it is counted.
std::string act_text(std::string_view action, std::string_view to_state, std::int64_t n) {
  if (action == "settle") return fmt::format("settled {}{}{}", how_many(n, "key"), to_state.empty() ? "" : " as ", to_state);
  if (action == "needs_human") return fmt::format("gave {} to a person", how_many(n, "key"));
  if (action == "unresolved") return fmt::format("found no verdict for {}", how_many(n, "key"));
  std::string what(action);
  std::replace(what.begin(), what.end(), '_', ' ');
  return n == 1 ? fmt::format("did: {}", what) : fmt::format("did: {}, {} times", what, n);
}

Mark act_from(const pg::Rows& rows, int i) {
  const std::string_view action = rows.view(i, 0), program = rows.view(i, 2);
  Mark mark;
  mark.n = rows.integer(i, 4);
  mark.at = rows.timestamp(i, 5);
  if (const Timestamp last = rows.timestamp(i, 6); last > mark.at) mark.until = last;
  if (action == "stop" || action == "start") {
    mark.kind = Mark::Kind::stop;
    mark.text =
        fmt::format("{} {}: {}", rows.view(i, 1), action == "stop" ? "set the stop switch" : "lifted the stop switch", rows.view(i, 7));
    return mark;
  }
  mark.kind = program == "oncectl sweep" ? Mark::Kind::sweep : Mark::Kind::act;
  mark.text = fmt::format("{} {}", mark.kind == Mark::Kind::sweep ? std::string_view("The sweeper") : rows.view(i, 1),
                          act_text(action, rows.view(i, 3), mark.n));
  return mark;
}

Mark plan_from(const pg::Rows& rows, int i) {
  Mark mark;
  mark.kind = Mark::Kind::plan;
  mark.at = rows.timestamp(i, 5);
  mark.until = rows.optional_timestamp(i, 6);
  mark.n = rows.integer(i, 3);
  mark.text = fmt::format("Plan {} ({} {}), {}, by {}", rows.view(i, 0), rows.view(i, 1), how_many(mark.n, "item"), rows.view(i, 2),
                          rows.view(i, 4));
  return mark;
}

}  // namespace

constexpr auto mark_kind_words = words<Mark::Kind>(
    {{Mark::Kind::sweep, "sweep"}, {Mark::Kind::plan, "plan"}, {Mark::Kind::stop, "stop switch"}, {Mark::Kind::act, "act"}});

std::string_view word(Mark::Kind kind) { return mark_kind_words.of(kind); }

Result<Marks> marks(pg::Connection& connection, Timestamp from, Timestamp to, Duration step) {
  return as_result([&]() -> Result<Marks> {
    if (!from.is_finite() || !to.is_finite() || to <= from || step < std::chrono::seconds(1)) {
      return fail(ErrorKind::invalid_input, "The range of marks must begin before it ends, in steps of a second or longer.",
                  "Nothing was read.");
    }
    auto transaction = pg::Transaction::begin(connection, {.read_only = true, .statement_timeout = std::chrono::seconds(15)}).value();
    auto acts = transaction
                    .exec_prepared(sql::marks_acts,
                                   pg::Params().timestamp(from).timestamp(to).interval(step).integer(most_acts).integer(most_looked_at))
                    .value();
    auto plans = transaction.exec_prepared(sql::marks_plans, pg::Params().timestamp(from).timestamp(to).integer(most_plans)).value();
    Marks out;
    out.since = from;
    for (int i = 0; i < acts.size(); ++i) {
      if (acts.is_null(i, 0)) {
        out.since = acts.timestamp(i, 5);
      } else {
        out.marks.push_back(act_from(acts, i));
      }
    }
    for (int i = 0; i < plans.size(); ++i) out.marks.push_back(plan_from(plans, i));
    std::ranges::stable_sort(out.marks, {}, &Mark::at);
    return out;
  });
}

}  // namespace onceover::metrics
