// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "app/oncectl/daemon.h"
#include "app/oncectl/parse.h"
#include "app/oncectl/program.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "core/outbox/operate.h"
#include "core/schema/schema.h"

namespace onceover::oncectl {
namespace {

struct RelayOptions {
  std::string name, kafka, webhook, dead_letter_topic, start = "beginning", config_file;
  std::vector<std::string> topics, kafka_options, kafka_files, secret_files;
  bool lines = false, follow = false, check_config = false, unordered = false, cloud_events = false;
  std::int64_t attempts = 10;
};

outbox::DestinationConfig destination_of(const RelayOptions& o) {
  if (o.lines) return {};
  if (!o.webhook.empty())
    return {.webhook = outbox::WebhookConfig{
                .url = o.webhook, .secret_files = o.secret_files, .cloud_events = o.cloud_events}};
  outbox::KafkaConfig kafka{
      .brokers = o.kafka, .dead_letter_topic = o.dead_letter_topic, .cloud_events = o.cloud_events};
  kafka.options = kafka_options(o.kafka_options, o.kafka_files);
  return {.kafka = std::move(kafka)};
}

Outcome run_relay(Context& context, const RelayOptions& o) {
  if (!o.config_file.empty()) {
    if (context.names_store())
      return usage("--config defines where and how to publish.",
                   "Only --follow, --check-config and --json may be given.");
    if (o.check_config) return check_daemon_config(context, o.config_file);
    if (!o.follow)
      return usage("--config is for the service.", "Add --follow, or --check-config to only read it.");
    return run_daemon(context, o.config_file);
  }
  const bool only_reads = o.name.empty() && o.lines;
  if ((o.name.empty() && !only_reads) || o.topics.empty())
    return usage("A relay needs a name and topics.",
                 "Give --name and --topic, or --config. Only --lines needs no name.");
  if ((o.lines ? 1 : 0) + (o.kafka.empty() ? 0 : 1) + (o.webhook.empty() ? 0 : 1) != 1)
    return usage("A relay needs one destination.", "Give --kafka, --webhook or --lines.");
  if (o.webhook.empty() != o.secret_files.empty())
    return usage("A webhook is signed with a secret.", "Give --webhook and --secret-file.");
  if (o.kafka.empty() && !o.dead_letter_topic.empty())
    return usage("A dead-letter topic is Kafka's.",
                 "Give it with --kafka; oncectl outbox list --state dead shows dead letters of any relay.");
  outbox::RelayConfig how{.name = o.name,
                          .topics = o.topics,
                          .only_reads = only_reads,
                          .is_ordered = !o.unordered,
                          .attempts = o.attempts};
  if (!outbox::read_start(o.start, how))
    return usage("--start is where a new relay begins, or a topic that joins one.",
                 "Give beginning, now, or a time such as 2026-11-21T02:00:00Z.");
  require(outbox::validate(how));
  ServiceConfig service = service_of(context, o.follow, only_reads ? Need::reading : Need::writing);
  RelayEntry entry;
  entry.store = service.stores[0];
  entry.config = std::move(how);
  entry.to = destination_of(o);
  require(outbox::open_destination(entry.to));
  const std::string to = outbox::words(entry.to);
  service.relays.push_back(std::move(entry));
  const RelayFacts facts = run_service(context, std::move(service)).relays.at(0);
  const bool elsewhere = facts.state == outbox::Turn::State::elsewhere,
             paused = facts.state == outbox::Turn::State::paused,
             stopped = facts.state == outbox::Turn::State::stopped;
  // Standard output is the events'.
  const std::string who = only_reads ? "Without a name nothing is kept:" : visible(o.name);
  const std::string summary =
      fmt::format("{} published {} events to {}{}\n", who, facts.published, visible(to),
                  !facts.trouble.empty() ? "; nothing more goes out: " + visible(facts.trouble)
                  : elsewhere            ? "; another process runs it"
                  : paused               ? "; it is paused"
                  : stopped              ? "; the store's stop switch is on"
                                         : "");
  if (o.lines) {
    fmt::print(stderr, "{}", summary);
  } else {
    context.out().say({{"relay", json_text(o.name)},
                       {"published", facts.published},
                       {"elsewhere", elsewhere},
                       {"paused", paused},
                       {"trouble", json_filled(facts.trouble)}},
                      summary);
  }
  if (o.follow) return Exit::done;
  return !facts.trouble.empty() ? Exit::unreachable : paused || stopped ? Exit::stopped : Exit::done;
}

void declare_relay(CLI::App& command, RelayOptions& o) {
  command.require_subcommand(0, 1);
  command.add_option("--name", o.name,
                     "The relay; its progress is kept under this name. Without one --lines only reads");
  command.add_option("--topic", o.topics, "A topic to publish, again and again; \"*\" for all");
  command.add_option("--kafka", o.kafka, "Publish to these brokers: HOST:PORT,…")->type_name("BROKERS");
  command
      .add_option("--webhook", o.webhook, "Publish by POST to this address: https, or http to this machine")
      ->type_name("URL");
  command
      .add_option("--secret-file", o.secret_files,
                  "The webhook's secret (whsec_ and the Base64 of 24 to 64 bytes), in a file that no one "
                  "else may read; during a rotation again, for the old one")
      ->type_name("FILE")
      ->allow_extra_args(false);
  command.add_flag("--lines", o.lines, "Publish as JSON lines on standard output");
  add_kafka_options(command, o.kafka_options, o.kafka_files);
  command
      .add_option("--dead-letter-topic", o.dead_letter_topic,
                  "Copy events that are given up to this topic of Kafka")
      ->type_name("TOPIC");
  command.add_flag("--cloud-events", o.cloud_events, "Add the headers of CloudEvents 1.0");
  command.add_flag("--unordered", o.unordered, "A failing event holds back no other of its aggregate");
  command
      .add_option("--start", o.start,
                  "Where a new relay begins, or a topic that joins one: beginning, now, or a time")
      ->capture_default_str();
  add_number(command, "--attempts", o.attempts, 1, 1000, "Then an event is dead, and a person must decide");
  command.add_flag("--follow", o.follow, "Publish until SIGTERM or SIGINT");
  auto* config =
      command.add_option("--config", o.config_file, "The service's configuration (TOML), with [[relay]]")
          ->type_name("FILE");
  command
      .add_flag("--check-config", o.check_config,
                "Read --config and say what it would do; connect to nothing")
      ->needs(config);
  command.footer(
      "When: as a daemon, one or several beside each other; one publishes, the others take over when its "
      "lease ends. Each committed\n"
      "event goes out at least once, in order for each aggregate. Events are written with one INSERT into "
      "onceover.outbox.\n"
      "  oncectl relay --name to-kafka --topic payments --kafka broker:9092 --follow\n"
      "  oncectl relay --name to-shop --topic '*' --webhook https://shop.example/events --secret-file "
      "shop.secret --follow\n"
      "  oncectl relay --topic '*' --start now --lines --follow | jq .\n"
      "  oncectl relay --follow --config /etc/onceover/service.toml");
}

Json json_of_relay(const outbox::RelayView& v) {
  return {{"relay", json_text(v.name)},
          {"topics", json_text(v.topics)},
          {"ordered", v.is_ordered},
          {"running", v.is_running()},
          {"state", json_text(outbox::in_words(v))},
          {"owner", json_optional(v.owner)},
          {"lease_until", json_time(v.locked_until)},
          {"fence", v.fence},
          {"published", v.published},
          {"published_at", json_time(v.published_at)},
          {"lag", v.is_foreign ? Json(nullptr) : Json(v.lag)},
          {"lag_exact", v.is_lag_exact},
          {"oldest", json_time(v.oldest)},
          {"parked", v.parked},
          {"dead", v.dead},
          {"trouble", json_optional(v.trouble)},
          {"trouble_since", json_time(v.trouble_since)},
          {"paused_at", json_time(v.paused_at)},
          {"paused_by", json_optional(v.paused_by)},
          {"pause_reason", json_optional(v.pause_reason)},
          {"draining", v.is_draining},
          {"as_of", iso(v.as_of)}};
}

Outcome list_relays(Context& context, const NoOptions&) {
  pg::Connection& store = context.store(Need::reading);
  const unfinished::Knowledge known = context.known_of({"relays", "relay_holds", "outbox", "outbox_parked"});
  const bool is_all = known.known == unfinished::Known::exact;
  if (!is_all) context.out().warning("there may be more. " + unfinished::explanation(known));
  auto all = outbox::relays(store).value();
  for (outbox::RelayView& view : all) view.is_lag_exact = view.is_lag_exact && is_all;
  const auto held = [&](std::int64_t n) { return fmt::format("{}{}", n, is_all ? "" : " or more"); };
  Table table({"RELAY", "TOPICS", ">LAG", "BEHIND", ">PARKED", ">DEAD", ">PUBLISHED", "STATE"}, all,
              [&](const outbox::RelayView& v) {
                return Cells{
                    visible(v.name),
                    visible(v.topics),
                    v.is_foreign ? "?" : fmt::format("{}{}", v.lag, v.is_lag_exact ? "" : " or more"),
                    v.behind()       ? human(*v.behind())
                    : v.is_lag_exact ? "-"
                                     : "?",
                    held(v.parked),
                    held(v.dead),
                    std::to_string(v.published),
                    visible(outbox::in_words(v))};
              });
  context.out().say({{"relays", json_list(all, json_of_relay)}},
                    !all.empty() ? table.text()
                    : is_all     ? "There is no relay: events wait in the outbox.\n"
                                 : "Whether there is a relay is unknown.\n");
  return is_all || !all.empty() ? Exit::done : Exit::unknown;
}

struct RelayActOptions {
  std::string name, reason;
  bool dry_run = false;
};

Outcome turn_relay(Context& context, const RelayActOptions& o, bool paused) {
  pg::Connection& store = context.store(Need::writing);
  const bool changed =
      (paused ? outbox::pause : outbox::resume)(store, o.name, o.reason, context.actor(), o.dry_run).value();
  context.out().say(
      {{"relay", json_text(o.name)},
       {"paused", paused != (o.dry_run && changed)},
       {"changed", changed && !o.dry_run},
       {"dry_run", o.dry_run}},
      changed && o.dry_run
          ? fmt::format("Would be {}. Dry run: nothing was written.\n", paused ? "paused" : "resumed")
      : !changed ? fmt::format("It is {} already. Nothing was written.\n", paused ? "paused" : "running")
      : paused   ? "Paused: what is on its way still arrives, and nothing more is sent.\n"
                 : "Goes on.\n");
  return Exit::done;
}

Outcome retire_relay(Context& context, const RelayActOptions& o) {
  pg::Connection& store = context.store(o.dry_run ? Need::reading : Need::writing);
  const auto all = outbox::relays(store).value();
  const auto found = std::ranges::find(all, o.name, &outbox::RelayView::name);
  if (found == all.end())
    end(fail(ErrorKind::invalid_input,
             fmt::format("There is no relay \"{}\", or it is retired.", visible(o.name)),
             "Nothing was written.", "oncectl relay list shows them."));
  const std::string unpublished =
      found->is_foreign ? "An unknown number of"
                        : fmt::format("{}{}", found->is_lag_exact ? "" : "At least ", found->lag);
  const std::string lost =
      fmt::format("{} events are not published by it, and {} are held back: it never publishes them.",
                  unpublished, found->parked + found->dead);
  if (!o.dry_run) context.out().note(lost);
  const bool retired =
      !o.dry_run && outbox::retire(store, o.name, o.reason, context.actor()).value().has_value();
  context.out().say({{"relay", json_text(o.name)},
                     {"retired", retired},
                     {"unpublished", found->is_foreign ? Json(nullptr) : Json(found->lag)},
                     {"exact", found->is_lag_exact},
                     {"held_back", found->parked + found->dead},
                     {"dry_run", o.dry_run}},
                    o.dry_run  ? fmt::format("Would be retired. {} Dry run: nothing was written.\n", lost)
                    : !retired ? "Another process was faster. Nothing was written.\n"
                               : "Retired: it holds no partition, and its name starts no relay any more.\n");
  return o.dry_run || retired ? Exit::done : Exit::changed;
}

struct AdoptOptions {
  std::string reason;
  std::optional<When> since;
  bool dry_run = false;
};

Json json_of_adopted(const outbox::Adopted& one) {
  return {{"relay", json_text(one.relay)}, {"events", one.events}, {"passed_over", one.passed_over}};
}
Json json_of_sequence(const outbox::Sequence& one) {
  return {{"sequence", json_text(one.name)}, {"was", one.was}, {"now", one.now}};
}

// What it means for each relay, before it happens.
std::string forecast_text(const std::vector<outbox::Adopted>& relays, bool since) {
  if (relays.empty()) return "There is no relay: only events are adopted.\n";
  std::string text;
  for (const outbox::Adopted& one : relays) {
    text +=
        fmt::format("{} publishes {} events that are there, in order of seq", visible(one.relay), one.events);
    if (since) text += fmt::format("; {} older ones are passed over", one.passed_over);
    text += ".\n";
  }
  return text;
}

Outcome adopt_events(Context& context, const AdoptOptions& o) {
  const auto since = context.moment(o.since);
  pg::Connection& store = context.store(o.dry_run ? Need::reading : Need::writing);
  const auto forecast = outbox::forecast_adoption(store, since).value();
  outbox::Adoption done;
  if (!o.dry_run) {
    context.out().note(forecast_text(forecast, since.has_value()));
    done = outbox::adopt(store, since, o.reason, context.actor()).value();
  }
  std::string text;
  for (const outbox::Sequence& one : done.repaired)
    text += fmt::format("The sequence {} was behind what is stored: it went from {} to {}.\n", one.name,
                        one.was, one.now);
  text += o.dry_run ? forecast_text(forecast, since.has_value()) + "Dry run: nothing was written.\n"
                    : fmt::format(
                          "Adopted; {} events came from another server. Start the relays. Events that were "
                          "published before go out once more; consumers know them by id.\n",
                          done.rewritten);
  context.out().say({{"relays", json_list(forecast, json_of_adopted)},
                     {"repaired", json_list(done.repaired, json_of_sequence)},
                     {"rewritten", done.rewritten},
                     {"since", json_time(since)},
                     {"dry_run", o.dry_run}},
                    text);
  return Exit::done;
}

std::function<void(CLI::App&, RelayActOptions&)> declare_relay_act(const char* footer) {
  return [footer](CLI::App& command, RelayActOptions& o) {
    command.add_option("NAME", o.name, "The relay")->required();
    add_reason(command, o.reason);
    add_dry_run(command, o.dry_run);
    command.footer(footer);
  };
}

void declare_adopt(CLI::App& command, AdoptOptions& o) {
  add_reason(command, o.reason);
  add_when(command, "--since", o.since, "Publish no older events of those that are there");
  add_dry_run(command, o.dry_run);
  command.footer(
      "When: the relays refuse, since events or progress are of another server: after a restore, a "
      "switch-over or pg_upgrade. Make sure\n"
      "first that no relay runs on the other server. All relays publish what is there in order of seq, "
      "repeats among them, and then new\n"
      "events. Sequences that are behind are corrected. An interrupted adoption continues when it is run "
      "again. Needs the owner of the schema.\n"
      "  oncectl relay adopt --since 2d --reason 'restored from last night'");
}

}  // namespace

void add_relay(Program& program) {
  CLI::App* relay = add_command<RelayOptions>(program, program.app, "relay", "Publish events of the outbox",
                                              run_relay, declare_relay);
  add_command<NoOptions>(program, *relay, "list", "Relays, how far behind they are, and what holds them back",
                         list_relays, {});
  add_command<RelayActOptions>(
      program, *relay, "pause", "Publish nothing more until it is resumed",
      [](Context& c, const RelayActOptions& o) { return turn_relay(c, o, true); },
      declare_relay_act(
          "When: a consumer must not get events now. Events wait in the outbox and lose nothing.\n"
          "  oncectl relay pause to-kafka --reason 'INC-4711: consumer books twice'"));
  add_command<RelayActOptions>(
      program, *relay, "resume", "Go on after a pause",
      [](Context& c, const RelayActOptions& o) { return turn_relay(c, o, false); },
      declare_relay_act("  oncectl relay resume to-kafka --reason 'INC-4711 is over'"));
  add_command<RelayActOptions>(
      program, *relay, "retire", "End a relay for good", retire_relay,
      declare_relay_act("When: a relay is not used any more. It holds no partition of the outbox and raises "
                        "no alert. Its name "
                        "cannot be used again.\n"
                        "Stop its processes first.\n"
                        "  oncectl relay retire to-kafka --reason 'replaced by to-kafka-2' --dry-run"));
  add_command<AdoptOptions>(program, *relay, "adopt", "Go on in a restored database, or on another server",
                            adopt_events, declare_adopt);
}

}  // namespace onceover::oncectl
