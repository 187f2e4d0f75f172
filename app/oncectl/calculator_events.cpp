#include <fmt/format.h>

#include "app/oncectl/calculator.h"
#include "core/calculator/events.h"
#include "core/health/health.h"

namespace onceover::oncectl {
namespace {

using calculator::Reception;

struct OutboxOptions {
  calculator::OutboxInput input;
  std::optional<Duration> checkpoint = std::chrono::minutes(5);
};

struct InboxOptions {
  calculator::InboxInput input;
  std::optional<Duration> checkpoint = std::chrono::minutes(5);
  bool no_payload = false, growing_ids = false;
};

Outcome printed(Context& context, const calculator::EventSizing& sizing) {
  std::string text = figures_text(sizing.figures());
  if (!sizing.capture.empty()) text += sizing.capture + '\n';
  for (const std::string& line : sizing.remarks) text += line + '\n';
  context.out().say({{"figures", json_list(sizing.figures(), json_figure)},
                     {"change_data_capture",
                      {{"advised", sizing.wants_capture ? Json(*sizing.wants_capture) : Json(nullptr)}, {"words", sizing.capture}}},
                     {"remarks", sizing.remarks}},
                    text);
  return Exit::done;
}

Outcome outbox_planned(Context& context, const OutboxOptions& given) {
  calculator::OutboxInput input = given.input;
  input.flow.checkpoint = given.checkpoint.value_or(Duration::zero());
  input.capture_per_second = health::Thresholds{}.events_per_second;
  return printed(context, calculator::size_outbox(input).value());
}

Outcome inbox_planned(Context& context, const InboxOptions& given) {
  calculator::InboxInput input = given.input;
  input.flow.checkpoint = given.checkpoint.value_or(Duration::zero());
  input.keeps_payload = !given.no_payload;
  input.random_ids = !given.growing_ids;
  return printed(context, calculator::size_inbox(input).value());
}

void declare_flow(CLI::App& command, calculator::EventFlow& flow) {
  declare_rate(command, flow.per_second, flow.by_hour, "Events");
  command.add_option("--payload-bytes", flow.payload_bytes, "Of a payload, on average; 0: NULL")->capture_default_str();
  command
      .add_option("--compressed", flow.compressed,
                  "Share that compression leaves of a payload; only rows above 2 kB are compressed, and random bytes never")
      ->capture_default_str();
  command.add_option("--header-bytes", flow.header_bytes, "Of the headers as JSON text; {} is 2")->capture_default_str();
  command.add_option("--content-type-bytes", flow.content_type_bytes, "Of the content type; application/json is 16")->capture_default_str();
}

void declare_outbox(CLI::App& command, OutboxOptions& o) {
  declare_flow(command, o.input.flow);
  command.add_option("--topic-bytes", o.input.topic_bytes, "Of the topic's name")->capture_default_str();
  command.add_option("--aggregate-type-bytes", o.input.aggregate_type_bytes, "Of the aggregate's type")->capture_default_str();
  command.add_option("--aggregate-id-bytes", o.input.aggregate_id_bytes, "Of the aggregate's id; a UUID as text is 36")
      ->capture_default_str();
  command.add_option("--type-bytes", o.input.type_bytes, "Of the event's type")->capture_default_str();
  command
      .add_option("--correlation-bytes", o.input.correlation_bytes, "Of the header correlation_id, which is indexed; 0: events have none")
      ->capture_default_str();
  add_duration(command, "--retention", o.input.retention, "How long published events are kept, as in the service's file: 7d unless given");
  add_duration(command, "--partition", o.input.partition, "What a partition covers, as in the service's file: 1d unless given");
  declare_costs(command, o.checkpoint, o.input.flow.price, o.input.flow.currency);
  command.footer(
      "When: before retention and partitions are chosen. An event's row from its columns, then rows, heap, indexes, WAL and money of\n"
      "onceover.outbox, the partitions kept, and whether change data capture is advised; each figure with its sum.\n"
      "  oncectl calculator outbox --rate 500 --payload-bytes 800 --header-bytes 75 --retention 3d\n"
      "  oncectl calculator outbox --rate 20000 --partition 1h --retention 1d --price 0.12 --currency EUR");
}

void declare_inbox(CLI::App& command, InboxOptions& o) {
  declare_flow(command, o.input.flow);
  command
      .add_option_function<std::string>(
          "--reception", [&o](const std::string& text) { o.input.reception = *calculator::reception_from_word(text); },
          "accept (with the effect), attempt (begun first) or store (for a worker); accept unless given")
      ->check(CLI::IsMember({"accept", "attempt", "store"}))
      ->type_name("WORD");
  command.add_flag("--no-payload", o.no_payload, "Stored events have no payload");
  command.add_option("--consumer-bytes", o.input.consumer_bytes, "Of the consumer's name")->capture_default_str();
  command.add_option("--source-bytes", o.input.source_bytes, "Of the source's name")->capture_default_str();
  command.add_option("--event-id-bytes", o.input.event_id_bytes, "Of an event's id; a UUID as text is 36")->capture_default_str();
  command.add_flag("--growing-ids", o.growing_ids, "Ids come in ascending order: UUIDs of version 7, offsets");
  command.add_option("--fingerprint-bytes", o.input.fingerprint_bytes, "Of the fingerprint; 0: events have none")->capture_default_str();
  command
      .add_option("--aggregate-bytes", o.input.aggregate_bytes,
                  "Of the aggregate's type and id, where events carry its version; 0: they do not")
      ->capture_default_str();
  command.add_option("--owner-bytes", o.input.owner_bytes, "Of the name of the process that handles it")->capture_default_str();
  add_duration(command, "--retention", o.input.retention, "How long processed events are kept: 30d unless given");
  command.add_option("--vacuum-scale", o.input.vacuum_scale, "autovacuum_vacuum_scale_factor")->capture_default_str();
  declare_costs(command, o.checkpoint, o.input.flow.price, o.input.flow.currency);
  command.footer(
      "When: before the retention is chosen. An event's row from its columns, then rows, heap, primary key, other indexes, WAL and money "
      "of\n"
      "onceover.inbox, each figure with its sum. Payload, headers and content type count only with --reception store.\n"
      "  oncectl calculator inbox --rate 500 --retention 14d\n"
      "  oncectl calculator inbox --rate 500 --reception store --payload-bytes 800 --header-bytes 75");
}

}  // namespace

void add_calculator_events(Program& program, CLI::App& calculator) {
  add_command<OutboxOptions>(program, calculator, "outbox", "What onceover.outbox grows to, and whether change data capture is advised",
                             outbox_planned, declare_outbox);
  add_command<InboxOptions>(program, calculator, "inbox", "What onceover.inbox grows to", inbox_planned, declare_inbox);
}

}  // namespace onceover::oncectl
