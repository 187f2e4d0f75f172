// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "app/oncectl/calculator.h"
#include "core/base/text.h"
#include "core/calculator/events.h"
#include "core/calculator/schedule.h"
#include "core/calculator/sizing.h"
#include "core/health/health.h"

namespace onceover::oncectl {
namespace {

struct SizeOptions {
  calculator::SizingInput input{.row = {.heap_bytes = 150}};
  std::vector<std::string> indexes;
  std::optional<Duration> checkpoint = std::chrono::minutes(5), longest_retry, gateway_window;
  Duration manual{};
  bool not_hot = false;
  CLI::Option* longest_retry_given = nullptr;  // none is an answer, too
};

// NAME:BYTES[:FILL[:SHARE]]
std::optional<calculator::IndexShape> parse_index(std::string_view text) {
  const auto parts = split(text, ':');
  if (parts.size() < 2 || parts.size() > 4 || parts[0].empty()) return std::nullopt;
  calculator::IndexShape out;
  out.name = parts[0];
  double* const numbers[] = {&out.entry_bytes, &out.fill, &out.rows};
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const auto number = number_from<double>(parts[i]);
    if (!number) return std::nullopt;
    *numbers[i - 1] = *number;
  }
  return out;
}

Outcome size_planned(Context& context, const SizeOptions& given) {
  SizeOptions o = given;
  o.input.hot = !o.not_hot;
  o.input.checkpoint = o.checkpoint.value_or(Duration::zero());
  for (const std::string& text : o.indexes) {
    auto index = parse_index(text);
    if (!index || !is_utf8(index->name))
      return usage(fmt::format("--index: \"{}\" is not NAME:BYTES[:FILL[:SHARE]].", visible(text)));
    o.input.row.indexes.push_back(std::move(*index));
  }
  const auto sizing = calculator::size_table(o.input).value();
  std::optional<calculator::WindowVerdict> verdict;
  const bool longest_is_given = o.longest_retry_given->count() > 0;
  if (longest_is_given || o.manual > Duration::zero()) {
    const calculator::RetryHorizon horizon{longest_is_given ? o.longest_retry : Duration::zero(), o.manual};
    verdict = calculator::judge_window(o.input.window, horizon, o.gateway_window);
  }
  const bool too_short = verdict && verdict->fit == calculator::WindowFit::too_short;
  Json window{{"window_ms", json_ms(o.input.window)},
              {"fit", nullptr},
              {"gateway_fit", nullptr},
              {"words", Json::array()}};
  std::string text = figures_text(sizing.figures());
  if (verdict) {
    window["fit"] = calculator::word(verdict->fit);
    if (verdict->gateway) window["gateway_fit"] = calculator::word(*verdict->gateway);
    window["words"] = verdict->words;
    for (const std::string& line : verdict->words) text += line + '\n';
  }
  for (const std::string& line : sizing.remarks) text += line + '\n';
  context.out().say({{"figures", json_list(sizing.figures(), json_figure)},
                     {"remarks", sizing.remarks},
                     {"window", std::move(window)}},
                    text);
  return too_short ? Exit::unsettled : Exit::done;
}

void declare_size(CLI::App& command, SizeOptions& o) {
  declare_rate(command, o.input.per_second, o.input.by_hour, "Claims of new keys");
  command.option_defaults()->always_capture_default();
  add_duration(command, "--window", o.input.window, "How long finished keys are kept: 1d unless given");
  command.add_option("--heap-bytes", o.input.row.heap_bytes,
                     "Of a row with its header (pgstattuple: tuple_len / tuple_count)");
  command.add_option("--toast-bytes", o.input.row.toast_bytes, "Bytes of a row out of line, on average");
  command
      .add_option("--index", o.indexes,
                  "An index: bytes of an entry with its header, how full its leaves are (0.7), share of the "
                  "rows in it (1); may be given again")
      ->type_name("NAME:BYTES[:FILL[:SHARE]]")
      ->default_str("")
      ->allow_extra_args(false);
  command.add_option("--fillfactor", o.input.fillfactor, "Of the table");
  command.add_option("--updates", o.input.updates, "Updates of each key: finishing it, renewing its lease");
  command.add_flag("--not-hot", o.not_hot, "An index names what the updates change");
  command.add_option("--vacuum-scale", o.input.vacuum_scale, "autovacuum_vacuum_scale_factor");
  declare_costs(command, o.checkpoint, o.input.price, o.input.currency);
  o.longest_retry_given =
      add_bound(command, "--longest-retry", o.longest_retry,
                "How long clients retry by themselves, to judge the window by (see calculator schedule)");
  add_duration(command, "--manual", o.manual, "How long afterwards a person or a batch may try again");
  add_bound(command, "--gateway-window", o.gateway_window, "How long the gateway dedupes by our key");
  command.footer(
      "When: before the window is chosen. Rows, heap, indexes, WAL, dead rows and money of a table of keys, "
      "each with its sum; and\n"
      "whether the window is long enough. Exit code 5 where it is not.\n"
      "  oncectl calculator size --rate 200 --window 3d --heap-bytes 160 --index keys_pkey:64 "
      "--longest-retry 10m --manual 1d\n"
      "  oncectl calculator size --rate 10000 --heap-bytes 508 --price 0.12 --currency EUR");
}

}  // namespace

