// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/history/checker.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "tests/integration/history/story.h"

namespace onceover::test::history {
namespace {

bool is_final_word(const std::string& state) { return state == "succeeded" || state == "failed"; }

class Judge {
 public:
  explicit Judge(const Recording& recording) : recording_(recording), stories_(stories_of(recording)) {
    for (const Entry& e : recording.entries) {
      if (e.key == no_key) others_.push_back(&e);
    }
  }

  std::vector<Violation> all() {
    for (const Story& story : stories_) {
      story_ = &story;
      one_effect();
      truth();
      terminal_is_final();
      fence();
      truth_of_errors();
      writes();
      settled();
      atomic();
      replay();
      reaped();
      live();
      complete_record();
    }
    stop_switch();
    return std::move(violations_);
  }

 private:
  void found(std::string rule, std::string what) {
    violations_.push_back({std::move(rule), story_->key, std::move(what)});
  }
  bool by_fence(std::int64_t fence, const std::function<bool(const Change&)>& is) const {
    return std::any_of(story_->changes.begin(), story_->changes.end(),
                       [&](const Change* c) { return c->fence_before == fence && is(*c); });
  }

  void one_effect() {
    if (const int effects = story_->effects(); effects > 1)
      found("one effect", fmt::format("the bank performed it {} times", effects));
    if (story_->was_reaped()) return;
    std::set<std::string> amounts;
    for (const Landing* l : story_->landings) amounts.insert(l->amount);
    if (amounts.size() > 1) found("mismatch never executes", "two payloads reached the bank under one key");
  }

  void truth() {
    if (is_local(story_->facts->way)) return;
    for (const Change* c : story_->changes) {
      if (c->after == "succeeded" && story_->effects() == 0)
        found("truth", "succeeded, and the bank never performed it");
      if (c->after == "failed" && story_->effects() > 0) found("truth", "failed, and the bank performed it");
    }
  }

  void terminal_is_final() {
    for (const Change* c : story_->changes) {
      if (is_final_word(c->before) && !c->after.empty())
        found("terminal is final",
              fmt::format("{} became {} under fence {}", c->before, c->after, c->fence_after));
    }
    if (story_->was_reaped() || story_->exposed) return;
    // What one client was told to the end, nobody may be told otherwise after it.
    const Entry* seen = nullptr;
    std::map<int, const Entry*> invoked;
    for (const Entry* e : story_->entries) {
      if (e->phase == Phase::invoked) {
        invoked[e->call] = e;
        continue;
      }
      if (e->phase != Phase::ok) continue;
      const bool terminal = e->result == "replay" || e->result == "executed" ||
                            (e->result == "done" &&
                             (e->act == Act::complete || e->act == Act::fail || e->act == Act::finish_here));
      const bool denies = e->result == "claimed" || e->result == "taken_over" || e->result == "in_flight" ||
                          e->result == "awaiting" || e->result == "executed" || e->result == "within" ||
                          (e->result == "done" && !terminal);
      if (seen != nullptr && denies && invoked[e->call] != nullptr && invoked[e->call]->number > seen->number)
        found("terminal is final",
              fmt::format("#{} was told \"{}\" after #{} had been given the final answer", e->call, e->result,
                          seen->call));
      if (terminal && seen == nullptr) seen = e;
    }
  }

  void fence() {
    std::int64_t highest = 0;
    for (const Change* c : story_->changes) {
      if (c->after.empty()) continue;
      const bool drawn = c->before.empty() || c->fence_after != c->fence_before;
      if (drawn && c->fence_after <= highest)
        found("fence", fmt::format("fence {} came after {}", c->fence_after, highest));
      highest = std::max(highest, c->fence_after);
      const bool changed_hands =
          !c->before.empty() && (c->owner_before != c->owner_after || c->holder_before != c->holder_after ||
                                 (c->before == "released" && c->after == "in_progress"));
      if (changed_hands && !drawn)
        found("fence", fmt::format("the owner changed under fence {}", c->fence_after));
      if (!changed_hands || c->before != "in_progress") continue;
      if (c->locked_until_before_us && *c->locked_until_before_us > c->db_us && !clock_was_stepped(*c))
        found("lease",
              fmt::format("fence {} was taken from a live lease of {}", c->fence_after, c->owner_before));
      if (c->holder_after == "executor" && !may_run_again(story_->facts->way))
        found("no blind re-run", fmt::format("fence {} runs an unsettled key again", c->fence_after));
    }
    if (story_->exposed) return;
    std::map<std::int64_t, int> claims;
    for (const Entry* e : story_->entries) {
      if (e->act != Act::claim || e->phase != Phase::ok || e->fence == 0) continue;
      if (++claims[e->fence] == 2) found("fence", fmt::format("two executors were given fence {}", e->fence));
    }
  }

