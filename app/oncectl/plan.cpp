#include "core/plan/plan.h"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>

#include "app/oncectl/parse.h"
#include "app/oncectl/plan_print.h"
#include "app/oncectl/program.h"
#include "app/oncectl/signals.h"
#include "core/base/text.h"

namespace onceover::oncectl {
namespace {

struct CreateOptions {
  plan::NewPlan plan;
  std::string act;
  browse::Filter filter;
  std::vector<std::string> states;
  std::string prefix, keys, delimiter = ",";
  std::optional<When> from, to;
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

Result<std::optional<plan::GatewayNamed>> described_gateway(Context& context) {
  if (!context.names_gateway()) return std::optional<plan::GatewayNamed>();
  auto named = plan::gateway_named(context.gateway_file());
  if (!named) return fail(named.error());
  return std::optional(std::move(*named));
}

tl::expected<plan::Plan, Failure> named_plan(Context& context, pg::Connection& store, const std::string& name) {
  auto found = plan::find(store, name);
  if (!found) return fail(found.error());
  if (!*found) {
    return fail_with({Exit::not_found,
                      "not_found",
                      {ErrorKind::invalid_input,
                       fmt::format("There is no plan \"{}\".", visible(name)),
                       "Nothing was done.",
                       "See oncectl plan list.",
                       {},
                       {}}});
  }
  (void)context;
  return std::move(**found);
}

Outcome show_created(Context& context, const plan::Created& made, const CreateOptions& o) {
  const Output& out = context.out();
  if (out.is_json()) {
    out.json({{"name", json_text(o.plan.name)},
              {"id", o.plan.rehearse ? Json(nullptr) : Json(made.id)},
              {"items", made.items},
              {"left_out", json_lines(made.left_out)},
              {"incomplete", made.incomplete.empty() ? Json(nullptr) : json_text(made.incomplete)},
              {"dry_run", o.plan.rehearse}});
    return Exit::done;
  }
  std::string text = lines_text(made.left_out);
  if (!made.incomplete.empty()) text += "There may be more such rows. " + made.incomplete + '\n';
  if (!made.left_out.empty()) text += '\n';
  text += o.plan.rehearse
              ? fmt::format("{} items would be frozen. Dry run: no plan was made.\n", made.items)
              : fmt::format("Plan \"{0}\": {1} items, frozen.\nNext: oncectl plan dry-run '{0}'\n", visible(o.plan.name), made.items);
  out.text(text);
  return Exit::done;
}

Outcome create_plan(Context& context, const CreateOptions& given) {
  CreateOptions o = given;
  o.plan.act = *plan::act_from_word(o.act);
  auto table = context.profile();
  if (!table) return fail(table.error());
  auto store = context.store(profile::is_own(**table) ? Need::writing : Need::server);
  if (!store) return fail(store.error());
  auto gateway = described_gateway(context);
  if (!gateway) return fail(gateway.error());
  o.plan.gateway = std::move(*gateway);
  if (!o.keys.empty()) {
    auto text = read_file(o.keys);
    if (!text) return fail(text.error());
    const char delimiter = o.delimiter == "tab" ? '\t' : o.delimiter.front();
    const plan::ListOptions reading{.columns = (*table)->identity, .delimiter = delimiter, .own = profile::is_own(**table)};
    auto made = plan::create(**store, **table, o.plan, plan::FromList{plan::parse_key_list(*text, reading), o.leave_out}, context.actor());
    if (!made) return fail(made.error());
    if (*made) return show_created(context, **made, o);
    Failure failure(Exit::usage, "lines",
                    {ErrorKind::invalid_input,
                     fmt::format("{} lines cannot be planned.", made->error().errors.size()),
                     "No plan was made.",
                     "Correct them, or leave them out: --leave-out.",
                     {},
                     {}});
    failure.more = {{"lines", json_lines(made->error().errors)}};
    failure.text = lines_text(made->error().errors);
    return fail_with(std::move(failure));
  }
  for (const std::string& word : o.states) o.filter.states.push_back(*key::state_from_word(word));
  if (!o.prefix.empty()) {
    o.filter.key = o.prefix;
    o.filter.prefix = true;
  }
  auto from = context.moment(o.from), to = context.moment(o.to);
  if (!from) return fail(from.error());
  if (!to) return fail(to.error());
  o.filter.from = *from;
  o.filter.to = *to;
  auto made = plan::create(**store, **table, o.plan, o.filter, context.actor());
  if (!made) return fail(made.error());
  return show_created(context, *made, o);
}

Outcome list_plans(Context& context, const PlansOptions& o) {
  auto store = context.store(Need::reading);
  if (!store) return fail(store.error());
  auto plans = plan::list(**store, o.before, o.limit);
  if (!plans) return fail(plans.error());
  const Output& out = context.out();
  if (out.is_json()) {
    Json json = Json::array();
    for (const plan::Plan& each : *plans) json.push_back(json_plan(each));
    out.json({{"plans", std::move(json)}});
  } else {
    out.text(plans->empty() ? "There is no plan.\n" : plan_table(*plans));
  }
  return plans->empty() ? Exit::not_found : Exit::done;
}

Outcome show_plan(Context& context, pg::Connection& store, const std::string& name, Exit exit) {
  auto plan = named_plan(context, store, name);
  if (!plan) return fail_with(plan.error());
  auto totals = plan::totals(store, plan->id);
  if (!totals) return fail(totals.error());
  const Output& out = context.out();
  if (out.is_json()) {
    Json json = json_plan(*plan);
    json["totals"] = json_totals(*totals);
    out.json(json);
  } else {
    out.text(plan_fields(*plan) + '\n' + totals_text(*totals) + fmt::format("as of {}\n", iso(plan->as_of)));
  }
  return exit;
}

Outcome show_items(Context& context, const ItemsOptions& o) {
  auto store = context.store(Need::reading);
  if (!store) return fail(store.error());
  auto plan = named_plan(context, **store, o.name);
  if (!plan) return fail_with(plan.error());
  auto items = plan::items(**store, plan->id, o.after, o.limit, plan::item_state_from_word(o.state));
  if (!items) return fail(items.error());
  const bool more = static_cast<int>(items->size()) == o.limit;
  const Output& out = context.out();
  if (out.is_json()) {
    Json json = Json::array();
    for (const plan::Item& item : *items) json.push_back(json_item(item));
    out.json({{"items", std::move(json)}, {"next", more ? Json(items->back().position) : Json(nullptr)}});
  } else {
    out.text(items->empty() ? "No item matches.\n" : item_table(*items));
    if (more) out.text(fmt::format("next page: --after {}\n", items->back().position));
  }
  return items->empty() ? Exit::not_found : Exit::done;
}

// Zero only where everything that was to be done is done.
Exit exit_of(const plan::Ran& ran, const plan::Totals& totals, plan::Work work) {
  if (ran.cancelled) return Exit::unsettled;
  if (work == plan::Work::dry_run) return ran.sum.state == plan::State::ready ? Exit::done : Exit::unsettled;
  return ran.sum.state == plan::State::finished && totals.done == totals.items ? Exit::done : Exit::unsettled;
}

Outcome work_on(Context& context, pg::Connection& store, const PlanRunOptions& o, plan::Work work) {
  auto plan = named_plan(context, store, o.name);
  if (!plan) return fail_with(plan.error());
  gateway::Gateway* asked = nullptr;
  std::optional<plan::GatewayNamed> described;
  if (plan->gateway) {
    auto gateway = context.gateway();
    if (!gateway) return fail(gateway.error());
    auto named = described_gateway(context);
    if (!named) return fail(named.error());
    asked = *gateway;
    described = std::move(*named);
  }
  plan::RunOptions options = o.run;
  options.ask_within = context.ask_timeout();
  options.lease = std::max<Duration>(options.lease, options.ask_within + std::chrono::seconds(20));
  auto runner = plan::Runner::start(store, *plan, work, asked, described, context.actor(), options, Random::from_system());
  if (!runner) return fail(runner.error());
  std::atomic<bool> is_stopped{false};
  const bool shows_progress = ::isatty(STDERR_FILENO) != 0 && !context.out().is_json();
  auto told_at = Steady::now();
  auto ran = [&] {
    const StopSignals signals([&is_stopped] { is_stopped = true; }, [handle = store.cancel_handle()] { handle.cancel(); });
    return plan::run(
        **runner, [&is_stopped] { return !is_stopped; },
        [&](const plan::Step& step) {
          if (!step.note.empty()) context.out().note(step.note);
          if (!shows_progress || Steady::now() - told_at < std::chrono::seconds(2)) return;
          told_at = Steady::now();
          if (auto totals = plan::totals(store, plan->id)) fmt::print(stderr, "\r{}  ", progress_text(*totals, work));
        });
  }();
  if (shows_progress) fmt::print(stderr, "\n");
  if (!ran) return fail(ran.error());
  auto totals = plan::totals(store, plan->id);
  if (!totals) return fail(totals.error());
  if (ran->cancelled) context.out().note("stopped as asked: the batch in hand is done; oncectl plan resume goes on.");
  return show_plan(context, store, o.name, exit_of(*ran, *totals, work));
}

Outcome run_plan(Context& context, const PlanRunOptions& o) {
  auto store = context.store(Need::writing);
  if (!store) return fail(store.error());
  return work_on(context, **store, o, plan::Work::run);
}

Outcome dry_run_plan(Context& context, const PlanRunOptions& o) {
  auto store = context.store(Need::writing);
  if (!store) return fail(store.error());
  return work_on(context, **store, o, plan::Work::dry_run);
}

Outcome resume_plan(Context& context, const PlanRunOptions& o) {
  auto store = context.store(Need::writing);
  if (!store) return fail(store.error());
  auto plan = named_plan(context, **store, o.name);
  if (!plan) return fail_with(plan.error());
  if (plan->state == plan::State::paused || plan->state == plan::State::stopped) {
    auto resumed = plan::resume(**store, plan->id, o.reason, context.actor());
    if (!resumed) return fail(resumed.error());
  }
  return work_on(context, **store, o, plan::Work::run);
}

using Move = Result<bool> (*)(pg::Connection&, std::int64_t, const std::string&, const audit::Actor&);

Outcome change_state(Context& context, const StateOptions& o, Move move, std::string_view done, const std::vector<plan::State>& from) {
  auto store = context.store(o.dry_run ? Need::reading : Need::writing);
  if (!store) return fail(store.error());
  auto plan = named_plan(context, **store, o.name);
  if (!plan) return fail_with(plan.error());
  bool changes = std::find(from.begin(), from.end(), plan->state) != from.end();
  if (!o.dry_run) {
    auto moved = move(**store, plan->id, o.reason, context.actor());
    if (!moved) return fail(moved.error());
    changes = *moved;
  }
  const Output& out = context.out();
  if (out.is_json()) {
    out.json(
        {{"name", json_text(plan->name)}, {"before", plan::word(plan->state)}, {"changed", changes && !o.dry_run}, {"dry_run", o.dry_run}});
  } else if (!changes) {
    out.text(fmt::format("The plan is {}. Nothing was written.\n", plan::word(plan->state)));
  } else {
    out.text(o.dry_run ? fmt::format("Would be {}. Dry run: nothing was written.\n", done)
                       : fmt::format("The plan is {}: its runners end within a batch.\n", done));
  }
  return changes ? Exit::done : Exit::changed;
}

Outcome write_report(Context& context, const PlanReportOptions& o) {
  auto store = context.store(Need::reading);
  if (!store) return fail(store.error());
  auto plan = named_plan(context, **store, o.name);
  if (!plan) return fail_with(plan.error());
  const auto format = o.format == "csv"    ? plan::ReportFormat::csv
                      : o.format == "json" ? plan::ReportFormat::json
                                           : plan::ReportFormat::markdown;
  const Output& out = context.out();
  if (o.file == "-") {
    auto totals = plan::report(**store, *plan, format, [&out](std::string_view text) -> Result<void> {
      out.text(text);
      return {};
    });
    if (!totals) return fail(totals.error());
    return Exit::done;
  }
  auto totals = plan::report_to_file(**store, *plan, format, o.file);
  if (!totals) return fail(totals.error());
  out.say({{"file", json_text(o.file)}, {"format", o.format}, {"totals", json_totals(*totals)}},
          fmt::format("{} items into {}.\n", totals->items, visible(o.file)));
  return Exit::done;
}

void declare_name(CLI::App& command, NameOptions& o) { command.add_option("NAME", o.name, "The plan's name")->required(); }

void declare_create(CLI::App& command, CreateOptions& o) {
  std::vector<std::string> acts;
  for (const plan::Act act : plan::all_acts) acts.emplace_back(plan::word(act));
  command.add_option("NAME", o.plan.name, "A name for it, of its own in this store")->required();
  command.add_option("--act", o.act, "settle, release, extend, requeue, discard or reap")->required()->check(CLI::IsMember(acts));
  add_reason(command, o.plan.reason);
  command.add_option("--ticket", o.plan.ticket, "Incident or ticket; kept in the audit trail");
  command.add_option("--evidence", o.plan.said, "What shows it, where no gateway can: kept in the audit trail")->type_name("TEXT");
  auto* keys =
      command.add_option("--keys", o.keys, "The list of keys, CSV with a header or a key a line; - is standard input")->type_name("FILE|-");
  command.add_option("--delimiter", o.delimiter, "Between its cells: one character, or tab")
      ->needs(keys)
      ->check([](const std::string& text) {
        return text == "tab" || (text.size() == 1 && text != "\"") ? std::string() : std::string("must be one character, or tab");
      });
  command.add_flag("--leave-out", o.leave_out, "Leave lines out that cannot be planned, instead of making no plan")->needs(keys);
  add_text(command, "--tenant", o.filter.tenant, "Rows of exactly this tenant")->excludes(keys);
  add_text(command, "--operation", o.filter.operation, "Rows of exactly this operation")->excludes(keys);
  command.add_option("--state", o.states, "in_progress, released, succeeded or failed; may be repeated")
      ->excludes(keys)
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"in_progress", "released", "succeeded", "failed"}));
  command.add_option("--prefix", o.prefix, "Keys that begin so")->excludes(keys);
  command.add_option("--contains", o.filter.contains, "Text inside key, customer or reference; scans")->excludes(keys);
  command.add_option("--error-code", o.filter.error_code, "Rows with this error")->excludes(keys);
  command.add_flag("--stuck", o.filter.stuck, "Rows whose lease has expired and that nobody settled")->excludes(keys);
  command.add_flag("--needs-human", o.filter.needs_human, "Rows that a person must decide")->excludes(keys);
  command.add_flag("--dead", o.filter.dead, "Rows that failed for good: dead letters")->excludes(keys);
  add_when(command, "--from", o.from, "Made at or after: a time, or so long ago (2h)")->excludes(keys);
  add_when(command, "--to", o.to, "Made before")->excludes(keys);
  plan::Options& options = o.plan.options;
  command.add_option("--error-share", options.error_share, "It stops itself where this part of the items went wrong …")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  command.add_option("--error-count", options.error_count, "… and at least so many")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command.add_option("--rate", options.rate, "Items a second at most, of all runners together; 0: no limit")
      ->check(CLI::Range(0.0, 1e6))
      ->capture_default_str();
  command.add_option("--max-tries", options.max_tries, "A gateway that does not answer is asked about an item so often")
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
  add_duration(command, "--lease", options.lease, "For extend: how long from the moment of writing");
  command.add_flag("--although-held", options.although_held, "You know that no executor works on rows whose lease runs or cannot be seen");
  command.add_flag("--cancel", options.cancel,
                   "For settle: where the gateway knows nothing and can, it is told never to perform the effect");
  command.add_flag("--within-window", options.within_window, "For reap: finished keys whose window has not ended, too");
  command.add_flag("--dry-run", o.plan.rehearse, "Say how many rows it would hold, and which lines are wrong");
  command.footer(
      "When: many rows need the same. The set is frozen now, in the store: whatever changes later is left alone, with what changed. Then\n"
      "look at it (plan dry-run, plan items), run it (plan run), and read what became of it (plan report). The gateway's description\n"
      "and the table's are frozen with it. Exit code 2: lines are wrong, no plan was made.\n"
      "  oncectl plan create INC-4711 --act settle --stuck --from 2h --gateway gw.toml --reason 'INC-4711: worker killed'\n"
      "  oncectl plan create retry --act requeue --profile bus.toml#inbox --keys ids.csv --reason 'INC-4711: fixed in 2.3'");
}

