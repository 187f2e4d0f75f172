// SPDX-License-Identifier: Apache-2.0
#include "core/browse/sight.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text.h"
#include "core/browse/reading.h"
#include "core/tables/states.h"

namespace onceover::browse {

using tables::Query;
using unfinished::Known;

void limit(unfinished::Knowledge& knowledge, const Gap& gap) {
  if (knowledge.known == Known::exact) knowledge.known = Known::at_least;
  knowledge.why = gap.why + (knowledge.why.empty() ? "" : " " + knowledge.why);
  if (knowledge.remedy.empty()) knowledge.remedy = gap.remedy;
}

unfinished::Knowledge both_known(unfinished::Knowledge here, const unfinished::Knowledge& there) {
  if (there.known <= here.known) return here;
  here = there;
  here.why = "In the archive: " + here.why;
  return here;
}

unfinished::Knowledge Sight::of_rows(Timestamp as_of) const {
  unfinished::Knowledge out{.known = Known::exact, .as_of = as_of};
  if (rows) limit(out, *rows);
  return out;
}

unfinished::Knowledge Sight::of_states(Timestamp as_of) const {
  unfinished::Knowledge out{.known = Known::exact, .as_of = as_of};
  if (states) limit(out, *states);
  if (rows) limit(out, *rows);
  if (no_state) out.known = Known::unknown;
  return out;
}

unfinished::Knowledge Sight::of_work(Timestamp as_of) const {
  unfinished::Knowledge out = of_states(as_of);
  if (due) limit(out, *due);
  return out;
}

namespace {

// of: " of onceover.cases", or nothing.
Gap hidden_by_policy(std::string_view of, std::string_view user) {
  return {fmt::format("Row-level security hides rows{} from the user {}.", of, visible(user)),
          "Connect as a user who sees all rows (BYPASSRLS, or a policy that allows it)."};
}

Gap of_last_refresh() {
  return {
      "A materialized view shows what was true at its last refresh, and PostgreSQL does not record when that "
      "was.",
      "Name the table that it is made from in the profile."};
}

Gap of_another_server() {
  return {"Rows are read from another server (a foreign table): which of them it hides is unknown.",
          "Read the table on the server that holds it."};
}

Gap hidden_by_view() {
  return {"This view may leave out rows: it is more than the columns of one table.",
          "Name the table that it reads in the profile."};
}

// Of a view c: it is some columns of all rows of one table. What is not surely so, is not.
constexpr const char* shows_all_rows = R"(
  pg_catalog.pg_get_viewdef(c.oid) ~ '^\s*SELECT\M[^();]*\mFROM\s+[^\s(),;]+(\s+[a-z_0-9]+)?\s*;?\s*$'
  AND pg_catalog.pg_get_viewdef(c.oid)
    !~* '\m(DISTINCT|WHERE|JOIN|LIMIT|OFFSET|FETCH|GROUP|HAVING|UNION|INTERSECT|EXCEPT|TABLESAMPLE|ONLY)\M'
  AND (SELECT pg_catalog.bool_and(t.relkind IN ('r', 'p') AND NOT t.relrowsecurity AND NOT t.relispartition)
    FROM pg_catalog.pg_rewrite w
    JOIN pg_catalog.pg_depend d ON d.classid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass AND d.objid = w.oid
      AND d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass
    JOIN pg_catalog.pg_class t ON t.oid = d.refobjid
    WHERE w.ev_class = c.oid AND t.oid <> c.oid) IS TRUE)";

// Of a table c: the one that it is a part of. Declared so, or by inheritance where it has no columns of its
// own.
constexpr const char* whole_of = R"(
  SELECT h.inhparent::pg_catalog.regclass::pg_catalog.text FROM pg_catalog.pg_inherits h
  WHERE h.inhrelid = c.oid AND (c.relispartition OR (SELECT pg_catalog.count(*) FILTER (WHERE a.attrelid = h.inhrelid)
      = pg_catalog.count(*) FILTER (WHERE a.attrelid = h.inhparent)
    FROM pg_catalog.pg_attribute a
    WHERE a.attrelid IN (h.inhrelid, h.inhparent) AND a.attnum > 0 AND NOT a.attisdropped))
  ORDER BY h.inhseqno LIMIT 1)";

