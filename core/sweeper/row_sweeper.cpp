#include "core/sweeper/row_sweeper.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/browse/browser.h"
#include "core/reconcile/row_flow.h"
#include "core/sweeper/said.h"

namespace onceover::sweeper {
namespace {

using metrics::Counter;
using profile::Verb;
using reconcile::VerdictKind;

// A row is a transaction of its own: a batch is as many as are asked about at once, and are written well within their lease.
constexpr int least_rows = 20, most_rows = 200;
constexpr Duration row_aim = std::chrono::milliseconds(12);

void tally_row(SweepCounts& counts, Verb verb) {
  if (verb == Verb::succeed) ++counts.succeeded;
  if (verb == Verb::fail) ++counts.failed;
  if (verb == Verb::release) ++counts.released;
}

Counter counter_of(Verb verb) {
  return verb == Verb::succeed ? Counter::settled_succeeded : verb == Verb::fail ? Counter::settled_failed : Counter::settled_released;
}

// The store or the whole pass, not one row.
bool ends_pass(const Error& error) {
  return error.is_connection_lost() || error.is_retryable() || error.is_timeout() || error.is_cancelled() ||
         error.kind == ErrorKind::read_only || error.kind == ErrorKind::schema || error.kind == ErrorKind::stopped;
}

bool may_write(const profile::Access& access, Verb verb) {
  const auto offer = access.offers.find(verb);
  return offer != access.offers.end() && offer->second.is_offered();
}

reconcile::Asked for_a_person(reconcile::Asked asked, std::string why) {
  asked.verdict.kind = VerdictKind::needs_human;
  asked.verdict.why = std::move(why);
  return asked;
}

}  // namespace

RowSweeper::RowSweeper(pg::Connection& connection, const profile::Profile& profile, gateway::Gateway& gateway, SweepConfig config,
                       audit::Actor actor, metrics::Counters* counters, Random random, LogSink log, WorkSink sink)
    : Sweeping(connection, profile, gateway, config, std::move(actor), counters, random, std::move(log), std::move(sink),
               {least_rows, std::min(config.batch, most_rows), row_aim, config.share}) {}

// What the table is, by the catalog, and whether its stuck rows can be found without reading all of it.
Result<void> RowSweeper::know_table() {
  const auto now = Steady::now();
  if (access_ && now - known_at_ < config_.full_every) return {};
  access_.reset();
  const auto refused = [&](std::string what, std::string next) {
    return fail(ErrorKind::unsupported, fmt::format("{} is not swept: {}", profile::table_name(profile_), what), "No row was asked about.",
                std::move(next));
  };
  auto access = profile::inspect(connection_, profile_);
  if (!access) return fail(access.error());
  if (auto why = reconcile::why_not_swept(profile_, *access, gateway_)) return refused(std::move(*why), "Correct the profile.");
  browse::Browser browser(connection_, profile_);
  for (const bool groups : {true, false}) {
    auto forecast = groups ? browser.forecast_stuck_groups() : browser.forecast({.stuck = true});
    if (!forecast) return fail(forecast.error());
    // However fast: each pass would read it.
    if (forecast->seconds > 0) return refused(forecast->why, "Give the table the index.");
  }
  access_ = std::move(*access);
  known_at_ = now;
  is_first_since_known_ = true;
  return {};
}

Result<SweepCounts> RowSweeper::run_once(const std::function<bool()>& go_on) {
  SweepCounts counts;
  auto begun = begins(counts, [this]() -> Result<std::int64_t> {
    if (auto known = know_table(); !known) return fail(known.error());
    auto due = browse::Browser(connection_, profile_).count({.stuck = true}, 1'000'000);
    if (!due) return fail(due.error());
    return due->n;
  });
  if (!begun) return fail(begun.error());
  if (!*begun) return counts;
  if (auto known = know_table(); !known) return fail(known.error());
  for (std::optional<browse::Cursor> place;;) {
    if (go_on && !go_on()) return counts;
    const auto now = Steady::now();
    if (is_open_breaker(counts, now)) return counts;
    auto owned = reconcile::own_rows(connection_, profile_, place, {pace_.batch(), config_.own_lease, budget_.tokens(now) < 1}, actor_);
    if (!owned) return fail(owned.error());
    effort_.did(owned->rows.empty() ? Work::look : Work::own, static_cast<int>(owned->rows.size()), now);
    if (!owned->rows.empty()) {
      auto on = ask_and_settle(*owned, now, counts);
      if (!on && on.error().kind != ErrorKind::stopped) return fail(on.error());
      if (progress_) progress_(counts);
      counts.stopped = !on;
      if (!on || !*on) return counts;
    }
    if (owned->is_end) break;
    place = owned->last;
    effort_.rest(go_on);
  }
  if (is_first_since_known_) {
    if (auto closed = reconcile::close_stale_cases(connection_, profile_, *access_); !closed) return fail(closed.error());
    is_first_since_known_ = false;
  }
  return counts;
}

// As they stand behind the taking over: what is written later is compared with this.
Result<std::vector<RowSweeper::Held>> RowSweeper::looked_at(const reconcile::RowsOwned& owned, SweepCounts& counts) {
  std::vector<Held> held;
  for (const reconcile::OwnedRow& row : owned.rows) {
    auto seen = reconcile::look(connection_, profile_, *access_, row.row.id);
    if (!seen) return fail(seen.error());
    if (!*seen || !(*seen)->row.is_stuck((*seen)->as_of)) {
      if (auto lost = lose({row, {.row = row.row}}, "The row is stuck no more; nothing was asked.", false, counts); !lost)
        return fail(lost.error());
      continue;
    }
    held.push_back({row, std::move(**seen)});
  }
  return held;
}

// False: the gateway's declared rate is used up; another batch would be owned in vain.
Result<bool> RowSweeper::ask_and_settle(const reconcile::RowsOwned& owned, Steady::time_point now, SweepCounts& counts) {
  counts.owned += static_cast<int>(owned.rows.size());
  note_unconfirmed(owned.unconfirmed, counts);
  auto held = looked_at(owned, counts);
  if (!held) return fail(held.error());
  if (held->empty()) return true;
  std::vector<browse::KeyRow> rows;
  for (const Held& one : *held) rows.push_back(one.seen.row);
  // A tombstone that nobody could put on record would leave the row waiting for a request that is refused for ever.
  const Answers answers = ask(rows, now, held->front().seen.as_of, may_write(*access_, Verb::fail), &profile_, counts);
  for (std::size_t i = 0; i < held->size(); ++i) {
    if (!answers.asked[i].evidence.was_asked) continue;
    const auto begun = Steady::now();
    if (begun - now > config_.own_lease * 3 / 4) {  // slow: what another may take over now is left to it
      if (auto lost = lose((*held)[i], "The lease on the row ran out before it was written.", true, counts); !lost)
        return fail(lost.error());
      continue;
    }
    if (auto settled = settle((*held)[i], answers.asked[i], counts); !settled) return fail(settled.error());
    effort_.did(Work::settle, 1, begun);
  }
  pace_.went(static_cast<int>(held->size()), effort_.longest_write(), answers.soon);
  return answers.all;
}

Result<void> RowSweeper::settle(const Held& held, const reconcile::Asked& asked, SweepCounts& counts) {
  using Kind = reconcile::RowDecision::Kind;
  const reconcile::SeenRow& seen = held.seen;
  const reconcile::RowDecision decision =
      reconcile::decided(profile_, *access_, seen, {.reason = asked.verdict.why, .owned_fence = held.owned.fence}, std::nullopt, asked);
  if (decision.kind != Kind::write) return keep(held, reconcile::for_case(decision, asked), counts);
  const profile::Verb verb = decision.request.verb;
  auto outcome = reconcile::write(connection_, profile_, *access_, seen, decision.request, actor_);
  if (!outcome) return past(held, outcome.error(), asked, counts);
  if (const auto* changed = std::get_if<reconcile::Changed>(&*outcome)) {
    return lose(held, "The row was settled, changed or taken over by somebody else; nothing was written.",
                changed->now && changed->now->is_stuck(seen.as_of), counts);
  }
  if (std::holds_alternative<reconcile::Held>(*outcome)) return lose(held, "The row is held again; nothing was written.", false, counts);
  if (const auto* withheld = std::get_if<reconcile::Withheld>(&*outcome)) return keep(held, for_a_person(asked, withheld->why), counts);
  const auto& written = std::get<reconcile::RowWritten>(*outcome);
  note_unconfirmed(written.unconfirmed, counts);
  tally_row(counts, verb);
  const key::Identity& id = seen.row.id;
  if (counters_ != nullptr) {
    counters_->add(counter_of(verb), id.tenant, id.operation);
    if (seen.row.locked_until) {
      counters_->observe(metrics::Histogram::lease_age_at_settling, seen.as_of - *seen.row.locked_until, id.tenant, id.operation);
    }
  }
  // Gone, where the verb deletes.
  const std::string to = written.after ? std::string(key::word(written.after->state)) : "";
  say(said_of(seen.row, LogLevel::info, asked.verdict.why, to, reconcile::word(asked.verdict.kind), asked.verdict.error_code));
  return {};
}

// One row's error holds up no other: it is tried again like an answer that settles nothing.
Result<void> RowSweeper::past(const Held& held, const Error& error, const reconcile::Asked& asked, SweepCounts& counts) {
  if (ends_pass(error)) return fail(error);
  LogRecord record = said_of(held.seen.row, LogLevel::error, "The row could not be written.", key::word(held.seen.row.state));
  record.fields.emplace_back("error", error.sentence());
  if (!error.sqlstate.empty()) record.fields.emplace_back("sqlstate", error.sqlstate);
  say(record);
  reconcile::Asked again;
  again.evidence.finding = asked.evidence.finding;
  again.evidence.why = "the row could not be written";
  const bool enough = held.owned.row.case_attempts + 1 >= config_.max_attempts;
  again.verdict.kind = enough ? VerdictKind::needs_human : VerdictKind::unresolved;
  again.verdict.why = fmt::format("The gateway's answer was clear, and the row could not be written: {}", error.what);
  return keep(held, std::move(again), counts);
}

Result<void> RowSweeper::keep(const Held& held, reconcile::Asked asked, SweepCounts& counts) {
  const Duration wait = backoff(held.seen.row);
  auto kept = reconcile::keep_case(connection_, profile_, *access_, held.seen, asked, {}, {}, wait, actor_, {}, held.owned.fence);
  if (!kept && !ends_pass(kept.error()) && !asked.evidence.request.empty()) {
    // What the gateway said does not fit the database: its answer is left out.
    asked.evidence = gateway::Evidence{.finding = asked.evidence.finding, .why = "the answer could not be stored"};
    kept = reconcile::keep_case(connection_, profile_, *access_, held.seen, asked, {}, {}, wait, actor_, {}, held.owned.fence);
  }
  if (!kept) {
    if (ends_pass(kept.error())) return fail(kept.error());
    ++counts.lost;
    LogRecord record = said_of(held.seen.row, LogLevel::error, "The case could not be kept.", key::word(held.seen.row.state));
    record.fields.emplace_back("error", kept.error().sentence());
    say(record);
    return {};
  }
  if (const auto* changed = std::get_if<reconcile::Changed>(&*kept)) {
    return lose(held, "The row was settled, changed or taken over by somebody else; nothing was kept.",
                changed->now && changed->now->is_stuck(held.seen.as_of), counts);
  }
  const bool human = asked.verdict.kind != VerdictKind::unresolved;
  human ? ++counts.needs_human : ++counts.unresolved;
  const key::Identity& id = held.seen.row.id;
  if (human && counters_ != nullptr) counters_->add(Counter::needs_human, id.tenant, id.operation);
  say(said_of(held.seen.row, human ? LogLevel::warning : LogLevel::info, asked.verdict.why, key::word(held.seen.row.state),
              reconcile::word(asked.verdict.kind)));
  return {};
}

Result<void> RowSweeper::lose(const Held& held, const std::string& why, bool is_stuck, SweepCounts& counts) {
  ++counts.lost;
  say(said_of(held.seen.row, LogLevel::info, why, {}));
  return reconcile::let_go(connection_, profile_, held.owned, is_stuck ? "" : "Somebody else settled the row.", backoff(held.seen.row));
}

}  // namespace onceover::sweeper
