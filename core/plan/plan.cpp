#include "core/plan/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/storable.h"
#include "core/base/text.h"
#include "core/key/sha256.h"
#include "core/plan/record.h"
#include "core/schema/schema.h"
#include "core/sql/statements.h"

namespace onceover::plan {

std::string_view word(Act act) {
  switch (act) {
    case Act::settle: return "settle";
    case Act::release: return "release";
    case Act::extend: return "extend";
    case Act::requeue: return "requeue";
    case Act::discard: return "discard";
    case Act::reap: return "reap";
  }
  return "settle";
}
std::optional<Act> act_from_word(std::string_view text) {
  for (const Act act : all_acts) {
    if (word(act) == text) return act;
  }
  return std::nullopt;
}

std::string_view word(State state) {
  switch (state) {
    case State::frozen: return "frozen";
    case State::ready: return "ready";
    case State::running: return "running";
    case State::paused: return "paused";
    case State::stopped: return "stopped";
    case State::finished: return "finished";
  }
  return "stopped";
}
std::optional<State> state_from_word(std::string_view text) {
  for (const State state : {State::frozen, State::ready, State::running, State::paused, State::stopped, State::finished}) {
    if (word(state) == text) return state;
  }
  return std::nullopt;
}

std::string_view word(ItemState state) {
  switch (state) {
    case ItemState::waiting: return "waiting";
    case ItemState::done: return "done";
    case ItemState::skipped: return "skipped";
    case ItemState::unsettled: return "unsettled";
    case ItemState::failed: return "failed";
  }
  return "failed";
}
std::optional<ItemState> item_state_from_word(std::string_view text) {
  for (const ItemState state : {ItemState::waiting, ItemState::done, ItemState::skipped, ItemState::unsettled, ItemState::failed}) {
    if (word(state) == text) return state;
  }
  return std::nullopt;
}

std::string digest_of(std::string_view description) { return to_hex(key::bytes_of(key::sha256(description))); }

Result<GatewayNamed> gateway_named(const std::string& config_path) {
  auto described = gateway::load_described(config_path);
  if (!described) return fail(described.error());
  return named(*described);
}

GatewayNamed named(const gateway::DescribedConfig& described) {
  return {std::visit([](const auto& any) { return any.name; }, described.config), digest_of(described.text)};
}

namespace {

Options options_from(const std::string& text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  Options o;
  if (!json.is_object()) return o;
  o.error_share = json.value("error_share", o.error_share);
  o.error_count = json.value("error_count", o.error_count);
  o.rate = json.value("rate", o.rate);
  o.lease = Duration(json.value("lease_us", std::int64_t{0}));
  o.although_held = json.value("although_held", false);
  o.cancel = json.value("cancel", false);
  o.within_window = json.value("within_window", false);
  o.max_tries = json.value("max_tries", o.max_tries);
  o.max_attempts = json.value("max_attempts", o.max_attempts);
  return o;
}

Result<std::vector<Plan>> listed(pg::Connection& connection, const std::optional<std::string>& name, std::optional<std::int64_t> before,
                                 int limit) {
  auto transaction = pg::Transaction::begin(connection, {.read_only = true});
  if (!transaction) return fail(transaction.error());
  pg::Params params;
  params.text(name).integer(before).integer(std::clamp(limit, 1, 1000));
  auto rows = transaction->exec(sql::plan_list, params);
  if (!rows) return fail(rows.error());
  std::vector<Plan> plans;
  for (int i = 0; i < rows->size(); ++i) {
    Plan plan;
    plan.id = rows->integer(i, 0);
    plan.name = rows->text(i, 1);
    plan.act = act_from_word(rows->view(i, 2)).value_or(Act::settle);
    plan.state = state_from_word(rows->view(i, 3)).value_or(State::stopped);
    plan.state_why = rows->text(i, 4);
    plan.profile = rows->text(i, 5);
    plan.profile_toml = rows->text(i, 6);
    plan.relation = rows->text(i, 7);
    if (!rows->is_null(i, 8)) plan.gateway = GatewayNamed{rows->text(i, 8), rows->text(i, 9)};
    plan.reason = rows->text(i, 10);
    plan.ticket = rows->text(i, 11);
    plan.said = rows->text(i, 12);
    plan.chosen_by = rows->text(i, 13);
    plan.options = options_from(rows->text(i, 14));
    plan.items = static_cast<int>(rows->integer(i, 15));
    plan.actor = {rows->text(i, 16), rows->text(i, 17), rows->text(i, 18)};
    plan.db_user = rows->text(i, 19);
    plan.made_on = {rows->optional_text(i, 20), rows->integer(i, 21), rows->text(i, 22)};
    plan.created_at = rows->timestamp(i, 23);
    plan.ready_at = rows->optional_timestamp(i, 24);
    plan.started_at = rows->optional_timestamp(i, 25);
    plan.changed_at = rows->timestamp(i, 26);
    plan.finished_at = rows->optional_timestamp(i, 27);
    plan.as_of = rows->timestamp(i, 28);
    plan.ended = static_cast<int>(rows->integer(i, 29));
    plans.push_back(std::move(plan));
  }
  return plans;
}

Result<bool> moved(pg::Connection& connection, std::int64_t plan, State to, const std::string& from, const std::string& reason,
                   const audit::Actor& actor) {
  if (reason.empty()) return fail(ErrorKind::invalid_input, "A reason is needed.", "The plan was left as it is.", "Say why.");
  if (auto writable = schema::require_writable(connection); !writable) return fail(writable.error());
  return move_to(connection, plan, to, from, storable_text(reason), actor);
}

}  // namespace

Result<std::vector<Plan>> list(pg::Connection& connection, std::optional<std::int64_t> before, int limit) {
  return listed(connection, std::nullopt, before, limit);
}

Result<std::optional<Plan>> find(pg::Connection& connection, const std::string& name) {
  auto plans = listed(connection, name, {}, 1);
  if (!plans) return fail(plans.error());
  if (plans->empty()) return std::optional<Plan>();
  return std::optional(std::move(plans->front()));
}

std::string shown_sql() { return fmt::format("{};\n\n{};\n\n{}", sql::plan_list, sql::plan_totals, sql::plan_items_page); }

Result<std::vector<Item>> items(pg::Connection& connection, std::int64_t plan, int behind, int limit, std::optional<ItemState> state) {
  auto transaction = pg::Transaction::begin(connection, {.read_only = true});
  if (!transaction) return fail(transaction.error());
  return items_of(connection, plan, behind, limit, state);
}

Result<Totals> totals(pg::Connection& connection, std::int64_t plan) {
  auto transaction = pg::Transaction::begin(connection, {.read_only = true, .statement_timeout = std::chrono::seconds(30)});
  if (!transaction) return fail(transaction.error());
  return totals_of(connection, plan);
}

Result<bool> pause(pg::Connection& connection, std::int64_t plan, const std::string& reason, const audit::Actor& actor) {
  return moved(connection, plan, State::paused, "running", reason, actor);
}
Result<bool> resume(pg::Connection& connection, std::int64_t plan, const std::string& reason, const audit::Actor& actor) {
  auto runs = moved(connection, plan, State::running, "paused stopped", reason, actor);
  if (!runs || *runs) return runs;
  auto ready = moved(connection, plan, State::ready, "stopped", reason, actor);
  if (!ready || *ready) return ready;
  return moved(connection, plan, State::frozen, "stopped", reason, actor);
}
Result<bool> stop(pg::Connection& connection, std::int64_t plan, const std::string& reason, const audit::Actor& actor) {
  return moved(connection, plan, State::stopped, "frozen ready running paused", reason, actor);
}

}  // namespace onceover::plan
