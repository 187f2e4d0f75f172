// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/collect.h"

#include <fmt/format.h>

#include "core/base/version.h"
#include "core/bundle/collector.h"
#include "core/pg/server_identity.h"
#include "core/schema/schema.h"

namespace onceover::bundle {

Value text_cell(std::string_view text) { return text_value(redacted(text), max_cell_bytes); }
Value cell_or_null(std::string_view text) { return text.empty() ? null_value() : text_cell(text); }
Value json_said(std::string_view json) {
  return json.empty() ? null_value() : text_value(redacted_json(json), max_cell_bytes);
}
Value exact(std::string_view text) { return text_value(text, max_cell_bytes); }
Value exact_or_null(const std::optional<std::string>& text) { return text ? exact(*text) : null_value(); }
Value cell_if_any(const std::optional<std::string>& text) { return text ? text_cell(*text) : null_value(); }
Value number_or_null(std::optional<std::int64_t> n) { return n ? number(*n) : null_value(); }
Value number(std::int64_t n) { return {Value::Form::text, std::to_string(n), 0}; }
Value time_value(std::optional<Timestamp> at) {
  return !at || *at == Timestamp::minus_infinity() ? null_value() : Value{Value::Form::text, iso(*at), 0};
}

Value time_value(const browse::RowTime& time) {
  return time.at || time.zoneless.empty() ? time_value(time.at) : exact(time.zoneless);
}

std::string named(const key::Identity& id) {
  std::string out = visible(id.operation);
  out += fmt::format("{}key {}", out.empty() ? "" : ", ", visible(id.key));
  if (!id.tenant.empty()) out += ", tenant " + visible(id.tenant);
  return out;
}

Collector::Collector(pg::Connection& connection, const CollectOptions& options)
    : connection_(connection), options_(options), until_(Steady::now() + options.within) {}

void Collector::note_failure(const Error& error, std::string_view what) {
  if (!connection_.is_open() || error.is_connection_lost() || error.is_cancelled()) {
    if (!fatal_) fatal_ = error;
    return;
  }
  out_.left_out.push_back(redacted(fmt::format("{}: {}", what, error.what)));
}

bool Collector::goes_on(std::string_view what) {
  if (fatal_) return false;
  step();
  if (Steady::now() < until_) return true;
  out_.left_out.push_back(fmt::format("{}: the time limit of the bundle was reached.", what));
  return false;
}

void Collector::step() {
  if (options_.on_progress) options_.on_progress(done_, parts_);
  done_ = std::min(done_ + 1, parts_);
}

void Collector::look(std::string what, std::string sql) {
  out_.sql.push_back({std::move(what), std::move(sql)});
}

bool Collector::add_row(Table& table, std::vector<Value> row) {
  std::int64_t bytes = 0;
  for (const Value& value : row) bytes += static_cast<std::int64_t>(value.text.size()) + 16;
  if (bytes > room_) {
    ++table.left_out;
    return false;
  }
  room_ -= bytes;
  table.rows.push_back(std::move(row));
  return true;
}

// The server and the user. Not every user may read the system identifier.
void Collector::begin(About about) {
  out_.about = about;
  out_.with_bodies = options_.with_bodies;
  out_.made_by = options_.actor.name + "@" + options_.actor.host;
  out_.program = options_.actor.program + " " ONCEOVER_VERSION;
  out_.redaction =
      options_.with_bodies
          ? "credentials. Bodies and stored headers are included: protect the file like the data itself."
          : "bodies, payloads and values of stored headers; all credentials.";
  parts_ = about == About::one_key ? 7 : about == About::plan ? 4 : 6;
  const auto status = schema::status(connection_).value();
  has_schema_ = status.is_readable();
  auto transaction = pg::Transaction::begin(connection_, {.read_only = true}).value();
  const auto rows = transaction
                        .exec(
                            "SELECT clock_timestamp(), session_user::text, "
                            "current_setting('server_version'), pg_is_in_recovery()")
                        .value();
  const auto identity = pg::server_identity(connection_).value();
  out_.made_at = rows.timestamp(0, 0);
  const std::string host = connection_.host();
  out_.server = {{"Database", exact(identity.database)},
                 {"Database oid", number(identity.database_oid)},
                 {"Server", text_cell(host + (connection_.port().empty() ? "" : ":" + connection_.port()))},
                 {"System identifier", exact_or_null(identity.system_identifier)},
                 {"PostgreSQL", exact(rows.text(0, 2) + (rows.boolean(0, 3) ? ", a standby" : ""))},
                 {"Database user", exact(rows.text(0, 1))},
                 {"Schema onceover", exact(status.sentence())}};
  transaction.rollback();
  if (has_schema_) note_hidden_rows();
}

// What is missing without an error. What may not be read at all is an error of its own.
void Collector::note_hidden_rows() {
  const auto hidden = browse::hidden_own_tables(connection_).value();
  const auto is_seen = [&](const std::set<std::string_view>& tables) {
    const unfinished::Knowledge known = browse::known_of(hidden, tables);
    const std::string why = unfinished::explanation(known);
    if (!why.empty() && std::ranges::find(out_.left_out, why) == out_.left_out.end())
      out_.left_out.push_back(why);
    return known.known == unfinished::Known::exact;
  };
  is_trail_seen_ = is_seen({"audit"});
  are_counts_seen_ = is_seen({"counter_deltas", "counter_series", "counter_minutes", "counter_hours"});
  for (const char* table : {"keys", "cases", "row_cases", "notes", "plans", "plan_items"}) is_seen({table});
}

Bundle Collector::take() {
  if (options_.on_progress) options_.on_progress(parts_, parts_);
  blank_out(out_, options_.secrets);
  return std::move(out_);
}

Result<std::optional<Bundle>> collect(pg::Connection& connection, const What& what,
                                      const CollectOptions& options) {
  Collector collector(connection, options);
  const About about = std::holds_alternative<OneKey>(what)    ? About::one_key
                      : std::holds_alternative<OnePlan>(what) ? About::plan
                                                              : About::time_range;
  if (auto begun = as_result([&] { collector.begin(about); }); !begun) return fail(begun.error());
  const bool there = std::visit(
      [&collector](const auto& one) {
        using T = std::decay_t<decltype(one)>;
        if constexpr (std::is_same_v<T, OneKey>) return collector.key(one);
        if constexpr (std::is_same_v<T, OnePlan>) return collector.plan(one);
        if constexpr (std::is_same_v<T, TimeRange>) return collector.range(one);
      },
      what);
  if (collector.fatal()) return fail(*collector.fatal());
  if (!there) return std::optional<Bundle>();
  return std::optional(collector.take());
}

}  // namespace onceover::bundle
