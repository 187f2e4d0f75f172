// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/model/world.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <tuple>
#include <variant>

namespace onceover::model {
namespace {

using namespace std::chrono_literals;
using reconcile::VerdictKind;

constexpr std::int8_t last_time = 3;  // the retention is over: no client comes back, the reaper may come
constexpr std::int8_t window = 2;     // of a deduping gateway, from the key's creation
constexpr std::int8_t max_attempts = 2;
constexpr Duration tick = 10min, margin = reconcile::AttemptPolicy::dedupe_margin;
constexpr std::size_t operator_index = 2;
constexpr std::string_view executor_names[] = {"executor A", "executor B"};
constexpr std::string_view settler_names[] = {"sweeper 1", "sweeper 2", "the operator"};

Timestamp at(std::int8_t time) { return Timestamp{1'700'000'000'000'000} + tick * time; }

bool is_final(RowState state) { return state == RowState::succeeded || state == RowState::failed; }

class Stepper {
 public:
  using Emit = std::function<void(Step<WorldState>&&)>;
  Stepper(const Scenario& scenario, const Rules& rules, Watch watch)
      : scenario_(scenario), rules_(rules), watch_(watch) {}

  void all_from(const WorldState& state, const Emit& emit) {
    before_ = state;
    emit_ = &emit;
    for (std::size_t i = 0; i < state.executors.size(); ++i) executor(i);
    for (std::size_t i = 0; i < state.settlers.size(); ++i) settler(i);
    network();
    reaper();
    if (state.time < last_time) {
      WorldState next = state;
      ++next.time;
      done(next, "the clock", "moves on by ten minutes");
    }
  }

 private:
  // --- the row's writes: one guarded statement each; false where no row matched
  bool may_write(const WorldState& state, std::int8_t fence, bool guarded) {
    if (state.row == RowState::none) return false;
    const bool matches = state.row == RowState::in_progress && state.fence == fence;
    if (!matches && !guarded) wrote_unfenced_ = true;
    return matches || !guarded;
  }
  void finish(WorldState& state, RowState final_state, std::int8_t author) {
    state.row = final_state;
    state.answered_by = author;
    state.retry_before = -1;
    state.needs_human = state.attempts = state.holder = state.lease = state.claims = state.no_effect =
        state.was_released = 0;  // what no rule reads any more makes no two states of one
    if (state.once_was == RowState::none) state.once_was = final_state;
  }
  void release(WorldState& state) {
    state.row = RowState::released;
    state.retry_before = scenario_.dedupes || !rules_.resubmission_needs_deduping
                             ? static_cast<std::int8_t>(state.created + window)
                             : std::int8_t{-1};
    state.needs_human = state.holder = state.lease = state.was_released = 0;
  }
  void own(WorldState& state, std::int8_t& fence, key::Holder holder) {
    const bool is_executor = holder == key::Holder::executor;
    const bool was_released = state.row == RowState::released || state.was_released != 0;
    if (is_executor) {
      state.claims = std::min<std::int8_t>(static_cast<std::int8_t>(state.claims + 1), 2);
      if (state.row != RowState::released) state.no_effect = 0;
    }
    state.was_released = !is_executor && was_released;
    if (is_executor || !was_released) state.retry_before = -1;
    // Fences are ranks, so the next one is above all that anybody remembers.
    std::int8_t highest = state.fence;
    for (const Executor& each : state.executors) highest = std::max(highest, each.fence);
    for (const Settler& each : state.settlers) highest = std::max(highest, each.fence);
    fence = static_cast<std::int8_t>(highest + 1);
    state.row = RowState::in_progress;
    state.fence = fence;
    state.holder = static_cast<std::int8_t>(holder);
    state.lease = std::min<std::int8_t>(static_cast<std::int8_t>(state.time + 1), last_time);
  }

  // --- executors
  void executor(std::size_t i) {
    const Executor& self = before_.executors[i];
    const std::string_view who = executor_names[i];
    const auto next_with = [&](Doing doing) {
      WorldState next = before_;
      next.executors[i].doing = doing;
      if (doing == Doing::nothing) next.executors[i].fence = 0;
      return next;
    };
    if (self.doing == Doing::nothing) claim(i);
    if (self.doing == Doing::claimed) {
      WorldState next = next_with(Doing::sent);
      next.executors[i].message = Message::under_way;
      done(next, who, "sends the request");
      next = next_with(Doing::nothing);
      const bool written = may_write(next, self.fence, rules_.fence_on_release);
      if (written) {
        release(next);
        if (next.claims == 1) next.no_effect = 1;
        // A handler may set a bound of its own.
        if (next.retry_before < 0)
          next.retry_before = std::min<std::int8_t>(static_cast<std::int8_t>(next.time + 1), last_time);
      }
      done(next, who,
           written ? "knows that it did nothing, and releases the key"
                   : "wants to release the key, and learns that it lost it");
    }
    if (self.doing == Doing::sent) {
      if (self.message == Message::answered_done || self.message == Message::answered_refused) {
        const bool ok = self.message == Message::answered_done;
        WorldState next = next_with(ok ? Doing::knows_done : Doing::knows_refused);
        next.executors[i].message = Message::none;
        done(next, who, ok ? "hears: done" : "hears: refused");
      }
      WorldState next = next_with(Doing::nothing);
      lose_message(next, i);
      const bool fails = !rules_.timeout_is_not_failed && may_write(next, self.fence, true);
      if (fails) finish(next, RowState::failed, 1);
      done(next, who,
           fails ? "hears nothing in time, and records a failure"
                 : "hears nothing in time, and leaves the key to the sweepers",
           true);
    }
    if (self.doing == Doing::knows_done || self.doing == Doing::knows_refused) {
      WorldState next = next_with(Doing::nothing);
      const bool ok = self.doing == Doing::knows_done;
      const bool written = may_write(next, self.fence, rules_.fence_on_completion);
      if (written) finish(next, ok ? RowState::succeeded : RowState::failed, 1);
      done(next, who,
           !written ? "wants to complete the key, and learns that it lost it"
           : ok     ? "completes the key: succeeded"
                    : "completes the key: failed");
    }
    if (self.doing != Doing::nothing) {
      WorldState next = next_with(Doing::nothing);
      lose_message(next, i);
      done(next, who, "crashes", true);
    }
  }

  void claim(std::size_t i) {
    if (before_.claims_left == 0 || before_.time == last_time) return;
    WorldState next = before_;
    Executor& self = next.executors[i];
    --next.claims_left;
    self.doing = Doing::claimed;
    const std::string_view who = executor_names[i];
    if (before_.row == RowState::none) {
      if (before_.once_was != RowState::none) return;  // reaped: past the retention
      own(next, self.fence, key::Holder::executor);
      next.created = before_.time;
      next.attempts = 0;
      done(next, who, "claims the new key");
      return;
    }
    key::Existing row;
    row.state = before_.row == RowState::in_progress ? key::State::in_progress
                : before_.row == RowState::released  ? key::State::released
                : before_.row == RowState::succeeded ? key::State::succeeded
                                                     : key::State::failed;
    row.fence = before_.fence;
    row.holder = static_cast<key::Holder>(before_.holder);
    row.locked_until = at(before_.lease);
    if (before_.retry_before >= 0) row.retry_before = at(before_.retry_before);
    row.created_at = at(before_.created);
    key::DecidePolicy policy;
    if (scenario_.dedupes) policy.rerunnable_for = tick * window - margin;
    const auto decision = key::decide(row, key::Fingerprint{}, at(before_.time), policy);
    if (!std::holds_alternative<key::MayTakeOver>(decision)) return;
    own(next, self.fence, key::Holder::executor);
    done(next, who,
         before_.row == RowState::released ? "claims the released key again"
                                           : "takes the expired key over, to roll it forward");
  }

  static void lose_message(WorldState& state, std::size_t i) {
    Message& message = state.executors[i].message;
    if (message == Message::under_way) ++state.stray;
    message = Message::none;
  }

  // --- the gateway and the network before it
  bool arrives() const { return !scenario_.dedupes || before_.time < before_.created + window; }

  // The gateway meets a request: its answer, for each that it may choose.
  template <class Use>
  void deliver(const Use& use) {
    const bool decided = before_.tombstone != 0 || (scenario_.dedupes && before_.ledger != Ledger::nothing);
    for (const bool accept : {true, false}) {
      if (decided && accept != (before_.tombstone == 0 && before_.ledger == Ledger::done)) continue;
      WorldState next = before_;
      if (!decided && accept) {
        ++next.effects;
        next.ledger = Ledger::done;
      } else if (!decided && next.ledger == Ledger::nothing) {
        next.ledger = Ledger::refused;
      }
      use(next, accept);
    }
  }

  void network() {
    for (std::size_t i = 0; i < before_.executors.size(); ++i) {
      if (before_.executors[i].message != Message::under_way || !arrives()) continue;
      deliver([&](WorldState& next, bool accept) {
        next.executors[i].message = accept ? Message::answered_done : Message::answered_refused;
        done(next, executor_names[i],
             accept ? "has its request performed by the gateway" : "has its request refused by the gateway");
      });
    }
    if (before_.stray == 0) return;
    if (arrives()) {
      deliver([&](WorldState& next, bool accept) {
        --next.stray;
        done(next, "a request that nobody waits for",
             accept ? "reaches the gateway, which performs it" : "reaches the gateway, which refuses it");
      });
    }
    WorldState next = before_;
    --next.stray;
    done(next, "a request that nobody waits for", "is lost", true);
  }

  // --- sweepers and the operator
  void settler(std::size_t i) {
    const Settler& self = before_.settlers[i];
    const std::string_view who = settler_names[i];
    if (self.settling == Settling::nothing) {
      const bool expired = before_.row == RowState::in_progress && before_.time >= before_.lease;
      const bool overdue = before_.row == RowState::released && before_.retry_before >= 0 &&
                           before_.time >= before_.retry_before;
      if (!(expired || overdue) || (before_.needs_human != 0 && i != operator_index)) return;
      WorldState next = before_;
      own(next, next.settlers[i].fence, i == operator_index ? key::Holder::operator_ : key::Holder::sweeper);
      next.settlers[i].settling = Settling::owned;
      done(next, who, "takes the expired key over, to ask about it");
      return;
    }
    if (self.settling == Settling::owned) ask(i);
    if (self.settling == Settling::asked) settle(i);
    WorldState next = before_;
    next.settlers[i] = Settler{};
    done(next, who, "crashes", true);
  }

  void ask(std::size_t i) {
    const auto asked = [&](WorldState next, Finding finding, bool held, std::string_view words,
                           bool is_fault = false) {
      next.settlers[i] = {Settling::asked, finding, static_cast<std::int8_t>(held),
                          before_.settlers[i].fence};
      done(next, settler_names[i], words, is_fault);
    };
    const Finding truth = before_.ledger == Ledger::done ? Finding::done
                          : before_.ledger == Ledger::refused || before_.tombstone != 0
                              ? Finding::refused
                              : Finding::no_such_key;
    const char* words[] = {"", "asks, and hears: done", "asks, and hears: refused for good",
                           "asks, and hears: no such key", ""};
    asked(before_, truth, false, words[static_cast<int>(truth)]);
    asked(before_, Finding::unknown, false, "asks, and hears nothing that counts", true);
    if (scenario_.cancel != gateway::Cancel::none && truth == Finding::no_such_key) {
      WorldState next = before_;
      const bool tombstone = scenario_.cancel == gateway::Cancel::with_tombstone;
      next.tombstone = tombstone;
      // The gateway confirms it either way; what the confirmation is worth is for the verdict to say.
      asked(next, Finding::no_such_key, true,
            tombstone ? "cancels the key, and the tombstone stands"
                      : "cancels the key, which leaves no tombstone");
      asked(next, Finding::unknown, false, "cancels the key, and does not hear what came of it", true);
    }
    if (i == operator_index && !rules_.operator_needs_evidence) {
      for (const RowState state : {RowState::succeeded, RowState::failed}) {
        WorldState next = before_;
        next.settlers[i] = Settler{};
        if (!may_write(next, before_.settlers[i].fence, true)) continue;
        finish(next, state, 3);
        done(next, settler_names[i],
             state == RowState::succeeded ? "settles without evidence: succeeded"
                                          : "settles without evidence: failed");
      }
    }
  }

  VerdictKind verdict_of(const Settler& self) {
    const auto age = static_cast<std::int8_t>(before_.time - before_.created);
    const bool is_released =
        before_.was_released != 0 || (!rules_.no_effect_ends_with_a_claim && before_.no_effect != 0);
    const auto question = std::make_tuple(age, before_.attempts, self.finding, self.cancel_held,
                                          before_.was_released != 0 ? before_.retry_before : 0,
                                          is_released ? 1 + before_.no_effect : 0);
    if (const auto known = verdicts_.find(question); known != verdicts_.end()) return known->second;
    gateway::Evidence evidence;
    evidence.finding = self.finding == Finding::done          ? gateway::Finding::done
                       : self.finding == Finding::refused     ? gateway::Finding::refused
                       : self.finding == Finding::no_such_key ? gateway::Finding::no_such_key
                                                              : gateway::Finding::unknown;
    evidence.refusal = self.finding == Finding::refused ? "declined" : "";
    evidence.body = R"({"id":"1"})";
    evidence.cancel_held = self.cancel_held != 0;
    gateway::Declaration declared;
    declared.final_refusals = {"declined"};
    declared.cancel = rules_.cancel_needs_a_tombstone || scenario_.cancel == gateway::Cancel::none
                          ? scenario_.cancel
                          : gateway::Cancel::with_tombstone;
    if (scenario_.dedupes || !rules_.resubmission_needs_deduping) declared.dedupe_window = tick * window;
    if (scenario_.has_template)
      declared.response = gateway::ResponseTemplate{201, "application/json", R"({"id":"{{/id}}"})"};
    declared.if_not_retried = gateway::IfNotRetried{.error_code = "CONFLICT.idempotency.not_retried"};
    reconcile::RowFacts facts{
        is_released ? key::State::released : key::State::in_progress, at(before_.created), {}, {}};
    if (is_released) {
      facts.retry_before = before_.was_released != 0 ? at(before_.retry_before) : at(before_.created);
      facts.no_effect = before_.no_effect != 0;
    }
    VerdictKind kind =
        reconcile::verdict(facts, evidence, &declared, at(before_.time), {before_.attempts, max_attempts})
            .kind;
    if (self.finding == Finding::no_such_key && !rules_.not_found_is_not_failed)
      kind = VerdictKind::settle_failed;
    verdicts_[question] = kind;
    return kind;
  }

  void settle(std::size_t i) {
    const Settler& self = before_.settlers[i];
    WorldState next = before_;
    next.settlers[i] = Settler{};
    const std::string_view who = settler_names[i];
    if (!may_write(next, self.fence, true)) {
      done(next, who, "wants to settle, and learns that it lost the key");
      return;
    }
    const bool is_operator = i == operator_index;
    const std::int8_t author = is_operator ? 3 : 2;
    const VerdictKind kind = verdict_of(self);
    switch (kind) {
      case VerdictKind::settle_succeeded:
        finish(next, RowState::succeeded, author);
        done(next, who, "settles: succeeded");
        return;
      case VerdictKind::settle_failed:
        finish(next, RowState::failed, author);
        done(next, who, "settles: failed");
        return;
      case VerdictKind::release:
        if (next.was_released == 0) next.no_effect = 0;
        release(next);
        done(next, who, "releases the key");
        return;
      case VerdictKind::done_needs_response:
        if (is_operator) {
          finish(next, RowState::succeeded, author);
          done(next, who, "supplies the response, and settles: succeeded");
          return;
        }
        [[fallthrough]];
      case VerdictKind::needs_human: next.needs_human = 1; break;
      case VerdictKind::unresolved: break;
    }
    next.attempts = std::min<std::int8_t>(static_cast<std::int8_t>(next.attempts + 1), max_attempts);
    if (kind == VerdictKind::unresolved && next.was_released != 0) {
      next.row = RowState::released;
      next.holder = next.lease = next.was_released = 0;
      done(next, who, "settles nothing: the released key waits");
      return;
    }
    next.was_released = 0;
    next.retry_before = -1;
    next.lease = next.time;  // given back
    done(next, who, next.needs_human != 0 ? "settles nothing, and calls for a person" : "settles nothing");
  }

  // --- the reaper
  void reaper() {
    const bool past = before_.time == last_time;
    const bool reapable = past && before_.row != RowState::none && before_.row != RowState::in_progress;
    const bool careless = !rules_.reaper_spares_unresolved && before_.row == RowState::in_progress &&
                          before_.time >= before_.lease;
    if (!reapable && !careless) return;
    WorldState next = before_;
    next.row = RowState::none;
    next.fence = next.holder = next.lease = next.created = next.attempts = next.needs_human =
        next.answered_by = 0;
    next.claims = next.no_effect = next.was_released = 0;
    next.retry_before = -1;
    done(next, "the reaper", careless ? "deletes the unfinished key" : "deletes the finished key");
  }

  // --- what every step is held to
  std::string_view violated(const WorldState& next) const {
    if (next.effects > 1) return "1, one effect: there are two";
    if (next.once_was == RowState::succeeded && next.effects == 0)
      return "2, truth: succeeded, and there is no effect";
    if (next.once_was == RowState::failed && next.effects > 0)
      return "2, truth: failed, and there is an effect";
    const bool reaped = next.row == RowState::none && before_.row != RowState::none;
    const bool changed =
        next.row != before_.row || next.fence != before_.fence || next.answered_by != before_.answered_by;
    if (is_final(before_.row) && changed && !reaped)
      return "3, terminal is final: a finished key was changed";
    if (rewrote_final_) return "3, terminal is final: the stored response was replaced";
    if (watch_ == Watch::harm) return {};
    if (wrote_unfenced_) return "4, fence: a write landed under a fence that is not the row's";
    if (next.fence != before_.fence && !reaped && next.fence < before_.fence) return "4, fence: it went back";
    if (reaped && !is_final(before_.row) && before_.row != RowState::released)
      return "7, unresolved survives: the reaper deleted an unfinished key";
    return {};
  }

  void done(WorldState next, std::string_view who, std::string_view what, bool is_fault = false) {
    rewrote_final_ = wrote_unfenced_ && is_final(before_.row) && is_final(next.row);
    const std::string_view violation = violated(next);
    wrote_unfenced_ = rewrote_final_ = false;
    rank_fences(next);
    if (watch_ == Watch::everything) forget_names(next);
    (*emit_)({next, who, what, is_fault, violation});
  }

  static void rank_fences(WorldState& state) {
    std::array<std::int8_t*, 6> places = {&state.fence};
    std::size_t count = 1;
    for (Executor& each : state.executors) places[count++] = &each.fence;
    for (Settler& each : state.settlers) places[count++] = &each.fence;
    std::array<std::int8_t, 6> values{};
    std::size_t known = 0;
    for (const std::int8_t* place : places) values[known++] = *place;
    std::sort(values.begin(), values.end());
    const auto end = std::unique(values.begin(), values.end());
    const std::int8_t first = values[0] == 0 ? 0 : 1;  // 0 is no fence
    for (std::int8_t* place : places)
      *place =
          static_cast<std::int8_t>(first + (std::lower_bound(values.begin(), end, *place) - values.begin()));
  }

  static void forget_names(WorldState& state) {
    const auto bytes_less = [](const auto& a, const auto& b) { return std::memcmp(&a, &b, sizeof a) < 0; };
    std::sort(state.executors.begin(), state.executors.end(), bytes_less);
    std::sort(state.settlers.begin(), state.settlers.begin() + operator_index, bytes_less);
  }

  Scenario scenario_;
  Rules rules_;
  Watch watch_;
  WorldState before_;
  const Emit* emit_ = nullptr;
  bool wrote_unfenced_ = false, rewrote_final_ = false;
  std::map<std::tuple<std::int8_t, std::int8_t, Finding, std::int8_t, int, int>, VerdictKind> verdicts_;
};

}  // namespace

World::World(Scenario scenario, Rules rules, Watch watch)
    : scenario_(scenario), rules_(rules), watch_(watch) {}

SearchResult<WorldState> World::explore() const {
  Stepper stepper(scenario_, rules_, watch_);
  return search<WorldState>(
      WorldState{},
      [&](const WorldState& state, const Stepper::Emit& emit) { stepper.all_from(state, emit); },
      [](const WorldState& state) {
        return state.row == RowState::none || is_final(state.row) || state.needs_human != 0;
      });
}

}  // namespace onceover::model
