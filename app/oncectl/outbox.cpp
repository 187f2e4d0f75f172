// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "app/oncectl/parse.h"
#include "app/oncectl/program.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "core/outbox/operate.h"
#include "core/pg/transaction.h"

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
          {"parked_at", iso(e.parked_at)},
          {"asked", json_optional(e.asked)},
          {"asked_by", json_optional(e.asked_by)},
          {"asked_at", json_time(e.asked_at)}};
}

Outcome list_parked(Context& context, const ParkedListOptions& o) {
  const auto events = outbox::parked(context.store(Need::reading), o.relay, o.state, {}, o.limit).value();
  const Table table({"RELAY", ">SEQ", "STATE", ">ATTEMPTS", "TOPIC", "AGGREGATE", "ERROR"}, events,
                    [](const outbox::ParkedEvent& e) {
                      return Cells{visible(e.relay),
                                   std::to_string(e.seq),
                                   e.asked ? fmt::format("{}, {} asked", e.state, *e.asked) : e.state,
                                   std::to_string(e.attempts),
                                   visible(e.topic),
                                   visible(e.aggregate_id),
                                   visible(e.error.value_or("-"))};
                    });
  const unfinished::Knowledge known = context.known_of({"outbox_parked", "relay_holds"});
  const bool is_all = known.known == unfinished::Known::exact;
  if (!is_all) context.out().warning("more events may be held back. " + unfinished::explanation(known));
  std::string text = !events.empty() ? table.text()
                     : is_all        ? "No event is held back.\n"
                                     : "Whether any event is held back is unknown.\n";
  if (events.size() == static_cast<std::size_t>(o.limit))
    text += fmt::format("The first {}; there may be more: --limit.\n", o.limit);
  context.out().say({{"events", json_list(events, json_of_parked)},
                     {"more", events.size() == static_cast<std::size_t>(o.limit)}},
                    text);
  return is_all || !events.empty() ? Exit::done : Exit::unknown;
}

struct ParkedOptions {
  std::string relay, reason;
  std::int64_t seq = 0;
  bool dry_run = false;
};

// When the relay does what it was asked for.
std::string when_done(pg::Connection& store, const std::string& name) {
  const auto relays = outbox::relays(store).value();
  const auto found = std::ranges::find(relays, name, &outbox::RelayView::name);
  return found != relays.end() && found->is_running() ? "A process runs it, and does that within seconds."
                                                      : "No process runs it: that waits until one does.";
}

Outcome act_on_parked(Context& context, const ParkedOptions& o, bool skips) {
  pg::Connection& store = context.store(o.dry_run ? Need::reading : Need::writing);
  outbox::ParkedEvent before{.relay = o.relay, .seq = o.seq - 1};
  const auto events = outbox::parked(store, o.relay, {}, before, 1).value();
  const bool is_there = !events.empty() && events[0].seq == o.seq;
  if (!is_there || events[0].state == "behind") {
    context.out().say(
        {{"found", is_there}, {"changed", false}},
        is_there
            ? "It waits behind an earlier event of its aggregate, which must go first. Nothing was written.\n"
            : "No such event is held back. Nothing was written.\n");
    return is_there ? Exit::changed : Exit::not_found;
  }
  const bool asked =
      !o.dry_run &&
      (skips ? outbox::skip : outbox::retry)(store, events[0], o.reason, context.actor()).value();
  Json json = json_of_parked(events[0]);
  if (asked) json["asked"] = skips ? "skip" : "retry", json["asked_by"] = json_text(context.actor().name);
  json["changed"] = asked;
  json["dry_run"] = o.dry_run;
  const std::string what =
      fmt::format("event {} of aggregate {}", visible(events[0].id), visible(events[0].aggregate_id));
  context.out().say(json,
                    o.dry_run ? fmt::format("Would {} {}. Dry run: nothing was written.\n",
                                            skips ? "skip" : "try again", what)
                    : !asked  ? "Another process was faster. Nothing was written.\n"
                              : fmt::format("Asked: relay {} {} {}. {}\n", visible(o.relay),
                                           skips ? "skips" : "tries again", what, when_done(store, o.relay)));
  return o.dry_run || asked ? Exit::done : Exit::changed;
}

std::function<void(CLI::App&, ParkedOptions&)> declare_parked_act(const char* footer) {
  return [footer](CLI::App& command, ParkedOptions& o) {
    command.add_option("RELAY", o.relay, "The relay that holds it back")->required();
    add_row_number(command, "SEQ", o.seq, "The event's number, as outbox list shows it");
    add_reason(command, o.reason);
    command.add_flag("--dry-run", o.dry_run, "Show what would change");
    command.footer(footer);
  };
}

