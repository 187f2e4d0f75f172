// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "app/oncectl/parse.h"
#include "app/oncectl/program.h"
#include "app/oncectl/rows.h"
#include "core/base/text.h"
#include "core/metrics/history.h"

namespace onceover::oncectl {
namespace {

struct StatsOptions {
  Duration since = std::chrono::hours(1);
};

std::string trend(std::int64_t now, std::int64_t before) {
  if (now == before) return "=";
  if (before == 0) return "new";
  return fmt::format("{:+.0f} %", 100.0 * static_cast<double>(now - before) / static_cast<double>(before));
}

std::string stats_text(const browse::StateCounts& counts, const std::vector<metrics::Total>& totals,
                       const unfinished::Knowledge& counted, Duration span) {
  const unfinished::Answer& u = counts.unfinished;
  const bool is_estimated = counts.finished.known == unfinished::Known::unknown;
  const auto number = [&](std::int64_t n) { return unfinished::how_many(u.knowledge, n); };
  const auto about = [&](std::int64_t n) {
    return is_estimated ? fmt::format("about {}", n) : unfinished::how_many(counts.finished, n);
  };
  const auto age = [&](const std::optional<Timestamp>& at) {
    if (!at) return std::string(u.is_exact() ? "none" : "unknown");
    if (!at->is_finite()) return std::string("time unknown");
    return (u.is_exact() ? "" : "at least ") + human(counts.as_of - *at);
  };
  std::string text =
      fields({{"In progress", number(u.in_progress)},
              {"Stuck", number(u.stuck)},
              {"Need a person", unfinished::how_many(counts.needs_human_known, counts.needs_human)},
              {"Released", number(u.released)},
              {"Not retried in time", number(u.unretried)},
              {"Succeeded", about(counts.succeeded)},
              {"Failed", about(counts.failed)},
              {"State unknown", counts.unknown > 0 ? about(counts.unknown) : ""},
              {"Oldest in progress", age(u.oldest_in_progress)},
              {"Oldest stuck", age(u.oldest_stuck)}});
  if (!u.is_exact()) text += unfinished::explanation(u.knowledge) + '\n';
  const bool is_all_counted = counted.known == unfinished::Known::exact;
  Table table({"COUNTED", fmt::format(">LAST {}", human(span)), ">BEFORE", ">TREND"});
  for (const metrics::Total& total : totals)
    table.add({visible(total.name), unfinished::how_many(counted, total.now),
               unfinished::how_many(counted, total.before),
               is_all_counted ? trend(total.now, total.before) : "?"});
  text += '\n' +
          (table.empty() ? fmt::format("Nothing was counted in the last {}.\n", human(span)) : table.text());
  if (!is_all_counted) text += unfinished::explanation(counted) + '\n';
  return text + fmt::format("as of {}\n", iso(counts.as_of));
}

Outcome show_stats(Context& context, const StatsOptions& options) {
  auto& store = context.store(Need::reading);
  const auto counts = context.looking_browser().state_counts().value();
  const auto totals = metrics::totals(store, options.since).value();
  const unfinished::Answer& u = counts.unfinished;
  const auto known_number = [&](std::int64_t n) { return u.is_exact() || n > 0 ? Json(n) : Json(nullptr); };
  const unfinished::Knowledge known =
      context.known_of({"counter_deltas", "counter_series", "counter_minutes", "counter_hours"});
  if (known.known != unfinished::Known::exact && context.out().is_json())
    context.out().warning("more may have been counted. " + unfinished::explanation(known));
  Json counted = Json::object();
  for (const metrics::Total& total : totals)
    counted[visible(total.name)] = {{"now", total.now}, {"before", total.before}};
  context.out().say(
      {{"states",
        {{"in_progress", known_number(u.in_progress)},
         {"stuck", known_number(u.stuck)},
         {"needs_human", counts.needs_human_known.known == unfinished::Known::exact || counts.needs_human > 0
                             ? Json(counts.needs_human)
                             : Json(nullptr)},
         {"released", known_number(u.released)},
         {"not_retried", known_number(u.unretried)},
         {"succeeded", counts.succeeded},
         {"failed", counts.failed},
         {"unknown", counts.unknown},
         {"finished_exact", counts.finished.known == unfinished::Known::exact}}},
       {"unfinished", json_knowledge(u.knowledge)},
       {"oldest_in_progress", json_time(u.oldest_in_progress)},
       {"oldest_stuck", json_time(u.oldest_stuck)},
       {"since_s", std::chrono::duration_cast<std::chrono::seconds>(options.since).count()},
       {"counted", std::move(counted)},
       {"as_of", iso(counts.as_of)},
       {"sql", json_text(counts.sql)}},
      stats_text(counts, totals, known, options.since));
  return Exit::done;
}

}  // namespace

void add_stats(Program& program) {
  add_command<StatsOptions>(
      program, program.app, "stats", "How many in each state, the oldest, and what was counted lately",
      show_stats, [](CLI::App& command, StatsOptions& o) {
        add_duration(command, "--since", o.since,
                     "How far back to count; the same span before it is the trend [1h]");
        command.footer(
            "When: \"is it bad, and is it getting worse?\" Services and daemons write the counters; states "
            "come from the rows.\n"
            "  oncectl stats\n"
            "  oncectl stats --since 15m --json | jq .states.stuck");
      });
}

}  // namespace onceover::oncectl
