// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "app/oncectl/parse.h"
#include "app/oncectl/program.h"
#include "core/base/text.h"
#include "core/reconcile/stop_switch.h"

namespace onceover::oncectl {
namespace {

struct SwitchOptions {
  std::string reason;
  bool dry_run = false;
};

Outcome turn_switch(Context& context, const SwitchOptions& options, bool stopped) {
  auto& store = context.store(options.dry_run ? Need::reading : Need::writing);
  auto before = reconcile::stop_switch(store).value();
  bool changed = before.stopped != stopped;
  if (!options.dry_run)
    changed = reconcile::set_stop_switch(store, stopped, options.reason, context.actor()).value();
  const std::string text =
      !changed
          ? fmt::format("The switch is already set: {}, by {} at {}{}. Nothing was written.\n",
                        stopped ? "stopped" : "running",
                        before.changed_by.empty() ? "default" : visible(before.changed_by),
                        iso(before.changed_at), before.reason.empty() ? "" : ": " + visible(before.reason))
      : options.dry_run
          ? fmt::format(
                "Would {} every sweeper, reaper, relay and plan on this store. Dry run: nothing was "
                "written.\n",
                stopped ? "halt" : "resume")
          : fmt::format("{}: every sweeper, reaper, relay and plan on this store, and what people write.\n",
                        stopped ? "Halted" : "Running again");
  context.out().say({{"stopped", options.dry_run ? before.stopped : stopped},
                     {"changed", changed && !options.dry_run},
                     {"dry_run", options.dry_run},
                     {"before",
                      {{"stopped", before.stopped},
                       {"reason", json_text(before.reason)},
                       {"changed_by", json_text(before.changed_by)},
                       {"changed_at", iso(before.changed_at)}}}},
                    text);
  return Exit::done;
}

std::function<void(CLI::App&, SwitchOptions&)> declare_switch(const char* footer) {
  return [footer](CLI::App& command, SwitchOptions& o) {
    add_reason(command, o.reason);
    command.add_flag("--dry-run", o.dry_run, "Show what would change");
    command.footer(footer);
  };
}

}  // namespace

void add_stop(Program& program) {
  add_command<SwitchOptions>(
      program, program.app, "stop", "Halt every sweeper, reaper, relay and plan on this store",
      [](Context& context, const SwitchOptions& o) { return turn_switch(context, o, true); },
      declare_switch("When: keys are settled that should not be settled. Until you run `oncectl start`, no "
                     "person or daemon\n"
                     "settles, writes, approves, undoes or publishes anything in this store; services still "
                     "claim and finish keys.\n"
                     "  oncectl stop --reason 'INC-4711: gateway answers for the wrong merchant'"));
}

void add_start(Program& program) {
  add_command<SwitchOptions>(
      program, program.app, "start", "Let sweepers, reapers, relays and plans run again",
      [](Context& context, const SwitchOptions& o) { return turn_switch(context, o, false); },
      declare_switch(
          "When: the reason for `oncectl stop` is gone.\n  oncectl start --reason 'INC-4711 is over'"));
}

}  // namespace onceover::oncectl
