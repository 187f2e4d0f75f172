// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/unfinished_answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/alerts/rules.h"
#include "core/metrics/history.h"
#include "core/pg/transaction.h"
#include "core/reconcile/stop_switch.h"

namespace onceover::bench {

using Json = nlohmann::ordered_json;

double rounded(double value) { return std::round(value * 100) / 100; }

void tell_statistics(pg::Connection& connection) {
  // A table is read so that there is something to be told.
  sound(connection.exec("SELECT pg_stat_force_next_flush() FROM onceover.control"));
}

RowsRead read_by_all(test::RawConnection& look) {
  const auto of = [&](const char* table) {
    return std::stoll(
        look.scalar("SELECT t.seq_tup_read + coalesce((SELECT sum(i.idx_tup_read) FROM pg_stat_user_indexes "
                    "i WHERE i.relid = t.relid), 0)::int8 FROM pg_stat_user_tables t WHERE t.relid = "
                    "$1::regclass",
                    {table}));
  };
  return {of("onceover.keys"), of("onceover.unfinished")};
}

std::optional<RowsRead> read_by(pg::Connection& connection, Steady::time_point told) {
  const auto of = [](const char* table) {
    return fmt::format(
        "pg_stat_get_xact_tuples_returned('{0}'::regclass) + (SELECT "
        "coalesce(sum(pg_stat_get_xact_tuples_returned(i.indexrelid)), 0)::int8 FROM pg_index i WHERE "
        "i.indrelid = '{0}'::regclass)",
        table);
  };
  if (seconds_since(told) > 0.95) return std::nullopt;
  const auto rows =
      sound(connection.exec(fmt::format("SELECT {}, {}", of("onceover.keys"), of("onceover.unfinished"))));
  return RowsRead{rows.integer(0, 0), rows.integer(0, 1)};
}

namespace {

Said said_of(const unfinished::Answer& answer, const Truth& truth) {
  return {.known = answer.knowledge.known,
          .stuck = answer.stuck,
          .is_whole = answer.oldest_stuck == truth.oldest,
          .why = unfinished::explanation(answer.knowledge)};
}

}  // namespace

Said read_overview(pg::Connection& connection, browse::Browser& browser, const Truth& truth) {
  const auto counts = sound(browser.state_counts());
  Said said = said_of(counts.unfinished, truth);
  said.is_whole = said.is_whole && counts.unfinished.released == truth.released &&
                  counts.unfinished.oldest_in_progress.has_value();
  if (counts.unfinished.stuck > 0) {
    const auto groups = sound(browser.stuck_groups());
    said.is_whole = said.is_whole && groups.unfinished.stuck == counts.unfinished.stuck;
    // Where the groups are not read unasked, the list is not either.
    if (!groups.groups.empty()) {
      browse::PageRequest oldest;
      oldest.filter.stuck = true;
      oldest.newest_first = false;
      oldest.limit = 8;
      const auto page = sound(browser.page(oldest));
      said.is_whole = said.is_whole && page.rows.size() == 8 &&
                      page.rows.front().lease_ended() == truth.oldest && page.knowledge.known == said.known;
    }
  }
  {
    auto transaction = sound(pg::Transaction::begin(connection, {.read_only = true}));
    sound(reconcile::stop_switch(connection));
  }
  sound(metrics::totals(connection, std::chrono::minutes(5)));
  sound(metrics::history(
      connection, {counts.as_of - std::chrono::minutes(30), counts.as_of, std::chrono::seconds(30), {}, {}}));
  return said;
}

Said read_groups(browse::Browser& browser, const Truth& truth) {
  return said_of(sound(browser.stuck_groups(200, browse::Scan::if_quick)).unfinished, truth);
}

Said read_check(pg::Connection& connection, browse::Browser& browser) {
  const auto observed = sound(alerts::observe(connection, browser, tables::own()));
  const auto level = alerts::overall(alerts::judge(observed, {}));
  return {.known = observed.stuck->known,
          .stuck = observed.stuck->n,
          .level = std::string(alerts::word(level)),
          .why = observed.stuck->why};
}

void Figure::add(double took, const Said& said, const std::optional<RowsRead>& read) {
  least = ms.empty() ? said.stuck : std::min(least, said.stuck);
  most = ms.empty() ? said.stuck : std::max(most, said.stuck);
  ms.push_back(took);
  ++known[said.has_failed ? "error" : std::string(unfinished::word(said.known))];
  if (!said.level.empty()) ++levels[said.level];
  if (!said.is_whole) ++wrong;
  if (!said.why.empty()) why = said.why;
  if (!read) return;
  rows.push_back(static_cast<double>(read->keys));
  list.push_back(static_cast<double>(read->list));
}

bool Figure::meets(const Truth& truth) const {
  return quantile(ms, 1) < target_ms && is_exact() && least == truth.stuck && most == truth.stuck &&
         wrong == 0 && (levels.empty() || (levels.size() == 1 && levels.contains("CRITICAL"))) &&
         rows.size() == ms.size() && quantile(rows, 1) < most_finished_rows;
}

Json Figure::json(const Truth& truth, bool has_target) const {
  const auto of = [](const std::vector<double>& values) -> Json {
    if (values.empty()) return nullptr;
    return {{"median", rounded(quantile(values, 0.5))}, {"worst", rounded(quantile(values, 1))}};
  };
  Json out{{"reading", name},
           {"rounds", ms.size()},
           {"ms", of(ms)},
           {"known", known},
           {"stuck", {{"least", least}, {"most", most}}},
           {"otherwise_wrong", wrong},
           {"rows_read", of(rows)},
           {"list_read", of(list)}};
  if (!levels.empty()) out["levels"] = levels;
  if (!why.empty()) out["why"] = why;
  if (!has_target) return out;
  out["target"] = {{"ms", target_ms},
                   {"known", "exact"},
                   {"stuck", truth.stuck},
                   {"finished_rows_read", most_finished_rows}};
  if (!levels.empty()) out["target"]["level"] = "CRITICAL";
  out["met"] = meets(truth);
  return out;
}

void print(std::FILE* to, const std::string& scene, const std::vector<Figure>& figures, const Truth& truth,
           bool has_target) {
  static bool headed = false;
  if (!headed) {
    fmt::print(to, "{:<32} {:<13} {:>9} {:>9} {:>7}  {:<9} {:>11} {:<9} {:>10} {:>10}  {}\n", "scene",
               "reading", "median ms", "worst ms", "target", "answer", "stuck", "level", "rows read",
               "list read", "met");
  }
  headed = true;
  for (const Figure& f : figures) {
    const auto words = [](const std::map<std::string, int>& of) {
      std::string out;
      for (const auto& [word, n] : of) out += (out.empty() ? "" : "/") + word;
      return out;
    };
    const auto worst = [](const std::vector<double>& values) {
      return values.empty() ? "?" : fmt::format("{:.0f}", quantile(values, 1));
    };
    fmt::print(to, "{:<32} {:<13} {:>9.1f} {:>9.1f} {:>7.0f}  {:<9} {:>11} {:<9} {:>10} {:>10}  {}{}\n",
               scene, f.name, quantile(f.ms, 0.5), quantile(f.ms, 1), f.target_ms, words(f.known),
               f.least == f.most ? std::to_string(f.most) : fmt::format("{}-{}", f.least, f.most),
               words(f.levels), worst(f.rows), worst(f.list),
               has_target ? (f.meets(truth) ? "yes" : "no") : "-",
               f.wrong > 0 ? fmt::format(", {} of {} not whole", f.wrong, f.ms.size()) : "");
  }
  std::fflush(to);
}

}  // namespace onceover::bench
