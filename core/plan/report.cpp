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

Json json_of(const Totals& totals) {
  Json json{{"items", totals.items},         {"waiting", totals.waiting}, {"done", totals.done},      {"skipped", totals.skipped},
            {"unsettled", totals.unsettled}, {"failed", totals.failed},   {"audited", totals.audited}};
  json["by_outcome"] = Json::array();
  for (const Totals::Line& line : totals.lines) {
    json["by_outcome"].push_back({{"state", word(line.state)}, {"outcome", line.outcome}, {"foreseen", line.foreseen}, {"n", line.n}});
  }
  return json;
}

std::string one_line(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string markdown_head(const Plan& plan, const Totals& totals) {
  std::string text = "# Plan ";
  const auto add = [&text](std::string_view value) { exports::append_markdown(text, value, true); };
  add(plan.name);
  text += "\n\n| | |\n|---|---|\n";
  const Json facts = json_of(plan);
  for (const auto& [name, value] : facts.items()) {
    if (value.is_null() || value == "") continue;
    text += "| " + name + " | ";
    add(value.is_string() ? value.get<std::string>() : value.dump());
    text += " |\n";
  }
  text += "\n## Totals\n\n| state | outcome | foreseen | n |\n|---|---|---|---|\n";
  for (const Totals::Line& line : totals.lines) {
    text += fmt::format("| {} | ", word(line.state));
    add(line.outcome);
    text += " | ";
    add(line.foreseen);
    text += fmt::format(" | {} |\n", line.n);
  }
  return text + fmt::format("\n{} items: {} done ({} audit rows), {} skipped, {} unsettled, {} failed, {} waiting.\n\n## Items\n\n",
                            totals.items, totals.done, totals.audited, totals.skipped, totals.unsettled, totals.failed, totals.waiting);
}

}  // namespace

Result<Totals> report(pg::Connection& connection, const Plan& plan, ReportFormat format, const Sink& sink) {
  return as_result([&]() -> Result<Totals> {
    constexpr int at_once = 1000;
    const auto encoding = format == ReportFormat::csv    ? exports::Format::csv
                          : format == ReportFormat::json ? exports::Format::json_lines
                                                         : exports::Format::markdown;
    auto encoder = exports::Encoder::make(encoding, columns()).value();
    auto transaction =
        pg::Transaction::begin(connection, {.read_only = true, .statement_timeout = std::chrono::seconds(30), .one_snapshot = true})
            .value();
    const Totals totals = totals_of(connection, plan.id);
    std::string out;
    if (format == ReportFormat::json)
      out = fmt::format("{{\"plan\":{},\"totals\":{},\"items\":[", one_line(json_of(plan)), one_line(json_of(totals)));
    if (format == ReportFormat::markdown) out = markdown_head(plan, totals);
    encoder.head(out);
    bool is_first = true;
    for (int behind = 0;;) {
      auto items = items_of(connection, plan.id, behind, at_once, std::nullopt);
      for (const Item& item : items) {
        const std::vector<Field> fields = fields_of(item);
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

Result<Totals> report_to_file(pg::Connection& connection, const Plan& plan, ReportFormat format, const std::string& path) {
  return as_result([&]() -> Result<Totals> {
    auto file = exports::PrivateFile::create(path).value();
    auto totals = report(connection, plan, format, [&file](std::string_view text) { return file.write(text); }).value();
    require(file.commit());
    return totals;
  });
}

}  // namespace onceover::plan
