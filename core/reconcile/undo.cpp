// SPDX-License-Identifier: Apache-2.0
#include "core/reconcile/undo.h"

#include <nlohmann/json.hpp>

#include "core/pg/transaction.h"
#include "core/reconcile/settle.h"
#include "core/reconcile/stop_switch.h"
#include "core/reconcile/write_row.h"
#include "core/roles/row_functions.h"
#include "core/schema/schema.h"
#include "core/sql/statements.h"
#include "core/tables/sql.h"

namespace onceover::reconcile {
namespace {

using Json = nlohmann::ordered_json;

tl::unexpected<Error> refused(std::string what, std::string next = {}) {
  return fail(ErrorKind::unsupported, std::move(what), "Nothing was written.", std::move(next));
}

std::string shown(const Json& values, const std::string& column) {
  if (!values.contains(column) || values[column].is_null()) return "NULL";
  return visible(values[column].is_string() ? values[column].get<std::string>() : values[column].dump());
}

std::vector<std::string> differences(const Json& left, const Json& now) {
  std::vector<std::string> out;
  for (const auto& [column, value] : left.items()) {
    if (!now.contains(column) || now[column] != value) {
      out.push_back(
          fmt::format("{}: was {}, is {}", visible(column), shown(left, column), shown(now, column)));
    }
  }
  return out;
}

// When the lease ended that an extension's audit row speaks of; empty: it had none.
std::string lease_in(const std::string& json) {
  const Json row = Json::parse(json, nullptr, false);
  return row.is_object() && row.contains("locked_until") && row["locked_until"].is_string()
             ? row["locked_until"].get<std::string>()
             : "";
}

Result<UndoOutcome> undo_own(pg::Connection& connection, const tables::Profile& p, const audit::Record& act,
                             const audit::Actor& actor, const std::string& reason,
                             const std::string& ticket) {
  const bool extended = act.action == "extend";
  auto transaction = pg::Transaction::begin(connection, {.durable = true}).value();
  const pg::Params params = pg::params(act.number, actor.name, actor.host, actor.program, reason, ticket);
  const pg::Rows rows = transaction.exec(extended ? sql::undo_own_lease : sql::undo_own, params).value();
  Undone undone;
  if (rows.is_null(0, 0)) {
    transaction.rollback();
    require(require_running(connection));
  } else {
    undone.audit_id = rows.integer(0, 0);
    undone.unconfirmed = transaction.commit().value().unconfirmed;
  }
  auto now = read(connection, p, *act.id);
  if (!now && undone.audit_id != 0) {
    // It is done; that the row cannot be shown must not pass for a failure.
    Error error = now.error();
    error.kind = ErrorKind::in_doubt;
    error.not_done = fmt::format(
        "The release was taken back (audit row {}), and the key could not be read again.", undone.audit_id);
    error.next = "Read the key again.";
    return fail(std::move(error));
  }
  if (!now) return fail(now.error());
  if (undone.audit_id != 0 && *now) {
    undone.after = std::move(**now);
    return undone;
  }
  ChangedSince changed{std::move(*now), {}};
  if (changed.now) {
    if (key::word(changed.now->state) != act.to_state) {
      changed.what.push_back(
          fmt::format("state: was {}, is {}", act.to_state, key::word(changed.now->state)));
    }
    if (changed.now->fence != act.fence_after) {
      changed.what.push_back(
          fmt::format("fence: was {}, is {}", act.fence_after.value_or(0), changed.now->fence));
    }
    if (extended && changed.what.empty()) {
      changed.what.push_back(
          fmt::format("lease: was to last until {}, lasts until {}", visible(lease_in(act.after_json)),
                      changed.now->locked_until ? moment(*changed.now->locked_until) : "no end"));
    }
  }
  return changed;
}

// What puts the row's columns back, under a verb that asks for no lease.
Result<tables::Profile> backwards(const tables::Profile& p, const tables::Access& access, const Json& before,
                                  const Json& after, key::State from) {
  using Value = tables::Assignment::Value;
  tables::Write write{.from = {from}};
  for (const auto& [column, value] : before.items()) {
    if (after.contains(column) && after[column] == value) continue;
    const bool is_known = access.column(column) != nullptr && (value.is_null() || value.is_string());
    if (!is_known || roles::is_kept_in_part(p, column, value.is_string() ? value.get<std::string>() : "")) {
      return refused(fmt::format("The trail does not hold all of what \"{}\" was.", visible(column)),
                     "Write what it should be.");
    }
    write.set.push_back({.column = column,
                         .value = value.is_null() ? Value::null : Value::text,
                         .text = value.is_null() ? "" : value.get<std::string>()});
  }
  if (write.set.empty()) return refused("The act changed nothing that could be put back.");
  tables::Profile back = p;
  back.writes[undo_carrier] = std::move(write);
  return back;
}

Result<UndoOutcome> undo_row(pg::Connection& connection, const tables::Profile& p,
                             const tables::Access& access, const audit::Record& act,
                             const audit::Actor& actor, const std::string& reason,
                             const std::string& ticket) {
  const Json before = Json::parse(act.before_json, nullptr, false),
             after = Json::parse(act.after_json, nullptr, false);
  if (!before.is_object() || !after.is_object())
    return refused("The audit row does not say how the row was left.");
  auto columns = audit::row_key_values(p.identity, act.row_key_json);
  if (!columns) return refused("The profile identifies the table's rows by other columns than the act did.");
  const auto seen = read_row(connection, p, access, {.columns = std::move(*columns)}).value();
  if (!seen) return ChangedSince{};
  const Json now = Json::parse(seen->before_json, nullptr, false);
  if (auto what = differences(after, now); !what.empty()) return ChangedSince{seen->row, std::move(what)};
  auto back = backwards(p, access, before, after, seen->row.state).value();
  WriteRequest request{.verb = undo_carrier, .reason = reason, .ticket = ticket};
  auto outcome = write_back(connection, back, access, *seen, request, actor, act.number).value();
  if (auto* written = std::get_if<RowWritten>(&outcome)) {
    if (!written->after) return ChangedSince{};
    return Undone{std::move(*written->after), written->audit_id, std::move(written->unconfirmed)};
  }
  if (const auto* withheld = std::get_if<Withheld>(&outcome)) return refused(withheld->why);
  auto* changed = std::get_if<Changed>(&outcome);
  return ChangedSince{changed != nullptr ? std::move(changed->now) : std::nullopt, {}};
}

}  // namespace

std::optional<std::int64_t> undone_act(const audit::Record& record) {
  if (record.action != "undo") return std::nullopt;
  const Json evidence = Json::parse(record.evidence_json, nullptr, false);
  if (!evidence.is_object() || !evidence.contains("undone") || !evidence["undone"].is_number_integer())
    return std::nullopt;
  return evidence["undone"].get<std::int64_t>();
}

Result<std::optional<std::int64_t>> undone_by(pg::Connection& connection, const audit::Record& act) {
  audit::Filter filter{.relation = act.relation, .row_key_json = act.row_key_json, .action = "undo"};
  if (act.relation.empty()) {
    if (!act.id) return std::optional<std::int64_t>();
    filter.id = act.id;
  }
  auto undos = audit::page(connection, filter);
  if (!undos) return fail(undos.error());
  for (const audit::Record& undo : undos->records) {
    if (undone_act(undo) == act.number) return std::optional(undo.number);
  }
  return std::optional<std::int64_t>();
}

std::optional<std::string> why_not_undone(const audit::Record& act) {
  const bool own = act.relation.empty();
  if (act.action == "undo") return "An undoing is not undone: write what the row should be.";
  if (own && act.action == "extend" && act.fence_after && act.id) return std::nullopt;
  if (act.action != (own ? "settle" : "write"))
    return fmt::format("\"{}\" is no verdict that can be undone.", visible(act.action));
  if (act.to_state == key::word(key::State::succeeded) || act.to_state == key::word(key::State::failed)) {
    return fmt::format("It left the row {}: what is finished is not undone.", audit::left_as(act));
  }
  if (own) {
    if (act.to_state == key::word(key::State::released) && act.fence_after && act.id) return std::nullopt;
    return "Of our own keys, only a release and an extension can be undone.";
  }
  if (act.after_json.empty() || act.to_state.empty())
    return "It deleted the row, and the trail does not hold all of it.";
  return std::nullopt;
}

Result<audit::Record> act_numbered(pg::Connection& connection, std::int64_t audit_id) {
  auto page = audit::page(connection, {}, audit_id + 1, 1);
  if (!page) return fail(page.error());
  if (page->records.empty() || page->records.front().number != audit_id) {
    return fail(ErrorKind::unsupported, fmt::format("There is no audit row {}.", audit_id),
                "Nothing was written.", "See oncectl audit.");
  }
  return std::move(page->records.front());
}

Result<UndoOutcome> undo(pg::Connection& connection, const tables::Profile& p, const tables::Access& access,
                         std::int64_t audit_id, const audit::Actor& actor, const std::string& reason,
                         const std::string& ticket) {
  return as_result([&]() -> Result<UndoOutcome> {
    if (reason.empty())
      return fail(ErrorKind::invalid_input, "A reason is needed.", "Nothing was written.", "Say why.");
    require(schema::require_writable(connection));
    auto act = act_numbered(connection, audit_id).value();
    if (auto why = why_not_undone(act)) return refused(std::move(*why));
    if (act.relation.empty() != tables::is_own(p) ||
        (!act.relation.empty() && act.relation != tables::table_name(p))) {
      return refused(
          fmt::format("That act was on {}.", act.relation.empty() ? "onceover.keys" : visible(act.relation)),
          "Name that table's profile, or none for our own keys.");
    }
    return act.relation.empty() ? undo_own(connection, p, act, actor, reason, ticket)
                                : undo_row(connection, p, access, act, actor, reason, ticket);
  });
}

}  // namespace onceover::reconcile
