#include <fmt/format.h>

#include "app/oncectl/daemon.h"
#include "app/oncectl/parse.h"
#include "app/oncectl/program.h"
#include "core/sweeper/reaper.h"

namespace onceover::oncectl {
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
    out.say({{"dry_run", true}, {"due", counts.due}},
            (is_all || counts.due > 0 ? fmt::format("{}{} finished keys are past their window.", is_all ? "" : "At least ", counts.due)
                                      : std::string("How many finished keys are past their window is unknown.")) +
                " Dry run: nothing was deleted.\n");
    return is_all || counts.due > 0 ? Exit::done : Exit::unknown;
  }
  ServiceConfig service = service_of(context, options.follow);
  service.reaps.push_back(
      {{.store = service.stores[0], .profile = std::make_shared<const tables::Profile>(tables::own())}, options.config});
  const ReapFacts facts = run_service(context, std::move(service)).reaps.at(0);
  out.say({{"reaped", facts.reaped}, {"batches", facts.batches}, {"stopped", facts.is_stopped}, {"cut_short", facts.is_behind}},
          fmt::format("reaped {} keys in {} batches{}\n", facts.reaped, facts.batches,
                      facts.is_stopped  ? "; halted by the stop switch"
                      : facts.is_behind ? "; cut short, more keys may be due"
                                        : ""));
  return facts.is_stopped && !options.follow ? Exit::stopped : Exit::done;
}

void declare_reap(CLI::App& command, ReapOptions& o) {
  command.add_flag("--follow", o.follow, "Reap again and again, until SIGTERM or SIGINT");
  command.add_option("--batch", o.config.batch, "Keys deleted in a transaction at most; fewer where that takes long")
      ->capture_default_str();
  command.add_option("--share", o.config.share, "Part of the time the store is worked for; 1: without rests")->capture_default_str();
  add_duration(command, "--every", o.config.every, "Pause between two runs [1m]");
  command.add_flag("--dry-run", o.config.dry_run, "Count what is due; delete nothing");
  command.footer(
      "When: as a daemon or from a timer. Deletes succeeded, failed and released keys past their window, and never one that is in\n"
      "progress: that would turn a crash into a second effect. Exit code 8 where the stop switch is on.\n"
      "  oncectl reap --dry-run\n"
      "  oncectl reap\n"
      "  oncectl reap --follow --every 5m");
}

}  // namespace

void add_reap(Program& program) {
  add_command<ReapOptions>(program, program.app, "reap", "Delete finished keys past their window", run_reap, declare_reap);
}

}  // namespace onceover::oncectl
