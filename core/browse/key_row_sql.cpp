#include "core/browse/key_row_sql.h"

#include <fmt/format.h>

#include "core/base/text.h"

namespace onceover::browse {
namespace {

std::string typed(const std::string& column, std::string_view type) {
  return column.empty() ? fmt::format("NULL::pg_catalog.{}", type) : fmt::format("k.{}::pg_catalog.{}", profile::quoted_name(column), type);
}

std::string bytes_in(const std::string& column) {
  return column.empty() ? "NULL::pg_catalog.int8"
                        : fmt::format("pg_catalog.octet_length(k.{})::pg_catalog.int8", profile::quoted_name(column));
}

// Bytes where it is bytea, which has no other binary form; text elsewhere.
std::string plain(const std::string& column) { return column.empty() ? "NULL::pg_catalog.text" : "k." + profile::quoted_name(column); }

std::string is_or_empty(const std::string& column, std::string_view parameter) {
  if (column.empty()) return fmt::format("{}::pg_catalog.text = ''", parameter);
  return fmt::format("k.{} = {}", profile::quoted_name(column), parameter);
}

}  // namespace

std::string key_row_columns(const profile::Profile& p) {
  const bool own = profile::is_own(p);
  std::string out;
  for (const std::string* column : {&p.tenant, &p.operation, &p.key, &p.state}) out += typed(*column, "text") + ", ";
  for (const std::string* column : {&p.created_at, &p.updated_at, &p.completed_at, &p.expires_at, &p.locked_until, &p.retry_before}) {
    out += typed(*column, "timestamptz") + ", ";
  }
  out += typed(p.fence, "int8") + ", ";
  for (const std::string* column : {&p.holder, &p.owner, &p.correlation_id, &p.error_code}) out += typed(*column, "text") + ", ";
  out += typed(p.attempts, "int8") + ", ";
  out += typed(p.fingerprint_kind, "text") + ", " + plain(p.fingerprint) + ", ";
  out += typed(p.response_code, "int8") + ", " + bytes_in(p.response_body) + ", ";
  for (const std::string* column : {&p.customer, &p.amount, &p.currency, &p.reference}) out += typed(*column, "text") + ", ";
  out += own ? "c.status::pg_catalog.text, c.attempts::pg_catalog.int8, c.next_try_at, k.stuck_since"
             : "NULL::pg_catalog.text, NULL::pg_catalog.int8, NULL::pg_catalog.timestamptz, NULL::pg_catalog.timestamptz";
  return out;
}

std::string key_row_source(const profile::Profile& p) {
  std::string out = profile::table_name(p) + " k";
  if (profile::is_own(p)) out += " LEFT JOIN onceover.cases c ON c.tenant = k.tenant AND c.operation = k.operation AND c.key = k.key";
  return out;
}

std::string key_row_is(const profile::Profile& p) {
  return is_or_empty(p.tenant, "$1") + " AND " + is_or_empty(p.operation, "$2") + " AND " + is_or_empty(p.key, "$3");
}

void key_row_is(profile::Query& query, const profile::Profile& p, const key::Identity& id) {
  const auto is = [&query](const std::string& column, const std::string& value, std::string_view before) {
    query << before;
    if (column.empty()) {
      query.text(value) << "::pg_catalog.text = ''";
    } else {
      query << "k." << profile::quoted_name(column) << " = ";
      query.text(value);
    }
  };
  is(p.tenant, id.tenant, "");
  is(p.operation, id.operation, " AND ");
  is(p.key, id.key, " AND ");
}

std::string key_row_select(const profile::Profile& p) { return "SELECT " + key_row_columns(p) + " FROM " + key_row_source(p); }

KeyRow key_row_from(const profile::Profile& p, const pg::Rows& rows, int row) {
  int column = 0;
  KeyRow out;
  out.id.tenant = rows.text(row, column++);
  out.id.operation = rows.text(row, column++);
  out.id.key = rows.text(row, column++);
  out.state_word = rows.text(row, column++);
  const auto state = p.state_for(out.state_word);
  out.state_known = state.has_value();
  out.state = state.value_or(key::State::in_progress);
  out.created_at = rows.optional_timestamp(row, column++).value_or(Timestamp{});
  out.updated_at = rows.optional_timestamp(row, column++).value_or(out.created_at);
  out.completed_at = rows.optional_timestamp(row, column++);
  out.expires_at = rows.optional_timestamp(row, column++);
  out.locked_until = rows.optional_timestamp(row, column++);
  out.retry_before = rows.optional_timestamp(row, column++);
  out.fence = rows.integer(row, column++);
  out.holder = key::holder_from_word(rows.view(row, column++)).value_or(key::Holder::executor);
  out.owner = rows.text(row, column++);
  out.correlation_id = rows.text(row, column++);
  out.error_code = rows.text(row, column++);
  out.attempts = static_cast<int>(rows.integer(row, column++));
  const std::string kind = rows.text(row, column++);
  const std::string digest = to_hex(rows.view(row, column++));
  if (!digest.empty()) out.fingerprint = kind.empty() ? digest : kind + ":" + digest;
  if (const auto code = rows.optional_integer(row, column++)) out.response_code = static_cast<int>(*code);
  out.response_bytes = rows.optional_integer(row, column++);
  out.subject.customer = rows.optional_text(row, column++);
  out.subject.amount = rows.optional_text(row, column++);
  out.subject.currency = rows.optional_text(row, column++);
  out.subject.reference = rows.optional_text(row, column++);
  out.case_status = rows.text(row, column++);
  out.case_attempts = static_cast<int>(rows.integer(row, column++));
  out.next_try_at = rows.optional_timestamp(row, column++);
  out.stuck_since = rows.optional_timestamp(row, column++);
  return out;
}

}  // namespace onceover::browse
