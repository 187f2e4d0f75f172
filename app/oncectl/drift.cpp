#include "core/drift/drift.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>

#include "app/oncectl/program.h"
#include "app/oncectl/rows.h"
#include "app/oncectl/signals.h"
#include "core/base/text.h"
#include "core/transfer/cell_text.h"

namespace onceover::oncectl {
namespace {

struct DriftOptions {
  std::optional<When> from, to;
  std::optional<std::int64_t> sample;
  std::optional<std::string> tenant, operation;
  Duration margin = std::chrono::hours(1);
  std::int64_t seed = 1;
  int limit = 200;
  bool markdown = false;
};

Json json_subject(const key::Subject& subject) {
  return {{"amount", json_optional(subject.amount)},
          {"currency", json_optional(subject.currency)},
          {"reference", json_optional(subject.reference)}};
}

Json json_found(const drift::Found& found) {
  Json json{{"kind", drift::word(found.kind)}, {"why", json_text(found.why)}, {"ours", nullptr}, {"theirs", nullptr}};
  if (found.ours) {
    json["ours"] = json_id(found.ours->id);
    json["ours"].update(Json{{"state", key::word(found.ours->state)},
                             {"created_at", json_time(found.ours->created_at)},
                             {"completed_at", json_time(found.ours->completed_at)},
                             {"gateway_key", json_text(found.ours->gateway_key)},
                             {"subject", json_subject(found.ours->subject)}});
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

std::string money(const key::Subject& subject) {
  return subject.amount.value_or("") + (subject.amount && subject.currency ? " " : "") + subject.currency.value_or("");
}

// What stands on the two sides of a finding, as it came.
std::vector<std::string> cells_of(const drift::Found& found) {
  std::string ours = "no row", theirs = "no such key";
  if (found.ours) ours = std::string(key::word(found.ours->state)) + " " + money(found.ours->subject);
  if (found.theirs) {
    theirs = std::string(gateway::word(found.theirs->finding)) + (found.theirs->id.empty() ? "" : " " + found.theirs->id) + " " +
             money(found.theirs->echoed);
    if (found.theirs->at) theirs += " at " + iso(*found.theirs->at);
  }
  return {std::string(drift::word(found.kind)),
          found.ours     ? named(found.ours->id)
          : found.theirs ? found.theirs->key
                         : "",
          ours, theirs, found.why};
}

std::vector<std::pair<std::string, std::string>> totals_of(const drift::Report& report) {
  std::vector<std::pair<std::string, std::string>> out{
      {"Range", iso(report.from) + " to " + iso(report.to)},
      {"Rows", fmt::format("{}, of which {} are finished", report.rows, report.finished)},
      {"Asked about", fmt::format("{}, of which {} agree", report.asked, report.agreed)},
      {"Not to be asked", report.not_askable > 0 ? std::to_string(report.not_askable) : ""},
      {"Listing", !report.listing_declared  ? "none declared: effects without a row are not looked for"
                  : report.listing_complete ? fmt::format("{} effects, of which {} happened", report.effects, report.effects_done)
                                            : fmt::format("not complete: {} effects; {}", report.effects, visible(report.listing_problem))},
      {"Ended early", visible(report.ended_early)}};
  for (const auto& [why, times] : report.open) out.emplace_back("Open", fmt::format("{}: {}", times, visible(why)));
  for (const auto& [kind, times] : report.counts) out.emplace_back("Found", fmt::format("{}: {}", times, drift::word(kind)));
  return out;
}

std::string markdown(const drift::Report& report, std::size_t shown) {
  std::string text = "# Drift\n\n| | |\n| --- | --- |\n";
  const auto row = [&](const std::vector<std::string>& cells) {
    text += "|";
    for (const std::string& cell : cells) {
      text += " ";
      transfer::append_markdown(text, cell, true);
      text += " |";
    }
    text += "\n";
  };
  for (const auto& [name, value] : totals_of(report)) {
    if (!value.empty()) row({name, value});
  }
  if (report.found.empty()) return text + "\nNothing was found.\n";
  text += "\n| finding | key | here | there | why |\n| --- | --- | --- | --- | --- |\n";
  for (std::size_t i = 0; i < shown; ++i) row(cells_of(report.found[i]));
  if (shown < report.found.size()) text += fmt::format("\nand {} more\n", report.found.size() - shown);
  return text;
}

void show_drift(const Output& out, const drift::Report& report, const DriftOptions& options) {
  const std::size_t shown = std::min(report.found.size(), static_cast<std::size_t>(options.limit));
  if (out.is_json()) {
    Json counts = Json::object(), open = Json::object(), found = Json::array();
    for (const drift::Kind kind : drift::all_kinds)
      counts[std::string(drift::word(kind))] = report.counts.contains(kind) ? report.counts.at(kind) : 0;
    for (const auto& [why, times] : report.open) open[visible(why)] = times;
    for (std::size_t i = 0; i < shown; ++i) found.push_back(json_found(report.found[i]));
    out.json({{"from", json_time(report.from)},
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
              {"counts", std::move(counts)},
              {"found", std::move(found)},
              {"more", shown < report.found.size()}});
    return;
  }
  if (options.markdown) {
    out.text(markdown(report, shown));
    return;
  }
  std::string text = fields(totals_of(report));
  if (!report.found.empty()) {
    Table table({"finding", "key", "here", "there", "why"});
    for (std::size_t i = 0; i < shown; ++i) {
      std::vector<std::string> cells = cells_of(report.found[i]);
      for (std::string& cell : cells) cell = visible(cell);
      table.add(std::move(cells));
    }
    text += "\n" + table.text() + (shown < report.found.size() ? fmt::format("and {} more (--limit)\n", report.found.size() - shown) : "");
  } else {
    text += "\nNothing was found.\n";
  }
  out.text(text + "Nothing was written.\n");
}

Outcome compare_ledgers(Context& context, const DriftOptions& options) {
  if (options.markdown && context.out().is_json()) return usage("--markdown and --json are two forms: choose one.");
  std::atomic<bool> stops = false;
  // Nothing is written, so that nothing is lost: the first asks for a report of what was compared until then.
  const StopSignals signals([&] { stops = true; }, [] { std::_Exit(static_cast<int>(Exit::failed)); });
  auto table = context.profile();
  if (!table) return fail(table.error());
  auto gateway = context.gateway();
  if (!gateway) return fail(gateway.error());
  auto browser = context.browser();
  if (!browser) return fail(browser.error());
  auto from = context.moment(options.from), to = context.moment(options.to ? options.to : std::optional<When>(Duration{0}));
  if (!from) return fail(from.error());
  if (!to) return fail(to.error());
  drift::Options wanted;
  wanted.from = **from;
  wanted.to = **to;
  wanted.tenant = options.tenant;
  wanted.operation = options.operation;
  wanted.sample = options.sample;
  wanted.seed = static_cast<std::uint64_t>(options.seed);
  wanted.margin = options.margin;
  browse::Filter filter{.tenant = options.tenant, .operation = options.operation};
  filter.from = wanted.from - wanted.margin;
  filter.to = wanted.to + wanted.margin;
  auto forecast = (*browser)->forecast(filter);
  if (!forecast) return fail(forecast.error());
  if (forecast->scans) context.out().warning("the range is found by reading the whole table: " + forecast->why);
  auto report = drift::compare(**browser, **table, **gateway, wanted, [&](const drift::Progress&) { return !stops; });
  if (!report) return fail(report.error());
  show_drift(context.out(), *report, options);
  if (report->has_found()) return Exit::unsettled;
  if (!report->is_complete()) return Exit::unreachable;
  return report->rows == 0 && report->effects == 0 ? Exit::not_found : Exit::done;
}

}  // namespace

void add_drift(Program& program) {
  add_command<DriftOptions>(
      program, program.app, "drift", "Finished keys against the gateway's ledger over a time range, both ways; writes nothing",
      compare_ledgers, [](CLI::App& command, DriftOptions& o) {
        add_when(command, "--from", o.from, "Rows claimed, and effects made, from here on")->required();
        add_when(command, "--to", o.to, "Up to here; now, unless given");
        command.add_option("--sample", o.sample, "Ask about so many finished keys, drawn evenly, instead of all")
            ->check(CLI::Range(1, 10'000'000));
        command.add_option("--seed", o.seed, "Of the draw: the same seed and rows give the same sample")->capture_default_str();
        add_text(command, "--tenant", o.tenant, "Rows of one tenant; effects of others then have no row");
        add_text(command, "--operation", o.operation, "Rows of one operation; effects of others then have no row");
        add_duration(command, "--margin", o.margin, "How far beyond the range an effect's row is looked for: 1h unless given");
        command.add_option("--limit", o.limit, "Findings shown; all are counted")->check(CLI::Range(1, 10'000))->capture_default_str();
        command.add_flag("--markdown", o.markdown, "The report as Markdown");
        command.footer(
            "When: after an incident, and every night. Asks the gateway about finished keys at its declared rate, and reads its listing "
            "where\n"
            "one is declared: succeeded without effect, effect without succeeded, effect without a row, two effects under one key, "
            "amounts\n"
            "that differ. Settles nothing. Exit code 5 where something was found, 6 where not all could be compared, 3 where there was\n"
            "nothing to compare.\n"
            "  oncectl drift --from 24h --gateway acme.toml\n"
            "  oncectl drift --from 2026-11-20T00:00:00Z --to 2026-11-21T00:00:00Z --sample 500 --markdown");
      });
}

}  // namespace onceover::oncectl
