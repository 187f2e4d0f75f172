#include <fmt/format.h>

#include <memory>

#include "app/oncectl/log.h"
#include "app/oncectl/parse.h"
#include "app/oncectl/program.h"
#include "app/oncectl/service.h"
#include "core/sweeper/reaper.h"

namespace onceover::oncectl {
namespace {

struct ReapOptions {
  sweeper::ReapConfig config;
  bool follow = false;
};

Outcome run_reap(Context& context, const ReapOptions& options) {
  if (auto sound = sweeper::validate(options.config); !sound) return fail(sound.error());
  auto store = context.store(options.config.dry_run ? Need::reading : Need::writing).value();
  const Output& out = context.out();
  if (options.config.dry_run) {
    auto counts = sweeper::reap(*store, options.config, nullptr).value();
    if (out.is_json()) {
      out.json({{"dry_run", true}, {"due", counts.due}});
    } else {
      out.text(fmt::format("{} finished keys are past their window. Dry run: nothing was deleted.\n", counts.due));
    }
    return Exit::done;
  }
  const LogSink log = make_log(out.is_json());
  metrics::Counters counters;
  sweeper::ReapCounts sum;
  auto ran = run_service(context, {store}, counters, log, options.follow, options.config.every, [&]() -> Pass {
    const auto reaper = std::make_shared<sweeper::Reaper>(*store, options.config, &counters);
    return [&, reaper](const std::function<bool()>& go_on) -> Result<bool> {
      auto counts = reaper->run_once(go_on);
      if (!counts) return fail(counts.error());
      sum.reaped += counts->reaped;
      sum.batches += counts->batches;
      sum.stopped = counts->stopped;
      sum.cut_short = counts->cut_short;
      if (options.follow && counts->reaped > 0) log({LogLevel::info, "Reaped.", {{"keys", std::to_string(counts->reaped)}}});
      return counts->cut_short;
    };
  });
  if (!ran) return fail(ran.error());
  if (out.is_json()) {
    out.json({{"reaped", sum.reaped}, {"batches", sum.batches}, {"stopped", sum.stopped}, {"cut_short", sum.cut_short}});
  } else {
    out.text(fmt::format("reaped {} keys in {} batches{}\n", sum.reaped, sum.batches,
                         sum.stopped     ? "; halted by the stop switch"
                         : sum.cut_short ? "; cut short, more keys may be due"
                                         : ""));
  }
  return sum.stopped && !options.follow ? Exit::stopped : Exit::done;
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
