// SPDX-License-Identifier: Apache-2.0
#include "core/plan/record.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "core/browse/key_row_sql.h"
#include "core/reconcile/weigh.h"
#include "core/sql/statements.h"

namespace onceover::plan {
namespace {

using Json = nlohmann::ordered_json;

std::string dumped(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json frozen(const tables::Profile& p, const browse::KeyRow& row) {
  Json json;
  const auto put = [&json](const char* name, const std::string& value) {
    if (!value.empty()) json[name] = value;
  };
  const auto put_time = [&put](const char* name, const std::optional<Timestamp>& at) {
    if (at && *at != Timestamp::minus_infinity()) put(name, iso(*at));
  };
  json["state"] = row.state_word;
  if (tables::is_own(p)) put("fence", std::to_string(row.fence));
  put("owner", row.owner);
  put_time("locked_until", row.locked_until);
  put_time("retry_before", row.retry_before);
  put_time("updated_at", row.updated_at);
  put_time("completed_at", row.completed_at);
  if (!p.attempts.empty()) put("attempts", std::to_string(row.attempts));
  put("error", row.error_code);
  // For people; a change of these is no change of the row. An amount that the row lacks is null, so that it
  // differs from an amount that was not recorded.
  put("customer", row.subject.customer.value_or(std::string()));
  json["amount"] = row.subject.amount ? Json(*row.subject.amount) : Json(nullptr);
  put("currency", row.subject.currency.value_or(std::string()));
  put("reference", row.subject.reference.value_or(std::string()));
  return json;
}

key::Subject subject_of_frozen(const std::string& frozen_json) {
  const Json json = Json::parse(frozen_json, nullptr, false);
  const auto text = [&json](const char* name) {
    const bool is_there = json.is_object() && json.contains(name) && json[name].is_string();
    return is_there ? std::optional(json[name].get<std::string>()) : std::nullopt;
  };
  return {.customer = text("customer"),
          .amount = text("amount"),
          .currency = text("currency"),
          .reference = text("reference")};
}

// One currency of a line of plan_totals.
void add_money(key::Sums& sums, const pg::Rows& rows, int i, std::int64_t n) {
  const std::int64_t plain = rows.integer(i, 14), unreadable = rows.integer(i, 15);
  if (plain > 0) sums.add(rows.view(i, 12), rows.view(i, 13), plain);
  sums.add_unreadable(unreadable);
  sums.add_without(n - plain - unreadable);
}

// What was done within the last while, and since when.
struct Lately {
  std::int64_t n = 0;
  Timestamp first = Timestamp::infinity(), now;
  void add(std::int64_t more, const std::optional<Timestamp>& since, Timestamp at) {
    n += more;
    first = std::min(first, since.value_or(first));
    now = std::max(now, at);
  }
  // A batch ends at once: a second at least, or the first one would tell of wonders.
  double per_second() const {
    if (n == 0) return 0;
    return static_cast<double>(n) /
           std::chrono::duration<double>(std::max<Duration>(now - first, std::chrono::seconds(1))).count();
  }
};

// The server's word for a value that is none of a column's type.
bool is_no_value(const Error& error) { return error.sqlstate.starts_with("22"); }

Result<std::vector<pg::Rows>> read_chunk(pg::Connection& connection,
                                         const std::vector<tables::Query>& queries) {
  auto transaction = pg::Transaction::begin(connection, {.read_only = true}).value();
  std::vector<pg::Statement> statements;
  for (const tables::Query& query : queries) statements.push_back({query.sql(), query.params()});
  return connection.pipeline(statements, pg::Connection::Ends::open, false);
}

}  // namespace

std::string frozen_json(const tables::Profile& p, const browse::KeyRow& row) {
  return storable_json(dumped(frozen(p, row)));
}

std::string what_changed(const std::string& before_json, const tables::Profile& p,
                         const browse::KeyRow& now) {
  const Json before = Json::parse(before_json, nullptr, false);
  // As it would have been kept.
  const Json after = Json::parse(frozen_json(p, now), nullptr, false);
  std::vector<std::string> changes;
  const auto text = [](const Json& json, const std::string& name) {
    return json.is_object() && json.contains(name) && json[name].is_string()
               ? visible(json[name].get<std::string>())
               : std::string("none");
  };
  for (const char* name : {"state", "fence", "owner", "locked_until", "retry_before", "updated_at",
                           "completed_at", "attempts", "error"}) {
    const std::string from = text(before, name), to = text(after, name);
    if (from != to) changes.push_back(fmt::format("{} {} → {}", name, elided(from, 200), elided(to, 200)));
  }
  return fmt::format("{}", fmt::join(changes, ", "));
}

std::string columns_json(const key::Identity& id) {
  if (id.columns.empty()) return {};
  Json json = Json::array();
  for (const auto& column : id.columns) json.push_back(column ? Json(*column) : Json(nullptr));
  return dumped(json);
}

key::Identity identity_from(const pg::Rows& rows, int row, int column) {
  key::Identity id;
  rows.read(row, column, id.tenant, id.operation, id.key);
  const Json json = Json::parse(rows.view(row, column + 3), nullptr, false);
  if (!json.is_array()) return id;
  for (const Json& value : json)
    id.columns.push_back(value.is_string() ? std::optional(value.get<std::string>()) : std::nullopt);
  return id;
}

std::vector<std::vector<browse::KeyRow>> read_rows(pg::Connection& connection, const tables::Profile& p,
                                                   const std::vector<tables::Query>& conditions) {
  constexpr std::size_t in_one_trip = 200;
  const std::string select =
      "SELECT " + browse::key_row_columns(p) + " FROM " + browse::key_row_source(p) + " WHERE ";
  std::vector<std::vector<browse::KeyRow>> found;
  const auto take = [&](const pg::Rows& rows) {
    std::vector<browse::KeyRow>& these = found.emplace_back();
    for (int i = 0; i < rows.size(); ++i) these.push_back(browse::key_row_from(p, rows, i));
  };
  for (std::size_t from = 0; from < conditions.size(); from += in_one_trip) {
    std::vector<tables::Query> queries;
    for (std::size_t i = from; i < std::min(conditions.size(), from + in_one_trip); ++i) {
      queries.push_back(conditions[i].behind(select));
      queries.back() << " LIMIT 2";
    }
    auto chunk = read_chunk(connection, queries);
    if (chunk) {
      for (const pg::Rows& rows : *chunk) take(rows);
      continue;
    }
    if (!is_no_value(chunk.error())) raise(chunk.error());
    for (const tables::Query& query : queries) {
      auto one = read_chunk(connection, {query});
      if (!one && !is_no_value(one.error())) raise(one.error());
      one ? take(one->front()) : take(pg::Rows());
    }
  }
  return found;
}

std::vector<std::vector<browse::KeyRow>> read_own(pg::Connection& connection,
                                                  const std::vector<key::Identity>& ids, Any any,
                                                  Timestamp* as_of) {
  constexpr std::size_t at_once = 1000;
  const tables::Profile& p = tables::own();
  const int width = browse::key_row_width(p);
  const std::string statement = fmt::format(
      "SELECT {}, v.position, pg_catalog.clock_timestamp() FROM unnest($1::text[], $2::text[], $3::text[], "
      "$4::bigint[]) AS v (tenant, operation, key, position) JOIN ({}) ON k.key = v.key AND ($5::boolean OR "
      "k.operation = v.operation) AND ($6::boolean OR k.tenant = v.tenant)",
      browse::key_row_columns(p), browse::key_row_source(p));
  std::vector<std::vector<browse::KeyRow>> found(ids.size());
  for (std::size_t from = 0; from < ids.size(); from += at_once) {
    std::vector<std::string_view> tenants, operations, keys;
    std::vector<std::int64_t> positions;
    for (std::size_t i = from; i < std::min(ids.size(), from + at_once); ++i) {
      tenants.emplace_back(ids[i].tenant);
      operations.emplace_back(ids[i].operation);
      keys.emplace_back(ids[i].key);
      positions.push_back(static_cast<std::int64_t>(i));
    }
    auto transaction = pg::Transaction::begin(connection, {.read_only = true, .also = by_index}).value();
    const pg::Params params = pg::params(tenants, operations, keys, positions, any.operation, any.tenant);
    const pg::Rows rows = transaction.exec_prepared(statement, params).value();
    for (int i = 0; i < rows.size(); ++i) {
      found[static_cast<std::size_t>(rows.integer(i, width))].push_back(browse::key_row_from(p, rows, i));
      if (as_of != nullptr) *as_of = std::max(*as_of, rows.timestamp(i, width + 1));
    }
  }
  return found;
}

std::string with_system(std::string_view sql, const std::string& system) {
  static constexpr std::string_view mark = "/*system*/";
  std::string text(sql);
  // The statement's own comment names the mark first.
  for (auto at = text.rfind(mark); at != std::string::npos && at > 0; at = text.rfind(mark, at - 1)) {
    const auto line = text.rfind('\n', at);
    const auto begin = line == std::string::npos ? 0 : line + 1;
    if (text.compare(begin, 2, "--") != 0) text.replace(at, mark.size(), system);
  }
  return text;
}

Guarded guard(pg::Connection& connection, std::int64_t plan, const std::string& system) {
  const pg::Rows rows =
      connection.exec_prepared(with_system(sql::plan_guard, system), pg::params(plan)).value();
  if (rows.empty())
    raise({ErrorKind::unsupported, "There is no such plan here.", "Nothing was written.", {}, {}, {}});
  if (!rows.boolean(0, 3)) {
    raise({ErrorKind::unsupported,
           "This is not the database that the plan was made on.",
           "Nothing was written.",
           "Connect to that one, or make the plan anew here.",
           {},
           {}});
  }
  return {state_from_word(rows.view(0, 0)).value_or(State::stopped), rows.boolean(0, 1), rows.text(0, 2)};
}

bool move_to(pg::Connection& connection, std::int64_t plan, State to, const std::string& from,
             const std::string& why, const audit::Actor& actor) {
  const std::string system = pg::system_identifier_sql(connection).value();
  auto transaction = pg::Transaction::begin(connection, {.durable = true}).value();
  guard(connection, plan, system);
  const std::string& shown = to == State::paused || to == State::stopped ? why : std::string();
  const pg::Params params =
      pg::params(plan, word(to), from, shown, actor.name, actor.host, actor.program, why);
  if (!transaction.exec(sql::plan_state, params).value().boolean(0, 0)) return false;
  require(transaction.commit());
  return true;
}

std::vector<Item> items_of(pg::Connection& connection, std::int64_t plan, int behind, int limit,
                           std::optional<ItemState> state) {
  const pg::Rows rows =
      connection
          .exec(sql::plan_items_page, pg::params(plan, behind, state ? word(*state) : std::string_view(),
                                                 std::clamp(limit, 1, 1000)))
          .value();
  return rows.map([&rows](int i) {
    Item item{.id = identity_from(rows, i, 2)};
    std::string its_state;
    rows.read(i, 0, item.position, item.line);
    rows.read(i, 6, item.frozen_json, item.fence, its_state, item.tries, item.runner, item.taken_until,
              item.next_try_at, item.foreseen, item.foreseen_writes, item.foreseen_why,
              item.foreseen_evidence_json, item.foreseen_at, item.outcome, item.why, item.evidence_json,
              item.to_state, item.audit_id, item.finished_at);
    item.state = item_state_from_word(its_state).value_or(ItemState::failed);
    item.subject = subject_of_frozen(item.frozen_json);
    return item;
  });
}

Totals totals_of(pg::Connection& connection, std::int64_t plan) {
  static constexpr Duration lately = std::chrono::seconds(30);
  const pg::Rows rows =
      connection.exec(sql::plan_totals, pg::params(plan, lately, key::amount_pattern)).value();
  Totals totals;
  Lately ended, looked_at;
  for (int i = 0; i < rows.size(); ++i) {
    const Totals::Line line{item_state_from_word(rows.view(i, 0)).value_or(ItemState::failed),
                            rows.text(i, 1), rows.text(i, 2), rows.boolean(i, 3), rows.integer(i, 4)};
    totals.items += line.n;
    totals.of(line.state) += line.n;
    if (!line.foreseen.empty()) totals.foreseen += line.n;
    if (line.foreseen_writes) totals.would_write += line.n;
    totals.audited += rows.integer(i, 6);
    totals.taken += rows.integer(i, 7);
    ended.add(rows.integer(i, 5), rows.optional_timestamp(i, 9), rows.timestamp(i, 11));
    looked_at.add(rows.integer(i, 8), rows.optional_timestamp(i, 10), rows.timestamp(i, 11));
    const bool is_same = !totals.lines.empty() && totals.lines.back().state == line.state &&
                         totals.lines.back().outcome == line.outcome &&
                         totals.lines.back().foreseen == line.foreseen &&
                         totals.lines.back().foreseen_writes == line.foreseen_writes;
    if (is_same) {
      totals.lines.back().n += line.n;
    } else {
      totals.lines.push_back(line);
    }
    add_money(totals.lines.back().money, rows, i, line.n);
    add_money(totals.money, rows, i, line.n);
  }
  const auto time_for = [](std::int64_t left, double per_second) {
    if (left <= 0 || per_second <= 0) return std::optional<Duration>();
    return std::optional(Duration(static_cast<std::int64_t>(static_cast<double>(left) / per_second * 1e6)));
  };
  totals.per_second = ended.per_second();
  totals.remaining = time_for(totals.waiting, totals.per_second);
  totals.foreseen_per_second = looked_at.per_second();
  totals.foreseen_remaining = time_for(totals.items - totals.foreseen, totals.foreseen_per_second);
  return totals;
}

std::string options_json(const Options& o) {
  const Json json{
      {"error_share", o.error_share}, {"error_count", o.error_count},     {"rate", o.rate},
      {"lease_us", o.lease.count()},  {"although_held", o.although_held}, {"within_window", o.within_window},
      {"cancel", o.cancel},           {"max_tries", o.max_tries},         {"max_attempts", o.max_attempts}};
  return json.dump();
}

std::optional<tables::Verb> verb_of(Verb act) {
  return std::ranges::find(tables::all_verbs, act) != std::end(tables::all_verbs) ? std::optional(act)
                                                                                  : std::nullopt;
}

bool asks_gateway(const Plan& plan, const tables::Profile& p) {
  if (plan.act == Verb::settle) return true;
  if (plan.act != Verb::release) return false;
  return tables::is_own(p) || (tables::says_of_effect(p, tables::Verb::release) && plan.gateway.has_value());
}

}  // namespace onceover::plan