// Of a table c: it, or a part of it, is on another server.
constexpr const char* is_elsewhere = R"(
  c.relkind = 'f' OR EXISTS (SELECT FROM pg_catalog.pg_inherits h JOIN pg_catalog.pg_class t ON t.oid = h.inhrelid
    WHERE h.inhparent = c.oid AND t.relkind = 'f'))";

Gap behind_the_primary() {
  return {"This server is a standby: recent commits of the primary may be missing.",
          "Connect to the primary."};
}

Gap no_right(std::string_view table, std::string_view user) {
  return {fmt::format("The user {} has no SELECT on onceover.{}.", visible(user), table),
          "Grant it: oncectl roles print --role viewer."};
}

}  // namespace

Result<std::vector<HiddenTable>> hidden_own_tables(pg::Connection& connection) {
  constexpr std::string_view sql =
      "SELECT t.name, current_user::text, t.by_policy, t.may_read FROM (SELECT c.relname::text AS name, "
      "pg_catalog.row_security_active(c.oid) "
      "AS by_policy, pg_catalog.has_any_column_privilege(c.oid, 'SELECT') AS may_read FROM "
      "pg_catalog.pg_class c JOIN "
      "pg_catalog.pg_namespace n "
      "ON n.oid = c.relnamespace WHERE n.nspname = 'onceover' AND c.relkind IN ('r', 'p')) t WHERE "
      "t.by_policy OR NOT t.may_read OR "
      "pg_catalog.pg_is_in_recovery() ORDER BY 1";
  return pg::run(connection, sql, pg::Params(), {.read_only = true}).map([](const pg::Rows& rows) {
    return rows.map([&](int row) {
      const std::string name = rows.text(row, 0), user = rows.text(row, 1);
      return HiddenTable{name, rows.boolean(row, 2)    ? hidden_by_policy(" of onceover." + name, user)
                               : !rows.boolean(row, 3) ? no_right(name, user)
                                                       : behind_the_primary()};
    });
  });
}

unfinished::Knowledge known_of(const std::vector<HiddenTable>& hidden,
                               const std::set<std::string_view>& read) {
  const auto found =
      std::ranges::find_if(hidden, [&](const HiddenTable& table) { return read.contains(table.name); });
  return Sight{.rows = found == hidden.end() ? std::nullopt : std::optional(found->gap)}.of_rows({});
}

std::optional<Gap> hidden_rows(Reading& reading, const tables::Profile& p) {
  // pg_class instead of regclass: objects that do not exist hide nothing.
  Query query(
      "SELECT pg_catalog.pg_is_in_recovery(), pg_catalog.bool_or(pg_catalog.row_security_active(c.oid)), "
      "current_user::text, "
      "pg_catalog.min((" +
      std::string(whole_of) + ")), pg_catalog.min(CASE WHEN " + is_elsewhere +
      " THEN 'f' WHEN c.relkind = 'm' THEN 'm' WHEN c.relkind = 'v' AND (" + shows_all_rows +
      ") IS NOT TRUE THEN 'v' END) FROM pg_catalog.pg_class c WHERE c.oid = ");
  query.text(tables::table_name(p)) << "::pg_catalog.regclass";
  if (tables::is_own(p))
    query << " OR c.relnamespace = (SELECT k.relnamespace FROM pg_catalog.pg_class k WHERE k.oid = "
             "'onceover.keys'::pg_catalog.regclass) AND "
             "c.relname IN ('unfinished', 'frontier', 'cases') AND c.relkind = 'r'";
  auto rows = reading.run(query).value();
  if (rows.boolean(0, 1)) return hidden_by_policy("", rows.text(0, 2));
  if (!rows.is_null(0, 3)) {
    const std::string whole = visible(rows.text(0, 3));
    return Gap{
        fmt::format("This table is one partition of {}: the rows of its other partitions are not read.",
                    whole),
        fmt::format("Name {} in the profile.", whole)};
  }
  if (!rows.is_null(0, 4))
    return rows.text(0, 4) == "f"   ? of_another_server()
           : rows.text(0, 4) == "m" ? of_last_refresh()
                                    : hidden_by_view();
  if (rows.boolean(0, 0)) return behind_the_primary();
  return std::nullopt;
}

