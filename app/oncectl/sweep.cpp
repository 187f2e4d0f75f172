// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "app/oncectl/daemon.h"
#include "app/oncectl/parse.h"
#include "app/oncectl/program.h"
#include "core/sweeper/reaper.h"
#include "core/sweeper/sweeper.h"

namespace onceover::oncectl {
namespace {

struct SweepOptions {
  sweeper::SweepConfig config;
  int workers = sweeper::default_workers;
  bool follow = false, check_config = false;
  std::string config_file;
};

Outcome count_due(Context& context) {
  const auto due = reconcile::count_due(context.store(Need::reading), tables::own()).value();
  if (!due.is_exact()) context.out().warning(unfinished::explanation(due.knowledge));
  context.out().say({{"dry_run", true}, {"due", due.n}, {"exact", due.is_exact()}},
                    (due.is_exact() || due.n > 0
                         ? fmt::format("{}{} keys are due.", due.is_exact() ? "" : "At least ", due.n)
                         : std::string("How many keys are due is unknown.")) +
                        " Dry run: nothing was asked and nothing was written.\n");
  return due.is_exact() || due.n > 0 ? Exit::done : Exit::unknown;
}

Outcome run_configured(Context& context, const SweepOptions& options) {
  if (context.names_store()) {
    return usage("--config defines where and how to sweep.",
                 "Only --follow, --check-config and --json may be given with it.");
  }
  if (options.check_config) return check_daemon_config(context, options.config_file);
  if (!options.follow)
    return usage("--config is for the service.", "Add --follow, or --check-config to only read it.");
  return run_daemon(context, options.config_file);
}

Outcome run_sweep(Context& context, const SweepOptions& options) {
  if (!options.config_file.empty()) return run_configured(context, options);
  require(sweeper::validate(options.config));
  if (options.config.dry_run) return count_due(context);
  context.gateway();
  ServiceConfig service = service_of(context, options.follow);
  service.sweeps.push_back(
      {{.store = service.stores[0], .profile = std::make_shared<const tables::Profile>(tables::own())},
       {},
       context.gateway_path(),
       options.config,
       options.workers});
  const SweepFacts facts = run_service(context, std::move(service)).sweeps.at(0);
  const sweeper::SweepCounts& c = facts.sum;
  const bool breaker_open = facts.breaker() == retry::BreakerState::open;
  // Every worker takes part in each pass.
  const std::int64_t passes = (facts.runs_ended + facts.runs_failed + options.workers - 1) / options.workers;
  context.out().say(
      {{"passes", passes},
       {"owned", c.owned},
       {"succeeded", c.succeeded},
       {"failed", c.failed},
       {"released", c.released},
       {"unresolved", c.unresolved},
       {"needs_human", c.needs_human},
       {"lost", c.lost},
       {"not_asked", c.not_asked},
       {"unconfirmed", c.unconfirmed},
       {"stopped", facts.is_stopped},
       {"breaker_open", breaker_open}},
      fmt::format(
          "owned {}: {} succeeded, {} failed, {} released, {} unresolved, {} need a person, {} lost to "
          "others{}{}{}{}\n",
          c.owned, c.succeeded, c.failed, c.released, c.unresolved, c.needs_human, c.lost,
          c.not_asked > 0 ? fmt::format("; {} not asked: the gateway's rate", c.not_asked) : "",
          c.unconfirmed > 0 ? fmt::format("; {} commits not confirmed by the standby", c.unconfirmed) : "",
          facts.is_stopped ? "; halted by the stop switch" : "",
          breaker_open ? "; the gateway is not asked for a while" : ""));
  if (options.follow) return Exit::done;
  return facts.is_stopped ? Exit::stopped : breaker_open ? Exit::unreachable : Exit::done;
}

void declare_sweep(CLI::App& command, SweepOptions& o) {
  command.add_flag("--follow", o.follow, "Sweep again and again, until SIGTERM or SIGINT");
  auto* config =
      command
          .add_option(
              "--config", o.config_file,
              "Stores, gateways and tables, and how to sweep and reap them (TOML); SIGHUP reads it again")
          ->type_name("FILE");
  command
      .add_flag("--check-config", o.check_config,
                "Read --config and say what it would do; connect to nothing")
      ->needs(config);
  // What a configuration says itself, for each of its sweeps.
  const auto without_config = [config](CLI::Option* option) { option->excludes(config); };
  without_config(command
                     .add_option("--batch", o.config.batch,
                                 "Keys owned at a time at most; fewer where the store or the gateway is slow")
                     ->capture_default_str());
  without_config(add_number(command, "--workers", o.workers, 1, 64,
                            "Sweepers side by side, each with a connection to store and gateway"));
  without_config(
      command
          .add_option("--share", o.config.share,
                      "Part of the time the store is worked for, by all workers together; 1: without rests")
          ->capture_default_str());
  without_config(
      add_duration(command, "--every", o.config.every, "Pause between two passes that found nothing [1s]"));
  without_config(add_duration(command, "--own-lease", o.config.own_lease,
                              "Lease on what is owned; longer than --ask-timeout [60s]"));
  without_config(add_duration(command, "--ask-timeout", o.config.ask_timeout,
                              "For one batch of questions to the gateway [10s]"));
  without_config(command.add_option("--max-attempts", o.config.max_attempts, "Then a person must decide")
                     ->capture_default_str());
  without_config(
      command.add_flag("--dry-run", o.config.dry_run, "Count what is due; ask nothing, own nothing"));
  command.footer(
      "When: as a daemon, one or several beside each other, so that expired leases settle themselves; or "
      "once, after an outage. It\n"
      "never runs an effect again: it asks, and writes what the evidence shows. `oncectl stop` halts every "
      "sweeper of the store.\n"
      "Exit code 8 where the switch is on, 6 where the gateway does not answer.\n"
      "  oncectl sweep --dry-run\n"
      "  oncectl sweep --gateway acme.toml\n"
      "  oncectl sweep --follow --json --gateway acme.toml 2>> sweep.log\n"
      "  oncectl sweep --follow --config /etc/onceover/sweep.toml");
}

}  // namespace

void add_sweep(Program& program) {
  add_command<SweepOptions>(program, program.app, "sweep", "Settle expired leases from the gateway's answers",
                            run_sweep, declare_sweep);
}

namespace {

struct ReapOptions {
  sweeper::ReapConfig config;
  bool follow = false;
};

Outcome run_reap(Context& context, const ReapOptions& options) {
  require(sweeper::validate(options.config));
  const Output& out = context.out();
  if (options.config.dry_run) {
    const auto counts = sweeper::reap(context.store(Need::reading), options.config, nullptr).value();
    const unfinished::Knowledge known = context.known_of({"keys"});
    const bool is_all = known.known == unfinished::Known::exact;
    if (!is_all) out.warning(unfinished::explanation(known));
    out.say(
        {{"dry_run", true}, {"due", counts.due}},
        (is_all || counts.due > 0
             ? fmt::format("{}{} finished keys are past their window.", is_all ? "" : "At least ", counts.due)
             : std::string("How many finished keys are past their window is unknown.")) +
            " Dry run: nothing was deleted.\n");
    return is_all || counts.due > 0 ? Exit::done : Exit::unknown;
  }
  ServiceConfig service = service_of(context, options.follow);
  service.reaps.push_back(
      {{.store = service.stores[0], .profile = std::make_shared<const tables::Profile>(tables::own())},
       options.config});
  const ReapFacts facts = run_service(context, std::move(service)).reaps.at(0);
  out.say({{"reaped", facts.reaped},
           {"batches", facts.batches},
           {"stopped", facts.is_stopped},
           {"cut_short", facts.is_behind}},
          fmt::format("reaped {} keys in {} batches{}\n", facts.reaped, facts.batches,
                      facts.is_stopped  ? "; halted by the stop switch"
                      : facts.is_behind ? "; cut short, more keys may be due"
                                        : ""));
  return facts.is_stopped && !options.follow ? Exit::stopped : Exit::done;
}

void declare_reap(CLI::App& command, ReapOptions& o) {
  command.add_flag("--follow", o.follow, "Reap again and again, until SIGTERM or SIGINT");
  command
      .add_option("--batch", o.config.batch,
                  "Keys deleted in a transaction at most; fewer where that takes long")
      ->capture_default_str();
  command.add_option("--share", o.config.share, "Part of the time the store is worked for; 1: without rests")
      ->capture_default_str();
  add_duration(command, "--every", o.config.every, "Pause between two runs [1m]");
  command.add_flag("--dry-run", o.config.dry_run, "Count what is due; delete nothing");
  command.footer(
      "When: as a daemon or from a timer. Deletes succeeded, failed and released keys past their window, and "
      "never one that is in\n"
      "progress: that would turn a crash into a second effect. Exit code 8 where the stop switch is on.\n"
      "  oncectl reap --dry-run\n"
      "  oncectl reap\n"
      "  oncectl reap --follow --every 5m");
}

}  // namespace

void add_reap(Program& program) {
  add_command<ReapOptions>(program, program.app, "reap", "Delete finished keys past their window", run_reap,
                           declare_reap);
}

}  // namespace onceover::oncectl
