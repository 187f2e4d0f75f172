#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "core/base/text.h"
#include "core/browse/key_row_sql.h"
#include "core/plan/pace.h"
#include "core/plan/record.h"
#include "core/profile/inspect.h"
#include "core/profile/toml.h"
#include "core/reconcile/ask.h"
#include "core/reconcile/own_due.h"
#include "core/reconcile/row_case.h"
#include "core/reconcile/settle_flow.h"
#include "core/reconcile/weigh.h"
#include "core/reconcile/write_row.h"
#include "core/retry/backoff.h"
#include "core/schema/schema.h"
#include "core/sql/statements.h"

namespace onceover::plan {
namespace {

using profile::Verb;
using reconcile::Asked;
using reconcile::VerdictKind;

// Rows of other tables are written one by one: pausing takes effect within so many.
constexpr int most_foreign = 50;
// A row that somebody has locked at this moment is tried again so often.
constexpr int most_locked = 20;
constexpr Duration soon = std::chrono::milliseconds(250);
constexpr std::string_view skip = "skip";

struct Taken {
  int position = 0;
  key::Identity id;
  std::string frozen_json;
  std::int64_t fence = 0;
  int tries = 0;
  std::string foreseen;
};

struct Ended {
  int position = 0;
  ItemState state = ItemState::skipped;
  std::string outcome, why, evidence_json, to_state;
  std::int64_t audit_id = 0, fence = 0;
  Duration next_try{0};  // of one that waits again
};

struct Foreseen {
  int position = 0;
  std::string word, why, evidence_json;
  bool writes = false;
};

Error lost() { return {ErrorKind::busy, "Another runner has taken the plan's items over meanwhile.", "Nothing was written.", "", "", ""}; }

std::optional<Verb> verb_for(VerdictKind kind) {
  switch (kind) {
    case VerdictKind::settle_succeeded:
    case VerdictKind::done_needs_response: return Verb::succeed;
    case VerdictKind::settle_failed: return Verb::fail;
    case VerdictKind::release: return Verb::release;
    case VerdictKind::unresolved:
    case VerdictKind::needs_human: return std::nullopt;
  }
  return std::nullopt;
}

std::string state_after(Verb verb) {
  switch (verb) {
    case Verb::succeed: return "succeeded";
    case Verb::fail: return "failed";
    case Verb::release: return "released";
    case Verb::extend:
    case Verb::requeue:
    case Verb::discard: return "";
  }
  return "";
}

std::string evidence_of(const Asked& asked) { return storable_json(gateway::to_json(asked.evidence)); }

bool is_silent(const Asked& asked) { return asked.evidence.finding == gateway::Finding::unknown; }

// Whether everything after this statement is in vain, too.
bool ends_the_step(const Error& error) {
  return error.is_connection_lost() || error.is_cancelled() || error.kind == ErrorKind::read_only || error.kind == ErrorKind::stopped ||
         error.kind == ErrorKind::schema;
}

class PlanRunner final : public Runner {
 public:
  PlanRunner(pg::Connection& connection, Plan plan, Work work, gateway::Gateway* gateway, audit::Actor actor, RunOptions options,
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
        pace_(std::min(is_own_ ? options_.most : most_foreign, options_.most)),
        budget_(options_.budget, Steady::now()),
        breaker_(options_.breaker) {
    plan_.reason = fmt::format("{} (plan {})", plan_.reason, plan_.name);
  }

  Result<void> begin();
  Result<Step> step() override;

 private:
  bool asks() const { return asks_gateway(plan_, p_); }
  Result<void> look_at_access();

  Result<std::vector<Taken>> take(Step& step);
  Result<std::vector<Taken>> take_items(Step& step, int limit, bool only_fresh);
  Result<void> own(const std::vector<Taken>& taken);
  Result<void> nothing_left(Step& step);

  Result<void> foresee_own(const std::vector<Taken>& taken, std::vector<Foreseen>& foreseen);
  Result<void> foresee_foreign(const std::vector<Taken>& taken, std::vector<Foreseen>& foreseen);
  Result<void> run_own(const std::vector<Taken>& taken, Step& step);
  Result<void> run_reap(const std::vector<Taken>& taken, Step& step);
  Result<void> run_foreign(const std::vector<Taken>& taken, Step& step);
  Result<void> write_foreign(const Taken& item, const struct Decision& decision, Step& step);
  Result<void> file_case(const Taken& item, const struct Decision& decision, Step& step);
  Result<std::vector<struct Decision>> decide_foreign(const std::vector<Taken>& taken);

  std::vector<Asked> ask(const std::vector<browse::KeyRow>& rows, Timestamp now, const std::vector<Taken>& of);
  Result<void> explain(const std::vector<Taken>& left, Step& step);
  Ended why_left(const Taken& item, const std::optional<browse::KeyRow>& now, Timestamp as_of);
  bool is_for(VerdictKind kind) const;
  Ended unsettled(const Taken& item, const Asked& asked);

  Result<void> check_within(pg::Connection& connection) const;
  Result<void> keep_within(pg::Connection& connection, const std::vector<Ended>& ended) const;
  Result<void> keep(const std::vector<Ended>& ended, Step& step);
  void count(const std::vector<Ended>& ended, Step& step) const;
  Result<void> stop_on_errors(Step& step);
  void wrote(Steady::time_point from, Step& step) const {
    step.longest = std::max(step.longest, Duration(std::chrono::duration_cast<Duration>(Steady::now() - from)));
  }

  pg::Connection& connection_;
  Plan plan_;
  Work work_;
  gateway::Gateway* gateway_;
  audit::Actor actor_;
  RunOptions options_;
  Random random_;
  profile::Profile p_;
  bool is_own_;
  std::string system_, name_;
  profile::Access access_;
  Pace pace_;
  retry::Budget budget_;
  retry::Breaker breaker_;
  std::vector<reconcile::DueRow> owned_;  // of the batch in hand, by position_of_
  std::vector<int> owned_positions_;
  int behind_ = 0;
  bool answers_soon_ = true;
};

// What is to become of a row of a table that is not ours.
struct Decision {
  const Taken* item = nullptr;
  std::optional<reconcile::SeenRow> seen;
  std::optional<Asked> asked;
  reconcile::WriteRequest request;
  bool writes = false;
  bool retries = false;  // the gateway did not answer
  bool files = false;    // nothing follows from the evidence: a case is kept
  std::string word, why, outcome;
  ItemState otherwise = ItemState::skipped;
};

Result<void> PlanRunner::look_at_access() {
  if (is_own_) return {};
  auto access = profile::inspect(connection_, p_);
  if (!access) return fail(access.error());
  access_ = std::move(*access);
  if (const auto why = access_.why_not_read(); !why.empty()) return fail(ErrorKind::unsupported, why.front(), "Nothing was done.");
  const auto verb = profile::verb_from_word(word(plan_.act));
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

Result<void> PlanRunner::check_within(pg::Connection& connection) const {
  auto here = guard(connection, plan_.id, system_);
  if (!here) return fail(here.error());
  if (here->stopped) {
    return fail(ErrorKind::stopped, fmt::format("The store's stop switch is on: {}", visible(here->stop_reason)), "Nothing was written.",
                "Switch it off first: oncectl start.");
  }
  return {};
}

Result<void> PlanRunner::keep_within(pg::Connection& connection, const std::vector<Ended>& ended) const {
  std::vector<std::int64_t> positions, audits, fences, waits;
  std::vector<std::string> outcomes, whys, evidence, after;
  std::vector<std::string_view> states;
  for (const Ended& one : ended) {
    positions.push_back(one.position);
    states.push_back(word(one.state));
    outcomes.push_back(one.outcome);
    whys.push_back(storable_text(one.why));
    evidence.push_back(one.evidence_json);
    after.push_back(one.to_state);
    audits.push_back(one.audit_id);
    fences.push_back(one.fence);
    waits.push_back(std::chrono::duration_cast<std::chrono::milliseconds>(one.next_try).count());
  }
  pg::Params params;
  params.integer(plan_.id).text(name_).integers(positions).views(states).texts(outcomes).texts(whys).texts(evidence).texts(after);
  params.integers(audits).integers(fences).integers(waits);
  auto kept = connection.exec_prepared(sql::plan_result, params);
  if (!kept) return fail(kept.error());
  if (kept->size() != static_cast<int>(ended.size())) return fail(lost());
  return {};
}

void PlanRunner::count(const std::vector<Ended>& ended, Step& step) const {
  for (const Ended& one : ended) {
    switch (one.state) {
      case ItemState::waiting: break;
      case ItemState::done: ++step.done; break;
      case ItemState::skipped: ++step.skipped; break;
      case ItemState::unsettled: ++step.unsettled; break;
      case ItemState::failed: ++step.failed; break;
    }
  }
}

// Results of items of which nothing was written.
Result<void> PlanRunner::keep(const std::vector<Ended>& ended, Step& step) {
  if (ended.empty()) return {};
  const auto from = Steady::now();
  auto transaction = pg::Transaction::begin(connection_, {.durable = true, .also = by_index});
  if (!transaction) return fail(transaction.error());
  if (auto here = guard(connection_, plan_.id, system_); !here) return fail(here.error());
  if (auto kept = keep_within(connection_, ended); !kept) return kept;
  auto committed = transaction->commit();
  if (!committed) return fail(committed.error());
  wrote(from, step);
  count(ended, step);
  return {};
}

Result<std::vector<Taken>> PlanRunner::take_items(Step& step, int limit, bool only_fresh) {
  pg::Params params;
  // The key's own lease, which is counted later, ends before the item's does.
  params.integer(plan_.id).integer(behind_).integer(limit).text(name_).interval(options_.lease + std::chrono::seconds(1));
  params.boolean(work_ == Work::dry_run).boolean(only_fresh);
  auto rows = connection_.exec_prepared(sql::plan_take, params);
  if (!rows) return fail(rows.error());
  std::vector<Taken> taken;
  for (int i = 0; i < rows->size(); ++i) {
    taken.push_back({static_cast<int>(rows->integer(i, 0)),
                     identity_from(rows->text(i, 1), rows->text(i, 2), rows->text(i, 3), rows->text(i, 4)), rows->text(i, 5),
                     rows->integer(i, 6), static_cast<int>(rows->integer(i, 7)), rows->text(i, 8)});
  }
  std::ranges::sort(taken, {}, &Taken::position);
  step.taken = static_cast<int>(taken.size());
  return taken;
}

// One transaction: the items, and of our own table the keys themselves.
Result<std::vector<Taken>> PlanRunner::take(Step& step) {
  const auto from = Steady::now();
  owned_.clear();
  owned_positions_.clear();
  auto transaction = pg::Transaction::begin(connection_, {.durable = true, .also = by_index});
  if (!transaction) return fail(transaction.error());
  auto here = guard(connection_, plan_.id, system_);
  if (!here) return fail(here.error());
  step.state = here->state;
  if (here->state != (work_ == Work::dry_run ? State::frozen : State::running)) {
    step.over = true;
    return std::vector<Taken>();
  }
  if (work_ == Work::run && here->stopped) {
    return fail(ErrorKind::stopped, fmt::format("The store's stop switch is on: {}", visible(here->stop_reason)), "Nothing was written.",
                "Switch it off first: oncectl start.");
  }
  int limit = pace_.batch();
  const double rate = plan_.options.rate;
  if (rate > 0) {
    auto wait = transaction->exec(sql::plan_pace, pg::Params{}.integer(plan_.id));
    if (!wait) return fail(wait.error());
    step.wait = std::chrono::milliseconds(wait->integer(0, 0));
    if (step.wait > Duration{0}) return std::vector<Taken>();
    limit = std::clamp(static_cast<int>(rate), 1, limit);
  }
  const bool only_fresh = asks() && work_ == Work::run && budget_.tokens(from) < 1;
  auto taken = take_items(step, limit, only_fresh);
  if (!taken) return fail(taken.error());
  if (taken->empty() && behind_ > 0) {
    behind_ = 0;
    taken = take_items(step, limit, only_fresh);
    if (!taken) return fail(taken.error());
  }
  if (taken->empty()) return taken;
  behind_ = taken->back().position;
  if (rate > 0) {
    const Duration each(static_cast<std::int64_t>(1e6 / rate));
    pg::Params paced;
    paced.integer(plan_.id).interval(each * static_cast<std::int64_t>(taken->size()));
    if (auto done = transaction->exec(sql::plan_paced, paced); !done) return fail(done.error());
  }
  if (work_ == Work::run && is_own_ && plan_.act != Act::reap) {
    if (auto owned = own(*taken); !owned) return fail(owned.error());
  }
  auto committed = transaction->commit();
  if (!committed) return fail(committed.error());
  if (!committed->unconfirmed.empty()) step.note = committed->unconfirmed;
  wrote(from, step);
  return taken;
}

Result<void> PlanRunner::own(const std::vector<Taken>& taken) {
  static constexpr std::string_view mark = "/*columns*/";
  std::string statement(sql::plan_own);
  statement.replace(statement.find(mark), mark.size(), browse::key_row_columns(p_));
  std::vector<std::string_view> tenants, operations, keys;
  std::vector<std::int64_t> fences, positions;
  for (const Taken& item : taken) {
    tenants.emplace_back(item.id.tenant);
    operations.emplace_back(item.id.operation);
    keys.emplace_back(item.id.key);
    fences.push_back(item.fence);
    positions.push_back(item.position);
  }
  pg::Params params;
  params.views(tenants).views(operations).views(keys).integers(fences).integers(positions);
  params.text(fmt::format("{}@{}/{}", actor_.name, actor_.host, actor_.program)).interval(options_.lease);
  params.text(actor_.name).text(actor_.host).text(actor_.program).text(plan_.reason).text(plan_.ticket).integer(plan_.id);
  auto rows = connection_.exec_prepared(statement, params);
  if (!rows) return fail(rows.error());
  const int width = browse::key_row_width(p_);
  for (int i = 0; i < rows->size(); ++i) {
    owned_.push_back({browse::key_row_from(p_, *rows, i), rows->text(i, width + 5), rows->optional_timestamp(i, width + 4)});
    owned_positions_.push_back(static_cast<int>(rows->integer(i, width + 6)));
  }
  return {};
}

// No transaction is open.
std::vector<Asked> PlanRunner::ask(const std::vector<browse::KeyRow>& rows, Timestamp now, const std::vector<Taken>& of) {
  if (rows.empty()) return {};
  const auto from = Steady::now();
  for (const Taken& item : of) {
    if (item.tries > 1) {
      (void)budget_.try_spend(from);
    } else {
      budget_.on_request(from);
    }
  }
  const auto ticket = breaker_.allow(from);
  auto asked =
      reconcile::ask(*gateway_, rows, now, {from + options_.ask_within, plan_.options.max_attempts, false, is_own_ ? nullptr : &p_});
  if (ticket) breaker_.record(*ticket, !std::ranges::all_of(asked, is_silent), Steady::now());
  answers_soon_ = Steady::now() - from < options_.ask_within / 4;
  return asked;
}

bool PlanRunner::is_for(VerdictKind kind) const {
  if (kind == VerdictKind::release) return true;
  return plan_.act == Act::settle && (kind == VerdictKind::settle_succeeded || kind == VerdictKind::settle_failed);
}

// One that the gateway did not answer for waits again; else nothing follows from the answer.
Ended PlanRunner::unsettled(const Taken& item, const Asked& asked) {
  Ended ended{.position = item.position,
              .state = ItemState::unsettled,
              .outcome = std::string(reconcile::word(asked.verdict.kind)),
              .why = asked.verdict.why,
              .evidence_json = evidence_of(asked),
              .to_state = {}};
  if (!is_silent(asked)) return ended;
  ended.outcome = "no_answer";
  ended.why = asked.evidence.why;
  if (item.tries >= plan_.options.max_tries) {
    ended.state = ItemState::failed;
    return ended;
  }
  ended.state = ItemState::waiting;
  ended.next_try = std::max(asked.verdict.ask_again_after.value_or(Duration{0}),
                            retry::next_delay(retry::Strategy::equal_jitter, static_cast<unsigned>(std::max(0, item.tries - 1)),
                                              std::chrono::seconds(1), std::chrono::seconds(30), {}, random_));
  return ended;
}

// Why an item of our own table was not written, by how its key stands now.
Ended PlanRunner::why_left(const Taken& item, const std::optional<browse::KeyRow>& now, Timestamp as_of) {
  Ended ended{.position = item.position, .state = ItemState::skipped, .outcome = "changed", .why = {}, .evidence_json = {}, .to_state = {}};
  if (!now) {
    ended.outcome = "gone";
    ended.why = "The key is gone: it was reaped, or deleted by hand.";
    return ended;
  }
  const std::string changes = what_changed(item.frozen_json, p_, *now);
  if (now->fence != item.fence) {
    reconcile::FlowChanged changed{*now, {}, as_of};
    if (auto trail = audit::page(connection_, {.id = now->id}, {}, 1); trail && !trail->records.empty()) {
      changed.as_of = trail->as_of;
      changed.last_act = std::move(trail->records.front());
    }
    ended.why = fmt::format("{} ({})", reconcile::sentence(changed, {item.id, now->state, item.fence}), changes);
    return ended;
  }
  if (plan_.act == Act::reap) {
    if (!key::is_final(now->state) && now->state != key::State::released) {
      ended.outcome = "not_for_this_row";
      ended.why = "Unfinished keys are never reaped.";
    } else if (now->expires_at && *now->expires_at > as_of) {
      ended.outcome = "not_for_this_row";
      ended.why = fmt::format("Its window lasts until {}.", iso(*now->expires_at));
    } else {
      ended.state = ItemState::waiting;
    }
  } else if (now->is_stuck(as_of)) {
    ended.state = ItemState::waiting;
  } else if (key::is_final(now->state) || now->state == key::State::released) {
    ended.outcome = "not_for_this_row";
    ended.why = fmt::format("It is {}: nothing is to be settled.", key::word(now->state));
  } else {
    ended.outcome = changes.empty() ? "held" : "changed";
    ended.why = fmt::format("The lease is live until {}: whoever holds it may still finish.",
                            now->locked_until ? iso(*now->locked_until) : "its end");
    if (!changes.empty()) ended.why += fmt::format(" ({})", changes);
  }
  if (ended.state != ItemState::waiting) return ended;
  ended.outcome = "locked";
  ended.why = "Somebody has the row locked at this moment.";
  ended.next_try = soon;
  if (item.tries >= most_locked) ended.state = ItemState::failed;
  return ended;
}

Result<void> PlanRunner::explain(const std::vector<Taken>& left, Step& step) {
  if (left.empty()) return {};
  std::vector<key::Identity> ids;
  for (const Taken& item : left) ids.push_back(item.id);
  auto as_of = pg::server_time(connection_);
  if (!as_of) return fail(as_of.error());
  auto rows = read_own(connection_, ids, {}, &*as_of);
  if (!rows) return fail(rows.error());
  std::vector<Ended> ended;
  for (std::size_t i = 0; i < left.size(); ++i) {
    const auto& these = (*rows)[i];
    ended.push_back(why_left(left[i], these.empty() ? std::nullopt : std::optional(these.front()), *as_of));
  }
  return keep(ended, step);
}

Result<void> PlanRunner::foresee_own(const std::vector<Taken>& taken, std::vector<Foreseen>& foreseen) {
  std::vector<key::Identity> ids;
  for (const Taken& item : taken) ids.push_back(item.id);
  auto as_of = pg::server_time(connection_);
  if (!as_of) return fail(as_of.error());
  auto found = read_own(connection_, ids, {}, &*as_of);
  if (!found) return fail(found.error());
  std::vector<browse::KeyRow> rows;
  std::vector<Taken> of;
  for (std::size_t i = 0; i < taken.size(); ++i) {
    const auto now = (*found)[i].empty() ? std::nullopt : std::optional((*found)[i].front());
    const Ended why = why_left(taken[i], now, *as_of);
    const bool may = why.state == ItemState::waiting || (plan_.act == Act::reap && plan_.options.within_window && now &&
                                                         key::is_final(now->state) && now->fence == taken[i].fence);
    if (!may) {
      foreseen.push_back({taken[i].position, std::string(skip), why.why, {}, false});
    } else if (plan_.act == Act::reap) {
      foreseen.push_back({taken[i].position, std::string(word(plan_.act)), {}, {}, true});
    } else {
      rows.push_back(*now);
      of.push_back(taken[i]);
    }
  }
  const auto asked = ask(rows, *as_of, of);
  for (std::size_t i = 0; i < asked.size(); ++i) {
    foreseen.push_back({of[i].position, std::string(reconcile::word(asked[i].verdict.kind)), asked[i].verdict.why, evidence_of(asked[i]),
                        is_for(asked[i].verdict.kind)});
  }
  return {};
}

Result<void> PlanRunner::run_own(const std::vector<Taken>& taken, Step& step) {
  std::map<int, const Taken*> by_position;
  for (const Taken& item : taken) by_position[item.position] = &item;
  std::vector<browse::KeyRow> rows;
  std::vector<Taken> of;
  for (std::size_t i = 0; i < owned_.size(); ++i) {
    rows.push_back(owned_[i].row);
    of.push_back(*by_position[owned_positions_[i]]);
    by_position.erase(owned_positions_[i]);
  }
  // updated_at of a row just owned is the database's clock.
  const auto asked = ask(rows, rows.empty() ? Timestamp{} : rows.front().updated_at, of);
  std::vector<reconcile::Settlement> settlements;
  std::map<key::Identity, Ended> ends;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const VerdictKind kind = asked[i].verdict.kind;
    const std::string now = std::string(reconcile::word(kind));
    const bool is_foreseen = of[i].foreseen.empty() || of[i].foreseen == now;
    const bool open = kind == VerdictKind::unresolved || kind == VerdictKind::needs_human || kind == VerdictKind::done_needs_response;
    auto settlement = reconcile::settlement_for(rows[i], asked[i], open ? std::string() : plan_.reason, std::chrono::minutes(1));
    settlement.at = owned_[i].at;
    Ended ended;
    if (is_silent(asked[i])) {
      ended = unsettled(of[i], asked[i]);
    } else if (!is_foreseen || (!open && !is_for(kind))) {
      ended = {.position = of[i].position,
               .state = ItemState::skipped,
               .outcome = is_foreseen ? "not_shown" : "verdict_changed",
               .why = is_foreseen ? fmt::format("The evidence says {}: {}", now, asked[i].verdict.why)
                                  : fmt::format("Foreseen was {}; now it is {}: {}", of[i].foreseen, now, asked[i].verdict.why),
               .evidence_json = evidence_of(asked[i]),
               .to_state = {}};
      // Handed back: nobody has agreed to this verdict.
      if (!open) {
        settlement.act = reconcile::Act::unresolved;
        settlement.verdict = std::string(reconcile::word(VerdictKind::unresolved));
        settlement.response.reset();
        settlement.retry_before.reset();
        settlement.error_code.clear();
        settlement.reason = fmt::format("{} ({})", ended.why, plan_.reason);
        settlement.next_try_in = Duration{0};
      }
    } else if (open) {
      ended = unsettled(of[i], asked[i]);
    } else {
      ended = {.position = of[i].position,
               .state = ItemState::done,
               .outcome = now,
               .why = asked[i].verdict.why,
               .evidence_json = evidence_of(asked[i]),
               .to_state = kind == VerdictKind::settle_succeeded ? "succeeded"
                           : kind == VerdictKind::settle_failed  ? "failed"
                                                                 : "released"};
    }
    ends[rows[i].id] = std::move(ended);
    settlements.push_back(std::move(settlement));
  }
  std::vector<Taken> left;
  for (const auto& [position, item] : by_position) left.push_back(*item);
  if (!settlements.empty()) {
    const auto from = Steady::now();
    std::vector<Ended> kept;
    reconcile::BatchOptions batch{.automatic = true, .ticket = plan_.ticket};
    batch.within = [&](pg::Transaction& transaction, const std::vector<reconcile::Written>& written) -> Result<void> {
      if (auto here = check_within(transaction.connection()); !here) return here;
      for (const reconcile::Written& one : written) {
        Ended ended = ends[one.id];
        ended.fence = one.fence;
        ended.audit_id = ended.state == ItemState::done ? one.audit_id : 0;
        kept.push_back(std::move(ended));
      }
      return kept.empty() ? Result<void>() : keep_within(transaction.connection(), kept);
    };
    auto written = reconcile::settle_batch(connection_, p_, settlements, actor_, batch);
    if (!written) return fail(written.error());
    wrote(from, step);
    count(kept, step);
    if (!written->empty() && !written->front().unconfirmed.empty()) step.note = written->front().unconfirmed;
    std::set<key::Identity> ours;
    for (const reconcile::Written& one : *written) ours.insert(one.id);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (ours.contains(rows[i].id)) continue;
      Taken item = of[i];
      item.fence = rows[i].fence;  // under which it was owned
      left.push_back(std::move(item));
    }
  }
  return explain(left, step);
}

Result<void> PlanRunner::run_reap(const std::vector<Taken>& taken, Step& step) {
  const auto from = Steady::now();
  std::vector<std::string_view> tenants, operations, keys;
  std::vector<std::int64_t> fences;
  std::map<key::Identity, int> positions;
  for (const Taken& item : taken) {
    tenants.emplace_back(item.id.tenant);
    operations.emplace_back(item.id.operation);
    keys.emplace_back(item.id.key);
    fences.push_back(item.fence);
    positions[item.id] = item.position;
  }
  auto transaction = pg::Transaction::begin(connection_, {.durable = true, .also = by_index});
  if (!transaction) return fail(transaction.error());
  if (auto here = check_within(connection_); !here) return here;
  pg::Params params;
  params.views(tenants).views(operations).views(keys).integers(fences);
  params.text(actor_.name)
      .text(actor_.host)
      .text(actor_.program)
      .text(plan_.reason)
      .boolean(plan_.options.within_window)
      .text(plan_.ticket);
  auto gone = connection_.exec_prepared(sql::plan_reap, params);
  if (!gone) return fail(gone.error());
  std::vector<Ended> ended;
  std::set<int> reaped;
  for (int i = 0; i < gone->size(); ++i) {
    const int position = positions.at({gone->text(i, 0), gone->text(i, 1), gone->text(i, 2)});
    reaped.insert(position);
    ended.push_back({.position = position,
                     .state = ItemState::done,
                     .outcome = "reap",
                     .why = {},
                     .evidence_json = {},
                     .to_state = {},
                     .audit_id = gone->integer(i, 3)});
  }
  if (!ended.empty()) {
    if (auto kept = keep_within(connection_, ended); !kept) return kept;
    auto committed = transaction->commit();
    if (!committed) return fail(committed.error());
    if (!committed->unconfirmed.empty()) step.note = committed->unconfirmed;
    wrote(from, step);
    count(ended, step);
  } else {
    transaction->rollback();
  }
  std::vector<Taken> left;
  std::ranges::copy_if(taken, std::back_inserter(left), [&](const Taken& item) { return !reaped.contains(item.position); });
  return explain(left, step);
}

Result<std::vector<Decision>> PlanRunner::decide_foreign(const std::vector<Taken>& taken) {
  std::vector<Decision> decisions;
  std::vector<browse::KeyRow> rows;
  std::vector<Taken> of;
  std::vector<std::size_t> at;
  Timestamp now = Timestamp::minus_infinity();
  const auto verb = profile::verb_from_word(word(plan_.act));
  const bool asks_gateway = asks();
  for (const Taken& item : taken) {
    Decision d;
    d.item = &item;
    d.word = skip;
    auto seen = reconcile::look(connection_, p_, access_, item.id);
    if (!seen) return fail(seen.error());
    const auto left = [&](std::string outcome, std::string why) {
      d.outcome = std::move(outcome);
      d.why = std::move(why);
    };
    if (!*seen) {
      left("gone", "The row is gone.");
      decisions.push_back(std::move(d));
      continue;
    }
    d.seen = std::move(**seen);
    now = std::max(now, d.seen->as_of);
    d.request = {.verb = verb.value_or(Verb::succeed),
                 .values = {},
                 .reason = plan_.reason,
                 .ticket = plan_.ticket,
                 .verdict = {},
                 .evidence_json = {},
                 .although_held = plan_.options.although_held};
    if (plan_.act == Act::extend) d.request.values.lease = plan_.options.lease;
    if (!plan_.said.empty()) d.request.evidence_json = nlohmann::json{{"said", plan_.said}}.dump();
    if (const std::string changes = what_changed(item.frozen_json, p_, d.seen->row); !changes.empty()) {
      left("changed", changes);
    } else if (const auto why = verb ? reconcile::why_not_written(p_, access_, *d.seen, *verb) : std::nullopt) {
      left("not_for_this_row", *why);
    } else if (!verb && d.seen->row.state != key::State::in_progress && d.seen->row.state != key::State::released) {
      left("not_for_this_row", fmt::format("It is {}: nothing is to be settled.", key::word(d.seen->row.state)));
    } else if (reconcile::is_held(p_, *d.seen, d.request)) {
      left("held", p_.lease.is_observable() && d.seen->row.locked_until
                       ? fmt::format("The row is held until {}.", iso(*d.seen->row.locked_until))
                       : "Nobody can tell from this table whether somebody is at work on the row.");
    } else if (asks_gateway) {
      auto before = reconcile::case_of(connection_, profile::table_name(p_), d.seen->row_key_json);
      if (!before) return fail(before.error());
      if (*before) {
        d.seen->row.case_status = (*before)->status;
        d.seen->row.case_attempts = (*before)->attempts;
      }
      rows.push_back(d.seen->row);
      of.push_back(item);
      at.push_back(decisions.size());
    } else {
      d.writes = true;
      d.word = profile::word(*verb);
    }
    decisions.push_back(std::move(d));
  }
  const auto asked = ask(rows, now, of);
  for (std::size_t i = 0; i < asked.size(); ++i) {
    Decision& d = decisions[at[i]];
    d.asked = asked[i];
    const VerdictKind kind = asked[i].verdict.kind;
    d.word = d.outcome = reconcile::word(kind);
    d.why = asked[i].verdict.why;
    const auto shown = verb ? verb : verb_for(kind);
    d.retries = is_silent(asked[i]);
    d.files = kind == VerdictKind::unresolved || kind == VerdictKind::needs_human;
    d.otherwise = d.files ? ItemState::unsettled : ItemState::skipped;
    if (!shown || d.retries) continue;
    d.request.verb = *shown;
    if (const auto why = reconcile::why_not_written(p_, access_, *d.seen, *shown)) {
      d.outcome = "not_for_this_row";
      d.why = *why;
      continue;
    }
    auto weighed = reconcile::weighed(p_, d.request, asked[i]);
    if (!weighed) {
      if (!d.files) d.outcome = "not_shown";
      d.why = weighed.error().what;
      continue;
    }
    if (auto missing = profile::missing_value(*shown, p_.writes.at(*shown), weighed->values)) {
      d.otherwise = ItemState::unsettled;
      d.why = *missing;
      continue;
    }
    d.request = std::move(*weighed);
    d.writes = true;
    d.files = false;
  }
  return decisions;
}

Result<void> PlanRunner::foresee_foreign(const std::vector<Taken>& taken, std::vector<Foreseen>& foreseen) {
  auto decisions = decide_foreign(taken);
  if (!decisions) return fail(decisions.error());
  for (const Decision& d : *decisions) {
    foreseen.push_back({d.item->position, d.word, d.why, d.asked ? evidence_of(*d.asked) : "", d.writes});
  }
  return {};
}

Result<void> PlanRunner::write_foreign(const Taken& item, const Decision& d, Step& step) {
  Ended ended{.position = item.position,
              .state = ItemState::done,
              .outcome = d.word,
              .why = d.why,
              .evidence_json = d.asked ? evidence_of(*d.asked) : "",
              .to_state = state_after(d.request.verb)};
  const auto from = Steady::now();
  bool is_kept = false;
  auto outcome = reconcile::write(connection_, p_, access_, *d.seen, d.request, actor_,
                                  [&](pg::Transaction& transaction, std::int64_t audit_id) -> Result<void> {
                                    if (auto here = check_within(transaction.connection()); !here) return here;
                                    ended.audit_id = audit_id;
                                    auto kept = keep_within(transaction.connection(), {ended});
                                    is_kept = kept.has_value();
                                    return kept;
                                  });
  wrote(from, step);
  if (outcome && std::holds_alternative<reconcile::RowWritten>(*outcome)) {
    count({ended}, step);
    if (const auto& said = std::get<reconcile::RowWritten>(*outcome).unconfirmed; !said.empty()) step.note = said;
    return {};
  }
  if (!outcome && (ends_the_step(outcome.error()) || is_kept)) return fail(outcome.error());
  ended.audit_id = 0;
  ended.to_state.clear();
  ended.state = ItemState::skipped;
  if (!outcome) {
    const Error& error = outcome.error();
    const bool again = (error.is_retryable() || error.is_timeout()) && item.tries < most_locked;
    ended.state = again ? ItemState::waiting : ItemState::failed;
    ended.outcome = "error";
    ended.why = error.what;
    ended.next_try = soon;
  } else if (const auto* changed = std::get_if<reconcile::Changed>(&*outcome)) {
    ended.outcome = changed->now ? "changed" : "gone";
    ended.why = changed->now ? what_changed(item.frozen_json, p_, *changed->now) : "The row is gone.";
    if (ended.why.empty()) ended.why = "The row was written meanwhile, in a column that the listing does not show.";
  } else if (const auto* held = std::get_if<reconcile::Held>(&*outcome)) {
    ended.outcome = "held";
    ended.why = held->now.locked_until ? fmt::format("The row is held until {}.", iso(*held->now.locked_until)) : "The row is held.";
  } else {
    ended.state = ItemState::failed;
    ended.outcome = "withheld";
    ended.why = std::get<reconcile::Withheld>(*outcome).why;
  }
  return keep({ended}, step);
}

Result<void> PlanRunner::file_case(const Taken& item, const Decision& d, Step& step) {
  Ended ended = unsettled(item, *d.asked);
  if (ended.state == ItemState::unsettled && !d.why.empty()) ended.why = d.why;
  const auto from = Steady::now();
  auto filed = reconcile::keep_case(connection_, p_, access_, *d.seen, *d.asked, plan_.reason, plan_.ticket, std::chrono::minutes(1),
                                    actor_, [&](pg::Transaction& transaction, std::int64_t) -> Result<void> {
                                      if (auto here = check_within(transaction.connection()); !here) return here;
                                      return keep_within(transaction.connection(), {ended});
                                    });
  wrote(from, step);
  if (!filed) return fail(filed.error());
  if (const auto* changed = std::get_if<reconcile::Changed>(&*filed)) {
    ended.state = ItemState::skipped;
    ended.outcome = changed->now ? "changed" : "gone";
    ended.why = changed->now ? what_changed(item.frozen_json, p_, *changed->now) : "The row is gone.";
    return keep({ended}, step);
  }
  count({ended}, step);
  return {};
}

Result<void> PlanRunner::run_foreign(const std::vector<Taken>& taken, Step& step) {
  auto decisions = decide_foreign(taken);
  if (!decisions) return fail(decisions.error());
  std::vector<Ended> left;
  for (const Decision& d : *decisions) {
    const Taken& item = *d.item;
    const bool is_foreseen = item.foreseen.empty() || item.foreseen == d.word || item.foreseen == skip || d.word == skip;
    Result<void> done;
    if (!is_foreseen && !d.retries) {
      left.push_back({.position = item.position,
                      .state = ItemState::skipped,
                      .outcome = "verdict_changed",
                      .why = fmt::format("Foreseen was {}; now it is {}: {}", item.foreseen, d.word, d.why),
                      .evidence_json = d.asked ? evidence_of(*d.asked) : "",
                      .to_state = {}});
    } else if (item.foreseen == skip && d.writes) {
      left.push_back({.position = item.position,
                      .state = ItemState::skipped,
                      .outcome = "verdict_changed",
                      .why = fmt::format("It was foreseen to be skipped; now it would be: {}.", d.word),
                      .evidence_json = d.asked ? evidence_of(*d.asked) : "",
                      .to_state = {}});
    } else if (d.writes) {
      done = write_foreign(item, d, step);
    } else if (d.files || d.retries) {
      done = file_case(item, d, step);
    } else {
      left.push_back({.position = item.position,
                      .state = d.otherwise,
                      .outcome = d.outcome,
                      .why = d.why,
                      .evidence_json = d.asked ? evidence_of(*d.asked) : "",
                      .to_state = {}});
    }
    if (!done) return done;
  }
  return keep(left, step);
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
  auto taken = take(step);
  if (!taken) return fail(taken.error());
  if (step.over || step.wait > Duration{0}) return step;
  if (taken->empty()) {
    if (auto left = nothing_left(step); !left) return fail(left.error());
    return step;
  }
  Result<void> done;
  if (work_ == Work::dry_run) {
    std::vector<Foreseen> foreseen;
    done = is_own_ ? foresee_own(*taken, foreseen) : foresee_foreign(*taken, foreseen);
    if (!done) return fail(done.error());
    std::vector<std::int64_t> positions, writes;
    std::vector<std::string> words, whys, evidence;
    for (const Foreseen& one : foreseen) {
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
    step.foreseen = static_cast<int>(kept->affected());
  } else {
    done = !is_own_ ? run_foreign(*taken, step) : plan_.act == Act::reap ? run_reap(*taken, step) : run_own(*taken, step);
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
  return step;
}

}  // namespace

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
  auto system = system_sql(connection);
  if (!system) return fail(system.error());
  auto runner = std::make_unique<PlanRunner>(connection, plan, work, gateway, actor, options, random, std::move(p), std::move(*system));
  if (auto begun = runner->begin(); !begun) return fail(begun.error());
  return std::unique_ptr<Runner>(std::move(runner));
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
    ran.sum.taken += step->taken;
    ran.sum.done += step->done;
    ran.sum.skipped += step->skipped;
    ran.sum.unsettled += step->unsettled;
    ran.sum.failed += step->failed;
    ran.sum.foreseen += step->foreseen;
    ran.sum.state = step->state;
    ran.sum.over = step->over;
    ran.sum.longest = std::max(ran.sum.longest, step->longest);
    if (!step->note.empty()) ran.sum.note = step->note;
    if (on_step) on_step(*step);
    if (step->over) return ran;
    for (const auto until = Steady::now() + step->wait; Steady::now() < until;) {
      if (go_on && !go_on()) break;
      std::this_thread::sleep_for(std::min<Duration>(look_up, std::chrono::duration_cast<Duration>(until - Steady::now())));
    }
  }
}

}  // namespace onceover::plan
