#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "app/oncectl/daemon.h"
#include "app/oncectl/parse.h"
#include "app/oncectl/program.h"
#include "core/base/moment.h"
#include "core/base/text.h"
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
    return {.webhook = outbox::WebhookConfig{.url = o.webhook, .secret_files = o.secret_files, .cloud_events = o.cloud_events}};
  outbox::KafkaConfig kafka{.brokers = o.kafka, .dead_letter_topic = o.dead_letter_topic, .cloud_events = o.cloud_events};
  kafka.options = kafka_options(o.kafka_options, o.kafka_files);
  return {.kafka = std::move(kafka)};
}

Outcome run_relay(Context& context, const RelayOptions& o) {
  if (!o.config_file.empty()) {
    if (context.names_store())
      return usage("--config defines where and how to publish.", "Only --follow, --check-config and --json may be given.");
    if (o.check_config) return check_daemon_config(context, o.config_file);
    if (!o.follow) return usage("--config is for the service.", "Add --follow, or --check-config to only read it.");
    return run_daemon(context, o.config_file);
  }
  if (o.name.empty() || o.topics.empty()) return usage("A relay needs a name and topics.", "Give --name and --topic, or --config.");
  if ((o.lines ? 1 : 0) + (o.kafka.empty() ? 0 : 1) + (o.webhook.empty() ? 0 : 1) != 1)
    return usage("A relay needs one destination.", "Give --kafka, --webhook or --lines.");
  if (o.webhook.empty() != o.secret_files.empty()) return usage("A webhook is signed with a secret.", "Give --webhook and --secret-file.");
  if (o.kafka.empty() && !o.dead_letter_topic.empty())
    return usage("A dead-letter topic is Kafka's.",
                 "Give it with --kafka; oncectl outbox list --state dead shows dead letters of any relay.");
  outbox::RelayConfig how{.name = o.name, .topics = o.topics, .is_ordered = !o.unordered, .attempts = o.attempts};
  if (!outbox::read_start(o.start, how))
    return usage("--start is where a new relay begins.", "Give beginning, now, or a time such as 2026-11-21T02:00:00Z.");
  require(outbox::validate(how));
  ServiceConfig service = service_of(context, o.follow);
  RelayEntry entry;
  entry.store = service.stores[0];
  entry.config = std::move(how);
  entry.to = destination_of(o);
  require(outbox::open_destination(entry.to));
  const std::string to = outbox::words(entry.to);
  service.relays.push_back(std::move(entry));
  const RelayFacts facts = run_service(context, std::move(service)).relays.at(0);
  const bool elsewhere = facts.state == outbox::Turn::State::elsewhere, paused = facts.state == outbox::Turn::State::paused,
             stopped = facts.state == outbox::Turn::State::stopped;
  // Standard output is the events'.
  const std::string said = fmt::format("{} published {} events to {}{}\n", visible(o.name), facts.published, visible(to),
                                       !facts.trouble.empty() ? "; nothing more goes out: " + visible(facts.trouble)
                                       : elsewhere            ? "; another process runs it"
                                       : paused               ? "; it is paused"
                                       : stopped              ? "; the store's stop switch is on"
                                                              : "");
  if (o.lines) {
    fmt::print(stderr, "{}", said);
  } else {
    context.out().say({{"relay", json_text(o.name)},
                       {"published", facts.published},
                       {"elsewhere", elsewhere},
                       {"paused", paused},
                       {"trouble", json_filled(facts.trouble)}},
                      said);
  }
  if (o.follow) return Exit::done;
  return !facts.trouble.empty() ? Exit::unreachable : paused || stopped ? Exit::stopped : Exit::done;
}

