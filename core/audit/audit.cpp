// SPDX-License-Identifier: Apache-2.0
#include "core/audit/audit.h"

#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "core/base/json_tree.h"
#include "core/pg/transaction.h"
#include "core/sql/statements.h"

namespace onceover::audit {
namespace {

using pg::or_null;

// One condition of a listing, with its value once as a parameter and once spelled out for display.
struct Conditions {
  std::string sql, shown;
  pg::Params params;

  std::string next() {
    sql += sql.empty() ? " WHERE " : " AND ";
    shown += shown.empty() ? " WHERE " : " AND ";
    return fmt::format("${}", params.size() + 1);
  }
  void text(std::string_view column, const std::string& value, std::string_view type = "text") {
    sql += fmt::format("{} = {}::{}", column, next(), type);
    std::string quoted;
    for (const char c : value) quoted += c == '\'' ? "''" : std::string(1, c);
    shown += fmt::format("{} = '{}'{}", column, quoted, type == "text" ? "" : fmt::format("::{}", type));
    params.text(value);
  }
  void is(std::string_view condition) {
    (void)next();
    sql += condition;
    shown += condition;
  }
  void at(std::string_view comparison, Timestamp value) {
    sql += fmt::format("at {} {}::timestamptz", comparison, next());
    shown += fmt::format("at {} '{}'", comparison, iso(value));
    params.timestamp(value);
  }
  void before(std::int64_t number) {
    sql += fmt::format("id < {}::bigint", next());
    shown += fmt::format("id < {}", number);
    params.integer(number);
  }
};

constexpr std::string_view record_columns =
    "SELECT id, at, action, actor, db_user, host, program, tenant, operation, key, from_state, to_state, "
    "fence_before, fence_after, before::text, after::text, evidence::text, verdict, reason, ticket, "
    "correlation_id, profile, relation, row_key::text";

Record record_from(const pg::Rows& rows, int i) {
  Record r;
  key::Identity id;
  rows.read(i, 0, r.number, r.at, r.action, r.actor, r.db_user, r.host, r.program, id.tenant, id.operation,
            id.key, r.from_state, r.to_state, r.fence_before, r.fence_after, r.before_json, r.after_json,
            r.evidence_json, r.verdict, r.reason, r.ticket, r.correlation_id, r.profile, r.relation,
            r.row_key_json);
  if (!rows.is_null(i, 9)) r.id = std::move(id);
  return r;
}

}  // namespace

Actor this_actor(std::string program) {
  std::array<char, 256> host{};
  if (gethostname(host.data(), host.size() - 1) != 0) host[0] = '\0';
  std::array<char, 4096> buffer{};
  passwd entry{};
  passwd* found = nullptr;
  const bool known =
      getpwuid_r(geteuid(), &entry, buffer.data(), buffer.size(), &found) == 0 && found != nullptr;
  return {known ? entry.pw_name : fmt::format("uid {}", geteuid()), host.data(), std::move(program)};
}

std::string_view left_as(const Record& record) {
  const bool is_given_up = record.action == "write" && record.verdict == "discard" &&
                           record.to_state == key::word(key::State::succeeded);
  return is_given_up ? std::string_view("discarded") : std::string_view(record.to_state);
}

Result<std::int64_t> append(pg::Connection& connection, const Actor& actor, const Entry& entry) {
  pg::Params params = pg::params(entry.action, actor.name, actor.host, actor.program);
  if (entry.id) {
    params.text(entry.id->tenant).text(entry.id->operation).text(entry.id->key);
  } else {
    params.null().null().null();
  }
  params.text(or_null(entry.from_state))
      .text(or_null(entry.to_state))
      .integer(entry.fence_before)
      .integer(entry.fence_after);
  params.text(or_null(entry.before_json))
      .text(or_null(entry.after_json))
      .text(or_null(entry.evidence_json))
      .text(or_null(entry.verdict));
  params.text(entry.reason).text(or_null(entry.ticket)).text(or_null(entry.correlation_id));
  params.text(or_null(entry.profile)).text(or_null(entry.relation)).text(or_null(entry.row_key_json));
  return connection.exec(sql::audit_append, params).map([](const pg::Rows& rows) {
    return rows.integer(0, 0);
  });
}

Result<Page> page(pg::Connection& connection, const Filter& filter, std::optional<std::int64_t> before_id,
                  int limit) {
  return as_result([&]() -> Result<Page> {
    auto transaction = pg::Transaction::begin(connection, {.read_only = true}).value();
    Conditions where;
    if (filter.id) {
      where.text("key", filter.id->key);
      where.text("operation", filter.id->operation);
      where.text("tenant", filter.id->tenant);
      if (filter.relation.empty()) where.is("relation IS NULL");
    }
    if (!filter.relation.empty()) where.text("relation", filter.relation);
    if (!filter.row_key_json.empty()) where.text("row_key", filter.row_key_json, "jsonb");
    if (!filter.key.empty()) where.text("key", filter.key);
    if (!filter.actor.empty()) where.text("actor", filter.actor);
    if (!filter.action.empty()) where.text("action", filter.action);
    if (filter.from) where.at(">=", *filter.from);
    if (filter.to) where.at("<", *filter.to);
    if (before_id) where.before(*before_id);
    const int rows_wanted = std::clamp(limit, 1, 1000);
    const std::string head = fmt::format("{} FROM onceover.audit", record_columns);
    const std::string tail = fmt::format(" ORDER BY id DESC LIMIT {}", rows_wanted + 1);

    auto rows = transaction.exec(head + where.sql + tail, where.params).value();
    auto now = transaction.exec("SELECT pg_catalog.clock_timestamp()").value();
    Page page;
    page.as_of = now.timestamp(0, 0);
    page.sql = head + where.shown + tail;
    for (int i = 0; i < std::min(rows.size(), rows_wanted); ++i) page.records.push_back(record_from(rows, i));
    if (rows.size() > rows_wanted) page.next = page.records.back().number;
    return page;
  });
}

Result<Page> trail_of(pg::Connection& connection, const std::string& relation,
                      const std::string& row_key_json, std::optional<std::int64_t> before_id, int limit) {
  return page(connection, {.relation = relation, .row_key_json = row_key_json}, before_id, limit);
}

std::string row_key(const std::vector<std::string>& columns,
                    const std::vector<std::optional<std::string>>& values) {
  std::string out;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    out += fmt::format("{}\"{}\": ", out.empty() ? "" : ", ", json::escaped(columns[i]));
    const std::optional<std::string>& value = values[i];
    out += value ? '"' + json::escaped(*value) + '"' : "null";
  }
  return '{' + out + '}';
}

std::optional<std::vector<std::optional<std::string>>> row_key_values(const std::vector<std::string>& columns,
                                                                      std::string_view row_key_json) {
  const auto row = nlohmann::json::parse(row_key_json, nullptr, false);
  std::vector<std::optional<std::string>> values;
  for (const std::string& column : columns) {
    if (!row.is_object() || !row.contains(column)) return std::nullopt;
    values.push_back(row[column].is_string() ? std::optional(row[column].get<std::string>()) : std::nullopt);
  }
  return values;
}

}  // namespace onceover::audit
