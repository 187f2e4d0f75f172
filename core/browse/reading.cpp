// SPDX-License-Identifier: Apache-2.0
#include "core/browse/reading.h"

#include "core/browse/filter_sql.h"

namespace onceover::browse {
namespace {

// " k  (cost=" or, in a partitioned table, " k_12  (cost=".
bool is_about_k(std::string_view line) {
  const auto cost = line.find("  (cost=");
  if (cost == std::string_view::npos) return false;
  std::string_view before = line.substr(0, cost);
  while (!before.empty() && before.back() >= '0' && before.back() <= '9') before.remove_suffix(1);
  if (before.ends_with('_')) before.remove_suffix(1);
  return before.ends_with(" k");
}

double planned_rows(std::string_view line) {
  const auto at = line.find(" rows=");
  if (at == std::string_view::npos) return 0;
  double rows = 0;
  std::from_chars(line.data() + at + 6, line.data() + line.size(), rows);
  return rows;
}

std::string_view without_indent(std::string_view line) {
  const auto at = line.find_first_not_of(" ->");
  return at == std::string_view::npos ? std::string_view{} : line.substr(at);
}

// Of "Index Scan using keys_by_age on keys k".
std::string index_in(std::string_view node) {
  constexpr std::string_view before = " using ";
  const auto from = node.find(before);
  if (from == std::string_view::npos) return {};
  const std::string_view rest = node.substr(from + before.size());
  // The index's own name may hold " on "; then it is quoted.
  return std::string(rest.substr(0, rest.starts_with('"') ? rest.find("\" on ") + 1 : rest.find(" on ")));
}

// Of "Seq Scan on keys_2026 k_1  (cost=…": keys_2026.
std::string table_in(std::string_view node) {
  constexpr std::string_view before = " Scan on ";
  const auto from = node.find(before);
  if (from == std::string_view::npos) return {};
  const std::string_view rest = node.substr(from + before.size());
  return std::string(rest.substr(0, rest.starts_with('"') ? rest.find('"', 1) + 1 : rest.find(' ')));
}

// Whatever the session's settings are, values are read the same way, and text is read back as the same value.
constexpr std::string_view settings =
    "SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL timezone = 'UTC'; SET LOCAL intervalstyle = 'iso_8601'; SET "
    "LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1";

constexpr std::string_view bitmap_index = "Bitmap Index Scan on ";

// The name of an index that is read completely although its plan has a condition: a btree with a condition on
// a later column.
std::optional<std::string> read_end_to_end(Reading& reading, const tables::Profile& p,
                                           const std::vector<Plan::Lookup>& lookups) {
  for (const Plan::Lookup& lookup : lookups) {
    tables::Query query(
        "SELECT pg_catalog.quote_ident(a.attname) FROM pg_catalog.pg_index x JOIN pg_catalog.pg_class i ON "
        "i.oid = x.indexrelid JOIN pg_catalog.pg_am m ON m.oid = i.relam AND m.amname = 'btree' JOIN "
        "pg_catalog.pg_attribute a ON a.attrelid = x.indrelid AND a.attnum = x.indkey[0] WHERE (x.indrelid "
        "= ");
    const std::string table = tables::table_name(p);
    query.text(table)
        << "::pg_catalog.regclass OR x.indrelid IN (SELECT t.relid FROM pg_catalog.pg_partition_tree(";
    query.text(table) << "::pg_catalog.regclass) t)) AND pg_catalog.quote_ident(i.relname) = ";
    query.text(lookup.index);
    auto first = reading.run(query).value();
    if (!first.empty() && !names_column(lookup.condition, first.text(0, 0))) return lookup.index;
  }
  return std::nullopt;
}

// An empty partition is always read whole, which needs no warning.
constexpr double few_rows = 20'000;

// Whether only small partitions of a table are read whole.
bool scans_small_parts(Reading& reading, const tables::Profile& p, const std::vector<std::string>& scanned) {
  tables::Query query(
      "SELECT pg_catalog.count(*), COALESCE(pg_catalog.sum(CASE WHEN c.reltuples < 0 THEN "
      "pg_catalog.pg_relation_size(c.oid) / 100 ELSE c.reltuples END), 0)::pg_catalog.float8 FROM "
      "pg_catalog.pg_partition_tree(");
  query.text(tables::table_name(p)) << "::pg_catalog.regclass) t JOIN pg_catalog.pg_class c ON c.oid = "
                                       "t.relid WHERE t.isleaf AND t.level > 0 AND "
                                       "pg_catalog.quote_ident(c.relname) IN (";
  query.texts(scanned) << ")";
  auto parts = reading.run(query).value();
  return parts.integer(0, 0) >= static_cast<std::int64_t>(scanned.size()) && parts.real(0, 1) <= few_rows;
}

bool is_node(std::string_view line) { return line.find("  (cost=") != std::string_view::npos; }

}  // namespace

Result<Reading> Reading::begin(pg::Connection& connection, const tables::Profile& profile, Limits limits) {
  if (auto wrong = tables::problem(profile))
    return fail(ErrorKind::invalid_input, *wrong, "Nothing was read.", "Correct the profile.");
  // A cancelled call cannot roll back: its connection sends nothing until it is rearmed.
  if (connection.in_transaction()) {
    if (auto cleaned = connection.script("ROLLBACK"); !cleaned) return fail(cleaned.error());
  }
  // Zero would mean no limit. Reading waits only for DDL.
  const auto bounded = [](Duration limit) { return std::max<Duration>(limit, std::chrono::milliseconds(1)); };
  auto transaction = pg::Transaction::begin(connection, {.read_only = true,
                                                         .statement_timeout = bounded(limits.statement),
                                                         .lock_timeout = bounded(limits.lock),
                                                         .one_snapshot = true,
                                                         .also = settings});
  if (!transaction) return fail(transaction.error());
  return Reading(std::move(*transaction));
}

bool equals_nothing(pg::Connection& connection, const tables::Profile& profile, Limits limits,
                    const Error& error, const tables::Query& values) {
  const auto is_no_value = [](const Error& e) { return e.sqlstate.starts_with("22"); };
  if (!is_no_value(error)) return false;
  auto reading = Reading::begin(connection, profile, limits);
  if (!reading) return false;
  tables::Query none = values.behind("SELECT FROM " + tables::table_name(profile) + " k WHERE ");
  none << " LIMIT 0";
  auto rows = reading->run(none);
  return !rows && is_no_value(rows.error());
}

bool cannot_be(pg::Connection& connection, const tables::Profile& p, Limits limits, const Filter& filter,
               const Error& error) {
  tables::Query values("TRUE");
  const auto add = [&](const std::string& column, const std::string& value) {
    if (column.empty()) return;
    (values << " AND k." << tables::quoted_name(column) << " = ").text(value);
  };
  if (filter.tenant) add(p.tenant, *filter.tenant);
  if (filter.operation) add(p.operation, *filter.operation);
  if (!filter.key.empty()) add(p.key, filter.key);
  if (!filter.correlation_id.empty()) add(p.correlation_id, filter.correlation_id);
  if (!filter.reference.empty() && p.reference.path.empty()) add(p.reference.column, filter.reference);
  if (!filter.customer.empty() && p.customer.path.empty()) add(p.customer.column, filter.customer);
  return equals_nothing(connection, p, limits, error, values);
}

Plan plan_from(const std::vector<std::string>& lines, std::string_view quoted_created_at, std::string* index,
               bool view) {
  Plan plan;
  if (!lines.empty()) plan.rows = planned_rows(lines.front());
  const std::string bare(quoted_created_at.empty()
                             ? quoted_created_at
                             : quoted_created_at.substr(1, quoted_created_at.size() - 2));
  const bool is_named = !view || std::ranges::any_of(lines, is_about_k);
  const auto is_about_rows = [&](std::string_view line) {
    return is_named ? is_about_k(line) : is_node(line) && line.find(" Scan ") != std::string_view::npos;
  };
  const bool sorts = std::ranges::any_of(
      lines, [](std::string_view line) { return without_indent(line).starts_with("Sort  (cost="); });
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!is_about_rows(lines[i])) continue;
    const std::string_view node = without_indent(lines[i]);
    bool filters = false;
    std::string_view condition;
    // A bitmap's conditions are in the nodes below it; if there are none, a partial index returned all its
    // rows.
    const bool bitmap = node.starts_with("Bitmap Heap Scan") || node.starts_with("Parallel Bitmap Heap Scan");
    bool own_lines = true;
    double found = planned_rows(lines[i]);
    std::string looked_into = index_in(node);
    for (std::size_t j = i + 1; j < lines.size() && (bitmap ? !is_about_rows(lines[j]) : !is_node(lines[j]));
         ++j) {
      const std::string_view line = without_indent(lines[j]);
      own_lines = own_lines && !is_node(lines[j]);
      if (line.starts_with(bitmap_index)) {
        looked_into = line.substr(bitmap_index.size(), line.find("  (cost=") - bitmap_index.size());
        found = std::max(found, planned_rows(line));
      }
      if (own_lines && line.starts_with("Filter: ")) filters = true;
      if (!line.starts_with("Index Cond: ")) continue;
      if (condition.empty()) condition = line;
      plan.lookups.push_back({looked_into, std::string(line)});
    }
    if (bitmap && condition.empty()) condition = "all of the index";
    if (node.starts_with("Seq Scan") || node.starts_with("Parallel Seq Scan") ||
        node.starts_with("Foreign Scan")) {
      plan.whole = true;
      plan.scanned.push_back(table_in(node));
    } else if (condition.empty()) {
      plan.walks = plan.walks || filters;
      if (filters && index != nullptr) *index = index_in(node);
    } else {
      const bool time =
          !bare.empty() && (condition.find(bare + " ") != std::string_view::npos ||
                            condition.find(std::string(quoted_created_at) + " ") != std::string_view::npos);
      plan.by_time = plan.by_time || (time && filters);
      if (sorts) plan.sorted_rows += found;
    }
  }
  return plan;
}

