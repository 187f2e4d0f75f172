#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <thread>
#include <vector>

#include "app/oncectl/daemon.h"
#include "app/oncectl/log.h"
#include "app/oncectl/parse.h"
#include "app/oncectl/program.h"
#include "app/oncectl/service.h"
#include "core/sweeper/sweeper.h"

namespace onceover::oncectl {
namespace {

struct SweepOptions {
  sweeper::SweepConfig config;
  int workers = sweeper::default_workers;
  bool follow = false, check_config = false;
  std::string config_file;
};

struct Totals {
  sweeper::SweepCounts sum;
  std::int64_t passes = 0;

  void begin_pass() {
    ++passes;
    sum.stopped = sum.breaker_open = false;
  }
};

Json json_counts(const Totals& totals) {
  const sweeper::SweepCounts& c = totals.sum;
  return {{"passes", totals.passes},      {"owned", c.owned},       {"succeeded", c.succeeded},
          {"failed", c.failed},           {"released", c.released}, {"unresolved", c.unresolved},
          {"needs_human", c.needs_human}, {"lost", c.lost},         {"not_asked", c.not_asked},
          {"unconfirmed", c.unconfirmed}, {"stopped", c.stopped},   {"breaker_open", c.breaker_open}};
}

std::string text_counts(const Totals& totals) {
  const sweeper::SweepCounts& c = totals.sum;
  return fmt::format("owned {}: {} succeeded, {} failed, {} released, {} unresolved, {} need a person, {} lost to others{}{}{}{}\n",
                     c.owned, c.succeeded, c.failed, c.released, c.unresolved, c.needs_human, c.lost,
                     c.not_asked > 0 ? fmt::format("; {} not asked: the gateway's rate", c.not_asked) : "",
                     c.unconfirmed > 0 ? fmt::format("; {} commits not confirmed by the standby", c.unconfirmed) : "",
                     c.stopped ? "; halted by the stop switch" : "", c.breaker_open ? "; the gateway is left alone for a while" : "");
}

Outcome count_due(Context& context, const SweepOptions& options) {
  if (auto sound = sweeper::validate(options.config); !sound) return fail(sound.error());
  auto store = context.store(Need::reading);
  if (!store) return fail(store.error());
  auto due = reconcile::count_due(**store, profile::own());
  if (!due) return fail(due.error());
  const Output& out = context.out();
  out.say({{"dry_run", true}, {"due", due->n}, {"exact", due->exact}},
          fmt::format("{}{} keys are due. Dry run: nothing was asked and nothing was written.\n", due->exact ? "" : "At least ", due->n));
  return Exit::done;
}

// Says once that the switch was thrown, not at every pass.
void log_switch(const LogSink& log, bool before, bool now) {
  if (before != now)
    log({LogLevel::warning, now ? "The store's stop switch is on: waiting." : "The store's stop switch is off again.", {}});
}

// What each worker has of its own. The first has the program's connection and gateway.
struct Crew {
  std::vector<pg::Connection*> stores;
  std::vector<gateway::Gateway*> gateways;
  std::deque<pg::Connection> more_stores;  // keeps its elements where they are
  std::vector<std::unique_ptr<gateway::Gateway>> more_gateways;
};

Result<std::unique_ptr<Crew>> make_crew(Context& context, int workers) {
  auto crew = std::make_unique<Crew>();
  auto gateway = context.gateway();
  if (!gateway) return fail(gateway.error());
  auto store = context.store(Need::writing);
  if (!store) return fail(store.error());
  crew->gateways.push_back(*gateway);
  crew->stores.push_back(*store);
  for (int i = 1; i < workers; ++i) {
    auto another = context.another_gateway();
    if (!another) return fail(another.error());
    auto connection = pg::Connection::open(context.connect_options());
    if (!connection) return fail(connection.error());
    crew->gateways.push_back(crew->more_gateways.emplace_back(std::move(*another)).get());
    crew->stores.push_back(&crew->more_stores.emplace_back(std::move(*connection)));
  }
  return crew;
}

using Sweepers = std::vector<std::unique_ptr<sweeper::Sweeper>>;

// All at once, to the end of the last: what one owns is settled whatever becomes of the others.
std::vector<Result<sweeper::SweepCounts>> pass_of_all(const Sweepers& sweepers, const std::function<bool()>& go_on) {
  std::vector<Result<sweeper::SweepCounts>> counts(sweepers.size());
  std::vector<std::jthread> threads;
  for (std::size_t i = 1; i < sweepers.size(); ++i) threads.emplace_back([&, i] { counts[i] = sweepers[i]->run_once(go_on); });
  counts[0] = sweepers[0]->run_once(go_on);
  threads.clear();  // joins
  return counts;
}

Outcome run_configured(Context& context, const SweepOptions& options) {
  if (context.names_store()) {
    return usage("--config says where and how to sweep.", "Beside it stand --follow or --check-config, and --json alone.");
  }
  if (options.check_config) return check_daemon_config(context, options.config_file);
  if (!options.follow) return usage("--config is for the service.", "Add --follow, or --check-config to read it alone.");
  return run_daemon(context, options.config_file);
}

Outcome run_sweep(Context& context, const SweepOptions& options) {
  if (!options.config_file.empty()) return run_configured(context, options);
  if (options.config.dry_run) return count_due(context, options);
  if (auto sound = sweeper::validate(options.config); !sound) return fail(sound.error());
  auto crew = make_crew(context, options.workers);
  if (!crew) return fail(crew.error());
  const Output& out = context.out();
  const LogSink log = make_log(out.is_json());
  metrics::Counters counters;
  Totals totals;
  auto ran = run_service(context, (*crew)->stores, counters, log, options.follow, options.config.every, [&]() -> Pass {
    const auto sweepers = std::make_shared<Sweepers>();
    for (std::size_t i = 0; i < (*crew)->stores.size(); ++i) {
      sweepers->push_back(std::make_unique<sweeper::Sweeper>(*(*crew)->stores[i], profile::own(), *(*crew)->gateways[i],
                                                             sweeper::config_of_each(options.config, options.workers), context.actor(),
                                                             &counters, Random::from_system(), log));
    }
    return [&, sweepers](const std::function<bool()>& go_on) -> Result<bool> {
      const bool was_stopped = totals.sum.stopped;
      const int owned_before = totals.sum.owned;
      const auto counts = pass_of_all(*sweepers, go_on);
      totals.begin_pass();
      for (const auto& one : counts) {
        if (one) totals.sum += *one;
      }
      if (const auto failed = std::ranges::find_if(counts, [](const auto& one) { return !one; }); failed != counts.end()) {
        totals.sum.stopped = was_stopped;  // not known by this pass
        return fail(failed->error());
      }
      if (options.follow) log_switch(log, was_stopped, totals.sum.stopped);
      return totals.sum.owned > owned_before;
    };
  });
  if (!ran) return fail(ran.error());
  out.say(json_counts(totals), text_counts(totals));
  if (options.follow) return Exit::done;
  return totals.sum.stopped ? Exit::stopped : totals.sum.breaker_open ? Exit::unreachable : Exit::done;
}

void declare_sweep(CLI::App& command, SweepOptions& o) {
  command.add_flag("--follow", o.follow, "Sweep again and again, until SIGTERM or SIGINT");
  auto* config = command
                     .add_option("--config", o.config_file,
                                 "Stores, gateways and tables, and how to sweep and reap them (TOML); SIGHUP reads it again")
                     ->type_name("FILE");
  command.add_flag("--check-config", o.check_config, "Read --config and say what it would do; ask nobody")->needs(config);
  // What a configuration says itself, for each of its sweeps.
  const auto alone = [config](CLI::Option* option) { option->excludes(config); };
  alone(command.add_option("--batch", o.config.batch, "Keys owned at a time at most; fewer where the store or the gateway is slow")
            ->capture_default_str());
  alone(command.add_option("--workers", o.workers, "Sweepers side by side, each with a connection to store and gateway")
            ->check(CLI::Range(1, 64))
            ->capture_default_str());
  alone(
      command.add_option("--share", o.config.share, "Part of the time the store is worked for, by all workers together; 1: without rests")
          ->capture_default_str());
  alone(add_duration(command, "--every", o.config.every, "Pause between two passes that found nothing [1s]"));
  alone(add_duration(command, "--own-lease", o.config.own_lease, "Lease on what is owned; longer than --ask-timeout [60s]"));
  alone(add_duration(command, "--ask-timeout", o.config.ask_timeout, "For one batch of questions to the gateway [10s]"));
  alone(command.add_option("--max-attempts", o.config.max_attempts, "Then a person must decide")->capture_default_str());
  alone(command.add_flag("--dry-run", o.config.dry_run, "Count what is due; ask nothing, own nothing"));
  command.footer(
      "When: as a daemon, one or several beside each other, so that expired leases settle themselves; or once, after an outage. It\n"
      "never runs an effect again: it asks, and writes what the evidence says. `oncectl stop` halts every sweeper of the store.\n"
      "Exit code 8 where the switch is on, 6 where the gateway does not answer.\n"
      "  oncectl sweep --dry-run\n"
      "  oncectl sweep --gateway acme.toml\n"
      "  oncectl sweep --follow --json --gateway acme.toml 2>> sweep.log\n"
      "  oncectl sweep --follow --config /etc/onceover/sweep.toml");
}

}  // namespace

void add_sweep(Program& program) {
  add_command<SweepOptions>(program, program.app, "sweep", "Settle expired leases from what the gateway says", run_sweep, declare_sweep);
}

}  // namespace onceover::oncectl
