// SPDX-License-Identifier: Apache-2.0
#include "core/drift/drift.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <span>

#include "app/oncectl/program.h"
#include "app/oncectl/signals.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "core/gateway/open.h"

namespace onceover::oncectl {
namespace {

constexpr Duration between_notes = std::chrono::seconds(5);
constexpr double many = 5000;  // keys to ask about: minutes, at the usual rates

struct DriftOptions {
  std::optional<When> from, to;
  std::optional<std::int64_t> sample;
  std::optional<std::string> tenant, operation, reference;
  Duration margin = std::chrono::hours(1);
  std::int64_t seed = 1;
  int limit = 200;
  bool markdown = false;
};

void show_drift(const Output& out, const drift::Report& report, const DriftOptions& options) {
  const auto limit = static_cast<std::size_t>(options.limit);
  if (out.is_json()) return out.json(Json::parse(drift::to_json(report, limit)));
  if (options.markdown) return out.text(drift::to_markdown(report, limit));
  std::string text = fields(drift::totals_of(report));
  if (report.found.empty()) return out.text(text + "\nNothing was found.\nNothing was written.\n");
  const std::size_t shown = std::min(report.found.size(), limit);
  const Table table({"finding", "key", "here", "there", "why"}, std::span(report.found).first(shown),
                    [](const drift::Found& found) -> Cells {
                      return {std::string(drift::word(found.kind)), visible(drift::named(found)),
                              visible(drift::ours_of(found)), visible(drift::theirs_of(found)),
                              visible(found.why)};
                    });
  text += "\n" + table.text() +
          (shown < report.found.size() ? fmt::format("and {} more (--limit)\n", report.found.size() - shown)
                                       : "");
  out.text(text + "Nothing was written.\n");
}

// Before the first question: how much it is, how long that takes at least, and how to ask less.
void announce(Context& context, double rows, std::optional<std::int64_t> sample) {
  const double questions = sample ? std::min(rows, static_cast<double>(*sample)) : rows;
  std::string words = fmt::format("about {:.0f} keys in the range; the gateway is asked about {:.0f} at most",
                                  rows, questions);
  const gateway::AnyConfig described = gateway::load_any_config(context.gateway_path()).value();
  if (const auto* config = std::get_if<gateway::Config>(&described); config != nullptr && config->rate) {
    const double spans = questions / config->rate->requests;
    words += fmt::format(
        ", which takes {} at its declared rate",
        human(Duration(static_cast<Duration::rep>(spans * static_cast<double>(config->rate->span.count())))));
  }
  if (!sample && rows > many) words += ". --sample 500 asks about 500 of them";
  context.out().note(words);
}

// A note now and then: on a terminal, in a log and with --json.
class Progress {
 public:
  Progress(const Output& out, const std::atomic<bool>& stops) : out_(out), stops_(stops) {}
  bool operator()(const drift::Progress& p) {
    if (Steady::now() - told_at_ >= between_notes) {
      told_at_ = Steady::now();
      out_.note(fmt::format("{} effects listed, {} rows read, {} asked", p.effects, p.rows, p.asked));
    }
    return !stops_;
  }

 private:
  const Output& out_;
  const std::atomic<bool>& stops_;
  Steady::time_point told_at_ = Steady::now();
};

Outcome compare_ledgers(Context& context, const DriftOptions& options) {
  if (options.markdown && context.out().is_json())
    return usage("--markdown and --json are two forms: choose one.");
  std::atomic<bool> stops = false;
  // Nothing is written, so that nothing is lost: the first asks for a report of what was compared until then.
  const StopSignals signals([&] { stops = true; }, [] { std::_Exit(static_cast<int>(Exit::failed)); });
  const auto& table = context.profile();
  auto& gateway = context.gateway();
  auto& browser = context.browser();
  drift::Options wanted;
  wanted.from = *context.moment(options.from);
  wanted.to = *context.moment(options.to.value_or(Duration{0}));
  wanted.tenant = options.tenant;
  wanted.operation = options.operation;
  wanted.reference = options.reference;
  wanted.sample = options.sample;
  wanted.seed = static_cast<std::uint64_t>(options.seed);
  wanted.margin = options.margin;
  browse::Filter filter{.tenant = options.tenant, .operation = options.operation};
  filter.reference = options.reference.value_or("");
  filter.from = wanted.from - wanted.margin;
  filter.to = wanted.to + wanted.margin;
  auto forecast = browser.forecast(filter).value();
  if (forecast.scans) context.out().warning("the range is found by reading the whole table: " + forecast.why);
  announce(context, forecast.rows, options.sample);
  auto report = drift::compare(browser, table, gateway, wanted, Progress(context.out(), stops)).value();
  show_drift(context.out(), report, options);
  if (report.has_found()) return Exit::unsettled;
  if (!report.is_complete()) return Exit::unreachable;
  return report.rows == 0 && report.effects == 0 ? Exit::not_found : Exit::done;
}

}  // namespace

void add_drift(Program& program) {
  add_command<DriftOptions>(
      program, program.app, "drift",
      "Finished keys against the gateway's ledger over a time range, both ways; writes nothing",
      compare_ledgers, [](CLI::App& command, DriftOptions& o) {
        add_when(command, "--from", o.from, "Rows claimed, and effects made, from here on")->required();
        add_when(command, "--to", o.to, "Up to here; now, unless given");
        command
            .add_option("--sample", o.sample, "Ask about so many finished keys, drawn evenly, instead of all")
            ->check(CLI::Range(1, 10'000'000));
        command.add_option("--seed", o.seed, "Of the draw: the same seed and rows give the same sample")
            ->capture_default_str();
        add_text(command, "--tenant", o.tenant, "Rows of one tenant; effects of others then have no row");
        add_text(command, "--operation", o.operation,
                 "Rows of one operation; effects of others then have no row");
        add_text(command, "--reference", o.reference,
                 "Of one order: rows and listed effects with exactly this reference");
        add_duration(command, "--margin", o.margin,
                     "How far beyond the range an effect's row is looked for: 1h unless given");
        add_number(command, "--limit", o.limit, 1, 10'000, "Findings shown; all are counted");
        command.add_flag("--markdown", o.markdown, "The report as Markdown");
        command.footer(
            "When: after an incident, and every night. Asks the gateway about finished keys at its declared "
            "rate, and reads its listing\n"
            "where one is declared: succeeded without effect, effect without succeeded, effect without a "
            "row, two effects under one\n"
            "key, amounts that differ. Settles nothing. Exit code 5 where something was found, 6 where not "
            "all could be compared, 3\n"
            "where there was nothing to compare.\n"
            "  oncectl drift --from 24h --gateway acme.toml\n"
            "  oncectl drift --from 2026-11-20T00:00:00Z --to 2026-11-21T00:00:00Z --sample 500 --markdown");
      });
}

}  // namespace onceover::oncectl