constexpr Duration longest_dry_count = std::chrono::seconds(5);  // of a dry run

struct RepublishOptions {
  outbox::Selection selection;
  std::optional<When> from, to;
  std::string reason, ticket;
  std::int64_t most = 100'000;
  bool new_ids = false, dry_run = false;
};

Outcome republish_events(Context& context, const RepublishOptions& o) {
  pg::Connection& store = context.store(o.dry_run ? Need::reading : Need::writing);
  if (o.new_ids && !o.dry_run && o.ticket.empty())
    return usage("New ids need a second approver.", "Name the ticket that the approver reads: --ticket.");
  if (!o.from && !o.to && o.selection.after_seq == 0 && o.selection.topic.empty() &&
      o.selection.aggregate_id.empty())
    return usage("Which events?",
                 "Name a time (--from, --to), numbers (--after-seq, --up-to-seq), a topic or an aggregate.");
  outbox::Selection selection =
      outbox::between(store, o.selection, context.moment(o.from), context.moment(o.to)).value();
  if (selection.up_to_seq == std::numeric_limits<std::int64_t>::max()) {
    // What is written anew lies behind it, and is not looked at again.
    selection = outbox::between(store, selection, std::nullopt, pg::server_time(store).value()).value();
  }
  // What is written must be known before; what would be may be a lower bound.
  const auto until = Steady::now() + longest_dry_count;
  const outbox::Counted counted = outbox::count_all(store, selection, o.most + 1, [&] {
                                    return !o.dry_run || Steady::now() < until;
                                  }).value();
  const std::int64_t found = counted.events;
  if (found > o.most) {
    return fail_with({Exit::failed,
                      "too_many",
                      {ErrorKind::invalid_input, fmt::format("More than {} events match.", o.most),
                       "Nothing was written.", "Narrow it down, or raise --most."}});
  }
  std::int64_t written = 0;
  std::optional<std::int64_t> approval;
  if (!o.dry_run && o.new_ids && found > 0) {
    approval = outbox::ask_republish(store, selection, o.reason, o.ticket, context.actor()).value();
  } else if (!o.dry_run) {
    for (auto done = outbox::republish(store, selection, o.reason, context.actor());;
         done = outbox::republish(store, selection, o.reason, context.actor())) {
      if (!done && written > 0)
        context.out().note(fmt::format("{} events were written before this error; go on with --after-seq {}.",
                                       written, selection.after_seq));
      const outbox::Republished batch = done.value();
      written += batch.events;
      if (!batch.reached) break;
      selection.after_seq = *batch.reached;
    }
  }
  const bool is_exact = !counted.reached;
  context.out().say(
      {{"found", found},
       {"exact", is_exact},
       {"written", written},
       {"new_ids", o.new_ids},
       {"approval", json_optional(approval)},
       {"dry_run", o.dry_run}},
      o.dry_run ? fmt::format(
                      "{}{} events would be written anew.{} Dry run: nothing was written.\n",
                      is_exact ? "" : "At least ", found,
                      is_exact ? ""
                               : fmt::format(" Those behind number {} were not counted in time: name a time.",
                                             *counted.reached))
      : approval ? fmt::format("Approval {0} waits for a second approver: {1} events with new ids. Nothing "
                               "was written.\nNext, as another database user: oncectl approvals approve "
                               "{0}\n",
                               *approval, found)
                 : fmt::format("{} events were written anew; the relays of their topics publish them. "
                               "Consumers that know their ids skip them.\n",
                               written));
  return found == 0 && is_exact ? Exit::not_found : Exit::done;
}

void declare_republish(CLI::App& command, RepublishOptions& o) {
  add_when(command, "--from", o.from, "Written at this time or later");
  add_when(command, "--to", o.to, "Written before this time");
  add_number(command, "--after-seq", o.selection.after_seq, std::int64_t{0},
             std::numeric_limits<std::int64_t>::max(), "With a greater number");
  add_number(command, "--up-to-seq", o.selection.up_to_seq, std::int64_t{0},
             std::numeric_limits<std::int64_t>::max(), "With at most this number");
  command.add_option("--topic", o.selection.topic, "Of this topic");
  command.add_option("--aggregate-type", o.selection.aggregate_type, "Of aggregates of this type");
  command.add_option("--aggregate", o.selection.aggregate_id, "Of this aggregate");
  command.add_flag("--new-ids", o.new_ids,
                   "Ask a second approver to write them with new ids: consumers process them once more");
  command.add_option("--ticket", o.ticket, "For --new-ids: incident or ticket, for the second approver");
  add_number(command, "--most", o.most, std::int64_t{1}, std::int64_t{10'000'000},
             "Write nothing where more events match");
  add_reason(command, o.reason);
  command.add_flag("--dry-run", o.dry_run, "Count them");
  command.footer(
      "When: a consumer lost events, or a new one needs old ones. They are written to the outbox once more, "
      "in their order, behind what is\n"
      "there. Consumers know an event by its id and skip what they have processed. With --new-ids they "
      "process it twice: that is written\n"
      "only when another database user approves it.\n"
      "  oncectl outbox republish --topic payments --from 2h --reason 'INC-4711: topic was deleted' "
      "--dry-run\n"
      "  oncectl outbox republish --aggregate p-4711 --reason 'INC-4711'");
}

