#include <fmt/format.h>

#include "core/base/text.h"
#include "core/browse/filter_sql.h"
#include "core/browse/key_row_sql.h"
#include "core/browse/reading.h"
#include "core/key/replay_headers.h"

namespace onceover::browse {
namespace {

// What a screen can hold of one answer and of one cell; the rest is named by its size.
constexpr std::int64_t body_max = 16 * 1024 * 1024;
constexpr int cell_max = 10'000;

std::string or_null(const std::string& column, std::string_view type) {
  return column.empty() ? fmt::format("NULL::pg_catalog.{}", type) : "k." + profile::quoted_name(column);
}

// Behind the row itself: version, headers, body, evidence, verdict, reason.
profile::Query detail_sql(const profile::Profile& p, const key::Identity& id) {
  profile::Query query("SELECT " + key_row_columns(p));
  query << ", pg_catalog.now(), " << or_null(p.response_version, "int8") << "::pg_catalog.int8, " << or_null(p.response_headers, "bytea")
        << ", ";
  const std::string body = body_sql(p.response_body);
  query << "CASE WHEN pg_catalog.octet_length(" << body << ") <= ";
  query.integer(body_max) << " THEN " << body << " END";
  query << (profile::is_own(p) ? ", c.evidence::pg_catalog.text, c.verdict::pg_catalog.text, c.reason::pg_catalog.text"
                               : ", NULL::pg_catalog.text, NULL::pg_catalog.text, NULL::pg_catalog.text");
  query << " FROM " << key_row_source(p) << " WHERE ";
  key_row_is(query, p, id);
  return query;
}

void read_response(Detail& detail, const pg::Rows& rows, const profile::Profile& p) {
  const int version = key_row_width(p) + 1, headers = version + 1, body = version + 2;
  if (!detail.row.state_known || !key::is_final(detail.row.state)) return;
  const std::int64_t stored = p.response_version.empty() ? key::response_version : rows.integer(0, version);
  if (stored != key::response_version) {
    detail.response_problem =
        fmt::format("The stored response has version {}, this program reads version {}. It is not shown rather than guessed.", stored,
                    key::response_version);
    return;
  }
  if (detail.row.response_bytes.value_or(0) > body_max) {
    detail.response_problem = fmt::format("The stored body has {} bytes; up to {} are shown.", *detail.row.response_bytes, body_max);
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

struct TableColumn {
  std::string name;
  bool is_readable = true;  // by this role
};

// The columns of the table, in its order.
Result<std::vector<TableColumn>> columns_of(Reading& reading, const profile::Profile& p) {
  profile::Query query(
      "SELECT a.attname::pg_catalog.text, pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'SELECT') FROM pg_catalog.pg_attribute a "
      "WHERE a.attrelid = ");
  query.text(profile::table_name(p)) << "::pg_catalog.regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum";
  auto rows = reading.run(query);
  if (!rows) return fail(rows.error());
  std::vector<TableColumn> columns;
  for (int i = 0; i < rows->size(); ++i) columns.push_back({rows->text(i, 0), rows->boolean(i, 1)});
  return columns;
}

Result<void> read_columns(Detail& detail, Reading& reading, const profile::Profile& p) {
  auto names = columns_of(reading, p);
  if (!names) return fail(names.error());
  profile::Query query("SELECT ");
  std::string_view before;
  for (const auto& [name, is_readable] : *names) {
    const std::string column = "k." + profile::quoted_name(name);
    query << before;
    if (!is_readable) {
      query << "'(this role may not read it)'";
    } else if (name == p.response_body.column && !p.response_body.is_pointer()) {
      query << body_size_sql(p.response_body) << "::pg_catalog.text || ' bytes'";
    } else if (name == p.response_headers) {
      query << "pg_catalog.octet_length(" << column << ")::pg_catalog.text || ' bytes'";
    } else {
      query << "pg_catalog.left(" << column << "::pg_catalog.text, ";
      query.integer(cell_max + 1) << "::pg_catalog.int4)";
    }
    before = ", ";
  }
  query << " FROM " << profile::table_name(p) << " k WHERE ";
  key_row_is(query, p, detail.row.id);
  auto rows = reading.run(query);
  if (!rows) return fail(rows.error());
  if (rows->empty()) return {};  // reaped a moment ago; what was read of it still stands
  for (int i = 0; i < rows->columns(); ++i) {
    detail.columns.emplace_back((*names)[static_cast<std::size_t>(i)].name,
                                rows->is_null(0, i) ? "NULL" : elided(rows->view(0, i), cell_max));
  }
  return {};
}

}  // namespace

Result<std::optional<Detail>> Browser::detail(const key::Identity& id) {
  auto reading = Reading::begin(connection_, profile_, limits_);
  if (!reading) return fail(reading.error());
  const profile::Query query = detail_sql(profile_, id);
  auto rows = reading->run(query);
  if (!rows && equals_nothing(connection_, profile_, limits_, rows.error(), key_row_is_query(profile_, id))) return std::nullopt;
  if (!rows) return fail(rows.error());
  if (rows->empty()) return std::nullopt;
  Detail detail;
  detail.sql = query.spelled_out();
  detail.row = key_row_from(profile_, *rows, 0);
  detail.as_of = rows->timestamp(0, key_row_width(profile_));
  read_response(detail, *rows, profile_);
  detail.evidence_json = rows->text(0, key_row_width(profile_) + 4);
  detail.verdict = rows->text(0, key_row_width(profile_) + 5);
  detail.verdict_reason = rows->text(0, key_row_width(profile_) + 6);
  if (auto read = read_columns(detail, *reading, profile_); !read) return fail(read.error());
  return detail;
}

}  // namespace onceover::browse
