// SPDX-License-Identifier: Apache-2.0
#include "core/browse/key_row_sql.h"

#include <fmt/format.h>

#include "core/base/json_tree.h"
#include "core/browse/browser.h"
#include "core/key/money.h"
#include "core/tables/instants.h"
#include "core/tables/parts.h"
#include "core/tables/states.h"

namespace onceover::browse {
namespace {

using tables::quoted_name;

// The columns of every row; ours have no more.
constexpr int common_width = 28;
// An amount or a customer's number is at the start of a document this long.
constexpr int document_max = 65'536;
// The part of a free text that a listing shows: a row must not include a whole log.
constexpr int text_max = 10'000;

std::string as_type(const std::string& column, std::string_view type) {
  return column.empty() ? fmt::format("NULL::pg_catalog.{}", type)
                        : fmt::format("k.{}::pg_catalog.{}", quoted_name(column), type);
}

// A number of any type; none where it is not a whole number of a moderate size.
std::string as_count(const tables::Profile& p, const std::string& column) {
  if (column.empty() || tables::is_own(p)) return as_type(column, "int8");
  const std::string text = as_type(column, "text");
  return fmt::format("CASE WHEN {0} ~ '^[0-9]{{1,9}}$' THEN ({0})::pg_catalog.int8 END", text);
}

// Of an external table's text the part that is shown, and one more character that shows whether there is
// more.
std::string beginning(const tables::Profile& p, const std::string& text) {
  return tables::is_own(p) ? text : fmt::format("pg_catalog.left({}, {})", text, text_max + 1);
}

bool is_document(const tables::Place& place) {
  return !place.path.empty() && place.holds == tables::Place::Holds::text;
}

std::string placed_beginning(const tables::Profile& p, const tables::Place& place) {
  const std::string text = &place == &p.amount ? amount_sql(p) : place_sql(place);
  return is_document(place) ? text : beginning(p, text);
}

std::optional<std::string> placed(const tables::Place& place, const pg::Rows& rows, int row, int column) {
  auto text = rows.optional_text(row, column);
  if (!text || place.path.empty() || place.holds == tables::Place::Holds::jsonb) return text;
  // Bytes come as the server writes them.
  std::string bytes;
  if (text->starts_with("\\x") && from_hex(std::string_view(*text).substr(2), bytes)) text = std::move(bytes);
  const auto document = json::parse_json(*text);
  const json::Json* value = document ? json::at(*document, place.path) : nullptr;
  if (value == nullptr || value->kind == json::Json::Kind::null) return std::nullopt;
  return value->is_scalar() ? value->text : json::written(*value);
}

// Bytes where it is bytea, which has no other binary form; text elsewhere.
std::string plain(const std::string& column) {
  return column.empty() ? "NULL::pg_catalog.text" : "k." + quoted_name(column);
}

std::string digest_shown(const tables::Digest& digest, std::string_view stored) {
  if (digest.form == tables::Digest::Form::bytes) return to_hex(stored);
  if (stored.starts_with(digest.prefix)) stored.remove_prefix(digest.prefix.size());
  if (digest.form == tables::Digest::Form::base64) {
    const auto bytes = from_base64(stored);
    return bytes ? to_hex(*bytes) : std::string(stored);
  }
  std::string hex(stored);
  std::ranges::transform(hex, hex.begin(), [](char c) { return c >= 'A' && c <= 'F' ? ascii_lower(c) : c; });
  return hex;
}

// In our own schema one column of words is enough.
const tables::StateRule* rule_of_word(const tables::States& states, std::string_view word) {
  for (const tables::StateRule& rule : states.rules) {
    if (std::ranges::find(rule.when[0].values, word) != rule.when[0].values.end()) return &rule;
  }
  return nullptr;
}

// The columns that rows of external tables have besides those of every row.
int extra_columns(const tables::Profile& p) {
  if (tables::is_own(p)) return 0;
  return static_cast<int>(4 + tables::times_of(p).size() + p.identity.size() +
                          tables::order_columns(p).size());
}

std::string identity_and_order(const tables::Profile& p) {
  std::string out;
  for (const std::string& column : p.identity) out += ", " + as_type(column, "text");
  for (const std::string& column : tables::order_columns(p)) {
    out += ", " + (p.is_never_null(column) ? as_type(column, "text")
                                           : fmt::format("COALESCE('=' || {}, '')", as_type(column, "text")));
  }
  return out;
}

void read_identity_and_order(const tables::Profile& p, const pg::Rows& rows, int row, int column,
                             KeyRow& out) {
  for (std::size_t i = 0; i < p.identity.size(); ++i)
    out.id.columns.push_back(rows.optional_text(row, column++));
  for (std::size_t i = 0; i < tables::order_columns(p).size(); ++i)
    out.place.push_back(rows.text(row, column++));
}

// What rows of external tables have besides; the rule of the row's state, nullptr: it is not known.
const tables::StateRule* read_external(const tables::Profile& p, const pg::Rows& rows, int row, int column,
                                       KeyRow& out) {
  std::optional<std::int64_t> rule, finished;
  KeyRow::Zoneless& texts = out.zoneless;
  rows.read(row, column, rule, finished, out.due, out.set_aside, texts.created_at, texts.updated_at,
            texts.completed_at, texts.expires_at, texts.due);
  if (finished) out.attempts_finished = static_cast<int>(*finished);
  // Many systems write "none" as the distant past.
  for (std::optional<Timestamp>* at : {&out.completed_at, &out.expires_at, &out.due}) {
    if (*at && tables::means_none(**at)) at->reset();
  }
  read_identity_and_order(p, rows, row, column + 9, out);
  out.lease_known = p.lease.is_observable();
  out.free_waits = p.lease.form != tables::Lease::Form::age;  // a row without a time has no known age
  return tables::rule_at(p, rule);
}

std::string is_or_empty(const std::string& column, std::string_view parameter) {
  if (column.empty()) return fmt::format("{}::pg_catalog.text = ''", parameter);
  return fmt::format("k.{} = {}", quoted_name(column), parameter);
}

}  // namespace

std::string place_sql(const tables::Place& place) {
  if (place.empty() || place.path.empty()) return as_type(place.column, "text");
  if (place.holds == tables::Place::Holds::text) {
    return fmt::format("pg_catalog.left(k.{}::pg_catalog.text, {})", quoted_name(place.column), document_max);
  }
  std::string path;
  for (const std::string& step : json::steps(place.path))
    path += (path.empty() ? "" : ", ") + tables::literal(step);
  return fmt::format("k.{} #>> ARRAY[{}]::pg_catalog.text[]", quoted_name(place.column), path);
}

std::string amount_sql(const tables::Profile& p) {
  const std::string stored = place_sql(p.amount);
  // Of a document that this program reads, key_row_from() takes the amount.
  if (p.amount.empty() || p.amount_decimals == 0 || is_document(p.amount)) return stored;
  return fmt::format(
      "(CASE WHEN {0} ~ {1} THEN (({0})::pg_catalog.numeric * 0.{2:0>{3}})::pg_catalog.text ELSE {0} END)",
      stored, tables::literal(key::number_pattern), 1, p.amount_decimals);
}

std::string body_size_sql(const tables::Body& body) {
  if (body.empty() || body.is_pointer()) return "NULL::pg_catalog.int8";
  const std::string column = "k." + quoted_name(body.column);
  // A document has no length.
  return fmt::format("pg_catalog.octet_length({})::pg_catalog.int8",
                     body.form == tables::Body::Form::bytes ? column : column + "::pg_catalog.text");
}

int key_row_width(const tables::Profile& p) { return common_width + extra_columns(p); }

std::string key_row_columns(const tables::Profile& p) {
  const bool own = tables::is_own(p);
  std::string out = as_type(p.tenant, "text") + ", ";
  out += (p.operation.empty() ? tables::literal(p.operation_name) + "::pg_catalog.text"
                              : as_type(p.operation, "text")) +
         ", ";
  out += as_type(p.key, "text") + ", " + tables::state_word(p) + ", ";
  for (const tables::Instant* instant : {&p.created_at, &p.updated_at, &p.completed_at, &p.expires_at}) {
    out += tables::shown_instant(p, *instant) + ", ";
  }
  out += tables::shown_lease_end(p) + ", " + as_type(p.retry_before, "timestamptz") + ", ";
  out += as_type(p.fence, "int8") + ", ";
  for (const std::string* column : {&p.holder, &p.owner, &p.correlation_id})
    out += beginning(p, as_type(*column, "text")) + ", ";
  out += placed_beginning(p, p.error) + ", ";
  out += as_count(p, p.attempts.empty() ? std::string() : p.attempts[0]) + ", ";
  out += as_type(p.fingerprint_kind, "text") + ", " + plain(p.fingerprint.column) + ", ";
  out += as_count(p, p.response_code) + ", " + body_size_sql(p.response_body) + ", ";
  for (const tables::Place* place : {&p.customer, &p.amount, &p.currency, &p.reference})
    out += placed_beginning(p, *place) + ", ";
  out += own ? "c.status::pg_catalog.text, c.attempts::pg_catalog.int8, c.next_try_at, k.stuck_since"
             : "NULL::pg_catalog.text, NULL::pg_catalog.int8, NULL::pg_catalog.timestamptz, "
               "NULL::pg_catalog.timestamptz";
  if (own) return out;
  out += fmt::format(", ({})::pg_catalog.int8, {}", tables::state_number(p),
                     as_count(p, p.attempts.size() < 2 ? std::string() : p.attempts[1]));
  out += fmt::format(", {}, {}", tables::shown_instant(p, p.due), tables::is_set_aside(p));
  for (const auto& [role, instant] : tables::times_of(p)) out += ", " + tables::zoneless_text(p, *instant);
  return out + identity_and_order(p);
}

std::string place_columns(const tables::Profile& p) {
  const std::string operation = p.operation.empty() ? tables::literal(p.operation_name) + "::pg_catalog.text"
                                                    : as_type(p.operation, "text");
  return as_type(p.tenant, "text") + ", " + operation + ", " + as_type(p.key, "text") + identity_and_order(p);
}

int place_width(const tables::Profile& p) {
  return static_cast<int>(3 + p.identity.size() + tables::order_columns(p).size());
}

KeyRow place_from(const tables::Profile& p, const pg::Rows& rows, int row) {
  KeyRow out;
  rows.read(row, 0, out.id.tenant, out.id.operation, out.id.key);
  read_identity_and_order(p, rows, row, 3, out);
  return out;
}

std::string key_row_source(const tables::Profile& p) {
  std::string out = tables::table_name(p) + " k";
  if (tables::is_own(p))
    out +=
        " LEFT JOIN onceover.cases c ON c.tenant = k.tenant AND c.operation = k.operation AND c.key = k.key";
  return out;
}

std::string key_row_is(const tables::Profile& p) {
  return is_or_empty(p.tenant, "$1") + " AND " + is_or_empty(p.operation, "$2") + " AND " +
         is_or_empty(p.key, "$3");
}

void key_row_is(tables::Query& query, const tables::Profile& p, const key::Identity& id) {
  std::string_view before;
  const auto is = [&](const std::string& column, const std::optional<std::string>& value) {
    query << before << "k." << quoted_name(column);
    before = " AND ";
    if (!value) {
      query << " IS NULL";
      return;
    }
    (query << " = ").text(*value);
  };
  if (!id.columns.empty() && id.columns.size() == p.identity.size()) {
    for (std::size_t i = 0; i < p.identity.size(); ++i) is(p.identity[i], id.columns[i]);
    return;
  }
  // By what a person knows of it: several rows may have the same.
  is(p.key, id.key);
  if (!p.tenant.empty()) is(p.tenant, id.tenant);
  if (!p.operation.empty()) is(p.operation, id.operation);
  const bool elsewhere =
      (p.tenant.empty() && !id.tenant.empty()) || (p.operation.empty() && id.operation != p.operation_name);
  if (elsewhere) query << " AND FALSE";
}

tables::Query key_row_is_query(const tables::Profile& p, const key::Identity& id) {
  tables::Query query;
  key_row_is(query, p, id);
  return query;
}

std::string key_row_select(const tables::Profile& p) {
  return "SELECT " + key_row_columns(p) + " FROM " + key_row_source(p);
}

KeyRow key_row_from(const tables::Profile& p, const pg::Rows& rows, int row) {
  KeyRow out;
  std::optional<Timestamp> created, updated;
  std::string_view holder, owner, correlation;
  rows.read(row, 0, out.id.tenant, out.id.operation, out.id.key, out.state_word, created, updated,
            out.completed_at, out.expires_at, out.locked_until, out.retry_before, out.fence, holder, owner,
            correlation);
  int column = 14;
  out.created_at = created.value_or(Timestamp::minus_infinity());
  out.updated_at = updated.value_or(Timestamp::minus_infinity());
  out.holder = key::holder_from_word(holder).value_or(key::Holder::executor);
  out.owner = elided(owner, text_max);
  out.correlation_id = elided(correlation, text_max);
  out.error_code = elided(placed(p.error, rows, row, column++).value_or(""), text_max);
  out.attempts_known = !rows.is_null(row, column);
  out.attempts = static_cast<int>(rows.integer(row, column++));
  const std::string kind = rows.text(row, column++);
  const std::string digest = digest_shown(p.fingerprint, rows.view(row, column++));
  if (!digest.empty()) out.fingerprint = kind.empty() ? digest : kind + ":" + digest;
  if (const auto code = rows.optional_integer(row, column++)) out.response_code = static_cast<int>(*code);
  out.response_bytes = rows.optional_integer(row, column++);
  for (const auto& [place, value] :
       {std::pair{&p.customer, &out.subject.customer}, std::pair{&p.amount, &out.subject.amount},
        std::pair{&p.currency, &out.subject.currency}, std::pair{&p.reference, &out.subject.reference}}) {
    *value = placed(*place, rows, row, column++);
    if (*value && place == &p.amount && is_document(p.amount))
      *value = key::with_decimals(**value, p.amount_decimals);
    if (*value) *value = elided(**value, text_max);
  }
  rows.read(row, column, out.case_status, out.case_attempts, out.next_try_at, out.stuck_since);
  const tables::StateRule* rule = tables::is_own(p) ? rule_of_word(p.states, out.state_word)
                                                    : read_external(p, rows, row, column + 4, out);
  out.state_known = rule != nullptr;
  if (rule != nullptr) {
    out.state = rule->state;
    out.may_retry = rule->may_retry;
    if (out.state_word.empty()) out.state_word = rule->word;
    const std::string discarded = tables::discarded_word(p);
    out.discarded = key::is_final(rule->state) && !discarded.empty() && out.state_word == discarded;
  }
  return out;
}

Cursor cursor_of(const KeyRow& row) {
  if (!row.place.empty() || !row.id.columns.empty()) return {row.place};
  return {{iso(row.created_at), row.id.key, row.id.tenant, row.id.operation}};
}

namespace {

using tables::Query;

// As audit::row_key() writes it, for the digest.
std::string digest_sql(const std::string& names, const std::string& values) {
  return tables::row_digest_sql("pg_catalog.jsonb_object(ARRAY[" + names + "]::pg_catalog.text[], ARRAY[" +
                                values + "]::pg_catalog.text[])");
}

std::vector<std::optional<CaseOnFile>> joined(pg::Connection& connection, const tables::Profile& p,
                                              std::vector<KeyRow>& rows) {
  std::vector<std::optional<CaseOnFile>> out(rows.size());
  const auto is_named = [&](const KeyRow& row) {
    return !p.identity.empty() && row.id.columns.size() == p.identity.size();
  };
  if (rows.empty() || tables::is_own(p) || !std::ranges::all_of(rows, is_named)) return out;
  auto may = connection.exec(std::string(may_read_cases_sql)).value();
  if (may.empty() || !may.boolean(0, 0)) return out;

  Query query(
      "SELECT u.n, c.status, c.attempts::pg_catalog.int8, c.next_try_at, c.verdict, c.reason, "
      "c.evidence::pg_catalog.text FROM ROWS FROM (");
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
  (query << ") WITH ORDINALITY u (" << columns << "n) JOIN onceover.row_cases c ON c.relation = ")
          .text(tables::table_name(p))
      << " AND c.row_digest = " << digest_sql(names, values);
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
    "SELECT pg_catalog.has_table_privilege(c.oid, 'SELECT') FROM pg_catalog.pg_class c JOIN "
    "pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'onceover' AND c.relname = "
    "'row_cases' AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')";

std::string row_digest_sql(const tables::Profile& p) {
  std::string names, values;
  for (const std::string& column : p.identity) {
    names += (names.empty() ? "" : ", ") + tables::literal(column);
    values += (values.empty() ? "k." : ", k.") + tables::quoted_name(column) + "::pg_catalog.text";
  }
  return digest_sql(names, values);
}

Result<std::vector<std::optional<CaseOnFile>>> join_cases(pg::Connection& connection,
                                                          const tables::Profile& p,
                                                          std::vector<KeyRow>& rows) {
  return as_result([&] { return joined(connection, p, rows); });
}

Result<void> join_publications(pg::Connection& connection, const tables::Profile& p, std::span<KeyRow> rows) {
  if (rows.empty() || p.schema != "onceover" || p.table != "outbox") return {};
  std::vector<std::int64_t> numbers;
  for (const KeyRow& row : rows) numbers.push_back(std::stoll(row.id.columns.at(0).value_or("0")));
  return events::publications(connection, numbers).map([&](std::vector<events::Publication> all) {
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i].publication = std::move(all[i]);
  });
}

}  // namespace onceover::browse