struct EraseOptions {
  std::int64_t seq = 0;
  std::string id, reason;
  bool dry_run = false;
};

Outcome erase_payload(Context& context, const EraseOptions& o) {
  using Outcome = outbox::Erasure::Outcome;
  const outbox::Erasure done =
      outbox::erase(context.store(Need::writing), o.seq, o.id, o.reason, context.actor(), o.dry_run).value();
  const std::string_view word = done.outcome == Outcome::erased          ? "erased"
                                : done.outcome == Outcome::erased_before ? "erased_before"
                                : done.outcome == Outcome::gone          ? "gone"
                                                                         : "unpublished";
  context.out().say(
      {{"seq", o.seq}, {"outcome", word}, {"relay", json_filled(done.by)}, {"dry_run", o.dry_run}},
      done.outcome == Outcome::erased && o.dry_run ? "Would be erased. Dry run: nothing was written.\n"
      : done.outcome == Outcome::erased
          ? "Erased. The row stays; brokers and consumers keep what they have received.\n"
      : done.outcome == Outcome::erased_before ? "It was erased before. Nothing was written.\n"
      : done.outcome == Outcome::gone
          ? "There is no such event with this id. Nothing was written.\n"
          : fmt::format("Relay {} has not published it: a tombstone would go out instead. Nothing was "
                        "written. Skip it there first, or wait.\n",
                        visible(done.by)));
  return done.outcome == Outcome::gone     ? Exit::not_found
         : done.outcome == Outcome::needed ? Exit::changed
                                           : Exit::done;
}

}  // namespace

void add_outbox(Program& program) {
  CLI::App* group =
      add_group(program.app, "outbox", "Events to publish: find them, and handle those that are held back");
  add_command<ParkedListOptions>(program, *group, "list",
                                 "Events that a failing one holds back, and those that were given up",
                                 list_parked, [](CLI::App& command, ParkedListOptions& o) {
                                   command.add_option("--relay", o.relay, "Of one relay");
                                   command.add_option("--state", o.state, "waiting, dead or behind")
                                       ->check(CLI::IsMember({"waiting", "dead", "behind"}));
                                   add_limit(command, o.limit);
                                 });
  add_command<ParkedOptions>(
      program, *group, "retry", "Ask a relay to try a dead or waiting event again",
      [](Context& c, const ParkedOptions& o) { return act_on_parked(c, o, false); },
      declare_parked_act("When: what made it fail is mended. The relay does it; until then outbox list shows "
                         "it as asked.\n  oncectl outbox retry to-kafka 4711 --reason 'INC-4711: limit was "
                         "raised'"));
  add_command<ParkedOptions>(
      program, *group, "skip", "Ask a relay never to publish a dead or waiting event",
      [](Context& c, const ParkedOptions& o) { return act_on_parked(c, o, true); },
      declare_parked_act("When: no consumer needs it, and its aggregate must go on. The relay does it; until "
                         "then outbox list shows it as asked. The row\n"
                         "stays in the outbox; consumers never see the event.\n"
                         "  oncectl outbox skip to-kafka 4711 --reason 'INC-4711: test data'"));
  add_events(program, *group, "onceover.outbox");
  add_command<RepublishOptions>(program, *group, "republish", "Publish events once more", republish_events,
                                declare_republish);
  add_command<EraseOptions>(
      program, *group, "erase", "Remove the payload of one published event", erase_payload,
      [](CLI::App& command, EraseOptions& o) {
        add_row_number(command, "SEQ", o.seq, "The event's number");
        add_parsed(command, "--id", o.id, "Its id, as a check", must_be_uuid, [](const std::string& text) {
          return is_uuid(text) ? std::optional(text) : std::nullopt;
        })->required();
        add_reason(command, o.reason);
        add_dry_run(command, o.dry_run);
        command.footer(
            "When: personal data must go. Old versions of the row stay on disk until a vacuum, and in "
            "backups.\n"
            "  oncectl outbox erase 4711 --id 7f3c0e1a-… --reason 'request 112 of a customer'");
      });
}

}  // namespace onceover::oncectl
