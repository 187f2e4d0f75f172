// SPDX-License-Identifier: Apache-2.0
#include "core/audit/audit.h"

#include <fmt/format.h>

#include "app/oncectl/parse.h"
#include "app/oncectl/program.h"
#include "app/oncectl/rows.h"
#include "core/base/moment.h"
#include "core/base/text.h"
#include "core/tables/sql.h"

namespace onceover::oncectl {
namespace {

struct AuditOptions {
  audit::Filter filter;
  std::vector<std::string> row;
  std::optional<When> from, to;
  std::optional<std::int64_t> before;
  int limit = 200;
};

Json json_record(const audit::Record& record) {
  Json json{{"number", record.number},
            {"at", iso(record.at)},
            {"action", json_text(record.action)},
            {"actor", json_text(record.actor)},
            {"db_user", json_text(record.db_user)},
            {"host", json_text(record.host)},
            {"program", json_text(record.program)}};
  json["id"] = record.id ? json_id(*record.id) : Json(nullptr);
  json["from_state"] = json_text(record.from_state);
  json["to_state"] = json_text(record.to_state);
  json["fence_before"] = json_optional(record.fence_before);
  json["fence_after"] = json_optional(record.fence_after);
  json["before"] = json_from(record.before_json);
  json["after"] = json_from(record.after_json);
  json["evidence"] = json_from(record.evidence_json);
  json["verdict"] = json_text(record.verdict);
  json["reason"] = json_text(record.reason);
  json["ticket"] = json_text(record.ticket);
  json["correlation_id"] = json_text(record.correlation_id);
  if (!record.relation.empty()) json["profile"] = json_text(record.profile);
  add_row_key(json, record.relation, record.row_key_json);
  return json;
}

// "shop.requests" as the trail has it; quoted already, it stays as it is.
std::string as_relation(const std::string& text) {
  const auto dot = text.find('.');
  if (text.find('"') != std::string::npos || dot == std::string::npos || text.find('.', dot + 1) != std::string::npos) return text;
  return tables::quoted_name(text.substr(0, dot)) + "." + tables::quoted_name(text.substr(dot + 1));
}

std::string key_of(const audit::Record& record) {
  if (record.relation.empty()) return record.id ? visible(record.id->key) : "";
  return visible(record.row_key_json);
}

audit::Filter wanted(Context& context, const AuditOptions& options) {
  audit::Filter filter = options.filter;
  filter.relation = as_relation(filter.relation);
  const auto& table = context.profile();
  if (!tables::is_own(table)) {
    const std::string relation = tables::table_name(table);
    if (!filter.relation.empty() && filter.relation != relation)
      end(usage("--relation names another table than --profile.", "Name one of them."));
    filter.relation = relation;
  }
  if (!options.row.empty()) {
    if (filter.relation.empty()) end(usage("--row names a row of no table.", "Name the table with --profile or --relation."));
    std::vector<std::string> columns;
    std::vector<std::optional<std::string>> values;
    for (const auto& [column, value] : parse_columns(options.row)) {
      columns.push_back(column);
      values.push_back(value);
    }
    filter.row_key_json = audit::row_key(columns, values);
  }
  return filter;
}

Outcome list_acts(Context& context, const AuditOptions& options) {
  audit::Filter filter = wanted(context, options);
  auto& store = context.store(Need::trail);
  filter.from = context.moment(options.from);
  filter.to = context.moment(options.to);
  auto page = audit::page(store, filter, options.before, options.limit).value();
  return show_list(context.out(), "records", page.records, json_record,
                   {">NUMBER", "AT", "ACTION", "ACTOR", "KEY OR ROW", "OPERATION OR TABLE", "STATE", "REASON", "TICKET"},
                   [](const audit::Record& r) -> Cells {
                     return {std::to_string(r.number),
                             iso(r.at),
                             visible(r.action),
                             fmt::format("{}@{}/{}", visible(r.actor), visible(r.host), visible(r.program)),
                             key_of(r),
                             !r.relation.empty() ? visible(r.relation)
                             : r.id              ? visible(r.id->operation)
                                                 : "",
                             r.from_state.empty() && r.to_state.empty() ? "" : visible(r.from_state) + " → " + visible(audit::left_as(r)),
                             visible(r.reason),
                             visible(r.ticket)};
                   },
                   {.none = "No act matches.\n",
                    .beside = {{"next", json_optional(page.next)}, {"as_of", iso(page.as_of)}, {"sql", json_text(page.sql)}},
                    .below = page.next ? fmt::format("next page: --before {}\n", *page.next) : "",
                    .known = context.known_of({"audit"})});
}

}  // namespace

void add_audit(Program& program) {
  CLI::App* audit = add_command<AuditOptions>(
      program, program.app, "audit", "Who did what to which key, when, why, on what evidence", list_acts,
      [](CLI::App& command, AuditOptions& o) {
        command.add_option("--key", o.filter.key, "Only this key");
        command.add_option("--actor", o.filter.actor, "Only this person or daemon");
        command.add_option("--action", o.filter.action, "What was done")
            ->type_name("ACTION:{own,settle,write,extend,reap,needs_human,undo,ask_approval,end_approval,stop,start,…}");
        command.add_option("--relation", o.filter.relation, "Only rows of this external table: schema.table")->type_name("TABLE");
        add_columns(command, "--row", o.row,
                    "Only this row of the table: once for each column of its identity; a column without = is NULL");
        add_when(command, "--from", o.from, "At or after: a moment, or a time ago (2h)");
        add_when(command, "--to", o.to, "Before");
        add_limit(command, o.limit);
        command.add_option("--before", o.before, "Only numbers below this one: the next page");
        command.footer(
            "When: \"who settled this, and why?\" Newest first. Exit code 3 if nothing matches.\n"
            "--profile or --relation shows only acts on that external table.\n"
            "  oncectl audit --key r-1\n"
            "  oncectl audit --relation shop.requests --row merchant=1 --row request=r-1\n"
            "  oncectl audit --from 24h --action settle --json | jq -c '.records[] | [.at, .actor, .id.key, .reason]'");
      });
  add_audit_chain(program, *audit);
}

}  // namespace onceover::oncectl
