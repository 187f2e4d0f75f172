// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <thread>

#include "core/base/text.h"
#include "core/browse/inspected.h"
#include "core/pg/server_identity.h"
#include "core/plan/plan_runner.h"
#include "core/reconcile/note.h"
#include "core/schema/schema.h"
#include "core/sql/statements.h"

namespace onceover::plan {
namespace {

// External rows are written one by one: pausing takes effect within so many.
constexpr int most_external = 50;
// Of our own keys: so many that a writing transaction remains short.
constexpr int least_items = 10, first_items = 50;
constexpr Duration write_aim = std::chrono::milliseconds(15);

}  // namespace

PlanRunner::PlanRunner(pg::Connection& connection, Plan plan, Work work, gateway::Gateway* gateway,
                       audit::Actor actor, RunOptions options, Random random, tables::Profile p,
                       std::string system)
    : connection_(connection),
      plan_(std::move(plan)),
      work_(work),
      gateway_(gateway),
      actor_(std::move(actor)),
      options_(std::move(options)),
      random_(random),
      p_(std::move(p)),
      is_own_(tables::is_own(p_)),
      system_(std::move(system)),
      name_(fmt::format("{}@{}/{}", actor_.name, actor_.host, new_uuid())),
      pace_({.least = least_items,
             .most = std::min(is_own_ ? options_.most : most_external, options_.most),
             .aim = write_aim,
             .first = first_items}),
      asker_(options_.budget, options_.breaker) {
  plan_.reason = fmt::format("{} (plan {})", plan_.reason, plan_.name);
}

void PlanRunner::look_at_access() {
  target_ = reconcile::target_of(connection_, p_, &access_);
  if (is_own_) return;
  access_ = browse::inspected(connection_, p_).value();
  const auto cannot_run = [](std::string why) {
    raise({ErrorKind::unsupported, std::move(why), "Nothing was done.", {}, {}, {}});
  };
  if (const auto why = access_.why_not_read(); !why.empty()) cannot_run(why.front());
  const auto verb = verb_of(plan_.act);
  if (!verb || reconcile::may_write(access_, *verb)) return;
  const auto offer = access_.offers.find(*verb);
  cannot_run(offer == access_.offers.end() || offer->second.why_not.empty() ? "The act is not offered here."
                                                                            : offer->second.why_not.front());
}

void PlanRunner::begin() {
  // What it takes and holds in memory is of this server.
  require(pg::hold_to_history(connection_));
  look_at_access();
  {
    auto transaction = pg::Transaction::begin(connection_, {.read_only = true}).value();
    plan_.state = guard(connection_, plan_.id, system_).state;
  }
  const auto cannot_run = [](std::string what, std::string next) {
    raise({ErrorKind::invalid_input, std::move(what), "Nothing was done.", std::move(next), {}, {}});
  };
  if (work_ == Work::dry_run) {
    if (plan_.state == State::frozen) return;
    if (plan_.state != State::ready)
      cannot_run(fmt::format("The plan is {}: there is nothing to foresee.", word(plan_.state)),
                 "Make a plan of what is left.");
    if (move_to(connection_, plan_.id, State::frozen, "ready", "a dry run begins anew", actor_)) {
      require(pg::run(connection_, sql::plan_unforesee, pg::params(plan_.id),
                      {.statement_timeout = std::chrono::seconds(30), .durable = true}));
    }
    return;
  }
  if (plan_.state == State::running) return;
  if (plan_.state == State::finished) cannot_run("The plan is finished.", "Read its report.");
  if (plan_.state == State::paused || plan_.state == State::stopped)
    cannot_run(fmt::format("The plan is {}.", word(plan_.state)), "Resume it first.");
  if (plan_.state == State::frozen && !options_.without_dry_run)
    cannot_run("No dry run has looked at all of the plan.",
               "Make one first, or say that it is to run without one.");
  if (plan_.state == State::ready && !options_.although_stale && plan_.ready_at &&
      plan_.as_of - *plan_.ready_at > options_.stale_after) {
    cannot_run(fmt::format("The dry run is {} old: much may have changed since.",
                           human(plan_.as_of - *plan_.ready_at)),
               "Make another one, or say that it still holds.");
  }
  move_to(connection_, plan_.id, State::running, "frozen ready", plan_.reason, actor_);
}

// Ends the work, where the plan is still in one of these states.
void PlanRunner::move(State to, const std::string& from, const std::string& why, Step& step) {
  step.over = move_to(connection_, plan_.id, to, from, why, actor_);
  if (step.over) step.state = to;
}

void PlanRunner::stop_on_errors(Step& step) {
  if (step.failed == 0) return;
  const Totals now = totals(connection_, plan_.id).value();
  const auto worked = static_cast<double>(now.done + now.skipped + now.unsettled + now.failed);
  const Options& o = plan_.options;
  if (now.failed < o.error_count || static_cast<double>(now.failed) < o.error_share * worked) return;
  move(State::stopped, "running", fmt::format("{} of {} items went wrong", now.failed, worked), step);
}

void PlanRunner::nothing_left(Step& step) {
  work_ == Work::dry_run ? move(State::ready, "frozen", "the dry run has looked at all of it", step)
                         : move(State::finished, "running", "nothing is left to do", step);
  if (!step.over) step.wait = soon;  // items of other runners, or such as wait for another try
}

// Why the plan must wait: the newest note on one of these keys says that it must not be released. Empty: it
// need not.
std::string PlanRunner::held_by_note(const std::vector<TakenItem>& taken) {
  if (plan_.act == Verb::extend) return {};
  std::vector<reconcile::NoteSubject> subjects;
  for (const TakenItem& item : taken) subjects.push_back(reconcile::subject_of(p_, item.id));
  const auto notes = reconcile::note_tallies_within(connection_, subjects);
  const auto held = std::ranges::find_if(notes, &reconcile::NoteTally::is_held);
  if (held == notes.end()) return {};
  const auto others = std::ranges::count_if(notes, &reconcile::NoteTally::is_held) - 1;
  return fmt::format(
      "A note of {} on key {} says not to release it{}. Answer it with another note, then resume the plan.",
      visible(held->last->actor.name), visible(taken[static_cast<std::size_t>(held - notes.begin())].id.key),
      others > 0 ? fmt::format("; so do notes on {} more", others) : "");
}

Result<Step> PlanRunner::step() {
  return as_result([&] {
    Step step;
    if (asks() && asker_.state() == retry::BreakerState::open) {
      step.wait = asker_.wait();
      step.note = "The gateway does not answer: it is not asked for a while.";
      return step;
    }
    asked_nobody_ = false;
    held_.clear();
    const std::vector<TakenItem> taken = take_readable(step);
    if (!held_.empty()) step.note = held_;
    if (!held_.empty() && work_ == Work::run) {
      step.taken = 0;
      move(State::paused, "running", held_, step);
      return step;
    }
    if (step.over || step.wait > Duration{0}) return step;
    if (taken.empty()) {
      nothing_left(step);
      return step;
    }
    if (work_ == Work::dry_run) {
      require(each_item(taken, step, [&](const std::vector<TakenItem>& some) { foresee(some, step); }));
    } else {
      const auto done = each_item(taken, step, [&](const std::vector<TakenItem>& some) {
        is_at_once() ? run_at_once(some, step) : settle(some, step);
      });
      // Nothing of this batch was written: the runner that has its items now goes on with them.
      if (!done && done.error().kind == ErrorKind::busy) {
        step.note = done.error().what;
        step.wait = soon;
        return step;
      }
      require(done);
      stop_on_errors(step);
    }
    pace_.went(static_cast<int>(taken.size()), step.longest, answers_soon_);
    if (asked_nobody_) {
      step.wait = std::chrono::seconds(1);
      step.note = "The gateway's declared rate leaves no time for a question: it is asked later.";
    }
    return step;
  });
}

Result<std::unique_ptr<Runner>> Runner::start(pg::Connection& connection, const Plan& plan, Work work,
                                              gateway::Gateway* gateway,
                                              const std::optional<GatewayNamed>& described,
                                              const audit::Actor& actor, const RunOptions& options,
                                              Random random) {
  return as_result([&]() -> Result<std::unique_ptr<Runner>> {
    const auto cannot_run = [](std::string what, std::string next = {}) {
      return fail(ErrorKind::invalid_input, std::move(what), "Nothing was done.", std::move(next));
    };
    if (options.lease <= options.ask_within)
      return cannot_run("lease must be longer than ask_within: another runner would ask meanwhile.");
    if (options.ask_within <= Duration{0}) return cannot_run("ask_within must be longer than 0.");
    if (options.most < 1 || options.most > 1000) return cannot_run("most must be between 1 and 1000.");
    if (!plan.unreadable.empty()) return cannot_run(plan.unreadable, "Make the plan again.");
    require(schema::require_writable(connection));
    const tables::Profile& p = plan.table;
    if (needs_confirmation(plan, work)) {
      const Writes writes = writes_of(plan);
      if (options.confirmed != writes.word) {
        return fail(
            ErrorKind::not_permitted,
            fmt::format(
                "Another database user, {}, made this plan, and what it writes was not confirmed: {}.",
                visible(plan.db_user), fmt::join(writes.lines, "; ")),
            "Nothing was done.", fmt::format("Look at it, and confirm it: {}.", writes.word));
      }
    }
    if (asks_gateway(plan, p)) {
      if (gateway == nullptr) return cannot_run("The plan asks a gateway.", "Name it.");
      if (described != plan.gateway && !options.another_gateway)
        return cannot_run("The gateway's description is not the one that the plan was made with.",
                          "Give that one, or say that this is as good.");
    }
    auto runner = std::make_unique<PlanRunner>(connection, plan, work, gateway, actor, options, random, p,
                                               pg::system_identifier_sql(connection).value());
    runner->begin();
    return std::unique_ptr<Runner>(std::move(runner));
  });
}

Step& Step::operator+=(const Step& later) {
  taken += later.taken;
  done += later.done;
  skipped += later.skipped;
  unsettled += later.unsettled;
  failed += later.failed;
  foreseen += later.foreseen;
  state = later.state;
  over = later.over;
  wait = later.wait;
  longest = std::max(longest, later.longest);
  if (!later.note.empty()) note = later.note;
  return *this;
}

Result<Ran> run(Runner& runner, const std::function<bool()>& go_on,
                const std::function<void(const Step&)>& on_step) {
  constexpr Duration look_up = std::chrono::milliseconds(20);
  Ran ran;
  for (;;) {
    if (go_on && !go_on()) {
      ran.cancelled = true;
      return ran;
    }
    const auto step = runner.step();
    if (!step) return fail(step.error());
    ran.sum += *step;
    if (on_step) on_step(*step);
    if (step->over) return ran;
    for (const auto until = Steady::now() + step->wait; Steady::now() < until;) {
      if (go_on && !go_on()) break;
      std::this_thread::sleep_for(
          std::min<Duration>(look_up, std::chrono::duration_cast<Duration>(until - Steady::now())));
    }
  }
}

}  // namespace onceover::plan
