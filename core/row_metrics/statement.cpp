// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "core/browse/filter_sql.h"
#include "core/metrics/counters.h"
#include "core/row_metrics/flow.h"
#include "core/tables/instants.h"
#include "core/tables/states.h"

namespace onceover::row_metrics {
namespace {

using metrics::By;
using tables::Profile;
using tables::Query;

// How many old rows to search for a finished one: the rows that a reaper left are at that end, and are few.
constexpr int oldest_rows = 20'000;

// The class of a row in the statement: not finished, What, or a state without a rule.
constexpr int unfinished_class = 0, unknown_class = 3;
int class_of(const std::optional<What>& what) { return what ? static_cast<int>(*what) : unfinished_class; }

std::vector<const Profile*> tables_of(const Profile& p) {
  if (p.twin.profile) return {&p, p.twin.profile.get()};
  return {&p};
}

std::string class_sql(const Profile& p) {
  std::vector<int> classes;
  for (const auto& what : what_by_rule(p)) classes.push_back(class_of(what));
  // A row that is set aside in a state without a rule never finished.
  const std::string otherwise = p.set_aside.empty()
                                    ? std::to_string(unknown_class)
                                    : fmt::format("CASE WHEN {} THEN {} ELSE {} END", tables::is_set_aside(p),
                                                  unfinished_class, unknown_class);
  return fmt::format("COALESCE((ARRAY[{}]::pg_catalog.int4[])[1 + ({})], {})", fmt::join(classes, ", "),
                     tables::state_number(p), otherwise);
}

std::string text_of(const std::string& column) {
  if (column.empty()) return "''::pg_catalog.text";
  return "COALESCE(k." + tables::quoted_name(column) + "::pg_catalog.text, '')";
}

std::string instant_sql(Timestamp at) { return "timestamptz " + tables::literal(iso(at)); }

// Times that a clock can show; arithmetic on any other would abort the whole statement.
std::string sane(std::string_view x) {
  return fmt::format(
      "CASE WHEN {0} >= timestamptz '1971-01-01 00:00:00+00' AND {0} < timestamptz '9999-01-01 00:00:00+00' "
      "THEN {0} END",
      x);
}

std::string bin(std::string_view x, Duration step, Timestamp origin) {
  return fmt::format("pg_catalog.date_bin({}, {}, {})", tables::interval(step), x, instant_sql(origin));
}

// The bounds are inclusive; width_bucket's are not.
std::string bounds_sql() {
  std::vector<std::string> out;
  for (const double ms : metrics::bounds_ms)
    out.push_back(tables::interval(Duration(static_cast<std::int64_t>(ms * 1'000) + 1)));
  return fmt::format("ARRAY[{}]", fmt::join(out, ", "));
}

void range_sql(Query& query, const Profile& p, const CountRequest& asked) {
  browse::Filter filter{.from = asked.from, .to = asked.to};
  if (!asked.tenant.empty()) filter.tenant = asked.tenant;
  // A table with only one operation names it in its profile.
  if (!asked.operation.empty() && !(p.operation.empty() && p.operation_name == asked.operation))
    filter.operation = asked.operation;
  require(browse::where_sql(query, p, filter));
}

std::string finish_sql(const Profile& p, const Finish& finish) {
  return finish.exists && !finish.at.empty() ? tables::shown_instant(p, finish.at)
                                             : std::string("NULL::pg_catalog.timestamptz");
}

// The rows of the range in one form for every table: created, finished either way, class, and groups.
void rows_sql(Query& query, const Profile& p, const CountRequest& asked) {
  const Completions how = completions_of(p);
  query << "SELECT " << tables::shown_instant(p, p.created_at) << " AS c, " << finish_sql(p, how.succeeded)
        << " AS d1, " << finish_sql(p, how.failed) << " AS d2, " << class_sql(p) << " AS s, "
        << text_of(p.tenant) << " AS t, " << text_of(p.operation) << " AS o, " << text_of(p.response_code)
        << " AS r FROM " << tables::table_name(p) << " k WHERE ";
  range_sql(query, by_axis(p, how, asked.axis), asked);
  // Also a fence: what is computed for a row is computed once.
  if (asked.most_rows > 0) {
    (query << " LIMIT ").integer(asked.most_rows + 1);
  } else {
    query << " OFFSET 0";
  }
}

// When the row finished, by its class; where the table has no such time, when it was created.
std::string finished_sql(const Completions& how) {
  const auto of = [](const Finish& finish, std::string_view column) {
    return finish.at.empty() ? std::string("c") : std::string(column);
  };
  return fmt::format("CASE s WHEN {} THEN {} WHEN {} THEN {} END", class_of(What::succeeded),
                     of(how.succeeded, "d1"), class_of(What::failed), of(how.failed, "d2"));
}

char letter(By by) { return by == By::tenant ? 't' : by == By::operation ? 'o' : 'r'; }

// The grouping sets, one letter for each column: e and f are c and d in the steps of groups.
std::vector<std::string> sets_of(const CountRequest& asked) {
  const std::string hour = asked.by_hour ? "h" : "";
  std::vector<std::string> sets{hour + (asked.finished ? "sd" : "s") +
                                (asked.finished && asked.by_duration ? "b" : "")};
  if (asked.created) sets.push_back(hour + "c");
  for (const By by : asked.by) {
    if (asked.finished) sets.push_back(hour + "sf" + letter(by));
    if (asked.created && by != By::code) sets.push_back(hour + "e" + letter(by));
  }
  return sets;
}

constexpr std::string_view columns = "hcdsbtoref";

std::string used_columns(const CountRequest& asked) {
  std::string out;
  const auto sets = sets_of(asked);
  for (const char column : columns) {
    if (std::ranges::any_of(sets,
                            [&](const std::string& set) { return set.find(column) != std::string::npos; }))
      out += column;
  }
  return out;
}

std::string with_commas(std::string_view letters) {
  std::string out;
  for (const char letter : letters) out += out.empty() ? std::string(1, letter) : std::string(", ") + letter;
  return out;
}

}  // namespace

Profile by_axis(const Profile& p, const Completions& how, Axis axis) {
  Profile out = p;
  out.twin = {};
  if (axis == Axis::created) return out;
  const tables::Instant* shared = how.shared();
  out.created_at = shared != nullptr ? *shared : tables::Instant{};
  out.created_at.only_in.clear();
  return out;
}

std::vector<Query> range_queries(const Profile& p, const CountRequest& asked) {
  std::vector<Query> out;
  for (const Profile* table : tables_of(p)) {
    Query query("SELECT FROM " + tables::table_name(*table) + " k WHERE ");
    range_sql(query, by_axis(*table, completions_of(*table), asked.axis), asked);
    out.push_back(std::move(query));
  }
  return out;
}

Query tally_query(const Profile& p, const Completions& how, const CountRequest& asked) {
  const std::string used = used_columns(asked);
  std::vector<std::string> sets;
  for (const std::string& set : sets_of(asked)) sets.push_back("(" + with_commas(set) + ")");
  std::string selected;
  for (const char column : columns) {
    selected += ", ";
    if (used.find(column) == std::string::npos) selected += "NULL AS ";
    selected += column;
  }
  // A NULL step in `d`: not finished, or at an unknown time.
  const std::string_view axis = asked.axis == Axis::created ? "c" : "d";
  std::string bins;
  const auto add = [&](char column, const std::string& sql) {
    if (used.find(column) != std::string::npos)
      bins += fmt::format("{}{} AS {}", bins.empty() ? "" : ", ", sql, column);
  };
  add('h', bin(axis, cell_length, Timestamp{0}));
  add('c', bin("c", asked.step, asked.origin));
  // The last step may extend beyond the range: completions there are not part of it.
  const auto finished_bin = [&](Duration step) {
    const std::string bin_of = bin("d", step, asked.origin);
    if (!asked.cut) return bin_of;
    return fmt::format("CASE WHEN d < {} THEN {} WHEN d IS NOT NULL THEN {} END", instant_sql(*asked.cut),
                       bin_of, instant_sql(*asked.cut + step));
  };
  add('d', finished_bin(asked.step));
  add('s', "s");
  std::vector<int> timed;  // classes that are not counted at creation
  if (!how.succeeded.at.empty()) timed.push_back(class_of(What::succeeded));
  if (!how.failed.at.empty()) timed.push_back(class_of(What::failed));
  add('b', timed.empty() ? "NULL::pg_catalog.int4"
                         : fmt::format("CASE WHEN s IN ({}) THEN pg_catalog.width_bucket(d - c, {}) END",
                                       fmt::join(timed, ", "), bounds_sql()));
  for (const char column : std::string_view("tor")) add(column, std::string(1, column));
  add('e', bin("c", asked.group_step, asked.origin));
  add('f', finished_bin(asked.group_step));

  Query query(fmt::format("SELECT GROUPING({}){}, pg_catalog.count(*)\nFROM (SELECT {}\n", with_commas(used),
                          selected, bins));
  query << "  FROM (SELECT " << sane("c") << " AS c, " << sane(finished_sql(how))
        << " AS d, s, t, o, r\n    FROM (";
  bool first = true;
  for (const Profile* table : tables_of(p)) {
    if (!first) query << "\n      UNION ALL ";
    first = false;
    query << "(";
    rows_sql(query, *table, asked);
    query << ")";
  }
  query << ") x) y) z\nGROUP BY GROUPING SETS (" << fmt::format("{}", fmt::join(sets, ", ")) << ")";
  return query;
}

void add(Tallied& to, const Tallied& more) {
  to.rows += more.rows;
  to.unfinished += more.unfinished;
  to.unknown += more.unknown;
  to.undated += more.undated;
  for (std::size_t by = 0; by < to.counts.size(); ++by) {
    auto& counts = to.counts[by];
    counts.insert(counts.end(), more.counts[by].begin(), more.counts[by].end());
    // Completions at one time may belong to rows created in several parts.
    const auto place = [](const Count& count) {
      return std::tie(count.what, count.at, count.group, count.bound);
    };
    std::ranges::sort(counts, [&](const Count& a, const Count& b) { return place(a) < place(b); });
    std::vector<Count> sums;
    for (Count& count : counts) {
      if (!sums.empty() && place(sums.back()) == place(count)) {
        sums.back().n += count.n;
      } else {
        sums.push_back(std::move(count));
      }
    }
    counts = std::move(sums);
  }
}

Answer answer_from(const CountRequest& asked, const pg::Rows& rows) {
  const std::string used = used_columns(asked);
  const auto is_in = [&](std::int64_t mask, char column) {
    const auto at = used.find(column);
    return at != std::string::npos && (mask >> (used.size() - 1 - at) & 1) == 0;
  };
  Answer answer;
  std::vector<Tallied>& out = answer.cells;
  const auto hour_at = [&](Timestamp hour) -> Tallied& {
    const auto found = std::ranges::find(out, hour, &Tallied::hour);
    if (found != out.end()) return *found;
    out.push_back({.hour = hour});
    return out.back();
  };
  if (!asked.by_hour) hour_at(asked.from);
  for (int i = 0; i < rows.size(); ++i) {
    const std::int64_t mask = rows.integer(i, 0), n = rows.integer(i, 11);
    By by = By::nothing;
    for (const By one : {By::tenant, By::operation, By::code}) by = is_in(mask, letter(one)) ? one : by;
    // The one set that has each row once.
    if (by == By::nothing && is_in(mask, 's')) answer.read += n;
    if (asked.by_hour && rows.is_null(i, 1)) continue;  // not finished, or an unusable instant
    Tallied& into = hour_at(asked.by_hour ? rows.timestamp(i, 1) : asked.from);
    const std::string group = by == By::tenant      ? rows.text(i, 6)
                              : by == By::operation ? rows.text(i, 7)
                                                    : rows.text(i, 8);
    auto& counts = into.counts[static_cast<std::size_t>(by)];
    if (is_in(mask, 'c') || is_in(mask, 'e')) {
      const int at = is_in(mask, 'c') ? 2 : 9;
      if (!rows.is_null(i, at)) counts.push_back({What::created, rows.timestamp(i, at), group, -1, n});
      continue;
    }
    const auto kind = static_cast<int>(rows.integer(i, 4));
    const bool is_finished = kind == class_of(What::succeeded) || kind == class_of(What::failed);
    if (by == By::nothing) {
      into.rows += n;
      if (kind == unfinished_class) into.unfinished += n;
      if (kind == unknown_class) into.unknown += n;
      if (is_finished && is_in(mask, 'd') && rows.is_null(i, 3)) into.undated += n;
    }
    const int at = is_in(mask, 'f') ? 10 : 3;
    if (!is_finished || (!is_in(mask, 'd') && !is_in(mask, 'f')) || rows.is_null(i, at)) continue;
    const int bound = is_in(mask, 'b') && !rows.is_null(i, 5) ? static_cast<int>(rows.integer(i, 5)) : -1;
    counts.push_back({static_cast<What>(kind), rows.timestamp(i, at), group, bound, n});
  }
  return answer;
}

Query oldest_query(const Profile& p, Axis axis) {
  std::vector<std::string> oldest;
  for (const Profile* table : tables_of(p)) {
    const Profile at = by_axis(*table, completions_of(*table), axis);
    if (at.created_at.empty()) continue;
    const std::string column = "k." + tables::quoted_name(at.created_at.column),
                      name = tables::table_name(at);
    const std::string known =
        at.is_never_null(at.created_at.column) ? "" : " WHERE " + column + " IS NOT NULL";
    const std::string x = tables::shown_instant(at, at.created_at);
    const std::string order = known + " ORDER BY " + column + " LIMIT ";
    oldest.push_back(fmt::format(
        "COALESCE((SELECT f.x FROM (SELECT {0} AS x, {1} AS s FROM {2} k{3}{4}) f WHERE f.s IN ({5}, {6}) "
        "LIMIT 1), (SELECT {0} FROM {2} k{3}1))",
        x, class_sql(at), name, order, oldest_rows, class_of(What::succeeded), class_of(What::failed)));
  }
  if (oldest.empty())
    raise(ErrorKind::invalid_input, "The profile maps no time of creation.", "Nothing was read.");
  return Query(fmt::format("SELECT LEAST({})", fmt::join(oldest, ", ")));
}

}  // namespace onceover::row_metrics
