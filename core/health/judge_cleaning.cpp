// How rows are deleted: the right ones, and in time.
#include <fmt/format.h>

#include "core/base/moment.h"
#include "core/health/deleting.h"
#include "core/health/judge.h"
#include "core/tables/sql.h"
#include "core/tables/states.h"

namespace onceover::health {

void judge_cleaning(const tables::Profile& profile, const Facts& facts, const Options& options, Findings& out) {
  using tables::table_name;
  for (const Deleter& deleter : facts.deleters) {
    for (const std::string& statement : deletes_from(profile, deleter.text)) {
      const auto why = why_unfinished(profile, statement);
      if (!why) continue;
      Finding& f = add(out, Check::deletes_unfinished, fmt::format("{}: {}\nIt {}", deleter.where, statement, *why));
      f.advice = fmt::format("Add to its WHERE: {}", tables::state_is(profile, {key::State::succeeded, key::State::failed}, ""));
    }
  }
  if (!facts.sample) return;
  const RowFacts& rows = *facts.sample;
  if (rows.oldest_expiry && rows.oldest_expiry->is_finite()) {
    const Duration behind = facts.as_of - *rows.oldest_expiry;
    if (behind > options.thresholds.reaper_lag) {
      Finding& f =
          add(out, Check::reaper_behind, fmt::format("A finished row expired {} ago, at {}.", human(behind), moment(*rows.oldest_expiry)));
      f.advice = "oncectl reap removes finished rows past their window in small batches; --dry-run shows how many.";
    }
  } else if (profile.expires_at.empty() && rows.oldest_created && rows.oldest_created->is_finite()) {
    const Duration age = facts.as_of - *rows.oldest_created;
    if (age > options.thresholds.never_reaped_age) {
      Finding& f = add(out, Check::never_reaped,
                       fmt::format("The profile maps no expiry, and the oldest row that was read is {} old, from {}.", human(age),
                                   moment(*rows.oldest_created)));
      f.sql = fmt::format("ALTER TABLE {} ADD COLUMN expires_at timestamptz;\n", table_name(profile));
      f.advice = "Let the service write an expiry with the completion, and let a reaper delete expired rows.";
    }
  }
  const auto seen = std::max(rows.longest_retry, rows.longest_life);
  const auto retry = options.longest_retry ? options.longest_retry : seen;
  const char* how = options.longest_retry                    ? "is given as"
                    : rows.longest_life < rows.longest_retry ? "was counted after more than"
                                                             : "seen took";
  if (rows.median_window && retry && *rows.median_window < *retry * 2) {
    Finding& f = add(out, Check::window_below_retries,
                     fmt::format("Half of the finished rows expire within {} after creation; the longest retry {} {}.",
                                 human(*rows.median_window), how, human(*retry)));
    if (*rows.median_window >= *retry) f.severity = Severity::warning;
    f.advice = fmt::format("Keep finished keys for at least {}.", human(*retry * 2));
  }
  if (rows.median_window && options.gateway_window && *rows.median_window < *options.gateway_window) {
    add(out, Check::window_below_gateway,
        fmt::format("Half of the finished rows expire within {} after creation; the gateway remembers a key for {}.",
                    human(*rows.median_window), human(*options.gateway_window)))
        .advice = fmt::format("Keep finished keys for at least {}.", human(*options.gateway_window));
  }
}

}  // namespace onceover::health