bool names_column(std::string_view condition, std::string_view quoted) {
  const auto is_word = [](char c) {
    return is_ascii_alnum(c) || c == '_' || c == '$' || c == '"' || static_cast<unsigned char>(c) >= 0x80;
  };
  for (auto at = condition.find(quoted); at != std::string_view::npos; at = condition.find(quoted, at + 1)) {
    const auto end = at + quoted.size();
    if ((at == 0 || !is_word(condition[at - 1])) && (end == condition.size() || !is_word(condition[end])))
      return true;
  }
  return false;
}

double estimated_rows(Reading& reading, const tables::Query& query) {
  auto rows = reading.run(query.behind("EXPLAIN ")).value();
  return rows.empty() ? 0 : planned_rows(rows.text(0, 0));
}

Plan explain(Reading& reading, const tables::Profile& profile, const tables::Query& query) {
  const auto lines = reading.run(query.behind("EXPLAIN ")).value().texts(0);
  std::string index;
  const auto order = tables::order_columns(profile);
  Plan plan = plan_from(lines, order.empty() ? std::string() : tables::quoted_name(order.front()), &index,
                        !tables::is_own(profile));
  if (plan.whole) plan.whole = !scans_small_parts(reading, profile, plan.scanned);
  const auto end_to_end = read_end_to_end(reading, profile, plan.lookups);
  if (end_to_end && plan.sorted_rows > 0) {
    plan.whole = true;
  } else if (end_to_end) {  // in the page's order: until the page is full
    plan.walks = true;
    index = *end_to_end;
  }
  if (!plan.walks) return plan;
  tables::Query size(
      "SELECT i.reltuples::pg_catalog.float8 FROM pg_catalog.pg_index x JOIN pg_catalog.pg_class i ON i.oid "
      "= x.indexrelid WHERE x.indrelid = ");
  size.text(tables::table_name(profile))
      << "::pg_catalog.regclass AND x.indpred IS NOT NULL AND pg_catalog.quote_ident(i.relname) = ";
  size.text(index);
  auto partial = reading.run(size).value();
  plan.walked_rows = partial.empty() || partial.real(0, 0) < 0 ? std::numeric_limits<double>::infinity()
                                                               : partial.real(0, 0);
  return plan;
}

bool ends_are_served(Reading& reading, const tables::Profile& profile) {
  const std::string rows = "SELECT FROM " + tables::table_name(profile) + " k",
                    order = order_sql(profile, true);
  if (order.empty()) return true;
  if (explain(reading, profile, tables::Query(rows)).rows <= small_table) return true;
  return !explain(reading, profile, tables::Query(rows + order + " LIMIT 1")).whole;
}

}  // namespace onceover::browse
