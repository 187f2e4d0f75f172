// SPDX-License-Identifier: Apache-2.0
#include "core/plan/plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/enum_names.h"
#include "core/base/json_tree.h"
#include "core/key/sha256.h"
#include "core/plan/record.h"
#include "core/schema/schema.h"
#include "core/sql/statements.h"
#include "core/tables/sql.h"
#include "core/tables/states.h"
#include "core/tables/toml.h"

namespace onceover::plan {

std::optional<Verb> act_from_word(std::string_view text) {
  const auto found = std::ranges::find(all_acts, text, [](Verb act) { return word(act); });
  return found != std::end(all_acts) ? std::optional(*found) : std::nullopt;
}

constexpr auto state_words = enum_names<State>();
std::string_view word(State state) { return state_words.of(state); }
std::optional<State> state_from_word(std::string_view text) { return state_words.from(text); }

constexpr auto item_state_words = enum_names<ItemState>();
std::string_view word(ItemState state) { return item_state_words.of(state); }
std::optional<ItemState> item_state_from_word(std::string_view text) { return item_state_words.from(text); }

std::int64_t& Totals::of(ItemState its) {
  switch (its) {
    case ItemState::waiting: return waiting;
    case ItemState::done: return done;
    case ItemState::skipped: return skipped;
    case ItemState::unsettled: return unsettled;
    case ItemState::failed: break;
  }
  return failed;
}

std::string digest_of(std::string_view description) {
  return to_hex(key::bytes_of(key::sha256(description)));
}

Result<GatewayNamed> gateway_named(const std::string& config_path) {
  return gateway::load_described(config_path).map(named);
}

GatewayNamed named(const gateway::DescribedConfig& described) {
  return {std::visit([](const auto& any) { return any.name; }, described.config), digest_of(described.text)};
}

namespace {

// problem: what is wrong with them; empty: they are as stored.
Options options_from(const std::string& text, std::string& problem) {
  json::Fields fields(text);
  Options o;
  std::int64_t lease_us = 0;
  fields.read("error_share", o.error_share);
  fields.read("error_count", o.error_count);
  fields.read("rate", o.rate);
  fields.read("lease_us", lease_us);
  fields.read("although_held", o.although_held);
  fields.read("cancel", o.cancel);
  fields.read("within_window", o.within_window);
  fields.read("max_tries", o.max_tries);
  fields.read("max_attempts", o.max_attempts);
  o.lease = Duration(lease_us);
  problem = fields.problem();
  return problem.empty() ? o : Options();
}

// The table that the plan touches; none: it cannot be read. Tables of our schema have only the descriptions
// that we make.
std::optional<tables::Profile> table_of(const std::string& toml) {
  if (toml.empty()) return tables::own();
  auto profiles = tables::profiles_from_toml(toml, "the plan's profile");
  if (!profiles || profiles->size() != 1) return std::nullopt;
  tables::Profile& table = profiles->front();
  const bool is_ours = table.schema == tables::own().schema;
  if (is_ours && tables::own_events(table.name, false) != table &&
      tables::own_events(table.name, true) != table)
    return std::nullopt;
  return std::move(table);
}

void describe_table(Plan& plan) {
  if (auto table = table_of(plan.profile_toml)) {
    plan.table = *std::move(table);
    plan.profile = plan.table.name;
    plan.relation = tables::table_name(plan.table);
  } else if (plan.unreadable.empty()) {
    plan.unreadable = "Its description of the table cannot be read.";
  }
}

std::vector<Plan> listed(pg::Connection& connection, const std::optional<std::string>& name,
                         std::optional<std::int64_t> before, int limit) {
  const pg::Rows rows =
      pg::run(connection, sql::plan_list, pg::params(name, before, std::clamp(limit, 1, 1000))).value();
  return rows.map([&rows](int i) {
    Plan plan;
    std::string act, state, options;
    GatewayNamed gateway;
    rows.read(i, 0, plan.id, plan.name, act, state, plan.state_why, plan.profile_toml, gateway.name,
              gateway.digest, plan.reason, plan.ticket, plan.proof, plan.chosen_by, options, plan.items,
              plan.actor.name, plan.actor.host, plan.actor.program, plan.db_user,
              plan.made_on.system_identifier, plan.made_on.database_oid, plan.made_on.database,
              plan.created_at, plan.ready_at, plan.started_at, plan.changed_at, plan.finished_at, plan.as_of,
              plan.ended, plan.is_mine);
    const auto known_act = act_from_word(act);
    const auto known_state = state_from_word(state);
    plan.act = known_act.value_or(Verb::settle);
    plan.state = known_state.value_or(State::stopped);
    if (!rows.is_null(i, 6)) plan.gateway = std::move(gateway);
    plan.options = options_from(options, plan.unreadable);
    if (!plan.unreadable.empty())
      plan.unreadable = fmt::format("Its options cannot be read: {}.", plan.unreadable);
    if (!known_act) plan.unreadable = fmt::format("This program does not know its act \"{}\".", visible(act));
    if (!known_state)
      plan.unreadable = fmt::format("This program does not know its state \"{}\".", visible(state));
    describe_table(plan);
    if (!plan.unreadable.empty())
      plan.state_why = plan.unreadable + (plan.state_why.empty() ? "" : " " + plan.state_why);
    return plan;
  });
}

Result<bool> moved(pg::Connection& connection, std::int64_t plan, State to, const std::string& from,
                   const std::string& reason, const audit::Actor& actor) {
  if (reason.empty())
    return fail(ErrorKind::invalid_input, "A reason is needed.", "The plan was left as it is.", "Say why.");
  return as_result([&] {
    require(schema::require_writable(connection));
    return move_to(connection, plan, to, from, storable_text(reason), actor);
  });
}

}  // namespace

Result<std::vector<Plan>> list(pg::Connection& connection, std::optional<std::int64_t> before, int limit) {
  return as_result([&] { return listed(connection, std::nullopt, before, limit); });
}

Result<std::optional<Plan>> find(pg::Connection& connection, const std::string& name) {
  return as_result([&] {
    auto plans = listed(connection, name, {}, 1);
    return plans.empty() ? std::nullopt : std::optional(std::move(plans.front()));
  });
}

std::string shown_sql() {
  return fmt::format("{};\n\n{};\n\n{}", sql::plan_list, sql::plan_totals, sql::plan_items_page);
}

Result<std::vector<Item>> items(pg::Connection& connection, std::int64_t plan, int behind, int limit,
                                std::optional<ItemState> state) {
  return as_result([&] {
    auto transaction = pg::Transaction::begin(connection, {.read_only = true}).value();
    return items_of(connection, plan, behind, limit, state);
  });
}

Result<Totals> totals(pg::Connection& connection, std::int64_t plan) {
  return as_result([&] {
    auto transaction =
        pg::Transaction::begin(connection, {.read_only = true, .statement_timeout = std::chrono::seconds(30)})
            .value();
    return totals_of(connection, plan);
  });
}

Result<bool> pause(pg::Connection& connection, std::int64_t plan, const std::string& reason,
                   const audit::Actor& actor) {
  return moved(connection, plan, State::paused, "running", reason, actor);
}
Result<bool> resume(pg::Connection& connection, std::int64_t plan, const std::string& reason,
                    const audit::Actor& actor) {
  auto runs = moved(connection, plan, State::running, "paused stopped", reason, actor);
  if (!runs || *runs) return runs;
  auto ready = moved(connection, plan, State::ready, "stopped", reason, actor);
  if (!ready || *ready) return ready;
  return moved(connection, plan, State::frozen, "stopped", reason, actor);
}
Result<bool> stop(pg::Connection& connection, std::int64_t plan, const std::string& reason,
                  const audit::Actor& actor) {
  return moved(connection, plan, State::stopped, "frozen ready running paused", reason, actor);
}

namespace {

using tables::Assignment;

std::string value_of(const Assignment& a) {
  using Value = Assignment::Value;
  switch (a.value) {
    case Value::text: return tables::literal(a.text);
    case Value::null: return "NULL";
    case Value::now:
      return a.plus == Duration{0} ? "the time of the write" : "the time of the write, and " + human(a.plus);
    case Value::body: return "the body of the answer";
    case Value::code: return "the status of the answer";
    case Value::reason: return "the reason";
    case Value::lease_end: return "the end of the lease";
    case Value::increment: return tables::quoted_name(a.column) + " + 1";
    case Value::zero: return "0";
  }
  return "?";
}

std::string statement_of(const tables::Profile& p, const tables::Write& write) {
  const std::string table = tables::table_name(p);
  std::vector<std::string> set, guard;
  for (const Assignment& a : write.set)
    set.push_back(fmt::format("{} = {}", tables::quoted_name(a.column), value_of(a)));
  for (const tables::Condition& condition : write.guard)
    guard.push_back(tables::condition_sql(condition, ""));
  const std::string where = guard.empty() ? "" : fmt::format(" WHERE {}", fmt::join(guard, " AND "));
  return write.deletes ? "DELETE FROM " + table + where
                       : fmt::format("UPDATE {} SET {}{}", table, fmt::join(set, ", "), where);
}

std::vector<std::string> lines_of(const Plan& plan) {
  const tables::Profile& p = plan.table;
  if (tables::is_own(p)) {
    switch (plan.act) {
      case Verb::settle:
        return {"settle: keys become succeeded, failed or released, as the gateway's evidence shows"};
      case Verb::release: return {"release: keys that the gateway does not know become released"};
      case Verb::extend:
        return {fmt::format("extend: leases end {} after the write", human(plan.options.lease))};
      case Verb::reap: return {"reap: DELETE FROM onceover.keys, finished keys with their cases"};
      default: return {fmt::format("{}: nothing", word(plan.act))};
    }
  }
  std::vector<std::string> lines;
  for (const auto& [verb, write] : p.writes) {
    const bool is_verdict = verb == Verb::succeed || verb == Verb::fail || verb == Verb::release;
    if (verb == plan.act || (plan.act == Verb::settle && is_verdict))
      lines.push_back(fmt::format("{}: {}", word(verb), statement_of(p, write)));
  }
  if (lines.empty()) lines.push_back(fmt::format("{}: nothing", word(plan.act)));
  return lines;
}

}  // namespace

Writes writes_of(const Plan& plan) {
  Writes writes{.table = plan.relation, .lines = lines_of(plan), .options = {}, .word = {}};
  const Options& o = plan.options;
  if (o.although_held)
    writes.options.emplace_back("although_held: rows whose lease runs, or cannot be seen, are written too");
  if (o.within_window)
    writes.options.emplace_back("within_window: keys whose window has not ended are deleted too");
  if (o.cancel)
    writes.options.emplace_back(
        "cancel: the gateway is told never to perform the effect, where it knows nothing of it");
  const std::string all =
      fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}", plan.id, plan.name, word(plan.act), plan.profile_toml,
                  options_json(plan.options), plan.items, plan.gateway ? plan.gateway->digest : "");
  writes.word = digest_of(all).substr(0, 12);
  return writes;
}

bool needs_confirmation(const Plan& plan, Work work) {
  return !plan.is_mine && (work == Work::run || !tables::is_own(plan.table));
}

}  // namespace onceover::plan