namespace {

// Of rows called k: how many have no state, and the first of their words.
pg::Rows without_state(Reading& reading, const tables::Profile& p, const Query& rows) {
  Query query = rows.behind("SELECT pg_catalog.count(*), COALESCE(pg_catalog.min(s.word), '') FROM (SELECT " +
                            tables::state_word(p) + " AS word FROM ");
  query << " k WHERE " << tables::state_is_unknown(p) << ") s";
  return reading.run(query).value();
}

// The frequent words of the column that alone gives the state, by the planner's statistics. None: there are
// no statistics, or it is not one column.
std::optional<Query> frequent_states(Reading& reading, const tables::Profile& p) {
  const auto columns = tables::state_columns(p);
  if (columns.size() != 1) return std::nullopt;
  Query type(
      "SELECT pg_catalog.format_type(a.atttypid, NULL) FROM pg_catalog.pg_attribute a WHERE a.attrelid = ");
  type.text(tables::table_name(p)) << "::pg_catalog.regclass AND a.attname = ";
  type.text(columns.front());
  const auto name = reading.run(type).value();
  if (name.empty()) return std::nullopt;
  Query rows("(SELECT pg_catalog.unnest(s.most_common_vals::pg_catalog.text::" + name.text(0, 0) + "[]) AS " +
             tables::quoted_name(columns.front()) + " FROM pg_catalog.pg_stats s WHERE s.schemaname = ");
  rows.text(p.schema) << " AND s.tablename = ";
  rows.text(p.table) << " AND s.attname = ";
  rows.text(columns.front()) << ")";
  return rows;
}

}  // namespace

std::optional<Gap> unnamed_states(Reading& reading, const tables::Profile& p, double table_rows,
                                  double whole_up_to) {
  if (p.states.otherwise || tables::is_own(p)) return std::nullopt;  // the type of our own has no other word
  const bool is_read = table_rows <= whole_up_to;
  if (!is_read && names_no_work(p))
    return Gap{"The profile names no state for work that is not done.", "Name that state in the profile."};
  tables::Profile by = p;
  if (!is_read) {
    // The statistics of one column do not show which of its rows another column sets aside.
    by.set_aside.clear();
    const auto columns = tables::state_columns(by);
    std::ranges::copy_if(p.set_aside, std::back_inserter(by.set_aside),
                         [&](const tables::Condition& condition) {
                           return std::ranges::find(columns, condition.column) != columns.end();
                         });
  }
  const auto from = is_read ? Query(tables::table_name(p)) : frequent_states(reading, by);
  if (!from) return std::nullopt;
  const pg::Rows found = without_state(reading, by, *from);
  const std::int64_t n = found.integer(0, 0);
  if (n == 0) return std::nullopt;
  const std::string word = visible(found.text(0, 1));
  const std::string which = word.empty() ? "" : fmt::format(" (\"{}\")", word);
  const std::string how_many =
      is_read ? fmt::format("{} {}", n, n == 1 ? "row is" : "rows are") : "Many rows are";
  return Gap{fmt::format("{} in a state that the profile does not name{}.", how_many, which),
             "Name the state in the profile."};
}

bool names_no_work(const tables::Profile& p) {
  return !p.states.otherwise && std::ranges::none_of(p.states.rules, [](const tables::StateRule& rule) {
    return rule.state == key::State::in_progress || rule.state == key::State::released ||
           rule.may_retry.value_or(false);
  });
}

