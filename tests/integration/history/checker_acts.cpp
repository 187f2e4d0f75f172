// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "tests/integration/history/checker.h"
#include "tests/integration/history/story.h"

namespace onceover::test::history {
namespace {

constexpr const char* acts_on_a_row[] = {"own", "settle", "unresolved", "needs_human", "undo"};

class ActsJudge {
 public:
  explicit ActsJudge(const Recording& recording) : recording_(recording), stories_(stories_of(recording)) {}

  std::vector<Violation> all() {
    for (const Story& story : stories_) {
      story_ = &story;
      trail_of_the_row();
      one_winner();
      second_person();
      undone();
    }
    story_ = nullptr;
    for (const PlanMade& plan : recording_.plans) totals_of(plan);
    items_share_nothing();
    for (const std::string& fault : recording_.trail_faults) found("trail", fault);
    for (const std::string& key : recording_.unlisted) found("complete", key);
    if (recording_.written_elsewhere != 0)
      found("another server",
            fmt::format("{} writes in a database that no plan was made on", recording_.written_elsewhere));
    return std::move(violations_);
  }

 private:
  void found(std::string rule, std::string what) {
    found(std::move(rule), std::move(what), story_ != nullptr ? story_->key : no_key);
  }
  // key: whose trace is shown with it.
  void found(std::string rule, std::string what, int key) {
    violations_.push_back({std::move(rule), key, std::move(what)});
  }

  // Whoever is no executor leaves one row a write, in the write's own transaction, and none without a write.
  void trail_of_the_row() {
    for (const Change* c : story_->changes) {
      const bool by_others =
          !c->after.empty() && c->holder_after != "executor" && c->fence_after != c->fence_before;
      if (!by_others) continue;
      const auto rows = std::ranges::count_if(
          story_->audit, [&](const Audited* a) { return a->fence_after == c->fence_after; });
      if (rows != 1)
        found("audit", fmt::format("{} rows tell of {} by {} under fence {}", rows, c->after, c->owner_after,
                                   c->fence_after));
    }
    for (const Audited* a : story_->audit) {
      const bool reaps = a->action == "reap";
      if (!reaps && std::ranges::find(acts_on_a_row, a->action) == std::end(acts_on_a_row)) continue;
      const bool there = std::ranges::any_of(story_->changes, [&](const Change* c) {
        return c->xid == a->xid && (reaps ? c->after.empty() && c->fence_before == a->fence_before
                                          : c->fence_after == a->fence_after);
      });
      if (!there)
        found("audit", fmt::format("row {} tells of {} under fence {}, which its transaction did not do",
                                   a->number, a->action, a->fence_after));
    }
  }

  // Of those who saw the same row, one settles it: a double click, two persons, an old view.
  void one_winner() {
    if (story_->exposed) return;
    std::map<int, std::int64_t> seen;  // by call
    std::map<std::int64_t, int> settled;
    for (const Entry* e : story_->entries) {
      if (e->act != Act::settle) continue;
      if (e->phase == Phase::invoked) seen[e->call] = e->fence;
      if (e->phase == Phase::ok && e->result.starts_with("settled") && ++settled[seen[e->call]] == 2)
        found("one winner",
              fmt::format("two were told that they settled what they saw under fence {}", seen[e->call]));
      // What changed is said, or it may as well not be told.
      if (e->phase == Phase::ok && e->result == "changed: ")
        found("one winner", fmt::format("#{} was told nothing of what changed", e->call));
    }
  }

  void second_person() {
    std::map<std::int64_t, int> used;  // by approval: settlements that name it
    for (const Audited* a : story_->audit) {
      if (a->action != "settle") continue;
      if (a->approval != 0) ++used[a->approval];
      const bool on_a_word = (a->to_state == "succeeded" || a->to_state == "failed") &&
                             (a->verdict == "needs_human" || a->verdict == "unresolved");
      if (on_a_word && a->approval == 0)
        found("second person", fmt::format("audit row {} settled it on one person's word", a->number));
    }
    std::set<std::int64_t> known;
    for (const Approved& one : recording_.approvals) {
      if (one.key != story_->key) continue;
      known.insert(one.id);
      const bool is_used = one.status == "used";
      if (is_used && one.requested_by == one.decided_by)
        found("second person",
              fmt::format("{} approved what he had asked for himself (approval {})", one.decided_by, one.id));
      if (used[one.id] != (is_used ? 1 : 0))
        found("second person",
              fmt::format("approval {} is {}, and {} settlements name it", one.id, one.status, used[one.id]));
      const bool its_act = std::ranges::any_of(story_->audit, [&](const Audited* a) {
        return a->number == one.audit_id && a->approval == one.id;
      });
      if (is_used && !its_act)
        found("second person", fmt::format("approval {} names an act that is not its own", one.id));
    }
    for (const auto& [id, n] : used) {
      if (!known.contains(id))
        found("second person", fmt::format("approval {}, which settled it, is not there", id));
    }
    if (story_->exposed) return;
    std::map<std::int64_t, int> told;
    for (const Entry* e : story_->entries) {
      if (e->act != Act::approve || e->phase != Phase::ok || !e->result.starts_with("approved")) continue;
      if (e->result != "approved")
        found("second person", fmt::format("#{} approved what it had asked for itself", e->call));
      if (++told[e->about] == 2)
        found("second person", fmt::format("two were told that they approved request {}", e->about));
      if (used[e->about] != 1)
        found("second person",
              fmt::format("#{} was told approved, and {} settlements name it", e->call, used[e->about]));
    }
  }

