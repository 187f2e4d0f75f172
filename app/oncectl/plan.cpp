// SPDX-License-Identifier: Apache-2.0
#include "core/plan/plan.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>

#include "app/oncectl/address.h"
#include "app/oncectl/parse.h"
#include "app/oncectl/plan_print.h"
#include "app/oncectl/program.h"
#include "app/oncectl/rows.h"
#include "app/oncectl/signals.h"
#include "core/base/text.h"

namespace onceover::oncectl {
namespace {

struct CreateOptions {
  plan::NewPlan plan;
  FilterOptions rows;
  std::string act, keys, delimiter = ",";
  bool leave_out = false;
};

struct PlansOptions {
  std::optional<std::int64_t> before;
  int limit = 200;
};

struct NameOptions {
  std::string name;
};

struct ItemsOptions : NameOptions {
  std::string state;
  int after = 0, limit = 200;
};

struct PlanRunOptions : NameOptions {
  plan::RunOptions run;
  std::string reason;  // of resume
};

struct StateOptions : NameOptions {
  std::string reason;
  bool dry_run = false;
};

struct PlanReportOptions : NameOptions {
  std::string file, format = "md";
};

std::optional<plan::GatewayNamed> described_gateway(Context& context) {
  if (!context.names_gateway()) return std::nullopt;
  return plan::gateway_named(context.gateway_file()).value();
}

plan::Plan named_plan(Context& context, pg::Connection& store, const std::string& name) {
  auto found = plan::find(store, name).value();
  if (!found)
    end_without(context.known_of({"plans"}), fmt::format("plan \"{}\"", visible(name)),
                "See oncectl plan list.");
  return *std::move(found);
}

Outcome show_created(Context& context, const plan::Created& made, const CreateOptions& o) {
  std::string text = lines_text(made.left_out);
  if (!made.incomplete.empty()) text += "There may be more such rows. " + made.incomplete + '\n';
  if (!made.left_out.empty()) text += '\n';
  const std::string money = key::in_words(made.money);
  const std::string of = money.empty() ? "" : " (" + money + ")";
  const std::string items = counted(made.items, "item") + of;
  text += o.plan.rehearse ? items + " would be frozen. Dry run: no plan was made.\n"
                          : fmt::format("Plan \"{0}\": {1}, frozen.\nNext: oncectl plan dry-run '{0}'\n",
                                        visible(o.plan.name), items);
  Json json({{"name", json_text(o.plan.name)},
             {"id", o.plan.rehearse ? Json(nullptr) : Json(made.id)},
             {"items", made.items},
             {"left_out", json_lines(made.left_out)},
             {"incomplete", json_filled(made.incomplete)},
             {"dry_run", o.plan.rehearse}});
  add_sums(json, made.money);
  context.out().say(json, text);
  return Exit::done;
}

Outcome create_plan(Context& context, const CreateOptions& given) {
  CreateOptions o = given;
  o.plan.act = *plan::act_from_word(o.act);
  const auto& table = context.profile();
  auto& store = context.store(tables::is_own(table) ? Need::writing : Need::server);
  o.plan.gateway = described_gateway(context);
  if (!o.keys.empty()) {
    const std::string text = read_file(o.keys).value();
    const char delimiter = o.delimiter == "tab" ? '\t' : o.delimiter.front();
    const plan::ListOptions reading{
        .columns = table.identity, .delimiter = delimiter, .own = tables::is_own(table)};
    auto made =
        plan::create(store, table, o.plan, plan::FromList{plan::parse_key_list(text, reading), o.leave_out},
                     context.actor())
            .value();
    if (made) return show_created(context, *made, o);
    Failure failure(Exit::usage, "lines",
                    fmt::format("{} lines cannot be planned.", made.error().errors.size()),
                    "No plan was made.", "Correct them, or leave them out: --leave-out.");
    failure.more = {{"lines", json_lines(made.error().errors)}};
    failure.text = lines_text(made.error().errors);
    return fail_with(std::move(failure));
  }
  return show_created(
      context, plan::create(store, table, o.plan, filter_of(context, o.rows), context.actor()).value(), o);
}

Outcome list_plans(Context& context, const PlansOptions& o) {
  const auto plans = plan::list(context.store(Need::reading), o.before, o.limit).value();
  return show_list(context.out(), "plans", plans, json_plan,
                   {"NAME", "ACT", "STATE", ">ITEMS", "TABLE", "MADE", "BY"}, plan_cells,
                   {.none = "There is no plan.\n", .known = context.known_of({"plans"})});
}

Outcome show_plan(Context& context, pg::Connection& store, const std::string& name, Exit exit) {
  const plan::Plan plan = named_plan(context, store, name);
  const auto totals = plan::totals(store, plan.id).value();
  Json json = json_plan(plan);
  json["totals"] = json_totals(totals);
  context.out().say(
      json, plan_fields(plan) + '\n' + totals_text(totals) + fmt::format("as of {}\n", iso(plan.as_of)));
  return exit;
}

Outcome show_items(Context& context, const ItemsOptions& o) {
  auto& store = context.store(Need::reading);
  const plan::Plan plan = named_plan(context, store, o.name);
  const auto items =
      plan::items(store, plan.id, o.after, o.limit, plan::item_state_from_word(o.state)).value();
  const bool more = static_cast<int>(items.size()) == o.limit;
  return show_list(context.out(), "items", items, json_item,
                   {">#", "KEY", "CUSTOMER", ">AMOUNT", "FORESEEN", "STATE", "OUTCOME", "WHY"}, item_cells,
                   {.none = "No item matches.\n",
                    .beside = {{"next", more ? Json(items.back().position) : Json(nullptr)}},
                    .below = more ? fmt::format("next page: --after {}\n", items.back().position) : "",
                    .known = context.known_of({"plan_items"})});
}

// Zero only where everything that was to be done is done.
Exit exit_of(const plan::Ran& ran, const plan::Totals& totals, plan::Work work) {
  if (ran.cancelled) return Exit::unsettled;
  if (work == plan::Work::dry_run) return ran.sum.state == plan::State::ready ? Exit::done : Exit::unsettled;
  return ran.sum.state == plan::State::finished && totals.done == totals.items ? Exit::done : Exit::unsettled;
}

Outcome work_on(Context& context, pg::Connection& store, const PlanRunOptions& o, plan::Work work) {
  const plan::Plan plan = named_plan(context, store, o.name);
  gateway::Gateway* gateway = nullptr;
  std::optional<plan::GatewayNamed> described;
  if (plan.gateway) {
    gateway = &context.gateway();
    described = described_gateway(context);
  }
  context.out().note(writes_in_words(plan));
  plan::RunOptions options = o.run;
  options.ask_within = context.ask_timeout();
  options.lease = std::max<Duration>(options.lease, options.ask_within + std::chrono::seconds(20));
  auto runner = plan::Runner::start(store, plan, work, gateway, described, context.actor(), options,
                                    Random::from_system())
                    .value();
  std::atomic<bool> is_stopped{false};
  const bool shows_progress = ::isatty(STDERR_FILENO) != 0 && !context.out().is_json();
  auto told_at = Steady::now();
  auto ran = [&] {
    const StopSignals signals([&is_stopped] { is_stopped = true; },
                              [handle = store.cancel_handle()] { handle.cancel(); });
    return plan::run(
        *runner, [&is_stopped] { return !is_stopped; },
        [&](const plan::Step& step) {
          if (!step.note.empty()) context.out().note(step.note);
          if (!shows_progress || Steady::now() - told_at < std::chrono::seconds(2)) return;
          told_at = Steady::now();
          if (auto totals = plan::totals(store, plan.id))
            fmt::print(stderr, "\r{}  ", progress_text(*totals, work));
        });
  }();
  if (shows_progress) fmt::print(stderr, "\n");
  const plan::Ran& sum = ran.value();
  const auto totals = plan::totals(store, plan.id).value();
  if (sum.cancelled)
    context.out().note("stopped as asked: the batch in hand is done; oncectl plan resume goes on.");
  return show_plan(context, store, o.name, exit_of(sum, totals, work));
}

Outcome resume_plan(Context& context, const PlanRunOptions& o) {
  auto& store = context.store(Need::writing);
  const plan::Plan plan = named_plan(context, store, o.name);
  if (plan.state == plan::State::paused || plan.state == plan::State::stopped)
    (void)plan::resume(store, plan.id, o.reason, context.actor()).value();
  return work_on(context, store, o, plan::Work::run);
}

using Move = Result<bool> (*)(pg::Connection&, std::int64_t, const std::string&, const audit::Actor&);

Outcome change_state(Context& context, const StateOptions& o, Move move, std::string_view done,
                     const std::vector<plan::State>& from) {
  auto& store = context.store(o.dry_run ? Need::reading : Need::writing);
  const plan::Plan plan = named_plan(context, store, o.name);
  const bool changes = o.dry_run ? std::ranges::find(from, plan.state) != from.end()
                                 : move(store, plan.id, o.reason, context.actor()).value();
  context.out().say({{"name", json_text(plan.name)},
                     {"before", plan::word(plan.state)},
                     {"changed", changes && !o.dry_run},
                     {"dry_run", o.dry_run}},
                    !changes ? fmt::format("The plan is {}. Nothing was written.\n", plan::word(plan.state))
                    : o.dry_run ? fmt::format("Would be {}. Dry run: nothing was written.\n", done)
                                : fmt::format("The plan is {}: its runners end within a batch.\n", done));
  return changes ? Exit::done : Exit::changed;
}

Outcome write_report(Context& context, const PlanReportOptions& o) {
  auto& store = context.store(Need::reading);
  const plan::Plan plan = named_plan(context, store, o.name);
  const auto format = o.format == "csv"    ? plan::ReportFormat::csv
                      : o.format == "json" ? plan::ReportFormat::json
                                           : plan::ReportFormat::markdown;
  const Output& out = context.out();
  if (o.file == "-") {
    (void)plan::report(store, plan, format, [&out](std::string_view text) { return out.data(text); }).value();
    return Exit::done;
  }
  auto totals = plan::report_to_file(store, plan, format, o.file).value();
  out.say({{"file", json_text(o.file)}, {"format", o.format}, {"totals", json_totals(totals)}},
          fmt::format("{} items into {}.\n", totals.items, visible(o.file)));
  return Exit::done;
}

void declare_name(CLI::App& command, NameOptions& o) {
  command.add_option("NAME", o.name, "The plan's name")->required();
}

void declare_create(CLI::App& command, CreateOptions& o) {
  std::vector<std::string> acts;
  for (const tables::Verb act : plan::all_acts) acts.emplace_back(plan::word(act));
  command.add_option("NAME", o.plan.name, "A name for it, of its own in this store")->required();
  command.add_option("--act", o.act, "settle, release, extend, requeue, discard or reap")
      ->required()
      ->check(CLI::IsMember(acts));
  add_reason(command, o.plan.reason);
  add_ticket(command, o.plan.ticket);
  command
      .add_option("--evidence", o.plan.proof, "What shows it, where no gateway can: kept in the audit trail")
      ->type_name("TEXT");
  auto* keys = command
                   .add_option("--keys", o.keys,
                               "The list of keys, CSV with a header or a key a line; - is standard input")
                   ->type_name("FILE|-");
  command.add_option("--delimiter", o.delimiter, "Between its cells: one character, or tab")
      ->needs(keys)
      ->check([](const std::string& text) {
        return text == "tab" || (text.size() == 1 && text != "\"")
                   ? std::string()
                   : std::string("must be one character, or tab");
      });
  command
      .add_flag("--leave-out", o.leave_out,
                "Leave lines out that cannot be planned, instead of making no plan")
      ->needs(keys);
  for (CLI::Option* option : declare_filter(command, o.rows)) option->excludes(keys);
  command.add_flag("--dead", o.rows.filter.dead, "Rows that failed for good: dead letters")->excludes(keys);
  plan::Options& options = o.plan.options;
  add_number(command, "--error-share", options.error_share, 0.0, 1.0,
             "It stops itself where this part of the items went wrong …");
  add_number(command, "--error-count", options.error_count, 1, 1'000'000, "… and at least so many");
  add_number(command, "--rate", options.rate, 0.0, 1e6,
             "Items a second at most, of all runners together; 0: no limit");
  add_number(command, "--max-tries", options.max_tries, 1, 100,
             "How often a gateway that does not answer is asked about an item");
  add_duration(command, "--lease", options.lease, "For extend: how long from the moment of writing");
  command.add_flag("--although-held", options.although_held,
                   "You know that no executor works on rows whose lease runs or cannot be seen");
  command.add_flag("--cancel", options.cancel,
                   "For settle: where the gateway knows nothing of a key and has a cancel with tombstone, it "
                   "is asked never to perform the effect");
  command.add_flag("--within-window", options.within_window,
                   "For reap: finished keys whose window has not ended, too");
  command.add_flag("--dry-run", o.plan.rehearse,
                   "Say how many rows it would hold, and which lines are wrong");
  command.footer(
      "When: many rows need the same. The set is frozen now, in the store: rows that change later are not "
      "written, and the report shows what changed. Then\n"
      "look at it (plan dry-run, plan items), run it (plan run), and read what became of it (plan report). "
      "The gateway's description\n"
      "and the table's are frozen with it. Exit code 2: lines are wrong, no plan was made.\n"
      "  oncectl plan create INC-4711 --act settle --stuck --from 2h --gateway gw.toml --reason 'INC-4711: "
      "worker killed'\n"
      "  oncectl plan create retry --act requeue --profile bus.toml#inbox --keys ids.csv --reason 'INC-4711: "
      "fixed in 2.3'");
}

void declare_run(CLI::App& command, PlanRunOptions& o) {
  declare_name(command, o);
  add_number(command, "--batch", o.run.most, 1, 1000,
             "Items taken at a time at most; fewer where the store is slow");
  command
      .add_option(
          "--confirm", o.run.confirmed,
          "Of a plan that another database user made: the word that plan show prints for what it writes")
      ->type_name("WORD");
  command.add_flag("--another-gateway", o.run.another_gateway,
                   "Although the gateway's description is not the one of the plan");
}

}  // namespace

void add_plan(Program& program) {
  const auto work_by = [](plan::Work work) {
    return [work](Context& context, const PlanRunOptions& o) {
      return work_on(context, context.store(Need::writing), o, work);
    };
  };
  CLI::App* parent = add_group(program.app, "plan", "One act on many rows: frozen, foreseen, run, reported");
  add_command<CreateOptions>(program, *parent, "create", "Freeze the rows of a filter or a list into a plan",
                             create_plan, declare_create);
  add_command<PlansOptions>(program, *parent, "list", "The plans of this store, newest first", list_plans,
                            [](CLI::App& command, PlansOptions& o) {
                              add_limit(command, o.limit, "Plans");
                              command.add_option("--before", o.before,
                                                 "Only numbers below this one: the next page");
                            });
  add_command<NameOptions>(
      program, *parent, "show", "A plan with its totals",
      [](Context& context, const NameOptions& o) {
        return show_plan(context, context.store(Need::reading), o.name, Exit::done);
      },
      declare_name);
  add_command<ItemsOptions>(
      program, *parent, "items", "Its items: what is foreseen, what became of them, and why", show_items,
      [](CLI::App& command, ItemsOptions& o) {
        declare_name(command, o);
        command.add_option("--state", o.state, "waiting, done, skipped, unsettled or failed")
            ->check(CLI::IsMember({"waiting", "done", "skipped", "unsettled", "failed"}));
        command.add_option("--after", o.after, "After this number: the next page");
        add_limit(command, o.limit, "Items");
      });
  add_command<PlanRunOptions>(
      program, *parent, "dry-run", "Ask about every item and foresee what would be written",
      work_by(plan::Work::dry_run), [](CLI::App& command, PlanRunOptions& o) {
        declare_run(command, o);
        command.footer(
            "When: before a run. Asks the gateway at the plan's rate, keeps evidence and verdict with each "
            "item, and writes nothing\n"
            "of the table's. Interrupted, it goes on where it was; of a plan that is ready it begins anew.\n"
            "  oncectl plan dry-run INC-4711 --gateway gw.toml && oncectl plan items INC-4711");
      });
  const auto declare_a_run = [](CLI::App& command, PlanRunOptions& o) {
    declare_run(command, o);
    command.add_flag("--although-stale", o.run.although_stale,
                     "Although the dry run is older than twelve hours");
    command.add_flag("--without-dry-run", o.run.without_dry_run,
                     "Although no dry run has looked at all of it");
    command.footer(
        "When: the dry run shows what you want. Each item is owned, asked about afresh and written with its "
        "audit row and result in one\n"
        "transaction; where row or verdict is not what it was, it is skipped and reported. Any number may "
        "run one plan. SIGINT or SIGTERM\n"
        "ends it after the current batch; plan resume goes on, from any desk. Exit code 5: not everything "
        "was done.\n"
        "  oncectl plan run INC-4711 --gateway gw.toml");
  };
  add_command<PlanRunOptions>(program, *parent, "run", "Write what the dry run foresaw",
                              work_by(plan::Work::run), declare_a_run);
  add_command<PlanRunOptions>(program, *parent, "resume",
                              "Go on with a plan that was paused, stopped or left by a crash", resume_plan,
                              [declare_a_run](CLI::App& command, PlanRunOptions& o) {
                                declare_a_run(command, o);
                                add_reason(command, o.reason);
                              });
  const auto declare_state = [](CLI::App& command, StateOptions& o) {
    declare_name(command, o);
    add_reason(command, o.reason);
    command.add_flag("--dry-run", o.dry_run, "Say what would change");
  };
  add_command<StateOptions>(
      program, *parent, "pause", "Let its runners end after the current batch",
      [](Context& context, const StateOptions& o) {
        return change_state(context, o, plan::pause, "paused", {plan::State::running});
      },
      declare_state);
  add_command<StateOptions>(
      program, *parent, "stop", "Halt it, whether it runs or not",
      [](Context& context, const StateOptions& o) {
        return change_state(
            context, o, plan::stop, "stopped",
            {plan::State::frozen, plan::State::ready, plan::State::running, plan::State::paused});
      },
      declare_state);
  add_command<PlanReportOptions>(
      program, *parent, "report", "What became of each item, into a file", write_report,
      [](CLI::App& command, PlanReportOptions& o) {
        declare_name(command, o);
        command.add_option("FILE", o.file, "Where to; - is standard output")->type_name("FILE|-")->required();
        command.add_option("--format", o.format, "md, csv or json")
            ->check(CLI::IsMember({"md", "csv", "json"}))
            ->capture_default_str();
      });
}

}  // namespace onceover::oncectl