Sight sight_of(Reading& reading, const tables::Profile& p, double table_rows, double whole_up_to) {
  Sight sight;
  sight.rows = hidden_rows(reading, p);
  sight.no_state = p.states.rules.empty() && !p.states.otherwise;
  if (sight.no_state && p.schema == "onceover" && p.table == "outbox") {
    sight.states = Gap{"The outbox does not keep what is published: its relays do.",
                       "See the state of each event, or oncectl relay list."};
  } else if (sight.no_state) {
    sight.states = Gap{"The profile names no state of this table's rows.", "Name the states in the profile."};
  } else {
    sight.states = unnamed_states(reading, p, table_rows, whole_up_to);
    doubt(sight, reading, p, table_rows, whole_up_to);
  }
  return sight;
}

namespace {

// A type that is not PostgreSQL's own has its own way to compare: in citext, Pay-7 is pay-7. Only the text is
// compared here.
std::optional<Gap> keys_of_another_type(Reading& reading, const tables::Profile& p) {
  if (tables::is_own(p)) return std::nullopt;
  Query query(
      "SELECT pg_catalog.format_type(b.oid, NULL) FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_type t "
      "ON t.oid = a.atttypid JOIN "
      "pg_catalog.pg_type b ON b.oid = COALESCE(NULLIF(t.typbasetype, 0), t.oid) WHERE b.typtype = 'b' AND "
      "b.typnamespace <> "
      "'pg_catalog'::pg_catalog.regnamespace AND a.attrelid = ");
  query.text(tables::table_name(p)) << "::pg_catalog.regclass AND a.attname = ";
  query.text(p.key);
  const auto found = reading.run(query).value();
  if (found.empty()) return std::nullopt;
  return Gap{fmt::format("Keys are of the type {}: one that is spelled otherwise may be the same key.",
                         visible(found.text(0, 0))),
             "Look for parts of it: oncectl keys list --contains."};
}

}  // namespace

unfinished::Knowledge none_of(Reading& reading, const tables::Profile& p, Timestamp as_of) {
  auto known = Sight{.rows = hidden_rows(reading, p), .states = {}}.of_rows(as_of);
  if (const auto other = keys_of_another_type(reading, p)) limit(known, *other);
  return known;
}

unfinished::Knowledge known_of(Reading& reading, const tables::Profile& p, const Filter& filter,
                               double whole_up_to, Timestamp as_of) {
  // A filter by states misses rows whose state is not known.
  const bool asks_for_states =
      filter.dead || filter.stuck || (!filter.states.empty() && !filter.unknown_state);
  if (!asks_for_states && !filter.key.empty()) return none_of(reading, p, as_of);
  if (!asks_for_states) return Sight{.rows = hidden_rows(reading, p), .states = {}}.of_rows(as_of);
  const double rows = estimated_rows(reading, Query("SELECT FROM " + tables::table_name(p) + " k"));
  const Sight sight = sight_of(reading, p, rows, whole_up_to);
  auto known = filter.stuck ? sight.of_work(as_of) : sight.of_states(as_of);
  if (filter.stuck && sight.leases) limit(known, *sight.leases);
  return known;
}

unfinished::Knowledge more_than(Timestamp as_of) {
  return {.known = Known::at_least, .as_of = as_of, .why = "There are more."};
}

Gap counted_up_to(std::int64_t n) { return {fmt::format("Only {} were counted.", n), {}}; }

std::string give_zone(std::string_view field) {
  return fmt::format("Give its zone in the profile ({}: zone = \"Europe/Berlin\").", field);
}

std::string why_no_instant(const tables::Instant& instant) {
  if (!instant.has_unknown_zone()) return {};
  return fmt::format("The time zone of \"{}\" is unknown.", visible(instant.column));
}

}  // namespace onceover::browse
