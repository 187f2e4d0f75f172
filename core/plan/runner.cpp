#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "core/base/storable.h"
#include "core/base/text.h"
#include "core/plan/plan_runner.h"
#include "core/profile/toml.h"
#include "core/schema/schema.h"
#include "core/sql/statements.h"

namespace onceover::plan {
namespace {

// External rows are written one by one: pausing takes effect within so many.
constexpr int most_external = 50;

}  // namespace

PlanRunner::PlanRunner(pg::Connection& connection, Plan plan, Work work, gateway::Gateway* gateway, audit::Actor actor, RunOptions options,
                       Random random, profile::Profile p, std::string system)
    : connection_(connection),
      plan_(std::move(plan)),
      work_(work),
      gateway_(gateway),
      actor_(std::move(actor)),
      options_(std::move(options)),
      random_(random),
      p_(std::move(p)),
      is_own_(profile::is_own(p_)),
      system_(std::move(system)),
      name_(fmt::format("{}@{}/{}", actor_.name, actor_.host, new_uuid())),
      pace_(std::min(is_own_ ? options_.most : most_external, options_.most)),
      budget_(options_.budget, Steady::now()),
      breaker_(options_.breaker) {
  plan_.reason = fmt::format("{} (plan {})", plan_.reason, plan_.name);
}

Result<void> PlanRunner::look_at_access() {
  target_ = reconcile::target_of(connection_, p_, &access_);
  if (is_own_) return {};
  auto access = profile::inspect(connection_, p_);
  if (!access) return fail(access.error());
  access_ = std::move(*access);
  if (const auto why = access_.why_not_read(); !why.empty()) return fail(ErrorKind::unsupported, why.front(), "Nothing was done.");
  const auto verb = verb_of(plan_.act);
  if (!verb) return {};
  if (const auto offer = access_.offers.find(*verb); offer == access_.offers.end() || !offer->second.is_offered()) {
    return fail(
        ErrorKind::unsupported,
        offer == access_.offers.end() || offer->second.why_not.empty() ? "The act is not offered here." : offer->second.why_not.front(),
        "Nothing was done.");
  }
  return {};
}

Result<void> PlanRunner::begin() {
  if (auto seen = look_at_access(); !seen) return seen;
  {
    auto transaction = pg::Transaction::begin(connection_, {.read_only = true});
    if (!transaction) return fail(transaction.error());
    auto here = guard(connection_, plan_.id, system_);
    if (!here) return fail(here.error());
    plan_.state = here->state;
  }
  const auto refuse = [&](std::string what, std::string next) {
    return fail(ErrorKind::invalid_input, std::move(what), "Nothing was done.", std::move(next));
  };
  if (work_ == Work::dry_run) {
    if (plan_.state == State::frozen) return {};
    if (plan_.state != State::ready)
      return refuse(fmt::format("The plan is {}: there is nothing to foresee.", word(plan_.state)), "Make a plan of what is left.");
    auto again = move_to(connection_, plan_.id, State::frozen, "ready", "a dry run begins anew", actor_);
    if (!again) return fail(again.error());
    if (!*again) return {};
    auto transaction = pg::Transaction::begin(connection_, {.statement_timeout = std::chrono::seconds(30), .durable = true});
    if (!transaction) return fail(transaction.error());
    if (auto done = transaction->exec(sql::plan_unforesee, pg::Params{}.integer(plan_.id)); !done) return fail(done.error());
    if (auto committed = transaction->commit(); !committed) return fail(committed.error());
    return {};
  }
  if (plan_.state == State::running) return {};
  if (plan_.state == State::finished) return refuse("The plan is finished.", "Read its report.");
  if (plan_.state == State::paused || plan_.state == State::stopped)
    return refuse(fmt::format("The plan is {}.", word(plan_.state)), "Resume it first.");
  if (plan_.state == State::frozen && !options_.without_dry_run)
    return refuse("No dry run has looked at all of the plan.", "Make one first, or say that it shall run without.");
  if (plan_.state == State::ready && !options_.although_stale && plan_.ready_at && plan_.as_of - *plan_.ready_at > options_.stale_after) {
    return refuse(fmt::format("The dry run is {} old: much may have changed since.", human(plan_.as_of - *plan_.ready_at)),
                  "Make another one, or say that it still holds.");
  }
  auto started = move_to(connection_, plan_.id, State::running, "frozen ready", plan_.reason, actor_);
  if (!started) return fail(started.error());
  return {};
}

Result<void> PlanRunner::stop_on_errors(Step& step) {
  if (step.failed == 0) return {};
  auto now = totals(connection_, plan_.id);
  if (!now) return fail(now.error());
  const auto worked = static_cast<double>(now->done + now->skipped + now->unsettled + now->failed);
  const Options& o = plan_.options;
  if (now->failed < o.error_count || static_cast<double>(now->failed) < o.error_share * worked) return {};
  auto stopped =
      move_to(connection_, plan_.id, State::stopped, "running", fmt::format("{} of {} items went wrong", now->failed, worked), actor_);
  if (!stopped) return fail(stopped.error());
  if (*stopped) {
    step.over = true;
    step.state = State::stopped;
  }
  return {};
}

Result<void> PlanRunner::nothing_left(Step& step) {
  const bool dry = work_ == Work::dry_run;
  auto done = dry ? move_to(connection_, plan_.id, State::ready, "frozen", "the dry run has looked at all of it", actor_)
                  : move_to(connection_, plan_.id, State::finished, "running", "nothing is left to do", actor_);
  if (!done) return fail(done.error());
  if (*done) {
    step.over = true;
    step.state = dry ? State::ready : State::finished;
  } else {
    step.wait = soon;  // items of other runners, or such as wait for another try
  }
  return {};
}

Result<Step> PlanRunner::step() {
  Step step;
  if (asks()) {
    const auto now = Steady::now();
    if (breaker_.state(now) == retry::BreakerState::open) {
      step.wait = breaker_.wait(now);
      step.note = "The gateway does not answer: it is left alone for a while.";
      return step;
    }
  }
  asked_nobody_ = false;
  auto taken = take(step);
  if (!taken) return fail(taken.error());
  if (step.over || step.wait > Duration{0}) return step;
  if (taken->empty()) {
    if (auto left = nothing_left(step); !left) return fail(left.error());
    return step;
  }
  Result<void> done;
  if (work_ == Work::dry_run) {
    auto foreseen = foresee(*taken);
    if (!foreseen) return fail(foreseen.error());
    std::vector<std::int64_t> positions, writes;
    std::vector<std::string> words, whys, evidence;
    for (const Foreseen& one : *foreseen) {
      positions.push_back(one.position);
      writes.push_back(one.writes ? 1 : 0);
      words.push_back(one.word);
      whys.push_back(storable_text(one.why));
      evidence.push_back(one.evidence_json);
    }
    const auto from = Steady::now();
    auto transaction = pg::Transaction::begin(connection_, {.durable = true, .also = by_index});
    if (!transaction) return fail(transaction.error());
    if (auto here = guard(connection_, plan_.id, system_); !here) return fail(here.error());
    pg::Params params;
    params.integer(plan_.id).text(name_).integers(positions).texts(words).integers(writes).texts(whys).texts(evidence);
    auto kept = connection_.exec_prepared(sql::plan_foresee, params);
    if (!kept) return fail(kept.error());
    if (auto committed = transaction->commit(); !committed) return fail(committed.error());
    wrote(from, step);
    step.foreseen = static_cast<int>(std::ranges::count_if(words, [](const std::string& word) { return !word.empty(); }));
  } else {
    done = is_at_once() ? run_at_once(*taken, step) : settle(*taken, step);
    // Nothing of this batch was written: whoever has its items now goes on with them.
    if (!done && done.error().kind == ErrorKind::busy) {
      step.note = done.error().what;
      step.wait = soon;
      return step;
    }
    if (!done) return fail(done.error());
    if (auto looked = stop_on_errors(step); !looked) return fail(looked.error());
  }
  pace_.went(static_cast<int>(taken->size()), step.longest, answers_soon_);
  if (asked_nobody_) {
    step.wait = std::chrono::seconds(1);
    step.note = "The gateway's declared rate leaves no time for a question: it is asked later.";
  }
  return step;
}

Result<std::unique_ptr<Runner>> Runner::start(pg::Connection& connection, const Plan& plan, Work work, gateway::Gateway* gateway,
                                              const std::optional<GatewayNamed>& described, const audit::Actor& actor,
                                              const RunOptions& options, Random random) {
  const auto refuse = [](std::string what, std::string next = {}) {
    return fail(ErrorKind::invalid_input, std::move(what), "Nothing was done.", std::move(next));
  };
  if (options.lease <= options.ask_within) return refuse("lease must be longer than ask_within: another runner would ask meanwhile.");
  if (options.ask_within <= Duration{0}) return refuse("ask_within must be longer than 0.");
  if (options.most < 1 || options.most > 1000) return refuse("most must be between 1 and 1000.");
  if (auto writable = schema::require_writable(connection); !writable) return fail(writable.error());
  profile::Profile p = profile::own();
  if (!plan.profile_toml.empty()) {
    auto profiles = profile::profiles_from_toml(plan.profile_toml, "the plan's profile");
    if (!profiles) return fail(profiles.error());
    if (profiles->empty()) return refuse("The plan's profile is empty.");
    p = std::move(profiles->front());
  }
  if (asks_gateway(plan, p)) {
    if (gateway == nullptr) return refuse("The plan asks a gateway.", "Name it.");
    if (described != plan.gateway && !options.another_gateway)
      return refuse("The gateway's description is not the one that the plan was made with.", "Give that one, or say that this is as good.");
  }
  auto system = pg::system_identifier_sql(connection);
  if (!system) return fail(system.error());
  auto runner = std::make_unique<PlanRunner>(connection, plan, work, gateway, actor, options, random, std::move(p), std::move(*system));
  if (auto begun = runner->begin(); !begun) return fail(begun.error());
  return std::unique_ptr<Runner>(std::move(runner));
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

Result<Ran> run(Runner& runner, const std::function<bool()>& go_on, const std::function<void(const Step&)>& on_step) {
  constexpr Duration look_up = std::chrono::milliseconds(20);
  Ran ran;
  for (;;) {
    if (go_on && !go_on()) {
      ran.cancelled = true;
      return ran;
    }
    auto step = runner.step();
    if (!step) return fail(step.error());
    ran.sum += *step;
    if (on_step) on_step(*step);
    if (step->over) return ran;
    for (const auto until = Steady::now() + step->wait; Steady::now() < until;) {
      if (go_on && !go_on()) break;
      std::this_thread::sleep_for(std::min<Duration>(look_up, std::chrono::duration_cast<Duration>(until - Steady::now())));
    }
  }
}

}  // namespace onceover::plan
