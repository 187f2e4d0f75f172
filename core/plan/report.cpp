// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "core/base/text.h"
#include "core/exports/cell_text.h"
#include "core/exports/encoder.h"
#include "core/exports/private_file.h"
#include "core/plan/plan.h"
#include "core/plan/record.h"

namespace onceover::plan {
namespace {

using exports::Cell;
using exports::Column;
using exports::Kind;
using Json = nlohmann::ordered_json;

// What a column's text is; none: NULL.
using Field = std::optional<std::string>;

std::vector<Column> columns() {
  return {{.name = "position", .kind = Kind::number},
          {.name = "line", .kind = Kind::number},
          {.name = "tenant"},
          {.name = "operation"},
          {.name = "key"},
          {.name = "row_key", .kind = Kind::json},
          {.name = "customer"},
          {.name = "amount"},
          {.name = "currency"},
          {.name = "reference"},
          {.name = "state"},
          {.name = "outcome"},
          {.name = "why"},
          {.name = "to_state"},
          {.name = "foreseen"},
          {.name = "foreseen_writes", .kind = Kind::boolean},
          {.name = "foreseen_why"},
          {.name = "evidence", .kind = Kind::json},
          {.name = "tries", .kind = Kind::number},
          {.name = "audit_id", .kind = Kind::number},
          {.name = "finished_at", .kind = Kind::time}};
}

std::vector<Field> fields_of(const Item& item) {
  const std::string& evidence = item.evidence_json.empty() ? item.foreseen_evidence_json : item.evidence_json;
  const auto number = [](std::int64_t n) { return std::to_string(n); };
  return {number(item.position),
          item.line > 0 ? Field(number(item.line)) : std::nullopt,
          item.id.tenant,
          item.id.operation,
          item.id.key,
          pg::or_null(columns_json(item.id)),
          item.subject.customer,
          item.subject.amount,
          item.subject.currency,
          item.subject.reference,
          std::string(word(item.state)),
          pg::or_null(item.outcome),
          pg::or_null(item.why),
          pg::or_null(item.to_state),
          pg::or_null(item.foreseen),
          item.foreseen.empty() ? std::nullopt : Field(item.foreseen_writes ? "t" : "f"),
          pg::or_null(item.foreseen_why),
          pg::or_null(evidence),
          number(item.tries),
          item.audit_id ? Field(number(*item.audit_id)) : std::nullopt,
          item.finished_at ? Field(iso(*item.finished_at)) : std::nullopt};
}

Json json_of(const Plan& plan) {
  const auto time = [](const std::optional<Timestamp>& at) { return at ? Json(iso(*at)) : Json(nullptr); };
  return {{"id", plan.id},
          {"name", plan.name},
          {"act", word(plan.act)},
          {"state", word(plan.state)},
          {"state_why", plan.state_why},
          {"profile", plan.profile},
          {"relation", plan.relation},
          {"gateway", plan.gateway ? Json(plan.gateway->name) : Json(nullptr)},
          {"gateway_sha256", plan.gateway ? Json(plan.gateway->digest) : Json(nullptr)},
          {"reason", plan.reason},
          {"ticket", plan.ticket},
          {"chosen_by", plan.chosen_by},
          {"made_by", plan.actor.name + "@" + plan.actor.host},
          {"db_user", plan.db_user},
          {"database", plan.made_on.database},
          {"created_at", iso(plan.created_at)},
          {"ready_at", time(plan.ready_at)},
          {"started_at", time(plan.started_at)},
          {"finished_at", time(plan.finished_at)},
          {"as_of", iso(plan.as_of)}};
}

// What a person reads of an item: who and how much, and what came of it.
std::vector<Column> readable_columns() {
  return {{.name = "No.", .kind = Kind::number},
          {.name = "Key"},
          {.name = "Customer"},
          {.name = "Amount"},
          {.name = "State"},
          {.name = "Outcome"},
          {.name = "Why"},
          {.name = "Audit row", .kind = Kind::number}};
}

std::string amount_of(const key::Subject& subject) {
  if (!subject.amount) return {};
  return *subject.amount + (subject.currency ? " " + *subject.currency : std::string());
}

std::vector<Field> readable_fields_of(const Item& item) {
  const std::string outcome = !item.outcome.empty()   ? item.outcome
                              : item.foreseen.empty() ? std::string()
                              : item.foreseen_writes  ? item.foreseen + " (dry run)"
                                                      : item.foreseen + " (dry run, not written)";
  return {std::to_string(item.position),
          item.id.key,
          item.subject.customer,
          pg::or_null(amount_of(item.subject)),
          std::string(word(item.state)),
          pg::or_null(outcome),
          pg::or_null(item.why.empty() ? item.foreseen_why : item.why),
          item.audit_id ? Field(std::to_string(*item.audit_id)) : std::nullopt};
}

Json json_of(const key::Sums& sums) {
  Json json = Json::array();
  for (const key::CurrencySum& one : sums.per_currency())
    json.push_back({{"currency", one.currency.empty() ? Json(nullptr) : Json(one.currency)},
                    {"amount", one.amount},
                    {"n", one.n}});
  return json;
}

Json json_of(const Totals& totals) {
  Json json{{"items", totals.items},     {"waiting", totals.waiting},     {"done", totals.done},
            {"skipped", totals.skipped}, {"unsettled", totals.unsettled}, {"failed", totals.failed},
            {"audited", totals.audited}};
  json["sums"] = json_of(totals.money);
  json["without_amount"] = totals.money.without();
  json["unreadable_amount"] = totals.money.unreadable();
  json["by_outcome"] = Json::array();
  for (const Totals::Line& line : totals.lines) {
    json["by_outcome"].push_back({{"state", word(line.state)},
                                  {"outcome", line.outcome},
                                  {"foreseen", line.foreseen},
                                  {"n", line.n},
                                  {"sums", json_of(line.money)}});
  }
  return json;
}

std::string one_line(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string markdown_head(const Plan& plan, const Totals& totals) {
  std::string text = "# Plan ";
  const auto add = [&text](std::string_view value) { exports::append_markdown(text, value, true); };
  add(plan.name);
  text += fmt::format("\n\n**{} rows", totals.items);
  if (const std::string money = key::in_words(totals.money); !money.empty()) {
    text += ": ";
    exports::append_markdown(text, money, false);
  }
  text += fmt::format(".** {} done, {} skipped, {} unsettled, {} failed, {} waiting.\n\n| | |\n|---|---|\n",
                      totals.done, totals.skipped, totals.unsettled, totals.failed, totals.waiting);
  const auto fact = [&](std::string_view name, const std::string& value) {
    if (value.empty()) return;
    text += fmt::format("| {} | ", name);
    add(value);
    text += " |\n";
  };
  const auto time = [](const std::optional<Timestamp>& at) { return at ? iso(*at) : std::string(); };
  fact("Act", std::string(word(plan.act)));
  fact("State", std::string(word(plan.state)) + (plan.state_why.empty() ? "" : ": " + plan.state_why));
  fact("Reason", plan.reason);
  fact("Ticket", plan.ticket);
  fact("What shows it", plan.proof);
  fact("Rows chosen by", plan.chosen_by);
  fact("Table", plan.relation);
  fact("Database", plan.made_on.database);
  fact("Gateway", plan.gateway ? plan.gateway->name : std::string());
  fact("Made by", plan.actor.name + "@" + plan.actor.host + ", database user " + plan.db_user);
  fact("Made", iso(plan.created_at));
  fact("Dry run", time(plan.ready_at));
  fact("Started", time(plan.started_at));
  fact("Finished", time(plan.finished_at));
  fact("As of", iso(plan.as_of));
  text += "\n## Totals\n\n| State | Outcome | Dry run | Rows | Amounts |\n|---|---|---|--:|---|\n";
  for (const Totals::Line& line : totals.lines) {
    text += fmt::format("| {} | ", word(line.state));
    add(line.outcome);
    text += " | ";
    add(line.foreseen);
    text += fmt::format(" | {} | ", line.n);
    exports::append_markdown(text, key::in_words(line.money), false);
    text += " |\n";
  }
  return text + fmt::format(
                    "\n{} items: {} done ({} audit rows), {} skipped, {} unsettled, {} failed, {} "
                    "waiting.\n\n## Items\n\n",
                    totals.items, totals.done, totals.audited, totals.skipped, totals.unsettled,
                    totals.failed, totals.waiting);
}

}  // namespace

Result<Totals> report(pg::Connection& connection, const Plan& plan, ReportFormat format, const Sink& sink) {
  return as_result([&]() -> Result<Totals> {
    constexpr int at_once = 1000;
    const auto encoding = format == ReportFormat::csv    ? exports::Format::csv
                          : format == ReportFormat::json ? exports::Format::json_lines
                                                         : exports::Format::markdown;
    const bool is_for_people = format == ReportFormat::markdown;
    auto encoder = exports::Encoder::make(encoding, is_for_people ? readable_columns() : columns()).value();
    auto transaction = pg::Transaction::begin(connection, {.read_only = true,
                                                           .statement_timeout = std::chrono::seconds(30),
                                                           .one_snapshot = true})
                           .value();
    const Totals totals = totals_of(connection, plan.id);
    std::string out;
    if (format == ReportFormat::json)
      out = fmt::format("{{\"plan\":{},\"totals\":{},\"items\":[", one_line(json_of(plan)),
                        one_line(json_of(totals)));
    if (format == ReportFormat::markdown) out = markdown_head(plan, totals);
    encoder.head(out);
    bool is_first = true;
    for (int behind = 0;;) {
      auto items = items_of(connection, plan.id, behind, at_once, std::nullopt);
      for (const Item& item : items) {
        const std::vector<Field> fields = is_for_people ? readable_fields_of(item) : fields_of(item);
        std::vector<Cell> cells;
        for (const Field& field : fields) cells.push_back({field ? *field : std::string_view(), !field});
        if (format == ReportFormat::json) out += is_first ? "\n" : ",\n";
        is_first = false;
        encoder.row(cells, out);
        if (format == ReportFormat::json && out.ends_with('\n')) out.pop_back();
      }
      require(sink(out));
      out.clear();
      if (static_cast<int>(items.size()) < at_once) break;
      behind = items.back().position;
    }
    if (format == ReportFormat::json) require(sink("\n]}\n"));
    return totals;
  });
}

Result<Totals> report_to_file(pg::Connection& connection, const Plan& plan, ReportFormat format,
                              const std::string& path) {
  return as_result([&]() -> Result<Totals> {
    auto file = exports::PrivateFile::create(path).value();
    auto totals =
        report(connection, plan, format, [&file](std::string_view text) { return file.write(text); }).value();
    require(file.commit());
    return totals;
  });
}

}  // namespace onceover::plan
