// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/text.h"
#include "core/base/time.h"
#include "core/drift/drift.h"
#include "core/exports/cell_text.h"

namespace onceover::drift {
namespace {

using Json = nlohmann::ordered_json;

std::string money(const key::Subject& subject) {
  return subject.amount.value_or("") + (subject.amount && subject.currency ? " " : "") +
         subject.currency.value_or("");
}

Json json_text(const std::string& text) {
  std::string out;
  exports::append_json(out, text);
  return Json::parse(out);
}
Json json_optional(const std::optional<std::string>& text) { return text ? json_text(*text) : Json(nullptr); }
Json json_time(const std::optional<Timestamp>& at) { return at ? Json(iso(*at)) : Json(nullptr); }

Json json_subject(const key::Subject& subject) {
  return {{"amount", json_optional(subject.amount)},
          {"currency", json_optional(subject.currency)},
          {"reference", json_optional(subject.reference)}};
}

Json json_found(const Found& found) {
  Json json{
      {"kind", word(found.kind)}, {"why", json_text(found.why)}, {"ours", nullptr}, {"theirs", nullptr}};
  if (found.ours) {
    const Ours& ours = *found.ours;
    json["ours"] = Json{{"tenant", json_text(ours.id.tenant)},
                        {"operation", json_text(ours.id.operation)},
                        {"key", json_text(ours.id.key)}};
    if (!ours.id.columns.empty()) {  // of an external table, in its profile's order
      json["ours"]["row"] = Json::array();
      for (const auto& value : ours.id.columns) json["ours"]["row"].push_back(json_optional(value));
    }
    json["ours"].update(Json{{"state", key::word(ours.state)},
                             {"created_at", json_time(ours.created_at)},
                             {"completed_at", json_time(ours.completed_at)},
                             {"gateway_key", json_text(ours.gateway_key)},
                             {"subject", json_subject(ours.subject)}});
  }
  if (found.theirs) {
    json["theirs"] = {{"finding", gateway::word(found.theirs->finding)},
                      {"id", json_text(found.theirs->id)},
                      {"key", json_text(found.theirs->key)},
                      {"word", json_text(found.theirs->word)},
                      {"at", json_time(found.theirs->at)},
                      {"subject", json_subject(found.theirs->echoed)}};
  }
  return json;
}

std::size_t shown_of(const Report& report, std::size_t limit) { return std::min(report.found.size(), limit); }

void append_row(std::string& text, const std::vector<std::string>& cells) {
  text += "|";
  for (const std::string& cell : cells) {
    text += " ";
    exports::append_markdown(text, cell, true);
    text += " |";
  }
  text += "\n";
}

void append_line(std::string& text, const std::vector<std::string>& cells) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) text += ",";
    if (!cells[i].empty()) exports::append_csv(text, cells[i], true);
  }
  text += "\r\n";
}

std::vector<std::string> line_of(const Found& found) {
  const Ours ours = found.ours.value_or(Ours{});
  const Theirs theirs = found.theirs.value_or(Theirs{});
  const auto time = [](const std::optional<Timestamp>& at) { return at ? iso(*at) : std::string(); };
  return {std::string(word(found.kind)),
          ours.id.tenant,
          ours.id.operation,
          ours.id.key,
          found.ours ? std::string(key::word(ours.state)) : "",
          found.ours ? iso(ours.created_at) : "",
          time(ours.completed_at),
          ours.subject.amount.value_or(""),
          ours.subject.currency.value_or(""),
          ours.subject.reference.value_or(""),
          found.ours ? ours.gateway_key : theirs.key,
          found.theirs ? std::string(gateway::word(theirs.finding)) : "",
          theirs.id,
          theirs.word,
          time(theirs.at),
          theirs.echoed.amount.value_or(""),
          theirs.echoed.currency.value_or(""),
          theirs.echoed.reference.value_or(""),
          found.why};
}

}  // namespace

std::string ours_of(const Found& found) {
  if (!found.ours) return "no row";
  return std::string(key::word(found.ours->state)) + " " + money(found.ours->subject);
}

std::string theirs_of(const Found& found) {
  if (!found.theirs) return "no such key";
  std::string out = std::string(gateway::word(found.theirs->finding)) +
                    (found.theirs->id.empty() ? "" : " " + found.theirs->id) + " " +
                    money(found.theirs->echoed);
  if (found.theirs->at) out += " at " + moment(*found.theirs->at);
  return out;
}

