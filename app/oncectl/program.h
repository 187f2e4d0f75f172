// SPDX-License-Identifier: Apache-2.0
// The commands and how they meet main(): each file adds its own to the parser and says what to do when it is
// the one.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "app/oncectl/context.h"
#include "app/oncectl/outcome.h"

namespace onceover::oncectl {

struct Program {
  CLI::App& app;
  std::function<Outcome(Context&)> chosen;
};

struct NoOptions {};

// A command that only has others below it.
inline CLI::App* add_group(CLI::App& parent, const std::string& name, const std::string& description) {
  return parent.add_subcommand(name, description)->require_subcommand(1);
}

// The end of each command's help.
inline constexpr const char* common_follows =
    "\n\n--dsn, --service, --password-command, --gateway, --profile, --json and --timeout may follow too: "
    "see oncectl --help.";

// Adds a command whose options live as long as the parser; run is called after parsing, with them.
template <class Options>
CLI::App* add_command(Program& program, CLI::App& parent, const std::string& name,
                      const std::string& description, std::function<Outcome(Context&, const Options&)> run,
                      const std::function<void(CLI::App&, Options&)>& declare) {
  CLI::App* command = parent.add_subcommand(name, description);
  const auto options = std::make_shared<Options>();
  if (declare) declare(*command, *options);
  command->footer(command->get_footer() + common_follows);
  // A command that has others below it ends here too, after them: it keeps what they chose.
  command->callback([&program, command, options, run] {
    if (command->get_subcommands().empty())
      program.chosen = [options, run](Context& context) { return run(context, *options); };
  });
  return command;
}

void add_keys(Program& program);
void add_life(Program& program, CLI::App& keys);
void add_profile(Program& program);
void add_stuck(Program& program);
void add_ask(Program& program);
void add_gateway(Program& program);
void add_drift(Program& program);
void add_doctor(Program& program);
void add_check(Program& program);
void add_settle(Program& program);
void add_write(Program& program);
void add_plan(Program& program);
void add_sweep(Program& program);
void add_reap(Program& program);
void add_stats(Program& program);
void add_metrics(Program& program);
void add_schema(Program& program);
void add_audit(Program& program);
void add_audit_chain(Program& program, CLI::App& audit);
void add_bundle(Program& program);
void add_cases(Program& program);
void add_notes(Program& program, CLI::App& cases);
void add_approvals(Program& program);
void add_roles(Program& program);
void add_calculator(Program& program);
void add_relay(Program& program);
void add_outbox(Program& program);
void add_inbox(Program& program);
// list, export and show of onceover.inbox or onceover.outbox.
void add_events(Program& program, CLI::App& group, const std::string& table);
// A verb of the profile of onceover.inbox, as write has it.
void add_event_verb(Program& program, CLI::App& group, const std::string& verb,
                    const std::string& description, const char* footer);
void add_receive(Program& program, CLI::App& inbox);
void add_consume(Program& program, CLI::App& inbox);
void add_handover(Program& program);
void add_stop(Program& program);
void add_start(Program& program);
void add_try(Program& program);
void add_help_export(Program& program);

}  // namespace onceover::oncectl
