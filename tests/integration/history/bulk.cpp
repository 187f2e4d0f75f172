// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/history/bulk.h"

#include <fmt/format.h>

#include "core/plan/plan.h"
#include "tests/integration/history/attendants.h"
#include "tests/support/raw.h"

namespace onceover::test::history {
namespace {

using plan::State;
using plan::Work;
using std::chrono::milliseconds;

const plan::GatewayNamed described{"bank", plan::digest_of("bank")};

audit::Actor actor(const std::string& name) { return {name, "desk", "history"}; }

// Each run is confirmed: another database user may have made the plan.
plan::RunOptions run_options(Random& random, const plan::Plan& plan) {
  plan::RunOptions options;
  options.confirmed = plan::writes_of(plan).word;
  options.lease = milliseconds(60);
  options.ask_within = milliseconds(50);
  options.most = static_cast<int>(3 + random.below(40));
  options.although_stale = true;
  options.without_dry_run = random.chance(0.5);
  options.breaker.open_for = milliseconds(100);
  return options;
}

// Finished keys of those that may be reaped, as a list that somebody pastes.
std::string reapable(pg::Connection& connection, const Bank& bank) {
  std::string list = "tenant,operation,key\n";
  auto rows = connection.exec(
      "SELECT tenant, operation, key FROM onceover.keys WHERE state IN ('succeeded', 'failed') ORDER BY "
      "created_at DESC LIMIT 200");
  if (!rows) return list;
  for (int i = 0; i < rows->size(); ++i) {
    const key::Identity id{rows->text(i, 0), rows->text(i, 1), rows->text(i, 2)};
    if (bank.keys()[static_cast<std::size_t>(bank.key_of(id))].facts.may_be_reaped)
      list += fmt::format("{},{},{}\n", id.tenant, id.operation, id.key);
  }
  return list;
}

void make_plan(pg::Connection& connection, Bank& bank, Random& random, const std::string& name) {
  plan::NewPlan wanted;
  wanted.name = name;
  const auto drawn = random.below(10);
  wanted.act = drawn < 6 ? tables::Verb::settle : drawn < 8 ? tables::Verb::release : tables::Verb::reap;
  wanted.reason = "history";
  wanted.ticket = "INC-1";
  wanted.options.max_tries = 2;
  const int call = bank.log().add({.actor = "planner", .act = Act::make_plan, .result = wanted.name});
  std::string said;
  if (wanted.act == tables::Verb::reap) {
    wanted.options.within_window = random.chance(0.5);
    const plan::FromList from{plan::parse_key_list(reapable(connection, bank)), true};
    auto made = plan::create(connection, tables::own(), wanted, from, actor("planner"));
    said = !made ? words_of(made.error()) : !*made ? "refused" : fmt::format("{} items", (*made)->items);
  } else {
    wanted.gateway = described;
    browse::Filter filter;
    filter.stuck = true;
    if (random.chance(0.3)) filter.tenant = fmt::format("tenant-{}", random.below(2));
    auto made = plan::create(connection, tables::own(), wanted, filter, actor("planner"));
    said = !made ? words_of(made.error()) : fmt::format("{} items", made->items);
  }
  bank.log().add(
      {.actor = "planner", .call = call, .phase = Phase::ok, .act = Act::make_plan, .result = said});
}

class PlansRunner {
 public:
  PlansRunner(std::stop_token stop, std::string name, const Stage& stage, const std::string& conninfo,
              Bank& bank, std::uint64_t seed)
      : stop_(std::move(stop)),
        name_(std::move(name)),
        stage_(stage),
        conninfo_(conninfo),
        bank_(bank),
        random_(stream(seed, name_)),
        line_(bank, name_, stream(seed, name_ + "'s line"), 0.12) {}

  void run() {
    while (!stop_.stop_requested()) {
      bank_.pacer().rest(milliseconds(5 + random_.below(40)));
      if (!connection_) connection_ = connect_until(stop_, conninfo_, std::chrono::seconds(2), bank_);
      if (!connection_) return;
      if (!connection_->is_open() && !connection_->reopen()) continue;
      try {
        one();
      } catch (const Killed&) {
        bank_.count("F23 plan's runner killed in a batch");
        connection_.reset();
      }
    }
  }

