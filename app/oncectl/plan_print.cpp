// SPDX-License-Identifier: Apache-2.0
#include "app/oncectl/plan_print.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/oncectl/rows.h"

namespace onceover::oncectl {
namespace {

std::string or_dash(const std::string& text) { return text.empty() ? "-" : visible(text); }

// Key, and of another table's row what tells it from the others.
std::string name_of(const key::Identity& id) {
  if (id.columns.empty()) return visible(id.key);
  std::string text;
  for (const auto& column : id.columns)
    text += (text.empty() ? "" : ", ") + (column ? visible(*column) : "NULL");
  return text;
}

}  // namespace

Json json_plan(const plan::Plan& p) {
  Json json{{"id", p.id},
            {"name", json_text(p.name)},
            {"act", plan::word(p.act)},
            {"state", plan::word(p.state)},
            {"state_why", json_text(p.state_why)},
            {"profile", json_text(p.profile)},
            {"relation", json_text(p.relation)}};
  const plan::Writes writes = plan::writes_of(p);
  json["writes"] = p.unreadable.empty()
                       ? json_list(writes.lines, [](const std::string& line) { return json_text(line); })
                       : Json(nullptr);
  json["confirm"] = p.unreadable.empty() ? Json(writes.word) : Json(nullptr);
  json["mine"] = p.is_mine;
  json["gateway"] =
      p.gateway ? Json{{"name", json_text(p.gateway->name)}, {"sha256", p.gateway->digest}} : Json(nullptr);
  json["reason"] = json_text(p.reason);
  json["ticket"] = json_text(p.ticket);
  json["said"] = json_text(p.proof);
  json["chosen_by"] = json_text(p.chosen_by);
  json["options"] = {{"error_share", p.options.error_share},
                     {"error_count", p.options.error_count},
                     {"rate", p.options.rate},
                     {"lease_s", std::chrono::duration<double>(p.options.lease).count()},
                     {"although_held", p.options.although_held},
                     {"within_window", p.options.within_window},
                     {"cancel", p.options.cancel},
                     {"max_tries", p.options.max_tries},
                     {"max_attempts", p.options.max_attempts}};
  if (!p.unreadable.empty()) json["options"] = nullptr;
  json["items"] = p.items;
  json["made_by"] = {{"actor", json_text(p.actor.name)},
                     {"host", json_text(p.actor.host)},
                     {"program", json_text(p.actor.program)},
                     {"db_user", json_text(p.db_user)}};
  json["made_on"] = {{"system_identifier", json_optional(p.made_on.system_identifier)},
                     {"database_oid", p.made_on.database_oid},
                     {"database", json_text(p.made_on.database)}};
  json["created_at"] = iso(p.created_at);
  json["ready_at"] = json_time(p.ready_at);
  json["started_at"] = json_time(p.started_at);
  json["changed_at"] = iso(p.changed_at);
  json["finished_at"] = json_time(p.finished_at);
  json["as_of"] = iso(p.as_of);
  return json;
}

Json json_totals(const plan::Totals& t) {
  Json json{{"items", t.items},     {"waiting", t.waiting},      {"taken", t.taken},
            {"done", t.done},       {"skipped", t.skipped},      {"unsettled", t.unsettled},
            {"failed", t.failed},   {"foreseen", t.foreseen},    {"would_write", t.would_write},
            {"audited", t.audited}, {"per_second", t.per_second}};
  add_sums(json, t.money);
  json["remaining_s"] =
      t.remaining ? Json(std::chrono::duration<double>(*t.remaining).count()) : Json(nullptr);
  json["by_outcome"] = json_list(t.lines, [](const plan::Totals::Line& line) -> Json {
    return {{"state", plan::word(line.state)},
            {"outcome", json_text(line.outcome)},
            {"foreseen", json_text(line.foreseen)},
            {"would_write", line.foreseen_writes},
            {"n", line.n},
            {"sums", json_sums(line.money)}};
  });
  return json;
}

Json json_item(const plan::Item& item) {
  Json json{{"position", item.position},
            {"line", item.line > 0 ? Json(item.line) : Json(nullptr)},
            {"id", json_id(item.id)}};
  add_subject(json, item.subject);
  json["state"] = plan::word(item.state);
  json["foreseen"] = item.foreseen.empty() ? Json(nullptr)
                                           : Json{{"verdict", json_text(item.foreseen)},
                                                  {"would_write", item.foreseen_writes},
                                                  {"why", json_text(item.foreseen_why)},
                                                  {"evidence", json_from(item.foreseen_evidence_json)},
                                                  {"at", json_time(item.foreseen_at)}};
  json["outcome"] = json_text(item.outcome);
  json["why"] = json_text(item.why);
  json["evidence"] = json_from(item.evidence_json);
  json["to_state"] = json_text(item.to_state);
  json["audit_id"] = json_optional(item.audit_id);
  json["tries"] = item.tries;
  json["runner"] = json_text(item.runner);
  json["taken_until"] = json_time(item.taken_until);
  json["next_try_at"] = json_time(item.next_try_at);
  json["finished_at"] = json_time(item.finished_at);
  json["frozen"] = json_from(item.frozen_json);
  return json;
}

Json json_lines(const std::vector<plan::LineError>& lines) {
  return json_list(lines, [](const plan::LineError& line) -> Json {
    return {{"line", line.line > 0 ? Json(line.line) : Json(nullptr)}, {"what", json_text(line.what)}};
  });
}

std::string plan_fields(const plan::Plan& p) {
  return fields(
      {{"Plan", visible(p.name)},
       {"Act", std::string(plan::word(p.act))},
       {"State",
        fmt::format("{}{}", plan::word(p.state), p.state_why.empty() ? "" : ": " + visible(p.state_why))},
       {"Table", p.relation.empty() ? "unknown: its description cannot be read" : visible(p.relation)},
       {"Writes",
        p.unreadable.empty() ? visible(fmt::format("{}", fmt::join(plan::writes_of(p).lines, "; "))) : ""},
       {"Options", visible(fmt::format("{}", fmt::join(plan::writes_of(p).options, "; ")))},
       {"Confirm", p.is_mine || !p.unreadable.empty() ? "" : plan::writes_of(p).word},
       {"Chosen by", visible(p.chosen_by)},
       {"Gateway", p.gateway ? visible(p.gateway->name) : ""},
       {"Reason", visible(p.reason)},
       {"Ticket", visible(p.ticket)},
       {"Shown by", visible(p.proof)},
       {"Made", fmt::format("{} by {}@{} ({})", iso(p.created_at), visible(p.actor.name),
                            visible(p.actor.host), visible(p.db_user))},
       {"Dry run", time_text(p.ready_at)},
       {"Started", time_text(p.started_at)},
       {"Finished", time_text(p.finished_at)}});
}

std::string writes_in_words(const plan::Plan& p) {
  const plan::Writes writes = plan::writes_of(p);
  std::string text = fmt::format("{} rows of {}; {}", p.items, visible(writes.table),
                                 visible(fmt::format("{}", fmt::join(writes.lines, "; "))));
  for (const std::string& option : writes.options) text += "; " + option;
  return text;
}

std::string totals_text(const plan::Totals& t) {
  std::string text = fmt::format("{} items: {} done, {} skipped, {} unsettled, {} failed, {} waiting\n",
                                 t.items, t.done, t.skipped, t.unsettled, t.failed, t.waiting);
  if (const std::string money = key::in_words(t.money); !money.empty()) text += "amounts: " + money + '\n';
  Table table({"STATE", "OUTCOME", "FORESEEN", ">N", "AMOUNTS"});
  for (const plan::Totals::Line& line : t.lines) {
    table.add({std::string(plan::word(line.state)), or_dash(line.outcome),
               line.foreseen.empty()
                   ? "-"
                   : visible(line.foreseen) + (line.foreseen_writes ? ", would be written" : ""),
               std::to_string(line.n), key::amounts_in_words(line.money)});
  }
  return text + table.text();
}

Cells plan_cells(const plan::Plan& p) {
  return {visible(p.name),
          std::string(plan::word(p.act)),
          p.unreadable.empty() ? std::string(plan::word(p.state)) : "unreadable",
          std::to_string(p.items),
          visible(p.relation),
          iso(p.created_at),
          visible(p.actor.name + "@" + p.actor.host)};
}

Cells item_cells(const plan::Item& item) {
  const std::string& why =
      item.state == plan::ItemState::waiting && item.why.empty() ? item.foreseen_why : item.why;
  return {
      std::to_string(item.position),
      name_of(item.id),
      item.subject.customer ? visible(*item.subject.customer) : "",
      amount_of(item.subject),
      item.foreseen.empty() ? "-" : visible(item.foreseen) + (item.foreseen_writes ? "" : " (not written)"),
      std::string(plan::word(item.state)),
      or_dash(item.outcome),
      or_dash(elided(why, 120))};
}

std::string lines_text(const std::vector<plan::LineError>& lines) {
  constexpr std::size_t most = 100;
  std::string text;
  for (std::size_t i = 0; i < std::min(lines.size(), most); ++i) {
    text += lines[i].line > 0 ? fmt::format("line {}: {}\n", lines[i].line, visible(lines[i].what))
                              : visible(lines[i].what) + '\n';
  }
  if (lines.size() > most) text += fmt::format("and {} more\n", lines.size() - most);
  return text;
}

std::string progress_text(const plan::Totals& t, plan::Work work) {
  if (work == plan::Work::dry_run) return fmt::format("{} of {} items looked at", t.foreseen, t.items);
  return fmt::format("{} of {} items ended; {:.0f} a second{}", t.items - t.waiting, t.items, t.per_second,
                     t.remaining ? "; " + human(*t.remaining) + " left" : "");
}

}  // namespace onceover::oncectl
