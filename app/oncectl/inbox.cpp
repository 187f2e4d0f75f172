// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "app/oncectl/parse.h"
#include "app/oncectl/program.h"
#include "core/base/text.h"
#include "core/inbox/operate.h"

namespace onceover::oncectl {
namespace {

struct EraseReceived {
  std::string event, consumer, source, reason;
  bool dry_run = false;
};

Outcome erase_received(Context& context, const EraseReceived& o) {
  using inbox::Erased;
  const Erased erased =
      inbox::erase(context.store(Need::writing), o.consumer, o.source, o.event, o.reason, context.actor(), o.dry_run).value();
  context.out().say({{"event", json_text(o.event)}, {"outcome", inbox::word(erased)}, {"dry_run", o.dry_run}},
                    erased == Erased::erased && o.dry_run ? "Would be erased. Dry run: nothing was written.\n"
                    : erased == Erased::erased            ? "Erased. The row stays, so that the event is known when it comes again.\n"
                    : erased == Erased::erased_before     ? "It has no payload. Nothing was written.\n"
                    : erased == Erased::gone              ? "There is no such event. Nothing was written.\n"
                                                          : "A worker has not finished it and needs its payload. Nothing was written.\n");
  return erased == Erased::gone ? Exit::not_found : erased == Erased::unfinished ? Exit::changed : Exit::done;
}

}  // namespace

void add_inbox(Program& program) {
  CLI::App* group = add_group(program.app, "inbox", "Received events: receive and find them, put dead letters back or give them up");
  add_events(program, *group, "onceover.inbox");
  add_receive(program, *group);
  add_consume(program, *group);
  add_event_verb(program, *group, "requeue", "Let a worker take a dead letter again",
                 "When: what made it fail is mended. Its attempts begin anew. Only of events that were stored for a worker.\n"
                 "  oncectl inbox list --state failed\n"
                 "  oncectl inbox requeue 7f3c --operation ledger --reason 'INC-4711: fixed in 2.3'");
  add_event_verb(program, *group, "discard", "Give a dead letter up",
                 "When: its effect is not wanted any more. The row stays: the event is a duplicate when it comes again.\n"
                 "  oncectl inbox discard 7f3c --operation ledger --reason 'INC-4711: test data'");
  add_command<EraseReceived>(program, *group, "erase", "Remove the payload of one event that has ended", erase_received,
                             [](CLI::App& command, EraseReceived& o) {
                               command.add_option("EVENT", o.event, "The event's id")->required();
                               command.add_option("--consumer", o.consumer, "Its consumer")->required();
                               command.add_option("--source", o.source, "Its source")->required();
                               add_reason(command, o.reason);
                               add_dry_run(command, o.dry_run);
                               command.footer(
                                   "When: personal data must go. Old versions of the row stay on disk until a vacuum, and in backups.\n"
                                   "  oncectl inbox erase 7f3c --consumer ledger --source payments --reason 'request 112 of a customer'");
                             });
}

}  // namespace onceover::oncectl