 private:
  void one() {
    if (random_.chance(0.4)) return made_and_run_at_once();
    auto plans = plan::list(*connection_, {}, 50);
    if (!plans) return;
    std::erase_if(*plans, [](const plan::Plan& p) { return p.state == State::finished; });
    if (plans->empty()) return;
    // The newest ones most often, so that several runners meet.
    const plan::Plan plan = (*plans)[random_.below(random_.chance(0.7) ? 1 : plans->size())];
    if (plan.state == State::paused || plan.state == State::stopped) {
      if (random_.chance(0.6)) (void)plan::resume(*connection_, plan.id, "go on", actor(name_));
      return;
    }
    if (random_.chance(0.05)) {
      (void)(random_.chance(0.5) ? plan::pause(*connection_, plan.id, "a rest", actor(name_))
                                 : plan::stop(*connection_, plan.id, "enough", actor(name_)));
      return;
    }
    if (plan.state == State::running && random_.chance(0.1)) return before_another_server(plan);
    start_on(plan);
  }

  // Before a sweeper has been there.
  void made_and_run_at_once() {
    const std::string name = fmt::format("{}-{}", name_, ++made_);
    make_plan(*connection_, bank_, random_, name);
    const auto plan = plan::find(*connection_, name);
    if (plan && *plan) start_on(**plan);
  }

  void start_on(const plan::Plan& plan) {
    const auto options = run_options(random_, plan);
    const bool dry = plan.state == State::frozen && !options.without_dry_run;
    auto runner =
        plan::Runner::start(*connection_, plan, dry ? Work::dry_run : Work::run,
                            plan.gateway ? &line_ : nullptr, plan.gateway, actor(name_), options, random_);
    if (!runner) return;
    work(**runner, plan, dry ? Act::dry_step : Act::plan_step);
  }

  void work(plan::Runner& runner, const plan::Plan& plan, Act act) {
    const auto steps = 1 + random_.below(12);
    for (std::uint64_t i = 0; i < steps && !stop_.stop_requested(); ++i) {
      const int call = bank_.log().add({.actor = name_, .act = act, .about = plan.id});
      auto step = runner.step();
      Entry end{.actor = name_, .call = call, .phase = Phase::ok, .act = act, .about = plan.id};
      if (!step) {
        end.phase = phase_of(step.error());
        end.result = words_of(step.error());
      } else {
        end.result =
            fmt::format("taken {}, done {}, skipped {}, unsettled {}, failed {}{}", step->taken, step->done,
                        step->skipped, step->unsettled, step->failed, step->over ? ", over" : "");
      }
      bank_.log().add(std::move(end));
      if (!step || step->over) return;
      bank_.pacer().rest(std::min<Duration>(step->wait, milliseconds(50)));
    }
  }

  // The same plan and keys are there, as in a copy that somebody restored; only the database is another one.
  void before_another_server(const plan::Plan& plan) {
    try {
      RawConnection here(stage_.conninfo()), there(stage_.conninfo("decoy"));
      const std::string id = std::to_string(plan.id);
      const auto copied = [&](const std::string& table, const std::string& where) {
        const std::string rows = here.scalar(
            "SELECT coalesce(jsonb_agg(to_jsonb(t)), '[]') FROM onceover." + table + " t WHERE " + where,
            {id});
        there.exec("INSERT INTO onceover." + table +
                       " OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_recordset(NULL::onceover." +
                       table + ", $1::jsonb) ON CONFLICT DO NOTHING",
                   {rows});
      };
      copied("keys",
             "(tenant, operation, key) IN (SELECT tenant, operation, key FROM onceover.plan_items WHERE plan "
             "= $1::bigint)");
      copied("plans", "id = $1::bigint AND state = 'running'");
      there.exec(
          "INSERT INTO onceover.plan_items (plan, position, tenant, operation, key, frozen, fence) SELECT "
          "p.id, row_number() OVER (), k.tenant, k.operation, k.key, '{}', k.fence FROM onceover.plans p, "
          "onceover.keys k WHERE p.id = $1::bigint ON CONFLICT DO NOTHING",
          {id});
    } catch (const std::exception&) {
      return;  // the server was away
    }
    auto other = pg::Connection::open({.conninfo = stage_.conninfo("decoy"), .application_name = "history"});
    if (!other) return;
    const int call = bank_.log().add({.actor = name_, .act = Act::wrong_server, .about = plan.id});
    BankLine line(bank_, name_, random_);
    auto runner = plan::Runner::start(*other, plan, Work::run, plan.gateway ? &line : nullptr, plan.gateway,
                                      actor(name_), run_options(random_, plan), random_);
    Entry end{.actor = name_, .call = call, .phase = Phase::ok, .act = Act::wrong_server, .about = plan.id};
    if (runner) {
      auto step = (*runner)->step();
      end.result = step ? "worked on it" : words_of(step.error());
    } else {
      end.result = words_of(runner.error());
      if (runner.error().kind == ErrorKind::unsupported)
        bank_.count("F23 another database answered, and was refused");
    }
    bank_.log().add(std::move(end));
  }

