#include "core/browse/row_cases.h"

#include <algorithm>

#include "core/tables/sql.h"

namespace onceover::browse {
namespace {

using tables::Query;

// As audit::row_key() writes it, for the digest.
std::string digest_sql(const std::string& names, const std::string& values) {
  return tables::row_digest_sql("pg_catalog.jsonb_object(ARRAY[" + names + "]::pg_catalog.text[], ARRAY[" + values +
                                "]::pg_catalog.text[])");
}

std::vector<std::optional<CaseOnFile>> joined(pg::Connection& connection, const tables::Profile& p, std::vector<KeyRow>& rows) {
  std::vector<std::optional<CaseOnFile>> out(rows.size());
  const auto is_named = [&](const KeyRow& row) { return !p.identity.empty() && row.id.columns.size() == p.identity.size(); };
  if (rows.empty() || tables::is_own(p) || !std::ranges::all_of(rows, is_named)) return out;
  auto may = connection.exec(std::string(may_read_cases_sql)).value();
  if (may.empty() || !may.boolean(0, 0)) return out;

  Query query(
      "SELECT u.n, c.status, c.attempts::pg_catalog.int8, c.next_try_at, c.verdict, c.reason, c.evidence::pg_catalog.text FROM ROWS FROM "
      "(");
  std::string names, values, columns;
  for (std::size_t i = 0; i < p.identity.size(); ++i) {
    query << (i == 0 ? "pg_catalog.unnest(" : ", pg_catalog.unnest(");
    std::vector<std::optional<std::string>> of_rows;
    for (const KeyRow& row : rows) of_rows.push_back(row.id.columns[i]);
    query.array(of_rows) << "::pg_catalog.text[])";
    names += (i == 0 ? "" : ", ") + tables::literal(p.identity[i]);
    values += (i == 0 ? "u.v" : ", u.v") + std::to_string(i);
    columns += "v" + std::to_string(i) + ", ";
  }
  query << ") WITH ORDINALITY u (" << columns << "n) JOIN onceover.row_cases c ON c.relation = ";
  query.text(tables::table_name(p)) << " AND c.row_digest = " << digest_sql(names, values);
  auto found = connection.exec(query.sql(), query.params()).value();
  for (int i = 0; i < found.size(); ++i) {
    const auto at = static_cast<std::size_t>(found.integer(i, 0) - 1);
    KeyRow& row = rows.at(at);
    row.case_status = found.text(i, 1);
    row.case_attempts = static_cast<int>(found.integer(i, 2));
    row.next_try_at = found.optional_timestamp(i, 3);
    out[at] = CaseOnFile{found.text(i, 4), found.text(i, 5), found.text(i, 6)};
  }
  return out;
}

}  // namespace

// From the catalog's rows: neither table nor schema need exist.
const std::string_view may_read_cases_sql =
    "SELECT pg_catalog.has_table_privilege(c.oid, 'SELECT') FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = "
    "c.relnamespace WHERE n.nspname = 'onceover' AND c.relname = 'row_cases' AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')";

std::string row_digest_sql(const tables::Profile& p) {
  std::string names, values;
  for (const std::string& column : p.identity) {
    names += (names.empty() ? "" : ", ") + tables::literal(column);
    values += (values.empty() ? "k." : ", k.") + tables::quoted_name(column) + "::pg_catalog.text";
  }
  return digest_sql(names, values);
}

Result<std::vector<std::optional<CaseOnFile>>> join_cases(pg::Connection& connection, const tables::Profile& p, std::vector<KeyRow>& rows) {
  return as_result([&] { return joined(connection, p, rows); });
}

}  // namespace onceover::browse
