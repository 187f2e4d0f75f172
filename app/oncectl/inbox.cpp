// SPDX-License-Identifier: Apache-2.0
#include "core/inbox/inbox.h"

#include <fmt/format.h>

#include "app/oncectl/daemon.h"
#include "app/oncectl/parse.h"
#include "app/oncectl/program.h"
#include "core/base/text.h"

namespace onceover::oncectl {

namespace {

struct EraseReceived {
  std::string event, consumer, source, reason;
  bool dry_run = false;
};

Outcome erase_received(Context& context, const EraseReceived& o) {
  using inbox::Erased;
  const Erased erased = inbox::erase(context.store(Need::writing), o.consumer, o.source, o.event, o.reason,
                                     context.actor(), o.dry_run)
                            .value();
  context.out().say({{"event", json_text(o.event)}, {"outcome", inbox::word(erased)}, {"dry_run", o.dry_run}},
                    erased == Erased::erased && o.dry_run ? "Would be erased. Dry run: nothing was written.\n"
                    : erased == Erased::erased
                        ? "Erased. The row stays, so that the event is known when it comes again.\n"
                    : erased == Erased::erased_before ? "It has no payload. Nothing was written.\n"
                    : erased == Erased::gone
                        ? "There is no such event. Nothing was written.\n"
                        : "A worker has not finished it and needs its payload. Nothing was written.\n");
  return erased == Erased::gone ? Exit::not_found : erased == Erased::unfinished ? Exit::changed : Exit::done;
}

}  // namespace

void add_inbox(Program& program) {
  CLI::App* group = add_group(
      program.app, "inbox", "Received events: receive and find them, put dead letters back or give them up");
  add_events(program, *group, "onceover.inbox");
  add_receive(program, *group);
  add_consume(program, *group);
  add_event_verb(program, *group, "requeue", "Let a worker take a dead letter again",
                 "When: what made it fail is mended. Its attempts begin anew. Only of events that were "
                 "stored for a worker.\n"
                 "  oncectl inbox list --state failed\n"
                 "  oncectl inbox requeue 7f3c --operation ledger --reason 'INC-4711: fixed in 2.3'");
  add_event_verb(program, *group, "discard", "Give a dead letter up",
                 "When: its effect is not wanted any more. The row stays: the event is a duplicate when it "
                 "comes again.\n"
                 "  oncectl inbox discard 7f3c --operation ledger --reason 'INC-4711: test data'");
  add_command<EraseReceived>(program, *group, "erase", "Remove the payload of one event that has ended",
                             erase_received, [](CLI::App& command, EraseReceived& o) {
                               command.add_option("EVENT", o.event, "The event's id")->required();
                               command.add_option("--consumer", o.consumer, "Its consumer")->required();
                               command.add_option("--source", o.source, "Its source")->required();
                               add_reason(command, o.reason);
                               add_dry_run(command, o.dry_run);
                               command.footer(
                                   "When: personal data must go. Old versions of the row stay on disk until "
                                   "a vacuum, and in backups.\n"
                                   "  oncectl inbox erase 7f3c --consumer ledger --source payments --reason "
                                   "'request 112 of a customer'");
                             });
}

namespace {

struct ConsumeOptions {
  std::string consumer, kafka, group, source, version_header, aggregate_type, start = "beginning",
                                                                              resume = "database";
  inbox::Identity identity;
  std::vector<std::string> topics, kafka_options, kafka_files;
  bool follow = false;
  std::int64_t batch = 1000;
  Duration retention = std::chrono::hours(720);
};

Outcome run_consume(Context& context, const ConsumeOptions& o) {
  ConsumeEntry entry;
  entry.consumer = o.consumer;
  if (const auto why = why_no_consumer(o.consumer); !why.empty()) return usage("--consumer " + why + '.');
  entry.from = {.brokers = o.kafka,
                .topics = o.topics,
                .group = o.group.empty() ? o.consumer : o.group,
                .source = o.source,
                .identity = o.identity,
                .version_header = o.version_header,
                .aggregate_type = o.aggregate_type,
                .from_beginning = o.start == "beginning",
                .follows_group = o.resume == "group"};
  entry.from.options = kafka_options(o.kafka_options, o.kafka_files);
  entry.config.batch = static_cast<std::size_t>(o.batch);
  entry.retention = o.retention;
  require(inbox::validate(entry.from));
  require(inbox::require_storing(context.store(Need::writing)));
  ServiceConfig service = service_of(context, o.follow);
  // Its positions show that a database was restored, which is another one then.
  if (o.follow) service.stores[0].only.reset();
  entry.store = service.stores[0];
  service.consumes.push_back(std::move(entry));
  const ConsumeFacts facts = run_service(context, std::move(service)).consumes.at(0);
  const inbox::Counts& counts = facts.counts;
  context.out().say(
      {{"consumer", json_text(o.consumer)},
       {"received", counts.received},
       {"stored", counts.stored},
       {"duplicates", counts.duplicates},
       {"unverified", counts.unverified},
       {"mismatches", counts.mismatches},
       {"unusable", counts.unusable},
       {"at_end", facts.is_at_end},
       {"trouble", json_filled(facts.trouble)}},
      fmt::format("{} received {} messages: {} new events, {} duplicates, {} dead letters{}\n",
                  visible(o.consumer), counts.received, counts.stored, counts.duplicates,
                  counts.mismatches + counts.unusable,
                  facts.trouble.empty() ? "" : "; nothing more comes: " + visible(facts.trouble)));
  return !o.follow && !facts.trouble.empty() ? Exit::unreachable : Exit::done;
}

void declare_consume(CLI::App& command, ConsumeOptions& o) {
  command.add_option("--consumer", o.consumer, "Under this name events are received, each once")->required();
  command.add_option("--kafka", o.kafka, "Receive from these brokers: HOST:PORT,…")
      ->type_name("BROKERS")
      ->required();
  command.add_option("--topic", o.topics, "A topic to receive, again and again")->required();
  command.add_option("--group", o.group, "The consumer group; else the name of the consumer");
  command.add_option("--source", o.source, "The source of all events; else each message's topic");
  add_parsed(command, "--identity", o.identity,
             "Where an event's id is: header:NAME, body:/JSON/POINTER or offset [header:id]",
             "must be header:NAME, body:/JSON/POINTER or offset", inbox::identity_from);
  command.add_option("--version-header", o.version_header,
                     "The header with the version of the event's aggregate");
  command.add_option("--aggregate-type", o.aggregate_type, "The type of aggregates; else the topic");
  command.add_option("--start", o.start, "Where a new group begins: beginning or now")
      ->check(CLI::IsMember({"beginning", "now"}))
      ->capture_default_str();
  command
      .add_option("--resume", o.resume,
                  "Where the group is ahead of the database: database (read again) or group (pass over)")
      ->check(CLI::IsMember({"database", "group"}))
      ->capture_default_str();
  add_kafka_options(command, o.kafka_options, o.kafka_files);
  add_number(command, "--batch", o.batch, 1, 10'000, "Events stored in a transaction");
  command.add_flag("--follow", o.follow, "Receive until SIGTERM or SIGINT; else what is there now");
  add_duration(command, "--retention", o.retention,
               "With --follow: delete processed events of this age [30d]");
  command.footer(
      "When: a service handles events later, in any language, by onceover.inbox_take. A message is "
      "acknowledged only after its event is\n"
      "committed in onceover.inbox. Messages without an id become dead letters. Keep events longer than the "
      "broker keeps messages.\n"
      "  oncectl inbox consume --consumer billing --kafka broker:9092 --topic orders --follow\n"
      "  oncectl inbox consume --consumer look --kafka broker:9092 --topic orders --identity body:/event/id");
}

}  // namespace

void add_consume(Program& program, CLI::App& inbox) {
  add_command<ConsumeOptions>(program, inbox, "consume", "Store the messages of Kafka topics as events",
                              run_consume, declare_consume);
}

}  // namespace onceover::oncectl
