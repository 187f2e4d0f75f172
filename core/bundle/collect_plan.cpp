// SPDX-License-Identifier: Apache-2.0
// One plan over many keys.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/text.h"
#include "core/bundle/collector.h"
#include "core/plan/plan.h"
#include "core/sql/statements.h"
#include "core/tables/sql.h"

namespace onceover::bundle {
namespace {

using Kind = Column::Kind;

// After its end: records written while it ended.
constexpr std::chrono::minutes after_the_end(5);

std::string identity_of(const key::Identity& id) {
  std::string out;
  for (const auto& column : id.columns)
    out += (out.empty() ? "" : ", ") + (column ? visible(*column) : std::string("NULL"));
  return out;
}

Table totals_table(const plan::Totals& totals) {
  Table table{.id = "totals",
              .title = "Preview and result",
              .columns = {{"state"}, {"outcome"}, {"foreseen"}, {"would write"}, {"n", Kind::number}}};
  for (const plan::Totals::Line& line : totals.lines) {
    table.rows.push_back({exact(plan::word(line.state)), text_cell(line.outcome), text_cell(line.foreseen),
                          exact(line.foreseen.empty()  ? ""
                                : line.foreseen_writes ? "yes"
                                                       : "no"),
                          number(line.n)});
  }
  return table;
}

using plan::Item;

const Shown<Item> item_columns[] = {
    {"position", Kind::number, [](const Item& i) { return number(i.position); }},
    {"operation", Kind::text, [](const Item& i) { return exact(i.id.operation); }},
    {"key", Kind::code, [](const Item& i) { return exact(i.id.key); }},
    {"tenant", Kind::text, [](const Item& i) { return exact(i.id.tenant); }},
    {"customer", Kind::text, [](const Item& i) { return cell_if_any(i.subject.customer); }},
    {"amount", Kind::number, [](const Item& i) { return cell_if_any(i.subject.amount); }},
    {"currency", Kind::text, [](const Item& i) { return cell_if_any(i.subject.currency); }},
    {"row", Kind::code,
     [](const Item& i) { return i.id.columns.empty() ? null_value() : exact(identity_of(i.id)); }},
    {"state", Kind::text, [](const Item& i) { return exact(plan::word(i.state)); }},
    {"foreseen", Kind::text, [](const Item& i) { return cell_or_null(i.foreseen); }},
    {"outcome", Kind::text, [](const Item& i) { return cell_or_null(i.outcome); }},
    {"why", Kind::text, [](const Item& i) { return cell_or_null(i.why.empty() ? i.foreseen_why : i.why); }},
    {"to_state", Kind::text, [](const Item& i) { return cell_or_null(i.to_state); }},
    {"audit_row", Kind::number, [](const Item& i) { return number_or_null(i.audit_id); }},
    {"tries", Kind::number, [](const Item& i) { return number(i.tries); }},
    {"finished_at", Kind::time, [](const Item& i) { return time_value(i.finished_at); }},
    {"evidence", Kind::code, [](const Item& i) {
       return json_said(i.evidence_json.empty() ? i.foreseen_evidence_json : i.evidence_json);
     }}};

}  // namespace

bool Collector::plan(const OnePlan& what) {
  out_.chosen = "plan " + visible(what.name);
  if (!has_schema_) {
    fatal_ = Error{ErrorKind::schema,
                   "The schema onceover is not installed in this database, so there is no plan.",
                   "No bundle was made.",
                   {},
                   {},
                   {}};
    return false;
  }
  step();
  auto found = plan::find(connection_, what.name);
  if (!found) {
    fatal_ = found.error();
    return false;
  }
  if (!*found) return false;
  const plan::Plan& p = **found;
  look("The plan",
       fmt::format("-- $1 = {}, $2 = NULL, $3 = 1\n{}", tables::literal(what.name), sql::plan_list));
  Section section{.id = "plan", .title = "The plan"};
  section.fields = {
      {"Name", exact(p.name)},
      {"Number", number(p.id)},
      {"Act", exact(plan::word(p.act))},
      {"State",
       text_cell(std::string(plan::word(p.state)) + (p.state_why.empty() ? "" : ": " + p.state_why))},
      {"Reason", text_cell(p.reason)},
      {"Ticket", text_cell(p.ticket)},
      {"Evidence", cell_or_null(p.proof)},
      {"Chosen by", text_cell(p.chosen_by)},
      {"Items", number(p.items)},
      {"Table", exact(p.relation.empty() ? "onceover.keys" : p.relation)},
      {"Profile", exact(p.profile)},
      {"Gateway",
       p.gateway ? exact(fmt::format("{}, its description's SHA-256 {}", p.gateway->name, p.gateway->digest))
                 : null_value()},
      {"Made by", exact(fmt::format("{}@{}, {}, database user {}", p.actor.name, p.actor.host,
                                    p.actor.program, p.db_user))},
      {"Made on", exact(fmt::format("{}, system {}", p.made_on.database,
                                    p.made_on.system_identifier.value_or("unknown")))},
      {"Created", time_value(p.created_at)},
      {"Dry run done", time_value(p.ready_at)},
      {"Run begun", time_value(p.started_at)},
      {"Changed", time_value(p.changed_at)},
      {"Finished", time_value(p.finished_at)},
      {"Read at", time_value(p.as_of)}};
  if (goes_on("Totals of the plan")) {
    auto totals = plan::totals(connection_, p.id);
    if (got(totals, "Totals of the plan")) {
      look("Totals", fmt::format("-- $1 = {}, $2 = '30 s'\n{}", p.id, sql::plan_totals));
      section.notes.push_back(
          fmt::format("{} items: {} done ({} audit rows), {} skipped, {} unsettled, {} failed, {} waiting.",
                      totals->items, totals->done, totals->audited, totals->skipped, totals->unsettled,
                      totals->failed, totals->waiting));
      section.tables.push_back(totals_table(*totals));
    }
  }
  out_.sections.push_back(std::move(section));

  // Acts on the plan itself have no key; the plan's lifetime narrows the trail.
  if (goes_on("Acts on the plan")) {
    std::vector<audit::Record> records;
    std::int64_t left = 0;
    for (const char* action : {"plan_made", "plan_ready", "plan_running", "plan_paused", "plan_stopped",
                               "plan_frozen", "plan_finished"}) {
      audit::Filter filter;
      filter.action = action;
      filter.from = p.created_at - after_the_end;
      if (p.finished_at) filter.to = *p.finished_at + after_the_end;
      std::int64_t more = 0;
      for (audit::Record& record : acts_of(filter, 1000, more, fmt::format("Acts on plans: {}", action))) {
        if (record.reason.starts_with(fmt::format("plan {}: ", p.id))) records.push_back(std::move(record));
      }
      left += more;
      if (fatal_) return false;
    }
    std::sort(records.begin(), records.end(),
              [](const auto& a, const auto& b) { return a.number > b.number; });
    acts(records, left, "Acts on the plan");
  }
  plan_items(p.id);
  return !fatal_;
}

void Collector::plan_items(std::int64_t plan) {
  if (!goes_on("Items of the plan")) return;
  constexpr int at_once = 1000;
  Section section{.id = "items", .title = "Items of the plan"};
  Table table = table_of("items", "Items, in their order", item_columns);
  std::vector<std::int64_t> ids;
  int behind = 0;
  bool is_all = false, is_broken = false;
  while (static_cast<int>(table.rows.size()) < max_items && table.left_out == 0 && !is_all && !is_broken) {
    auto items = plan::items(connection_, plan, behind, at_once);
    is_broken = !got(items, "Items of the plan") || Steady::now() >= until_;
    if (!items) break;
    for (const plan::Item& item : *items) {
      const bool added = add_row(table, cells_of(item_columns, item));
      if (added && item.audit_id) ids.push_back(*item.audit_id);
      behind = item.position;
    }
    is_all = static_cast<int>(items->size()) < at_once;
  }
  look("Items", fmt::format("-- $1 = {}, $2 = 0 (then the last position), $3 = '', $4 = {}\n{}", plan,
                            at_once, sql::plan_items_page));
  if (fatal_) return;
  if (!is_all) {
    // The set of a plan is frozen, so its totals give the number.
    auto totals = plan::totals(connection_, plan);
    if (got(totals, "Number of items"))
      table.left_out = totals->items - static_cast<std::int64_t>(table.rows.size());
  }
  section.tables.push_back(std::move(table));
  if (!ids.empty()) chain(section, ids);
  out_.sections.push_back(std::move(section));
}

}  // namespace onceover::bundle
