#include <fmt/format.h>

#include "app/oncectl/log.h"
#include "app/oncectl/parse.h"
#include "app/oncectl/program.h"
#include "app/oncectl/service.h"
#include "core/sweeper/sweeper.h"

namespace onceover::oncectl {
namespace {

struct SweepOptions {
  sweeper::SweepConfig config;
  bool follow = false;
};

struct Totals {
  sweeper::SweepCounts sum;
  std::int64_t passes = 0;

  void add(const sweeper::SweepCounts& one) {
    ++passes;
    sum.owned += one.owned;
    sum.succeeded += one.succeeded;
    sum.failed += one.failed;
    sum.released += one.released;
    sum.unresolved += one.unresolved;
    sum.needs_human += one.needs_human;
    sum.lost += one.lost;
    sum.unconfirmed += one.unconfirmed;
    sum.stopped = one.stopped;
    sum.breaker_open = one.breaker_open;
  }
};

Json json_counts(const Totals& totals) {
  const sweeper::SweepCounts& c = totals.sum;
  return {{"passes", totals.passes},      {"owned", c.owned},           {"succeeded", c.succeeded},      {"failed", c.failed},
          {"released", c.released},       {"unresolved", c.unresolved}, {"needs_human", c.needs_human},  {"lost", c.lost},
          {"unconfirmed", c.unconfirmed}, {"stopped", c.stopped},       {"breaker_open", c.breaker_open}};
}

std::string text_counts(const Totals& totals) {
  const sweeper::SweepCounts& c = totals.sum;
  return fmt::format("owned {}: {} succeeded, {} failed, {} released, {} unresolved, {} need a person, {} lost to others{}{}{}\n", c.owned,
                     c.succeeded, c.failed, c.released, c.unresolved, c.needs_human, c.lost,
                     c.unconfirmed > 0 ? fmt::format("; {} commits not confirmed by the standby", c.unconfirmed) : "",
                     c.stopped ? "; halted by the stop switch" : "", c.breaker_open ? "; the gateway is left alone for a while" : "");
}

Outcome count_due(Context& context, const SweepOptions& options) {
  if (auto sound = sweeper::validate(options.config); !sound) return fail(sound.error());
  auto store = context.store(Need::reading);
  if (!store) return fail(store.error());
  auto due = reconcile::count_due(**store);
  if (!due) return fail(due.error());
  const Output& out = context.out();
  if (out.is_json()) {
    out.json({{"dry_run", true}, {"due", *due}});
  } else {
    out.text(fmt::format("{} keys are due. Dry run: nothing was asked and nothing was written.\n", *due));
  }
  return Exit::done;
}

// Says once that the switch was thrown, not at every pass.
void log_switch(const LogSink& log, bool before, bool now) {
  if (before != now)
    log({LogLevel::warning, now ? "The store's stop switch is on: waiting." : "The store's stop switch is off again.", {}});
}

Outcome run_sweep(Context& context, const SweepOptions& options) {
  if (options.config.dry_run) return count_due(context, options);
  if (auto sound = sweeper::validate(options.config); !sound) return fail(sound.error());
  auto gateway = context.gateway();
  if (!gateway) return fail(gateway.error());
  auto store = context.store(Need::writing);
  if (!store) return fail(store.error());
  const Output& out = context.out();
  const LogSink log = make_log(out.is_json());
  metrics::Counters counters;
  Totals totals;
  auto ran = run_service(context, **store, counters, log, options.follow, options.config.every, [&]() -> Pass {
    const auto sweeper = std::make_shared<sweeper::Sweeper>(**store, profile::own(), **gateway, options.config, context.actor(), &counters,
                                                            Random::from_system(), log);
    return [&, sweeper](const std::function<bool()>& go_on) -> Result<bool> {
      auto counts = sweeper->run_once(go_on);
      if (!counts) return fail(counts.error());
      if (options.follow) log_switch(log, totals.sum.stopped, counts->stopped);
      totals.add(*counts);
      return !counts->is_idle();
    };
  });
  if (!ran) return fail(ran.error());
  if (out.is_json()) {
    out.json(json_counts(totals));
  } else {
    out.text(text_counts(totals));
  }
  if (options.follow) return Exit::done;
  return totals.sum.stopped ? Exit::stopped : totals.sum.breaker_open ? Exit::unreachable : Exit::done;
}

void declare_sweep(CLI::App& command, SweepOptions& o) {
  command.add_flag("--follow", o.follow, "Sweep again and again, until SIGTERM or SIGINT");
  command.add_option("--batch", o.config.batch, "Keys owned at a time at most; fewer where the store or the gateway is slow")
      ->capture_default_str();
  command.add_option("--share", o.config.share, "Part of the time the store is worked for; 1: without rests")->capture_default_str();
  add_duration(command, "--every", o.config.every, "Pause between two passes that found nothing [5s]");
  add_duration(command, "--own-lease", o.config.own_lease, "Lease on what is owned; longer than --ask-timeout [60s]");
  add_duration(command, "--ask-timeout", o.config.ask_timeout, "For one batch of questions to the gateway [10s]");
  command.add_option("--max-attempts", o.config.max_attempts, "Then a person must decide")->capture_default_str();
  command.add_flag("--dry-run", o.config.dry_run, "Count what is due; ask nothing, own nothing");
  command.footer(
      "When: as a daemon, one or several beside each other, so that expired leases settle themselves; or once, after an outage. It\n"
      "never runs an effect again: it asks, and writes what the evidence says. `oncectl stop` halts every sweeper of the store.\n"
      "Exit code 8 where the switch is on, 6 where the gateway does not answer.\n"
      "  oncectl sweep --dry-run\n"
      "  oncectl sweep --gateway acme.toml\n"
      "  oncectl sweep --follow --json --gateway acme.toml 2>> sweep.log");
}

}  // namespace

void add_sweep(Program& program) {
  add_command<SweepOptions>(program, program.app, "sweep", "Settle expired leases from what the gateway says", run_sweep, declare_sweep);
}

}  // namespace onceover::oncectl
