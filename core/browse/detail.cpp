// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "core/base/text.h"
#include "core/browse/filter_sql.h"
#include "core/browse/key_row_sql.h"
#include "core/browse/reading.h"
#include "core/key/replay_headers.h"

namespace onceover::browse {
namespace {

// What a screen can show of one answer and of one cell; of larger ones only the size is shown.
constexpr std::int64_t body_max = 16 * 1024 * 1024;
constexpr int cell_max = 10'000;

std::string or_null(const std::string& column, std::string_view type) {
  return column.empty() ? fmt::format("NULL::pg_catalog.{}", type) : "k." + tables::quoted_name(column);
}

// Bytes for bytea, text otherwise; NULL where it is too large for a screen.
std::string bounded(const std::string& column, bool bytes) {
  const std::string value = bytes ? column : column + "::pg_catalog.text";
  return fmt::format("CASE WHEN pg_catalog.octet_length({0}) <= {1} THEN {0} END", value, body_max);
}

// After the row itself: version, headers, body, evidence, verdict, reason.
tables::Query detail_sql(const tables::Profile& p, const key::Identity& id) {
  tables::Query query("SELECT " + key_row_columns(p));
  query << ", pg_catalog.now(), " << or_null(p.response_version, "int8") << "::pg_catalog.int8, "
        << or_null(p.response_headers, "bytea") << ", ";
  if (p.response_body.empty() || p.response_body.is_pointer()) {
    query << "NULL::pg_catalog.bytea";
  } else {
    query << bounded("k." + tables::quoted_name(p.response_body.column),
                     p.response_body.form == tables::Body::Form::bytes);
  }
  query << (tables::is_own(p)
                ? ", c.evidence::pg_catalog.text, c.verdict::pg_catalog.text, c.reason::pg_catalog.text"
                : ", NULL::pg_catalog.text, NULL::pg_catalog.text, NULL::pg_catalog.text");
  query << ", "
        << (p.payload.empty() ? "NULL::pg_catalog.text"
                              : bounded("k." + tables::quoted_name(p.payload.column), false));
  query << " FROM " << key_row_source(p) << " WHERE ";
  key_row_is(query, p, id);
  return query;
}

void read_response(Detail& detail, const pg::Rows& rows, const tables::Profile& p) {
  const int version = key_row_width(p) + 1, headers = version + 1, body = version + 2;
  // An external table may keep an answer in any state.
  const bool own = tables::is_own(p);
  if (own ? !detail.row.state_known || !key::is_final(detail.row.state)
          : !detail.row.response_code && !detail.row.response_bytes)
    return;
  const std::int64_t stored = p.response_version.empty() ? key::response_version : rows.integer(0, version);
  if (stored != key::response_version) {
    detail.response_problem =
        fmt::format("The stored response has version {}, this program reads version {}. It is not shown.",
                    stored, key::response_version);
    return;
  }
  if (detail.row.response_bytes.value_or(0) > body_max) {
    detail.response_problem = fmt::format("The stored body has {} bytes; up to {} are shown.",
                                          *detail.row.response_bytes, body_max);
    return;
  }
  key::StoredResponse response;
  response.code = detail.row.response_code.value_or(0);
  response.body = rows.text(0, body);
  if (!rows.is_null(0, headers)) {
    auto decoded = key::decode_headers(rows.view(0, headers));
    if (!decoded) {
      detail.response_problem = decoded.error().what;
      return;
    }
    response.headers = std::move(*decoded);
  }
  detail.response = std::move(response);
}

// The body in another table's row. It is additional: if it cannot be read, the reason is shown.
void read_elsewhere(Detail& detail, Reading& reading, const tables::Profile& p) {
  const tables::Body& body = p.response_body;
  if (!body.is_pointer()) return;
  const std::string there = tables::quoted_name(body.schema) + "." + tables::quoted_name(body.table);
  tables::Query query(
      "SELECT " +
      bounded("b." + tables::quoted_name(body.body_column), body.form == tables::Body::Form::bytes) +
      " FROM " + tables::table_name(p) + " k JOIN " + there + " b ON b." +
      tables::quoted_name(body.key_column) + " = k." + tables::quoted_name(body.column) + " WHERE ");
  key_row_is(query, p, detail.row.id);
  query << " LIMIT 1";
  auto rows = reading.run(query);
  if (!rows) {
    detail.response_problem =
        "The stored body is in " + there + ", which could not be read: " + rows.error().what;
    return;
  }
  if (rows->empty()) return;
  if (rows->is_null(0, 0)) {
    detail.response_problem =
        fmt::format("The stored body in {} is empty, or has more than {} bytes.", there, body_max);
    return;
  }
  if (!detail.response)
    detail.response =
        key::StoredResponse{key::response_version, detail.row.response_code.value_or(0), {}, {}};
  detail.response->body = rows->text(0, 0);
  detail.row.response_bytes = static_cast<std::int64_t>(detail.response->body.size());
}

// The payload as bytes, whatever its column's type: a document's text, a text, or bytes.
std::optional<std::string> payload_from(const pg::Rows& rows, int column) {
  auto text = rows.optional_text(0, column);
  std::string bytes;
  if (text && text->starts_with("\\x") && from_hex(std::string_view(*text).substr(2), bytes)) return bytes;
  return text;
}

// The columns of the table, in its order.
struct TableColumn {
  std::string name;
  bool is_bytes = false, is_readable = true;  // by this role
};
std::vector<TableColumn> columns_of(Reading& reading, const tables::Profile& p) {
  tables::Query query(
      "SELECT a.attname::pg_catalog.text, a.atttypid = 'pg_catalog.bytea'::pg_catalog.regtype, "
      "pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'SELECT') FROM pg_catalog.pg_attribute a WHERE "
      "a.attrelid = ");
  query.text(tables::table_name(p))
      << "::pg_catalog.regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum";
  auto rows = reading.run(query).value();
  std::vector<TableColumn> columns;
  for (int i = 0; i < rows.size(); ++i)
    columns.push_back({rows.text(i, 0), rows.boolean(i, 1), rows.boolean(i, 2)});
  return columns;
}

void read_columns(Detail& detail, Reading& reading, const tables::Profile& p) {
  auto columns = columns_of(reading, p);
  tables::Query query("SELECT ");
  std::string_view before;
  for (const auto& [name, is_bytes, is_readable] : columns) {
    const std::string column = "k." + tables::quoted_name(name);
    const bool is_body =
        (name == p.response_body.column && !p.response_body.is_pointer()) || name == p.payload.column;
    query << before;
    if (!is_readable) {
      query << "'(this role may not read it)'";
    } else if (is_body || name == p.response_headers) {
      query << "pg_catalog.octet_length(" << column << (is_bytes ? ")" : "::pg_catalog.text)")
            << "::pg_catalog.text || ' bytes'";
    } else {
      (query << "pg_catalog.left(" << column << "::pg_catalog.text, ").integer(cell_max + 1)
          << "::pg_catalog.int4)";
    }
    before = ", ";
  }
  query << " FROM " << tables::table_name(p) << " k WHERE ";
  key_row_is(query, p, detail.row.id);
  auto rows = reading.run(query).value();
  if (rows.empty()) return;  // reaped since; the values that were read remain
  for (int i = 0; i < rows.columns(); ++i) {
    if (rows.is_null(0, i)) detail.nulls.insert(columns[static_cast<std::size_t>(i)].name);
    detail.columns.emplace_back(columns[static_cast<std::size_t>(i)].name,
                                rows.is_null(0, i) ? "NULL" : elided(rows.view(0, i), cell_max));
  }
}

Lookup<Detail> detail_of(Reading& reading, const tables::Profile& p, const key::Identity& id) {
  const tables::Query query = detail_sql(p, id);
  auto rows = reading.run(query).value();
  if (rows.empty()) return none_of(reading, p, reading.as_of());
  const int width = key_row_width(p);
  Detail detail;
  detail.sql = query.spelled_out();
  detail.row = key_row_from(p, rows, 0);
  detail.as_of = rows.timestamp(0, width);
  read_response(detail, rows, p);
  detail.evidence_json = rows.text(0, width + 4);
  detail.verdict = rows.text(0, width + 5);
  detail.verdict_reason = rows.text(0, width + 6);
  detail.payload = payload_from(rows, width + 7);
  std::vector<KeyRow> one{std::move(detail.row)};
  auto on_file = join_cases(reading.connection(), p, one).value();
  require(join_publications(reading.connection(), p, one));
  detail.row = std::move(one.front());
  if (on_file.front()) {
    detail.evidence_json = on_file.front()->evidence_json;
    detail.verdict = on_file.front()->verdict;
    detail.verdict_reason = on_file.front()->reason;
  }
  read_columns(detail, reading, p);
  read_elsewhere(detail, reading, p);
  return detail;
}

}  // namespace

Result<Lookup<Detail>> Browser::detail(const key::Identity& id) {
  if (reads_both()) return detail_of_either(id);
  auto detail = begun(connection_, profile_, limits_,
                      [&](Reading& reading) { return detail_of(reading, profile_, id); });
  if (!detail &&
      equals_nothing(connection_, profile_, limits_, detail.error(), key_row_is_query(profile_, id)))
    return Lookup<Detail>(unfinished::Knowledge{.known = unfinished::Known::exact});
  return detail;
}

}  // namespace onceover::browse