  std::stop_token stop_;
  std::string name_;
  const Stage& stage_;
  std::string conninfo_;
  Bank& bank_;
  Random random_;
  BankLine line_;
  std::optional<pg::Connection> connection_;
  int made_ = 0;
};

template <class T>
T must(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().sentence() + " " + result.error().detail);
  return std::move(*result);
}

pg::Connection opened(const std::string& conninfo) {
  return must(pg::Connection::open({.conninfo = conninfo, .application_name = "history"}));
}

}  // namespace

void make_plans_until(std::stop_token stop, const std::string& conninfo, Bank& bank, std::uint64_t seed) {
  Random random = stream(seed, "planner");
  auto connection = connect_until(stop, conninfo, std::chrono::seconds(2), bank);
  for (int number = 1; connection && !stop.stop_requested();) {
    bank.pacer().rest(milliseconds(60 + random.below(200)));
    if (connection->is_open() || connection->reopen())
      make_plan(*connection, bank, random, fmt::format("plan-{}", number++));
  }
}

void run_plans_until(std::stop_token stop, const std::string& name, const Stage& stage,
                     const std::string& conninfo, Bank& bank, std::uint64_t seed) {
  PlansRunner(std::move(stop), name, stage, conninfo, bank, seed).run();
}

void finish_plans(const std::string& conninfo, Bank& bank, std::uint64_t seed) {
  auto connection = opened(conninfo);
  Random random = stream(seed, "runner-last");
  BankLine line(bank, "runner-last", stream(seed, "runner-last's line"));
  // Stopped by itself, a plan is resumed; one that stops without end would be a defect.
  for (const plan::Plan& made : must(plan::list(connection))) {
    for (int tries = 0; tries < 20; ++tries) {
      const plan::Plan now = must(plan::find(connection, made.name)).value();
      if (now.state == State::finished) break;
      if (now.state == State::paused || now.state == State::stopped) {
        if (!must(plan::resume(connection, now.id, "to the end", actor("runner-last")))) continue;
      }
      auto options = run_options(random, now);
      options.without_dry_run = true;
      const plan::Plan resumed = must(plan::find(connection, made.name)).value();
      if (resumed.state == State::paused || resumed.state == State::stopped) continue;
      auto runner =
          must(plan::Runner::start(connection, resumed, Work::run, resumed.gateway ? &line : nullptr,
                                   resumed.gateway, actor("runner-last"), options, random));
      must(plan::run(*runner, {}));
    }
  }
}

void tell_totals(const std::string& conninfo, std::vector<PlanMade>& plans) {
  auto connection = opened(conninfo);
  for (PlanMade& one : plans) {
    const auto now = must(plan::totals(connection, one.id));
    one.told = {{"items", now.items},     {"waiting", now.waiting}, {"done", now.done},
                {"skipped", now.skipped}, {"failed", now.failed},   {"unsettled", now.unsettled},
                {"audited", now.audited}};
  }
}

}  // namespace onceover::test::history
