// SPDX-License-Identifier: Apache-2.0
#include "core/browse/sight.h"

#include <fmt/format.h>

#include "core/browse/filter_sql.h"
#include "core/browse/key_row_sql.h"
#include "core/browse/reading.h"
#include "core/tables/instants.h"
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

// Of a table c, as t: it, what a view reads, and all their parts.
constexpr const char* parts_of_it = R"(WITH RECURSIVE t (oid) AS (SELECT c.oid
  UNION SELECT n.oid FROM t CROSS JOIN LATERAL (
    SELECT h.inhrelid FROM pg_catalog.pg_inherits h WHERE h.inhparent = t.oid
    UNION ALL SELECT d.refobjid FROM pg_catalog.pg_rewrite w
      JOIN pg_catalog.pg_depend d ON d.classid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass AND d.objid = w.oid
        AND d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass
      WHERE w.ev_class = t.oid) n (oid)))";

// Of a view c: it is some columns of all rows of one table, each once and as it is. What is not surely so, is
// not.
constexpr const char* shows_all_rows = R"(
  pg_catalog.pg_get_viewdef(c.oid) ~ '^\s*SELECT\M[^();]*\mFROM\s+[^\s(),;]+(\s+[a-z_0-9]+)?\s*;?\s*$'
  AND pg_catalog.pg_get_viewdef(c.oid)
    !~* '\m(DISTINCT|WHERE|JOIN|LIMIT|OFFSET|FETCH|GROUP|HAVING|UNION|INTERSECT|EXCEPT|TABLESAMPLE|ONLY|CASE)\M|::|[-+*/<>=|]'
  AND (SELECT pg_catalog.bool_and(t.relkind IN ('r', 'p') AND NOT t.relrowsecurity AND NOT t.relispartition)
      AND pg_catalog.count(DISTINCT d.refobjsubid) FILTER (WHERE d.refobjsubid > 0) = c.relnatts
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

Gap behind_the_primary() {
  return {"This server is a standby: recent commits of the primary may be missing.",
          "Connect to the primary."};
}

Gap behind_the_publisher() {
  return {"Logical replication fills this table: recent commits of the publisher may be missing.",
          "Read the table on the server that publishes it."};
}

Gap no_right(std::string_view table, std::string_view user) {
  return {fmt::format("The user {} has no SELECT on onceover.{}.", visible(user), table),
          "Grant it: oncectl roles print --role viewer."};
}

}  // namespace

