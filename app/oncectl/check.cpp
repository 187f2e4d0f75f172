// SPDX-License-Identifier: Apache-2.0
// For monitoring systems that run plugins (Nagios, Icinga and their kin): one line, performance data, and
// four exit codes of their own.
#include <fmt/format.h>

#include "app/oncectl/parse.h"
#include "app/oncectl/program.h"
#include "core/alerts/rules.h"
#include "core/base/text.h"

namespace onceover::oncectl {
namespace {

struct CheckOptions {
  Duration window = std::chrono::minutes(5);
  std::vector<std::string> rules;
  bool list = false;
};

using alerts::Alert;
using alerts::Level;

// The levels are in the order of a plugin's exit codes.
static_assert(static_cast<int>(Level::unknown) == 3);
Exit exit_of(Level level) { return static_cast<Exit>(level); }

// An error does not end this command: it is the level UNKNOWN.
Result<std::vector<Alert>> judged(Context& context, const CheckOptions& options,
                                  const alerts::Settings& settings) {
  try {
    const tables::Profile& profile = context.profile();
    auto& store = context.store(tables::is_own(profile) ? Need::reading : Need::server);
    return alerts::judge(alerts::observe(store, context.looking_browser(), profile, options.window).value(),
                         settings);
  } catch (const tl::bad_expected_access<Error>& ended) {
    return fail(ended.error());
  }
}

Exit list_rules(const Output& out) {
  const alerts::Settings settings;
  return show_list(
      out, "rules", alerts::all_rules,
      [&](alerts::Rule rule) -> Json {
        const alerts::Limits& limits = settings.of(rule);
        return {{"rule", alerts::name(rule)},
                {"warning", *limits.warning},
                {"critical", *limits.critical},
                {"unit", alerts::unit(rule)},
                {"meaning", alerts::meaning(rule)}};
      },
      {"RULE", ">WARNING", ">CRITICAL", "", "SAYS"},
      [&](alerts::Rule rule) -> Cells {
        const alerts::Limits& limits = settings.of(rule);
        return {std::string(alerts::name(rule)), fmt::format("{}", limits.warning.value_or(0)),
                fmt::format("{}", limits.critical.value_or(0)), std::string(alerts::unit(rule)),
                std::string(alerts::meaning(rule))};
      },
      {});
}

// What went wrong is said where a monitoring system reads it, and is no alarm about the store.
Exit unknown(const Output& out, const Error& error) {
  const std::string words = redacted(error.what);
  if (out.is_json()) {
    out.json({{"level", "UNKNOWN"}, {"error", visible(words)}, {"alerts", Json::array()}});
  } else {
    std::string line = visible(words);
    std::ranges::replace(line, '|', '/');
    out.text(fmt::format("ONCEOVER UNKNOWN: {}\n", line));
  }
  return exit_of(Level::unknown);
}

Outcome check_store(Context& context, const CheckOptions& options) {
  const Output& out = context.out();
  if (options.list) return list_rules(out);
  alerts::Settings settings;
  for (const std::string& rule : options.rules) {
    if (auto set = alerts::set_from_text(settings, rule); !set) return unknown(out, set.error());
  }
  const auto alerts = judged(context, options, settings);
  if (!alerts) return unknown(out, alerts.error());
  const Level level = alerts::overall(*alerts);
  if (!out.is_json()) {
    const tables::Profile& of = context.profile();
    // Other tables of the database may have stuck rows: what was looked at is named.
    out.text(alerts::plugin_text(*alerts, settings,
                                 tables::is_own(of) ? "schema " + of.schema : of.schema + '.' + of.table));
    return exit_of(level);
  }
  Json rules = Json::array();
  for (const Alert& a : *alerts) {
    const alerts::Limits& limits = settings.of(a.rule);
    rules.push_back({{"rule", alerts::name(a.rule)},
                     {"level", alerts::word(a.level)},
                     {"value", json_optional(a.value)},
                     {"unit", alerts::unit(a.rule)},
                     {"warning", json_optional(limits.warning)},
                     {"critical", json_optional(limits.critical)},
                     {"text", json_text(a.text)}});
  }
  out.json({{"level", alerts::word(level)}, {"alerts", std::move(rules)}});
  return exit_of(level);
}

}  // namespace

void add_check(Program& program) {
  add_command<CheckOptions>(
      program, program.app, "check",
      "For monitoring: do the rules fire? One line, performance data, exit code 0, 1, 2 or 3", check_store,
      [](CLI::App& command, CheckOptions& o) {
        add_duration(command, "--window", o.window,
                     "What was counted in this time is looked at: 5m unless given");
        command
            .add_option("--rule", o.rules,
                        "NAME=WARNING,CRITICAL or NAME=off, again and again; --list names them")
            ->type_name("RULE");
        command.add_flag("--list", o.list, "The rules with their limits; no store is asked");
        command.footer(
            "When: run by Nagios, Icinga or a script, each minute. Only this command has the exit codes of "
            "such plugins: 0 OK, 1\n"
            "WARNING, 2 CRITICAL, 3 UNKNOWN (also where the store cannot be reached). A rule fires above its "
            "limit and clears by\n"
            "itself. UNKNOWN is also the answer where it is not known whether a key is stuck: without a "
            "sweeper a large table is walked\n"
            "first, within --timeout (10s unless given), and the next call goes on there. A role that may "
            "not move the frontier keeps\n"
            "its place in $XDG_STATE_HOME/onceover. Shares and mismatches come from the counters of our own "
            "schema; of another table\n"
            "(--profile) what waits in it is looked at.\n"
            "  oncectl check --service shop\n"
            "  oncectl check --rule stuck-age=10m,1h --rule no-completions=off --window 15m");
      });
}

}  // namespace onceover::oncectl