  // A client does one thing at a time: what bears its name between a call and that call's definite failure is
  // that call's. A person's call bears its number into the trail.
  void truth_of_errors() {
    if (story_->exposed) return;
    std::map<int, std::int64_t> begun_us;
    for (const Entry* e : story_->entries) {
      if (e->phase == Phase::invoked) begun_us[e->call] = e->at_us;
      if (e->phase == Phase::invoked || e->phase == Phase::in_doubt) continue;
      const auto meanwhile = [&](std::int64_t at_us) {
        return at_us >= begun_us[e->call] && at_us <= e->at_us;
      };
      if (e->act == Act::claim && e->phase == Phase::failed) {
        for (const Change* c : story_->changes) {
          if (meanwhile(c->at_us) && c->owner_before != c->owner_after &&
              c->owner_after.starts_with(e->actor + "#"))
            found("truth of errors",
                  fmt::format("#{} was told \"{}\", and holds fence {}", e->call, e->result, c->fence_after));
        }
      }
      if (e->act == Act::settle) {
        const bool settled = std::any_of(story_->audit.begin(), story_->audit.end(), [&](const Audited* a) {
          return a->action == "settle" && a->reason == fmt::format("history #{}", e->call);
        });
        if (settled != e->result.starts_with("settled"))
          found("truth of errors",
                fmt::format("#{} was told \"{}\", and the trail says otherwise", e->call, e->result));
      }
    }
  }

  // Every write that was said to be done was; every write that was said to be lost or failed was not; nothing
  // else was written.
  void writes() {
    if (story_->exposed) return;
    std::map<std::int64_t, std::set<std::string>> intended;  // fence → digests, "released"
    for (const Entry* e : story_->entries) {
      const bool finishes = e->act == Act::complete || e->act == Act::fail || e->act == Act::finish_here;
      if (!finishes && e->act != Act::release) continue;
      if (e->phase == Phase::invoked) {
        intended[e->fence].insert(finishes ? e->digest : "released");
        continue;
      }
      const bool there = by_fence(e->fence, [&](const Change& c) {
        return finishes ? is_final_word(c.after) && c.digest == e->digest : c.after == "released";
      });
      if (e->phase == Phase::ok && e->result == "done" && !there)
        found("fence",
              fmt::format("#{} was told done, and nothing was written under fence {}", e->call, e->fence));
      const bool refused = e->phase == Phase::failed || (e->phase == Phase::ok && e->result == "lost");
      // A release that was lost on the wire, committed, and was claimed by the next: ownership is lost,
      // truly. So is a reaped key's.
      const bool moved_on = e->result == "lost" && (e->act == Act::release || story_->was_reaped());
      if (refused && there && !moved_on)
        found("fence", fmt::format("#{} was told \"{}\", and its write under fence {} took effect", e->call,
                                   e->result, e->fence));
    }
    for (const Change* c : story_->changes) {
      if (c->before != "in_progress" || c->after == "in_progress" || c->after.empty()) continue;
      if (c->holder_after != "executor") continue;  // settled(), below
      const auto owner = intended.find(c->fence_before);
      if (owner == intended.end() || !owner->second.contains(c->after == "released" ? "released" : c->digest))
        found("fence", fmt::format("nobody who held fence {} asked for this {}", c->fence_before, c->after));
    }
  }

  // What sweepers and operators write: with a trail, and by nobody but the owner.
  void settled() {
    for (const Change* c : story_->changes) {
      const bool same_owner = c->owner_before == c->owner_after && c->holder_before == c->holder_after;
      if (c->before != "in_progress" || c->after.empty() || !same_owner || c->holder_after == "executor")
        continue;
      const auto noted = std::find_if(story_->audit.begin(), story_->audit.end(),
                                      [&](const Audited* a) { return a->fence_after == c->fence_after; });
      if (noted == story_->audit.end()) {
        found("audit", fmt::format("{} wrote {} under fence {} and left no trail", c->owner_after, c->after,
                                   c->fence_after));
      } else if ((*noted)->approval == 0 && !c->owner_before.starts_with((*noted)->actor + "@")) {
        found("fence",
              fmt::format("{} wrote {} while {} owned the key", (*noted)->actor, c->after, c->owner_before));
      }
    }
  }