  void undone() {
    std::set<std::int64_t> once;
    for (const Audited* a : story_->audit) {
      if (a->action != "undo") continue;
      const auto act =
          std::ranges::find_if(story_->audit, [&](const Audited* b) { return b->number == a->undone; });
      if (act == story_->audit.end() || (*act)->action != "settle" || (*act)->to_state != "released" ||
          (*act)->fence_after != a->fence_before)
        found("undo", fmt::format("row {} undid what was no release, or no longer stood", a->number));
      if (!once.insert(a->undone).second) found("undo", fmt::format("row {} was undone twice", a->undone));
    }
    if (story_->exposed) return;
    for (const Entry* e : story_->entries) {
      if (e->act != Act::undo || e->phase == Phase::invoked || e->phase == Phase::in_doubt) continue;
      const bool there = std::ranges::any_of(story_->audit, [&](const Audited* a) {
        return a->action == "undo" && a->reason == fmt::format("history #{}", e->call);
      });
      if (there != (e->result == "undone"))
        found("truth of errors",
              fmt::format("#{} was told \"{}\", and the trail says otherwise", e->call, e->result));
    }
  }

  // What the product says of a plan is what stands there, and each item that is done has its own act on the
  // trail.
  void totals_of(const PlanMade& plan) {
    const auto say = [&](const std::string& what, int key = no_key) {
      found("plan", fmt::format("{}: {}", plan.name, what), key);
    };
    std::map<std::string, std::int64_t> counted;
    for (const PlanItem& item : plan.listed) {
      ++counted["items"];
      ++counted[item.state];
      if (item.audit_id != 0) ++counted["audited"];
      if ((item.state == "done") != (item.audit_id != 0))
        say(fmt::format("item {} is {} and names act {}", item.position, item.state, item.audit_id),
            item.key);
    }
    for (const auto& [what, n] : plan.told) {
      if (counted[what] != n)
        say(fmt::format("it is told that {} are {}, and {} are", n, what, counted[what]));
    }
    if (plan.items != counted["items"]) say("the set is not the one that was frozen");
    if (plan.state != "finished" || counted["waiting"] != 0)
      say(fmt::format("it ended {}, with {} items waiting", plan.state, counted["waiting"]));
    std::map<std::int64_t, const Audited*> acts;
    for (const Audited& a : recording_.audit) {
      if ((a.action == "settle" || a.action == "reap") &&
          a.reason.ends_with(fmt::format("(plan {})", plan.name)))
        acts[a.number] = &a;
    }
    if (static_cast<std::int64_t>(acts.size()) != counted["done"])
      say(fmt::format("{} items are done, and {} acts bear its name", counted["done"], acts.size()));
    for (const PlanItem& item : plan.listed) {
      if (item.audit_id == 0) continue;
      const auto act = acts.find(item.audit_id);
      if (act == acts.end() || act->second->key != item.key)
        say(fmt::format("item {} names an act that is not its own", item.position), item.key);
    }
  }

  void items_share_nothing() {
    std::set<std::int64_t> named;
    for (const PlanMade& plan : recording_.plans) {
      for (const PlanItem& item : plan.listed) {
        if (item.audit_id != 0 && !named.insert(item.audit_id).second)
          found("plan",
                fmt::format("{}: item {} names an act that another one names", plan.name, item.position),
                item.key);
      }
    }
  }

  const Recording& recording_;
  std::vector<Story> stories_;
  const Story* story_ = nullptr;
  std::vector<Violation> violations_;
};

}  // namespace

std::vector<Violation> check_acts(const Recording& recording) { return ActsJudge(recording).all(); }

}  // namespace onceover::test::history