Result<std::vector<HiddenTable>> hidden_own_tables(pg::Connection& connection) {
  constexpr std::string_view sql =
      "SELECT t.name, current_user::text, t.by_policy, t.may_read FROM (SELECT c.relname::text AS name, "
      "pg_catalog.row_security_active(c.oid) AS by_policy, pg_catalog.has_any_column_privilege(c.oid, "
      "'SELECT') AS may_read FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = "
      "c.relnamespace WHERE n.nspname = 'onceover' AND c.relkind IN ('r', 'p')) t WHERE t.by_policy OR NOT "
      "t.may_read OR pg_catalog.pg_is_in_recovery() ORDER BY 1";
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

namespace {

// A column that the profile takes for one that is never NULL, and the table does not: conditions on it pass
// over rows without a value.
std::optional<Gap> passed_over_as_null(Reading& reading, const tables::Profile& p) {
  if (tables::is_own(p) || p.never_null.empty()) return std::nullopt;
  Query query(
      "SELECT a.attname::pg_catalog.text FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON c.oid "
      "= a.attrelid WHERE NOT a.attnotnull AND a.attnum > 0 AND c.relkind IN ('r', 'p') AND c.oid = ");
  query.text(tables::table_name(p)) << "::pg_catalog.regclass AND a.attname IN (";
  query.texts(p.never_null) << ") ORDER BY a.attnum LIMIT 1";
  const auto found = reading.run(query).value();
  if (found.empty()) return std::nullopt;
  return Gap{fmt::format("\"{}\" may be NULL in the table, and the profile says that it never is: rows "
                         "without a value are passed over.",
                         visible(found.text(0, 0))),
             "Remove it from never_null in the profile."};
}

}  // namespace

std::optional<Gap> hidden_rows(Reading& reading, const tables::Profile& p) {
  // pg_class instead of regclass: objects that do not exist hide nothing.
  Query query(
      "SELECT pg_catalog.pg_is_in_recovery(), pg_catalog.bool_or(pg_catalog.row_security_active(c.oid)), "
      "current_user::text, pg_catalog.min((" +
      std::string(whole_of) + ")), pg_catalog.min(CASE WHEN (" + parts_of_it +
      " SELECT pg_catalog.bool_or(x.relkind = 'f') FROM t JOIN pg_catalog.pg_class x ON x.oid = t.oid) THEN "
      "'f' WHEN c.relkind = 'm' THEN 'm' WHEN c.relkind = 'v' AND (" +
      shows_all_rows + ") IS NOT TRUE THEN 'v' WHEN EXISTS (" + parts_of_it +
      " SELECT FROM t JOIN pg_catalog.pg_subscription_rel s ON s.srrelid = t.oid) THEN 's' END) FROM "
      "pg_catalog.pg_class c WHERE c.oid = ");
  query.text(tables::table_name(p)) << "::pg_catalog.regclass";
  if (tables::is_own(p))
    query << " OR c.relnamespace = (SELECT k.relnamespace FROM pg_catalog.pg_class k WHERE k.oid = "
             "'onceover.keys'::pg_catalog.regclass) AND c.relname IN ('unfinished', 'frontier', 'cases') AND "
             "c.relkind = 'r'";
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
           : rows.text(0, 4) == "v" ? hidden_by_view()
                                    : behind_the_publisher();
  if (rows.boolean(0, 0)) return behind_the_primary();
  return passed_over_as_null(reading, p);
}

unfinished::Knowledge known_people(Reading& reading, const tables::Profile& p,
                                   const std::optional<Gap>& hidden, Timestamp as_of) {
  auto known = Sight{.rows = hidden}.of_rows(as_of);
  if (tables::is_own(p)) return known;
  // From the catalog's rows: neither table nor schema need exist.
  const auto cases =
      reading
          .run(
              Query("SELECT pg_catalog.has_schema_privilege(n.oid, 'USAGE') AND "
                    "pg_catalog.has_table_privilege(c.oid, 'SELECT'), pg_catalog.row_security_active(c.oid), "
                    "current_user::text FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = "
                    "c.relnamespace WHERE n.nspname = 'onceover' AND c.relname = 'row_cases'"))
          .value();
  if (cases.empty()) return known;
  if (!cases.boolean(0, 0)) {
    limit(known, no_right("row_cases", cases.text(0, 2)));
  } else if (cases.boolean(0, 1)) {
    limit(known, hidden_by_policy(" of onceover.row_cases", cases.text(0, 2)));
  }
  return known;
}

namespace {

// Of rows called k: how many have no state, and the first of their words.
pg::Rows without_state(Reading& reading, const tables::Profile& p, const Query& rows) {
  Query query = rows.behind("SELECT pg_catalog.count(*), COALESCE(pg_catalog.min(s.word), '') FROM (SELECT " +
                            tables::state_word(p) + " AS word FROM ");
  query << " k WHERE " << tables::state_is_unknown(p) << ") s";
  return reading.run(query).value();
}

// The frequent words of the column that alone gives the state, by the planner's statistics. None: the type is
// not known.
std::optional<Query> frequent_words(Reading& reading, const tables::Profile& p, const std::string& column) {
  Query type(
      "SELECT pg_catalog.format_type(a.atttypid, NULL) FROM pg_catalog.pg_attribute a WHERE a.attrelid = ");
  type.text(tables::table_name(p)) << "::pg_catalog.regclass AND a.attname = ";
  type.text(column);
  const auto name = reading.run(type).value();
  if (name.empty()) return std::nullopt;
  Query rows("(SELECT pg_catalog.unnest(s.most_common_vals::pg_catalog.text::" + name.text(0, 0) + "[]) AS " +
             tables::quoted_name(column) + " FROM pg_catalog.pg_stats s WHERE s.schemaname = ");
  rows.text(p.schema) << " AND s.tablename = ";
  rows.text(p.table) << " AND s.attname = ";
  rows.text(column) << ")";
  return rows;
}

// All words of the column, where an index leads from each to the next; none: it would read the whole table.
std::optional<Query> words_by_index(Reading& reading, const tables::Profile& p, const std::string& column) {
  constexpr int most_words = 1'000;  // more are no words of a state
  const std::string table = tables::table_name(p), name = tables::quoted_name(column);
  const auto next = [&](std::string_view where) {
    return fmt::format("(SELECT k.{0} FROM {1} k WHERE k.{0} {2} ORDER BY k.{0} LIMIT 1)", name, table,
                       where);
  };
  const Plan plan = explain(reading, p, Query(next("IS NOT NULL")));
  if (plan.whole || plan.walks || plan.sorted_rows > 0) return std::nullopt;
  const Plan nulls =
      explain(reading, p, Query(fmt::format("SELECT FROM {} k WHERE k.{} IS NULL LIMIT 1", table, name)));
  if (!p.is_never_null(column) && (nulls.whole || nulls.walks)) return std::nullopt;
  return Query(
      fmt::format("(WITH RECURSIVE w (v) AS ({0} UNION ALL SELECT {1} FROM w WHERE w.v IS NOT NULL) (SELECT "
                  "w.v AS {2} FROM w WHERE w.v IS NOT NULL LIMIT {3}){4})",
                  next("IS NOT NULL"), next("> w.v"), name, most_words,
                  p.is_never_null(column) ? "" : fmt::format(" UNION ALL {}", next("IS NULL"))));
}

// A CHECK, or the words of an enum, leave no room for another state.
bool are_all_named(Reading& reading, const tables::Profile& p) {
  require(reading.script("SET LOCAL constraint_exclusion = on"));
  const Query others("EXPLAIN SELECT FROM " + tables::table_name(p) + " k WHERE " +
                     tables::state_is_unknown(p));
  const auto plan = reading.run(others).value().texts(0);
  if (std::ranges::any_of(plan, [](const std::string& line) {
        return line.find("One-Time Filter: false") != std::string::npos;
      }))
    return true;
  const auto columns = tables::state_columns(p);
  if (columns.size() != 1 || !p.is_never_null(columns.front())) return false;
  Query type(
      "SELECT pg_catalog.format_type(t.oid, NULL) FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_type t "
      "ON t.oid = a.atttypid WHERE t.typtype = 'e' AND a.attrelid = ");
  type.text(tables::table_name(p)) << "::pg_catalog.regclass AND a.attname = ";
  type.text(columns.front());
  const auto name = reading.run(type).value();
  if (name.empty()) return false;
  const Query words(fmt::format("(SELECT pg_catalog.unnest(pg_catalog.enum_range(NULL::{})) AS {})",
                                name.text(0, 0), tables::quoted_name(columns.front())));
  return without_state(reading, p, words).integer(0, 0) == 0;
}

Gap in_no_state(std::string_view how_many, const std::string& word) {
  return {fmt::format("{} in a state that the profile does not name{}.", how_many,
                      word.empty() ? "" : fmt::format(" (\"{}\")", visible(word))),
          "Name the state in the profile."};
}

// Of a table that is too large to be read for it.
std::optional<Gap> unnamed_in_large(Reading& reading, const tables::Profile& p) {
  if (names_no_work(p))
    return Gap{"The profile names no state for work that is not done.", "Name that state in the profile."};
  // The words of one column do not show which of its rows another column sets aside.
  tables::Profile by = p;
  by.set_aside.clear();
  const auto columns = tables::state_columns(by);
  std::ranges::copy_if(p.set_aside, std::back_inserter(by.set_aside),
                       [&](const tables::Condition& condition) {
                         return std::ranges::find(columns, condition.column) != columns.end();
                       });
  if (are_all_named(reading, by)) return std::nullopt;
  const bool is_one = columns.size() == 1;
  const auto all = is_one ? words_by_index(reading, by, columns.front()) : std::nullopt;
  const auto words = all ? all : is_one ? frequent_words(reading, by, columns.front()) : std::nullopt;
  if (words) {
    const pg::Rows found = without_state(reading, by, *words);
    if (found.integer(0, 0) > 0) return in_no_state(all ? "Rows are" : "Many rows are", found.text(0, 1));
  }
  if (all) return std::nullopt;
  return Gap{
      "Whether rows are in a state that the profile does not name is unknown: the table is large, and no "
      "index leads to them.",
      "Create an index on the column of the state, list its words in a CHECK, or say in the profile what all "
      "other rows are (state: otherwise)."};
}

}  // namespace

std::optional<Gap> unnamed_states(Reading& reading, const tables::Profile& p, double table_rows,
                                  double whole_up_to) {
  if (p.states.otherwise || tables::is_own(p)) return std::nullopt;  // the type of our own has no other word
  if (table_rows > whole_up_to) return unnamed_in_large(reading, p);
  const pg::Rows found = without_state(reading, p, Query(tables::table_name(p)));
  const std::int64_t n = found.integer(0, 0);
  if (n == 0) return std::nullopt;
  return in_no_state(fmt::format("{} {}", n, n == 1 ? "row is" : "rows are"), found.text(0, 1));
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
std::optional<Gap> spelled_otherwise(Reading& reading, const tables::Profile& p,
                                     std::vector<std::string> columns) {
  std::erase(columns, "");
  if (tables::is_own(p) || columns.empty()) return std::nullopt;
  Query query(
      "WITH RECURSIVE b (name, oid, base, kind, home) AS (SELECT a.attname, t.oid, t.typbasetype, t.typtype, "
      "t.typnamespace FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_type t ON t.oid = a.atttypid WHERE "
      "a.attrelid = ");
  query.text(tables::table_name(p)) << "::pg_catalog.regclass AND a.attname IN (";
  query.texts(columns)
      << ") UNION ALL SELECT b.name, t.oid, t.typbasetype, t.typtype, t.typnamespace FROM b JOIN "
         "pg_catalog.pg_type t ON t.oid = b.base) SELECT b.name::pg_catalog.text, "
         "pg_catalog.format_type(b.oid, NULL) FROM b WHERE b.kind = 'b' AND b.home <> "
         "'pg_catalog'::pg_catalog.regnamespace ORDER BY b.name <> ";
  query.text(p.key) << ", b.name LIMIT 1";
  const auto found = reading.run(query).value();
  if (found.empty()) return std::nullopt;
  const std::string column = found.text(0, 0), type = visible(found.text(0, 1));
  if (column == p.key)
    return Gap{
        fmt::format("Keys are of the type {}: one that is spelled otherwise may be the same key.", type),
        "Look for parts of it: oncectl keys list --contains."};
  return Gap{fmt::format("\"{}\" is of the type {}: a value that is spelled otherwise may be the same.",
                         visible(column), type),
             "Look without it."};
}

// After a crash of the server, a row that was there is gone.
std::optional<Gap> lost_at_a_crash(Reading& reading, const tables::Profile& p) {
  Query query("SELECT FROM pg_catalog.pg_class c WHERE c.oid = ");
  query.text(tables::table_name(p)) << "::pg_catalog.regclass AND (" << parts_of_it
                                    << " SELECT pg_catalog.bool_or(x.relpersistence = 'u') FROM t JOIN "
                                       "pg_catalog.pg_class x ON x.oid = t.oid)";
  if (reading.run(query).value().empty()) return std::nullopt;
  return Gap{"The table is UNLOGGED: a crash of the server empties it.",
             "Ask the gateway, or look into the service's log."};
}

// Rows that match but for their time of creation, which they lack.
std::optional<Gap> without_time(Reading& reading, const tables::Profile& p, Filter filter) {
  const bool asks_for_times = filter.from || filter.to;
  filter.from.reset();
  filter.to.reset();
  const bool is_always_there =
      p.created_at.form == tables::TimeForm::timestamptz && p.is_never_null(p.created_at.column);
  if (!asks_for_times || tables::is_own(p) || is_always_there) return std::nullopt;
  Query query("SELECT FROM " + key_row_source(p) + " WHERE ");
  require(where_sql(query, p, filter));
  query << " AND (" << tables::shown_instant(p, p.created_at) << ") IS NULL LIMIT 1";
  const bool is_large =
      estimated_rows(reading, Query("SELECT FROM " + tables::table_name(p) + " k")) > small_table;
  const bool is_read = !is_large || !explain(reading, p, query).whole;
  if (is_read && reading.run(query).value().empty()) return std::nullopt;
  return Gap{fmt::format("Rows {} no time of creation that can be read (\"{}\"): whether they are of these "
                         "times is unknown.",
                         is_read ? "that match otherwise have" : "may have", visible(p.created_at.column)),
             "Look without the times."};
}

// Rows that match and that the search does not find.
std::optional<Gap> missed_by(Reading& reading, const tables::Profile& p, const Filter& filter) {
  std::vector<std::string> compared;
  const auto add = [&](bool is_asked, const std::string& column) {
    if (is_asked) compared.push_back(column);
  };
  add(!filter.key.empty(), p.key);
  add(filter.tenant.has_value(), p.tenant);
  add(filter.operation.has_value(), p.operation);
  add(!filter.correlation_id.empty(), p.correlation_id);
  add(!filter.reference.empty() && p.reference.path.empty(), p.reference.column);
  add(!filter.customer.empty() && p.customer.path.empty(), p.customer.column);
  if (auto gap = spelled_otherwise(reading, p, std::move(compared))) return gap;
  if (auto gap = without_time(reading, p, filter)) return gap;
  if (filter.contains.empty()) return std::nullopt;
  for (const tables::Place* place : {&p.customer, &p.reference}) {
    if (!place->empty() && !is_told_by_server(*place)) return not_searched(place->column);
  }
  if (filter.in_bodies && p.response_body.is_pointer()) return not_searched(p.response_body.column);
  return std::nullopt;
}

}  // namespace

Gap not_searched(std::string_view column) {
  return {fmt::format("The server cannot search in \"{}\".", visible(column)), "Look for the key itself."};
}

unfinished::Knowledge none_of(Reading& reading, const tables::Profile& p, Timestamp as_of) {
  auto known = Sight{.rows = hidden_rows(reading, p), .states = {}}.of_rows(as_of);
  if (const auto other = spelled_otherwise(reading, p, {p.key, p.tenant, p.operation})) limit(known, *other);
  if (const auto lost = lost_at_a_crash(reading, p)) limit(known, *lost);
  return known;
}

void limit_to_found(unfinished::Knowledge& known, Reading& reading, const tables::Profile& p,
                    const Filter& filter) {
  if (const auto missed = missed_by(reading, p, filter)) limit(known, *missed);
  if (filter.key.empty() || filter.prefix) return;
  if (const auto lost = lost_at_a_crash(reading, p)) limit(known, *lost);
}

unfinished::Knowledge known_of(Reading& reading, const tables::Profile& p, const Filter& filter,
                               double whole_up_to, Timestamp as_of) {
  // A filter by states misses rows whose state is not known.
  const bool asks_for_states =
      filter.dead || filter.stuck || (!filter.states.empty() && !filter.unknown_state);
  unfinished::Knowledge known;
  if (asks_for_states) {
    const double rows = estimated_rows(reading, Query("SELECT FROM " + tables::table_name(p) + " k"));
    const Sight sight = sight_of(reading, p, rows, whole_up_to);
    known = filter.stuck ? sight.of_work(as_of) : sight.of_states(as_of);
    if (filter.stuck && sight.leases) limit(known, *sight.leases);
  } else {
    known = Sight{.rows = hidden_rows(reading, p), .states = {}}.of_rows(as_of);
  }
  limit_to_found(known, reading, p, filter);
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
