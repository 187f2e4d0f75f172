// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/storm/judge.h"

#include <algorithm>

namespace onceover::test::storm {
namespace {

bool is_final_word(const std::string& state) { return state == "succeeded" || state == "failed"; }

// Why a key's life does not allow it; empty: it does.
std::string wrong_with(const Change& c, Way way) {
  if (c.before.empty()) {
    const bool is_claim = c.after == "in_progress" && c.holder_after == "executor";
    return is_claim || (way == Way::known && is_final_word(c.after)) ? "" : "a row that no claim made";
  }
  if (c.after.empty()) return "the row was deleted";
  if (is_final_word(c.before)) return "a finished key changed";
  if (c.fence_after < c.fence_before) return "its fence went back";
  const bool by_executor = c.before == "in_progress" && c.holder_before == "executor";
  if (c.fence_after == c.fence_before) {
    // Its owner finished, released or renewed it.
    return by_executor && c.holder_after == "executor"
               ? ""
               : "it changed under the same fence, and not by its executor";
  }
  if (c.after == "in_progress") {
    // a sweeper that gives a key back keeps no lease
    const bool is_taken = c.holder_after == "executor" || by_executor;
    if (c.before == "in_progress" && is_taken && c.had_lease_left)
      return "it was taken over before its lease ended";
    if (c.before == "in_progress" && c.holder_after == "executor" && way != Way::rerunnable)
      return "it was run again blindly";
    if (c.before == "released" && c.holder_after != "executor")
      return "a released key was swept before its bound";
    return {};
  }
  return by_executor || c.before != "in_progress" ? "it was settled without being owned" : "";
}

class Judge {
 public:
  explicit Judge(const KeyStory& story) : story_(story) {}
  std::vector<std::string> all() {
    one_effect();
    truth();
    ends();
    answers();
    fences();
    for (const std::string& what : story_.broken) broken(what);
    return std::move(broken_);
  }

 private:
  void broken(std::string what) { broken_.push_back(fmt::format("{}: {}", key_text(story_.number), what)); }
  bool is_final() const { return is_final_word(story_.state); }
  bool has_change(auto condition) const { return std::ranges::any_of(story_.changes, condition); }

  void one_effect() {
    if (story_.gateway_effects > 1) broken(fmt::format("{} effects at the gateway", story_.gateway_effects));
    if (story_.local_effects.size() > 1)
      broken(fmt::format("{} effects in the store", story_.local_effects.size()));
  }

  void truth() {
    const bool is_local = story_.way == Way::within || story_.way == Way::known;
    const std::size_t effects =
        is_local ? story_.local_effects.size() : static_cast<std::size_t>(story_.gateway_effects);
    if (story_.state == "succeeded" && effects == 0) broken("it succeeded, and nothing was performed");
    if (story_.state == "failed" && effects > 0) broken("it failed, and was performed");
    if (story_.local_effects.empty()) return;
    if (story_.state != "succeeded") broken("its business row was committed without its answer");
    if (!is_local && story_.local_effects.front() != story_.fence)
      broken("its business row was committed under another fence");
  }

  void ends() {
    if (story_.state.empty()) return broken("its row is gone");
    if (!is_final() && (story_.case_status != "needs_human" || story_.reason.empty()))
      broken(fmt::format("it is {} in the end, and no case says why (\"{}\")", story_.state,
                         story_.case_status));
    // A re-runnable key may be taken over while it waits for a person.
    if (story_.handed_on && is_final() && story_.way != Way::rerunnable)
      broken("a client was told that it needs a person, and it is finished");
  }

  void answers() {
    std::vector<std::string> given = story_.replayed;
    for (const Told& done : story_.done) given.push_back(done.digest);
    if (is_final() && story_.replay.empty()) broken("it is finished, and was not replayed in the end");
    if (!is_final() && !given.empty()) broken("an answer was given, and none is stored");
    if (story_.replay.empty()) return;
    const auto other =
        std::ranges::count_if(given, [this](const std::string& digest) { return digest != story_.replay; });
    if (other > 0) broken(fmt::format("{} of {} answers differ from the one stored", other, given.size()));
  }

  void fences() {
    for (const Change& change : story_.changes) {
      if (const std::string why = wrong_with(change, story_.way); !why.empty())
        broken(fmt::format("{} ({} {} fence {} to {} {} fence {})", why, change.before, change.holder_before,
                           change.fence_before, change.after, change.holder_after, change.fence_after));
    }
    const auto& changes = story_.changes;
    if (!changes.empty() &&
        (changes.back().after != story_.state || changes.back().fence_after != story_.fence))
      broken(fmt::format("its log ends as {} fence {}, and its row is {} fence {}", changes.back().after,
                         changes.back().fence_after, story_.state, story_.fence));
    for (const std::int64_t fence : story_.claimed) {
      if (!has_change([=](const Change& c) {
            return c.after == "in_progress" && c.holder_after == "executor" && c.fence_after == fence;
          }))
        broken(fmt::format("a claim under fence {} was acknowledged, and never was in the store", fence));
    }
    for (const Told& done : story_.done) {
      if (!has_change([&](const Change& c) { return c.after == done.state && c.fence_after == done.fence; }))
        broken(
            fmt::format("a completion under fence {} was acknowledged, and is not in the store", done.fence));
    }
    for (const std::int64_t fence : story_.released) {
      if (!has_change([=](const Change& c) {
            return c.after == "released" && c.fence_after == fence && c.fence_before == fence;
          }))
        broken(fmt::format("a release under fence {} was acknowledged, and is not in the store", fence));
    }
    for (const std::int64_t fence : story_.lost) {
      if (has_change([=](const Change& c) {
            return is_final_word(c.after) && c.fence_before == fence && c.fence_after == fence;
          }))
        broken(fmt::format("a completion under fence {} was called lost, and was written", fence));
    }
  }

  const KeyStory& story_;
  std::vector<std::string> broken_;
};

}  // namespace

std::vector<std::string> judge(const KeyStory& story) { return Judge(story).all(); }

}  // namespace onceover::test::storm