void add_calculator_size(Program& program, CLI::App& calculator) {
  add_command<SizeOptions>(
      program, calculator, "size",
      "What a table of keys grows to under a window, and whether the window is long enough", size_planned,
      declare_size);
}

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
                      {{"advised", sizing.wants_capture ? Json(*sizing.wants_capture) : Json(nullptr)},
                       {"words", sizing.capture}}},
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
  command.option_defaults()->always_capture_default();
  command.add_option("--payload-bytes", flow.payload_bytes, "Of a payload, on average; 0: NULL");
  command.add_option("--compressed", flow.compressed,
                     "Share that compression leaves of a payload; only rows above 2 kB are compressed, and "
                     "random bytes never");
  command.add_option("--header-bytes", flow.header_bytes, "Of the headers as JSON text; {} is 2");
  command.add_option("--content-type-bytes", flow.content_type_bytes,
                     "Of the content type; application/json is 16");
}

void declare_outbox(CLI::App& command, OutboxOptions& o) {
  declare_flow(command, o.input.flow);
  command.add_option("--topic-bytes", o.input.topic_bytes, "Of the topic's name");
  command.add_option("--aggregate-type-bytes", o.input.aggregate_type_bytes, "Of the aggregate's type");
  command.add_option("--aggregate-id-bytes", o.input.aggregate_id_bytes,
                     "Of the aggregate's id; a UUID as text is 36");
  command.add_option("--type-bytes", o.input.type_bytes, "Of the event's type");
  command.add_option("--correlation-bytes", o.input.correlation_bytes,
                     "Of the header correlation_id, which is indexed; 0: events have none");
  add_duration(command, "--retention", o.input.retention,
               "How long published events are kept, as in the service's file: 7d unless given");
  add_duration(command, "--partition", o.input.partition,
               "What a partition covers, as in the service's file: 1d unless given");
  declare_costs(command, o.checkpoint, o.input.flow.price, o.input.flow.currency);
  command.footer(
      "When: before retention and partitions are chosen. An event's row from its columns, then rows, heap, "
      "indexes, WAL and money of\n"
      "onceover.outbox, the partitions kept, and whether change data capture is advised; each figure with "
      "its sum.\n"
      "  oncectl calculator outbox --rate 500 --payload-bytes 800 --header-bytes 75 --retention 3d\n"
      "  oncectl calculator outbox --rate 20000 --partition 1h --retention 1d --price 0.12 --currency EUR");
}

void declare_inbox(CLI::App& command, InboxOptions& o) {
  declare_flow(command, o.input.flow);
  command
      .add_option_function<std::string>(
          "--reception",
          [&o](const std::string& text) { o.input.reception = *calculator::reception_from_word(text); },
          "accept (with the effect), attempt (begun first) or store (for a worker); accept unless given")
      ->check(CLI::IsMember({"accept", "attempt", "store"}))
      ->type_name("WORD");
  command.add_flag("--no-payload", o.no_payload, "Stored events have no payload");
  command.add_option("--consumer-bytes", o.input.consumer_bytes, "Of the consumer's name");
  command.add_option("--source-bytes", o.input.source_bytes, "Of the source's name");
  command.add_option("--event-id-bytes", o.input.event_id_bytes, "Of an event's id; a UUID as text is 36");
  command.add_flag("--growing-ids", o.growing_ids,
                   "Ids come in ascending order: UUIDs of version 7, offsets");
  command.add_option("--fingerprint-bytes", o.input.fingerprint_bytes,
                     "Of the fingerprint; 0: events have none");
  command.add_option("--aggregate-bytes", o.input.aggregate_bytes,
                     "Of the aggregate's type and id, where events carry its version; 0: they do not");
  command.add_option("--owner-bytes", o.input.owner_bytes, "Of the name of the process that handles it");
  add_duration(command, "--retention", o.input.retention,
               "How long processed events are kept: 30d unless given");
  command.add_option("--vacuum-scale", o.input.vacuum_scale, "autovacuum_vacuum_scale_factor");
  declare_costs(command, o.checkpoint, o.input.flow.price, o.input.flow.currency);
  command.footer(
      "When: before the retention is chosen. An event's row from its columns, then rows, heap, primary key, "
      "other indexes, WAL and money of\n"
      "onceover.inbox, each figure with its sum. Payload, headers and content type count only with "
      "--reception store.\n"
      "  oncectl calculator inbox --rate 500 --retention 14d\n"
      "  oncectl calculator inbox --rate 500 --reception store --payload-bytes 800 --header-bytes 75");
}

}  // namespace

void add_calculator_events(Program& program, CLI::App& calculator) {
  add_command<OutboxOptions>(program, calculator, "outbox",
                             "What onceover.outbox grows to, and whether change data capture is advised",
                             outbox_planned, declare_outbox);
  add_command<InboxOptions>(program, calculator, "inbox", "What onceover.inbox grows to", inbox_planned,
                            declare_inbox);
}

}  // namespace onceover::oncectl