void declare_run(CLI::App& command, PlanRunOptions& o) {
  declare_name(command, o);
  command.add_option("--batch", o.run.most, "Items taken at a time at most; fewer where the store is slow")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command.add_flag("--another-gateway", o.run.another_gateway, "Although the gateway's description is not the one of the plan");
}

}  // namespace

void add_plan(Program& program) {
  CLI::App* parent = program.app.add_subcommand("plan", "One act on many rows: frozen, foreseen, run, reported");
  parent->require_subcommand(1);
  add_command<CreateOptions>(program, *parent, "create", "Freeze the rows of a filter or a list into a plan", create_plan, declare_create);
  add_command<PlansOptions>(
      program, *parent, "list", "The plans of this store, newest first", list_plans, [](CLI::App& command, PlansOptions& o) {
        command.add_option("--limit", o.limit, "Plans, up to 1000")->check(CLI::Range(1, 1000))->capture_default_str();
        command.add_option("--before", o.before, "Only numbers below this one: the next page");
      });
  add_command<NameOptions>(
      program, *parent, "show", "A plan with its totals",
      [](Context& context, const NameOptions& o) -> Outcome {
        auto store = context.store(Need::reading);
        if (!store) return fail(store.error());
        return show_plan(context, **store, o.name, Exit::done);
      },
      declare_name);
  add_command<ItemsOptions>(
      program, *parent, "items", "Its items: what is foreseen, what became of them, and why", show_items,
      [](CLI::App& command, ItemsOptions& o) {
        declare_name(command, o);
        command.add_option("--state", o.state, "waiting, done, skipped, unsettled or failed")
            ->check(CLI::IsMember({"waiting", "done", "skipped", "unsettled", "failed"}));
        command.add_option("--after", o.after, "Behind this number: the next page");
        command.add_option("--limit", o.limit, "Items, up to 1000")->check(CLI::Range(1, 1000))->capture_default_str();
      });
  add_command<PlanRunOptions>(
      program, *parent, "dry-run", "Ask about every item and foresee what would be written", dry_run_plan,
      [](CLI::App& command, PlanRunOptions& o) {
        declare_run(command, o);
        command.footer(
            "When: before a run. Asks the gateway at the plan's rate, keeps evidence and verdict with each item, and writes nothing\n"
            "of the table's. Interrupted, it goes on where it was; of a plan that is ready it begins anew.\n"
            "  oncectl plan dry-run INC-4711 --gateway gw.toml && oncectl plan items INC-4711");
      });
  const auto declare_a_run = [](CLI::App& command, PlanRunOptions& o) {
    declare_run(command, o);
    command.add_flag("--although-stale", o.run.although_stale, "Although the dry run is older than twelve hours");
    command.add_flag("--without-dry-run", o.run.without_dry_run, "Although no dry run has looked at all of it");
    command.footer(
        "When: the dry run says what you want. Each item is owned, asked about afresh and written with its audit row and result in one\n"
        "transaction; where row or verdict is not what it was, it is skipped and says so. Any number may run one plan. SIGINT or SIGTERM\n"
        "ends it behind the batch in hand; plan resume goes on, from any desk. Exit code 5: not everything was done.\n"
        "  oncectl plan run INC-4711 --gateway gw.toml");
  };
  add_command<PlanRunOptions>(program, *parent, "run", "Write what the dry run foresaw", run_plan, declare_a_run);
  add_command<PlanRunOptions>(program, *parent, "resume", "Go on with a plan that was paused, stopped or left by a crash", resume_plan,
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
      program, *parent, "pause", "Let its runners end behind the batch in hand",
      [](Context& context, const StateOptions& o) { return change_state(context, o, plan::pause, "paused", {plan::State::running}); },
      declare_state);
  add_command<StateOptions>(
      program, *parent, "stop", "Halt it, whether it runs or not",
      [](Context& context, const StateOptions& o) {
        return change_state(context, o, plan::stop, "stopped",
                            {plan::State::frozen, plan::State::ready, plan::State::running, plan::State::paused});
      },
      declare_state);
  add_command<PlanReportOptions>(
      program, *parent, "report", "What became of each item, into a file", write_report, [](CLI::App& command, PlanReportOptions& o) {
        declare_name(command, o);
        command.add_option("FILE", o.file, "Where to; - is standard output")->required();
        command.add_option("--format", o.format, "md, csv or json")->check(CLI::IsMember({"md", "csv", "json"}))->capture_default_str();
      });
}

}  // namespace onceover::oncectl
