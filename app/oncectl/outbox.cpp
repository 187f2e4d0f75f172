#include <fmt/format.h>

#include "app/oncectl/parse.h"
#include "app/oncectl/program.h"
#include "core/base/text.h"
#include "core/outbox/operate.h"

namespace onceover::oncectl {
namespace {

struct ParkedListOptions {
  std::string relay, state;
  int limit = 50;
};

Json json_of_parked(const outbox::ParkedEvent& e) {
  return {{"relay", json_text(e.relay)},
          {"seq", e.seq},
          {"id", json_text(e.id)},
          {"topic", json_text(e.topic)},
          {"aggregate_type", json_text(e.aggregate_type)},
          {"aggregate_id", json_text(e.aggregate_id)},
          {"state", json_text(e.state)},
          {"attempts", e.attempts},
          {"next_try_at", json_time(e.next_try_at)},
          {"error", json_optional(e.error)},
          {"created_at", iso(e.created_at)},
          {"parked_at", iso(e.parked_at)}};
}

Outcome list_parked(Context& context, const ParkedListOptions& o) {
  const auto events = outbox::parked(context.store(Need::reading), o.relay, o.state, {}, o.limit).value();
  const Table table({"RELAY", ">SEQ", "STATE", ">ATTEMPTS", "TOPIC", "AGGREGATE", "ERROR"}, events, [](const outbox::ParkedEvent& e) {
    return Cells{visible(e.relay),        std::to_string(e.seq),         e.state, std::to_string(e.attempts), visible(e.topic),
                 visible(e.aggregate_id), visible(e.error.value_or("-"))};
  });
  std::string text = events.empty() ? "No event is held back.\n" : table.text();
  if (events.size() == static_cast<std::size_t>(o.limit)) text += fmt::format("The first {}; there may be more: --limit.\n", o.limit);
  context.out().say({{"events", json_list(events, json_of_parked)}, {"more", events.size() == static_cast<std::size_t>(o.limit)}}, text);
  return Exit::done;
}

struct ParkedOptions {
  std::string relay, reason;
  std::int64_t seq = 0;
  bool dry_run = false;
};

Outcome act_on_parked(Context& context, const ParkedOptions& o, bool skips) {
  pg::Connection& store = context.store(o.dry_run ? Need::reading : Need::writing);
  outbox::ParkedEvent before{.relay = o.relay, .seq = o.seq - 1};
  const auto events = outbox::parked(store, o.relay, {}, before, 1).value();
  const bool is_there = !events.empty() && events[0].seq == o.seq;
  if (!is_there || events[0].state == "behind") {
    context.out().say({{"found", is_there}, {"changed", false}},
                      is_there ? "It waits behind an earlier event of its aggregate, which must go first. Nothing was written.\n"
                               : "No such event is held back. Nothing was written.\n");
    return is_there ? Exit::changed : Exit::not_found;
  }
  const bool changed = !o.dry_run && (skips ? outbox::skip : outbox::retry)(store, events[0], o.reason, context.actor()).value();
  Json json = json_of_parked(events[0]);
  json["changed"] = changed;
  json["dry_run"] = o.dry_run;
  const std::string what = fmt::format("event {} of aggregate {}", visible(events[0].id), visible(events[0].aggregate_id));
  context.out().say(json, o.dry_run  ? fmt::format("Would {} {}. Dry run: nothing was written.\n", skips ? "skip" : "try again", what)
                          : !changed ? "Another process was faster. Nothing was written.\n"
                          : skips    ? fmt::format("Skipped: {} is never published by this relay; what waits behind it goes on.\n", what)
                                     : fmt::format("Tried again at once: {}, with all its attempts before it.\n", what));
  return o.dry_run || changed ? Exit::done : Exit::changed;
}

std::function<void(CLI::App&, ParkedOptions&)> declare_parked_act(const char* footer) {
  return [footer](CLI::App& command, ParkedOptions& o) {
    command.add_option("RELAY", o.relay, "The relay that holds it back")->required();
    command.add_option("SEQ", o.seq, "The event's number, as outbox list shows it")->required();
    add_reason(command, o.reason);
    command.add_flag("--dry-run", o.dry_run, "Show what would change");
    command.footer(footer);
  };
}

}  // namespace

void add_outbox(Program& program) {
  CLI::App* group = add_group(program.app, "outbox", "Events that are held back: parked and dead");
  add_command<ParkedListOptions>(
      program, *group, "list", "Events that a failing one holds back, and those that were given up", list_parked,
      [](CLI::App& command, ParkedListOptions& o) {
        command.add_option("--relay", o.relay, "Of one relay");
        command.add_option("--state", o.state, "waiting, dead or behind")->check(CLI::IsMember({"waiting", "dead", "behind"}));
        add_limit(command, o.limit);
      });
  add_command<ParkedOptions>(
      program, *group, "retry", "Try a dead or waiting event again",
      [](Context& c, const ParkedOptions& o) { return act_on_parked(c, o, false); },
      declare_parked_act("When: what made it fail is mended.\n  oncectl outbox retry to-kafka 4711 --reason 'INC-4711: limit was raised'"));
  add_command<ParkedOptions>(
      program, *group, "skip", "Never publish a dead or waiting event",
      [](Context& c, const ParkedOptions& o) { return act_on_parked(c, o, true); },
      declare_parked_act(
          "When: no consumer needs it, and its aggregate must go on. The row stays in the outbox; consumers never see the event.\n"
          "  oncectl outbox skip to-kafka 4711 --reason 'INC-4711: test data'"));
}

}  // namespace onceover::oncectl