void declare_relay(CLI::App& command, RelayOptions& o) {
  command.require_subcommand(0, 1);
  command.add_option("--name", o.name, "The relay; its progress is kept under this name");
  command.add_option("--topic", o.topics, "A topic to publish, again and again; \"*\" for all");
  command.add_option("--kafka", o.kafka, "Publish to these brokers: HOST:PORT,…")->type_name("BROKERS");
  command.add_option("--webhook", o.webhook, "Publish by POST to this address: https, or http to this machine")->type_name("URL");
  command.add_option("--secret-file", o.secret_files, "The webhook's secret (whsec_…); during a rotation again, for the old one")
      ->type_name("FILE")
      ->allow_extra_args(false);
  command.add_flag("--lines", o.lines, "Publish as JSON lines on standard output");
  add_kafka_options(command, o.kafka_options, o.kafka_files);
  command.add_option("--dead-letter-topic", o.dead_letter_topic, "Copy events that are given up to this topic of Kafka")
      ->type_name("TOPIC");
  command.add_flag("--cloud-events", o.cloud_events, "Add the headers of CloudEvents 1.0");
  command.add_flag("--unordered", o.unordered, "A failing event holds back no other of its aggregate");
  command.add_option("--start", o.start, "Where a new relay begins: beginning, now, or a time")->capture_default_str();
  add_number(command, "--attempts", o.attempts, 1, 1000, "Then an event is dead, and a person must decide");
  command.add_flag("--follow", o.follow, "Publish until SIGTERM or SIGINT");
  auto* config = command.add_option("--config", o.config_file, "The service's configuration (TOML), with [[relay]]")->type_name("FILE");
  command.add_flag("--check-config", o.check_config, "Read --config and say what it would do; connect to nothing")->needs(config);
  command.footer(
      "When: as a daemon, one or several beside each other; one publishes, the others take over when its lease ends. Each committed\n"
      "event goes out at least once, in order for each aggregate. Events are written with one INSERT into onceover.outbox.\n"
      "  oncectl relay --name to-kafka --topic payments --kafka broker:9092 --follow\n"
      "  oncectl relay --name to-shop --topic '*' --webhook https://shop.example/events --secret-file shop.secret --follow\n"
      "  oncectl relay --name look --topic '*' --start now --lines --follow | jq .\n"
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
          {"lag", v.lag},
          {"lag_exact", v.is_lag_exact},
          {"oldest", json_time(v.oldest)},
          {"parked", v.parked},
          {"dead", v.dead},
          {"trouble", json_optional(v.trouble)},
          {"trouble_since", json_time(v.trouble_since)},
          {"paused_at", json_time(v.paused_at)},
          {"paused_by", json_optional(v.paused_by)},
          {"pause_reason", json_optional(v.pause_reason)},
          {"adopting", v.is_adopting},
          {"as_of", iso(v.as_of)}};
}

Outcome list_relays(Context& context, const NoOptions&) {
  pg::Connection& store = context.store(Need::reading);
  if (schema::status(store).value().is_standby)
    context.out().warning("this server is a standby: recent changes of the primary may be missing.");
  const auto all = outbox::relays(store).value();
  Table table({"RELAY", "TOPICS", ">LAG", "BEHIND", ">PARKED", ">DEAD", ">PUBLISHED", "STATE"}, all, [](const outbox::RelayView& v) {
    return Cells{visible(v.name),
                 visible(v.topics),
                 fmt::format("{}{}", v.lag, v.is_lag_exact ? "" : " or more"),
                 v.behind()       ? human(*v.behind())
                 : v.is_lag_exact ? "-"
                                  : "?",
                 std::to_string(v.parked),
                 std::to_string(v.dead),
                 std::to_string(v.published),
                 visible(outbox::in_words(v))};
  });
  context.out().say({{"relays", json_list(all, json_of_relay)}},
                    all.empty() ? "There is no relay: events wait in the outbox.\n" : table.text());
  return Exit::done;
}

struct RelayActOptions {
  std::string name, reason;
  std::optional<When> since;
  bool dry_run = false;
};

Outcome turn_relay(Context& context, const RelayActOptions& o, bool paused) {
  pg::Connection& store = context.store(Need::writing);
  const bool changed = (paused ? outbox::pause : outbox::resume)(store, o.name, o.reason, context.actor(), o.dry_run).value();
  context.out().say({{"relay", json_text(o.name)},
                     {"paused", paused != (o.dry_run && changed)},
                     {"changed", changed && !o.dry_run},
                     {"dry_run", o.dry_run}},
                    changed && o.dry_run ? fmt::format("Would be {}. Dry run: nothing was written.\n", paused ? "paused" : "resumed")
                    : !changed           ? fmt::format("It is {} already. Nothing was written.\n", paused ? "paused" : "running")
                    : paused             ? "Paused: what is on its way still arrives, and nothing more is sent.\n"
                                         : "Goes on.\n");
  return Exit::done;
}