std::string named(const Found& found) {
  if (!found.ours) return found.theirs ? found.theirs->key : "";
  const key::Identity& id = found.ours->id;
  std::string out = id.operation.empty() ? "key " + id.key : id.operation + ", key " + id.key;
  return id.tenant.empty() ? out : out + ", tenant " + id.tenant;
}

std::vector<std::pair<std::string, std::string>> totals_of(const Report& report) {
  std::vector<std::pair<std::string, std::string>> out{
      {"Range", iso(report.from) + " to " + iso(report.to)},
      {"Rows", fmt::format("{}, of which {} are finished", report.rows, report.finished)},
      {"Asked about", fmt::format("{}, of which {} agree", report.asked, report.agreed)},
      {"Not askable", report.not_askable > 0 ? std::to_string(report.not_askable) : ""},
      {"Listing",
       !report.listing_declared ? "none declared: effects without a row are not looked for"
       : report.listing_complete
           ? fmt::format("{} effects, of which {} happened", report.effects, report.effects_done)
           : fmt::format("incomplete: {} effects; {}", report.effects, visible(report.listing_problem))},
      {"Ended early", visible(report.ended_early)},
      {"Rows unknown", visible(report.rows_unknown)}};
  for (const auto& [why, times] : report.open)
    out.emplace_back("Open", fmt::format("{}: {}", times, visible(why)));
  for (const auto& [kind, times] : report.counts)
    out.emplace_back("Found", fmt::format("{}: {}", times, word(kind)));
  std::erase_if(out, [](const auto& pair) { return pair.second.empty(); });
  return out;
}

std::string to_markdown(const Report& report, std::size_t limit) {
  const std::size_t shown = shown_of(report, limit);
  std::string text = "# Drift\n\n| | |\n| --- | --- |\n";
  for (const auto& [name, value] : totals_of(report)) append_row(text, {name, value});
  if (report.found.empty()) return text + "\nNothing was found.\n";
  text += "\n| finding | key | here | there | why |\n| --- | --- | --- | --- | --- |\n";
  for (std::size_t i = 0; i < shown; ++i) {
    const Found& found = report.found[i];
    append_row(text,
               {std::string(word(found.kind)), named(found), ours_of(found), theirs_of(found), found.why});
  }
  if (shown < report.found.size()) text += fmt::format("\nand {} more\n", report.found.size() - shown);
  return text;
}

std::string to_csv(const Report& report, std::size_t limit) {
  std::string text;
  append_line(text, {"finding", "tenant", "operation", "key", "state", "created_at", "completed_at", "amount",
                     "currency", "reference", "gateway_key", "there", "there_id", "there_word", "there_at",
                     "there_amount", "there_currency", "there_reference", "why"});
  for (std::size_t i = 0; i < shown_of(report, limit); ++i) append_line(text, line_of(report.found[i]));
  return text;
}

std::string to_json(const Report& report, std::size_t limit) {
  const std::size_t shown = shown_of(report, limit);
  Json counts = Json::object(), open = Json::object(), found = Json::array();
  for (const Kind kind : all_kinds)
    counts[std::string(word(kind))] = report.counts.contains(kind) ? report.counts.at(kind) : 0;
  for (const auto& [why, times] : report.open) open[visible(why)] = times;
  for (std::size_t i = 0; i < shown; ++i) found.push_back(json_found(report.found[i]));
  const Json all{{"from", json_time(report.from)},
                 {"to", json_time(report.to)},
                 {"as_of", json_time(report.as_of)},
                 {"rows", report.rows},
                 {"finished", report.finished},
                 {"asked", report.asked},
                 {"agreed", report.agreed},
                 {"open", std::move(open)},
                 {"not_askable", report.not_askable},
                 {"listing",
                  {{"declared", report.listing_declared},
                   {"complete", report.listing_complete},
                   {"problem", json_text(report.listing_problem)},
                   {"effects", report.effects},
                   {"effects_done", report.effects_done}}},
                 {"complete", report.is_complete()},
                 {"ended_early", json_text(report.ended_early)},
                 {"rows_unknown", json_text(report.rows_unknown)},
                 {"counts", std::move(counts)},
                 {"found", std::move(found)},
                 {"more", shown < report.found.size()}};
  return all.dump(-1, ' ', true, Json::error_handler_t::replace);
}

}  // namespace onceover::drift