  void atomic() {
    if (!is_local(story_->facts->way)) return;
    std::map<std::int64_t, int> rows, finished;  // by transaction
    std::map<int, int> by_call;
    for (const BusinessRow* b : story_->business) {
      ++rows[b->xid];
      ++by_call[b->call];
    }
    for (const Change* c : story_->changes) {
      if (c->after == "succeeded") ++finished[c->xid];
    }
    for (const auto& [xid, n] : rows) {
      if (n > 1) found("atomic", fmt::format("transaction {} holds {} business rows", xid, n));
      if (!finished.contains(xid))
        found("atomic", fmt::format("the business row of transaction {} came without its final state", xid));
    }
    for (const auto& [xid, n] : finished) {
      if (!rows.contains(xid))
        found("atomic", fmt::format("the final state of transaction {} came without its business row", xid));
    }
    if (story_->exposed) return;
    for (const Entry* e : story_->entries) {
      if (e->phase == Phase::invoked || (e->act != Act::finish_here && e->act != Act::known)) continue;
      const bool there = by_call[e->call] > 0;
      const bool said_done = e->phase == Phase::ok && (e->result == "done" || e->result == "executed");
      if (said_done && !there)
        found("atomic",
              fmt::format("#{} was told {}, and its business row is not there", e->call, e->result));
      // A duplicate of its own doubt: run_known that is told "replay" or "in flight" may meet what its first,
      // lost try committed.
      const bool refused = e->phase == Phase::failed ||
                           (e->phase == Phase::ok && (e->result == "lost" || e->result == "mismatch"));
      if (refused && there)
        found("atomic",
              fmt::format("#{} was told \"{}\", and its business row is there", e->call, e->result));
    }
  }

  void replay() {
    std::set<std::pair<std::string, std::string>> lives;  // digest, fingerprint of each finished life
    std::map<std::int64_t, std::string> payload_of;       // by fence
    std::set<std::string> payloads;
    for (const Change* c : story_->changes) {
      if (is_final_word(c->after)) lives.insert({c->digest, c->fingerprint});
      if (c->after.empty()) continue;
      payload_of[c->fence_after] = c->fingerprint;
      payloads.insert(c->fingerprint);
      if (!c->before.empty() && payload_of.contains(c->fence_before) &&
          payload_of[c->fence_before] != c->fingerprint)
        found("mismatch never executes", fmt::format("the payload changed under fence {}", c->fence_after));
    }
    if (story_->exposed) return;
    for (const Entry* e : story_->entries) {
      if (e->phase != Phase::ok || (e->act != Act::claim && e->act != Act::known)) continue;
      if (e->result == "replay" && !lives.contains({e->digest, e->fingerprint})) {
        const bool other = std::any_of(lives.begin(), lives.end(),
                                       [&](const auto& life) { return life.first == e->digest; });
        found(other ? "mismatch never executes" : "replay",
              fmt::format("#{} was replayed {} for payload {}", e->call, e->digest, e->fingerprint));
      }
      const auto row = payload_of.find(e->fence);
      if (e->fence != 0 && row == payload_of.end())
        found("fence", fmt::format("#{} was given fence {}, which never was", e->call, e->fence));
      if (e->fence != 0 && row != payload_of.end() && row->second != e->fingerprint)
        found("mismatch never executes",
              fmt::format("#{} executes payload {} under {}", e->call, e->fingerprint, row->second));
      if (e->result == "mismatch" && payloads == std::set{e->fingerprint})
        found("replay", fmt::format("#{} was refused its own payload", e->call));
    }
  }

  void reaped() {
    for (const Change* c : story_->changes) {
      if (!c->after.empty()) continue;
      if (c->before == "in_progress")
        found("unresolved survives",
              fmt::format("an unfinished key (fence {}) was deleted", c->fence_before));
      const bool asked_for = std::ranges::any_of(
          story_->audit, [&](const Audited* a) { return a->action == "reap" && a->xid == c->xid; });
      if (asked_for && is_final_word(c->before)) continue;  // a plan's word, within the window
      if ((!c->expires_before_us || *c->expires_before_us > c->db_us) && !clock_was_stepped(*c))
        found("unresolved survives",
              fmt::format("a {} key was deleted before its window had passed", c->before));
    }
  }