constexpr Duration longest_adoption_count = std::chrono::seconds(5);

// Only counts: the adoption itself locks the outbox.
Outcome count_adoption(Context& context, const std::string& name, std::optional<Timestamp> since) {
  pg::Connection& store = context.store(Need::reading);
  const auto all = outbox::relays(store).value();
  const auto found = std::ranges::find(all, name, &outbox::RelayView::name);
  if (found == all.end())
    end(fail(ErrorKind::invalid_input, fmt::format("There is no relay \"{}\".", visible(name)), "Nothing was counted.",
             "oncectl relay list shows them."));
  const auto until = Steady::now() + longest_adoption_count;
  std::int64_t events = 0;
  bool is_exact = true;
  for (const std::string_view topic : split(found->topics, ' ')) {
    outbox::Selection selection =
        outbox::between(store, {.topic = topic == "*" ? std::string() : std::string(topic)}, since, std::nullopt).value();
    const outbox::Counted counted =
        outbox::count_all(store, selection, std::numeric_limits<std::int64_t>::max(), [&] { return Steady::now() < until; }).value();
    events += counted.events;
    is_exact = is_exact && !counted.reached;
  }
  context.out().say(
      {{"relay", json_text(name)}, {"events", events}, {"exact", is_exact}, {"since", json_time(since)}, {"dry_run", true}},
      fmt::format("{}{} events would be published in order of seq, then what comes after them.{} Dry run: nothing was "
                  "written.\n",
                  is_exact ? "" : "At least ", events, found->is_running() ? " A process runs the relay: stop it first." : ""));
  return Exit::done;
}

Outcome adopt_relay(Context& context, const RelayActOptions& o) {
  const auto since = context.moment(o.since);
  if (o.dry_run) return count_adoption(context, o.name, since);
  const std::int64_t events = outbox::adopt(context.store(Need::writing), o.name, since, o.reason, context.actor()).value();
  context.out().say(
      {{"relay", json_text(o.name)}, {"events", events}, {"exact", true}, {"since", json_time(since)}, {"dry_run", false}},
      fmt::format("Adopted: {} events are published in order of seq, then what comes after them. Those that were published before "
                  "are repeated; consumers know them by id.\n",
                  events));
  return Exit::done;
}

std::function<void(CLI::App&, RelayActOptions&)> declare_relay_act(const char* footer, bool since = false) {
  return [footer, since](CLI::App& command, RelayActOptions& o) {
    command.add_option("NAME", o.name, "The relay")->required();
    add_reason(command, o.reason);
    add_dry_run(command, o.dry_run);
    if (since) add_when(command, "--since", o.since, "Publish no older events");
    command.footer(footer);
  };
}

}  // namespace

void add_relay(Program& program) {
  CLI::App* relay = add_command<RelayOptions>(program, program.app, "relay", "Publish events of the outbox", run_relay, declare_relay);
  add_command<NoOptions>(program, *relay, "list", "Relays, how far behind they are, and what holds them back", list_relays, {});
  add_command<RelayActOptions>(
      program, *relay, "pause", "Publish nothing more until it is resumed",
      [](Context& c, const RelayActOptions& o) { return turn_relay(c, o, true); },
      declare_relay_act("When: a consumer must not get events now. Events wait in the outbox and lose nothing.\n"
                        "  oncectl relay pause to-kafka --reason 'INC-4711: consumer books twice'"));
  add_command<RelayActOptions>(
      program, *relay, "resume", "Go on after a pause", [](Context& c, const RelayActOptions& o) { return turn_relay(c, o, false); },
      declare_relay_act("  oncectl relay resume to-kafka --reason 'INC-4711 is over'"));
  add_command<RelayActOptions>(
      program, *relay, "adopt", "Go on in a restored database, or on another server", adopt_relay,
      declare_relay_act(
          "When: a relay refuses since its progress is of another database or a later time. Make sure first that no relay runs on the\n"
          "other one. All events that are there are published in order, repeats among them, and then new ones.\n"
          "  oncectl relay adopt to-kafka --since 2d --reason 'restored from last night'",
          true));
}

}  // namespace onceover::oncectl