  void live() {
    if (is_final_word(story_->row->state) || story_->row->case_status == "needs_human") return;
    // Released, past its bound, and asked about since: it is counted and listed.
    const Audited* last = story_->audit.empty() ? nullptr : story_->audit.back();
    if (story_->row->state == "released" && story_->row->case_status == "open" && last != nullptr &&
        last->action == "unresolved" && last->to_state == "released")
      return;
    found("liveness", fmt::format("the key ended {}, and nobody is told",
                                  story_->row->state.empty() ? "without a row" : story_->row->state));
  }

  // The trigger's tale must end where the table does; else no other rule means anything.
  void complete_record() {
    const FinalRow& row = *story_->row;
    if (story_->changes.empty()) {
      if (!row.state.empty()) found("record", "a row without a tale");
      return;
    }
    const Change& last = *story_->changes.back();
    if (last.after != row.state || (!row.state.empty() && last.fence_after != row.fence))
      found("record", "the row is not what its tale says");
  }

  // It was changed about when the server's clock was: between what a statement saw of it and what the trigger
  // did. On a busy machine a sweep's statement takes half a second.
  bool clock_was_stepped(const Change& c) const {
    return std::ranges::any_of(recording_.clock_steps,
                               [&](std::int64_t at) { return std::abs(at - c.at_us) < 1'000'000; });
  }

  // A sweep or a plan's step that lies wholly within a stop takes nothing.
  void stop_switch() {
    static const KeyFacts nobody;
    const Story none{no_key, &nobody, nullptr, {}, {}, {}, {}, {}, false};
    story_ = &none;
    std::map<std::string, std::vector<std::int64_t>> acts;  // when, by actor
    for (const Audited& a : recording_.audit) acts[a.actor].push_back(a.at_us);
    std::map<std::string, bool> is_clear;
    std::map<int, const Entry*> begun;
    std::int64_t stopped_since = -1;  // the switch is off
    for (const Entry* e : others_) {
      // A stop that was lost with the primary stops nobody.
      if (const auto& lost = recording_.lost;
          lost && e->number > lost->to && stopped_since >= lost->from && stopped_since <= lost->to)
        stopped_since = -1;
      if (e->act == Act::stop && e->phase == Phase::ok) stopped_since = e->number;
      if (e->act == Act::start && e->phase == Phase::invoked) stopped_since = -1;
      if (e->act != Act::sweep && e->act != Act::plan_step) continue;
      if (e->phase == Phase::invoked) begun[e->call] = e;
      if (e->phase == Phase::invoked) continue;
      const Entry* from = begun[e->call];
      // What was lost on its way may still arrive: such a call's successor is not charged with it.
      const bool was_clear =
          std::exchange(is_clear[e->actor], e->phase == Phase::ok || e->result.starts_with("stopped"));
      if (stopped_since < 0 || from == nullptr || from->number <= stopped_since) continue;
      // It does one thing at a time: what bears its name meanwhile is this call's, whatever came of it.
      const auto& its = acts[e->actor];
      const auto acted = !was_clear ? 0 : std::ranges::count_if(its, [&](std::int64_t at) {
        return at >= from->at_us && at <= e->at_us;
      });
      const bool took =
          e->phase == Phase::ok && !e->result.starts_with("owned 0") && !e->result.starts_with("taken 0");
      if (took || acted > 0)
        found("stop switch", fmt::format("{} #{} by {} went on behind the switch: {} ({} acts)", word(e->act),
                                         e->call, e->actor, e->result, acted));
    }
  }

  const Recording& recording_;
  std::vector<Story> stories_;
  std::vector<const Entry*> others_;
  const Story* story_ = nullptr;
  std::vector<Violation> violations_;
};

}  // namespace

std::vector<Violation> check(const Recording& recording) {
  auto violations = Judge(recording).all();
  auto of_acts = check_acts(recording);
  std::ranges::move(of_acts, std::back_inserter(violations));
  return violations;
}

std::string report(const Recording& recording, const std::vector<Violation>& violations) {
  std::string out = fmt::format("seed {}: {} violations (ONCEOVER_SEED={} replays it)\n", recording.seed,
                                violations.size(), recording.seed);
  std::set<int> shown;
  constexpr std::size_t lines = 30, traces = 3;
  for (std::size_t i = 0; i < std::min(violations.size(), lines); ++i) {
    out += fmt::format("  {}: key {}: {}\n", violations[i].rule, violations[i].key, violations[i].what);
  }
  for (const Violation& violation : violations) {
    if (violation.key == no_key || shown.size() == traces || !shown.insert(violation.key).second) continue;
    out += trace(recording, violation.key);
  }
  return out;
}

}  // namespace onceover::test::history
