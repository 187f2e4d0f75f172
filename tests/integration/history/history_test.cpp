// SPDX-License-Identifier: Apache-2.0
// Seeded clients, executors, sweepers, operators and faults against a real server; afterwards the promises
// are checked from the log, the tables and the bank's ledger. tests/README.md names the long run and how a
// violation is replayed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <set>

#include "tests/integration/history/checker.h"
#include "tests/integration/history/run.h"

namespace onceover::test::history {
namespace {

std::uint64_t number_from(const char* variable, std::uint64_t by_default) {
  const char* given = std::getenv(variable);
  return given != nullptr ? std::strtoull(given, nullptr, 10) : by_default;
}

// What happened, by kind: a run in which nothing went wrong proves nothing.
class Tally {
 public:
  void add(const RunResult& result) {
    for (const Entry& e : result.recording.entries) {
      if (e.phase == Phase::invoked || e.act == Act::fault) continue;
      ++operations_;
      std::string what = e.phase == Phase::ok ? e.result
                                              : std::string(word(e.phase)) + " (" +
                                                    e.result.substr(0, e.result.find(':')) + ")";
      if (e.result.find("53100") != std::string::npos) ++faults_["F14 refused for a full disk"];
      if (e.result.find("25P03") != std::string::npos) ++faults_["F5 idle in a transaction for too long"];
      if (e.phase == Phase::ok) what = shortly(e);
      ++of_[std::string(word(e.act)) + (what.empty() ? "" : " " + what)];
    }
    for (const auto& [fault, n] : result.faults) faults_[fault] += n;
    for (const Change& c : result.recording.changes) {
      if (c.after.empty()) ++of_["reaped " + c.before];
    }
    for (const FinalRow& row : result.recording.rows) {
      ++ends_[row.case_status == "needs_human" && row.state != "succeeded" && row.state != "failed"
                  ? "needs_human"
                  : row.state];
    }
    keys_ += static_cast<int>(result.recording.keys.size());
  }
  // Whether any fault of this name, or beginning so, was injected.
  bool has_any(const std::string& fault) const {
    return std::ranges::any_of(faults_, [&](const auto& one) { return one.first.starts_with(fault); });
  }
  void print(std::uint64_t seeds, std::int64_t ms) const {
    std::printf("%llu seeds, %d keys, %d operations, %.1f s\n", static_cast<unsigned long long>(seeds), keys_,
                operations_, static_cast<double>(ms) / 1000);
    print("operations", of_);
    print("faults", faults_);
    print("ends", ends_);
    std::fflush(stdout);
  }
  int count(const std::string& what) const {
    const auto found = of_.find(what);
    return found == of_.end() ? 0 : found->second;
  }

 private:
  static std::string shortly(const Entry& e) {
    switch (e.act) {
      case Act::send:
      case Act::look_up:
      case Act::cancel:
      case Act::sweep:
      case Act::dry_step: return "ok";
      case Act::plan_step: return e.result.find(" done 0") == std::string::npos ? "wrote" : "wrote nothing";
      case Act::make_plan: return e.result.ends_with("items") ? "made" : "refused";
      default: return e.result.substr(0, e.result.find(':'));
    }
  }
  static void print(const char* title, const std::map<std::string, int>& counts) {
    std::printf("%s\n", title);
    for (const auto& [what, n] : counts) std::printf("  %8d  %s\n", n, what.c_str());
  }
  std::map<std::string, int> of_, faults_, ends_;
  int operations_ = 0, keys_ = 0;
};

TEST(History, EveryPromiseHoldsWhateverHappensToWhomever) {
  const bool one_seed = std::getenv("ONCEOVER_SEED") != nullptr;
  const std::uint64_t first = one_seed ? number_from("ONCEOVER_SEED", 0) : std::random_device{}() % 1'000'000;
  const std::uint64_t seeds = one_seed ? 1 : number_from("ONCEOVER_HISTORY_SEEDS", scene_count);
  const int keys = static_cast<int>(number_from("ONCEOVER_HISTORY_KEYS", 90));
  std::set<Scene> played;
  Tally tally;
  const auto begun = Steady::now();
  for (std::uint64_t i = 0; i < seeds; ++i) {
    std::printf("seed %llu (ONCEOVER_SEED replays it)\n", static_cast<unsigned long long>(first + i));
    std::fflush(stdout);
    const RunResult result = run({first + i, keys});
    const auto violations = check(result.recording);
    tally.add(result);
    played.insert(result.scene);
    std::printf(
        "seed %llu (%s): %d keys, set up %.1f s, storm %.1f s, whole %.1f s, %d sweeps to rest, %zu "
        "violations\n",
        static_cast<unsigned long long>(first + i), std::string(word(result.scene)).c_str(), keys,
        static_cast<double>(result.set_up_ms) / 1000, static_cast<double>(result.storm_ms) / 1000,
        static_cast<double>(result.whole_ms) / 1000, result.rounds, violations.size());
    std::fflush(stdout);
    for (const auto& accident : result.accidents) ADD_FAILURE() << "seed " << first + i << ": " << accident;
    EXPECT_TRUE(violations.empty()) << report(result.recording, violations);
  }
  tally.print(seeds, std::chrono::duration_cast<std::chrono::milliseconds>(Steady::now() - begun).count());
  // The faults did bite: each kind that the scenes played have.
  std::vector<std::string> wanted{"F1", "F2", "F3", "F4", "F5", "F17", "F22", "F23"};
  const std::map<Scene, std::string> of_scenes{
      {Scene::restarts, "F18"}, {Scene::clock, "F16"}, {Scene::full_disk, "F14"}, {Scene::failover, "F8"}};
  for (const auto& [scene, fault] : of_scenes) {
    if (played.contains(scene)) {
      wanted.push_back(fault);
    } else if (const std::string why = unavailable(scene); !why.empty()) {
      std::printf("%s was not injected: %s\n", fault.c_str(), why.c_str());
    }
  }
  // Rarer ones want a longer run.
  if (seeds * static_cast<std::uint64_t>(keys) >= 4000) {
    for (const char* rare : {"F3 sweeper killed", "F23 double click", "F23 plan's runner killed",
                             "F23 another database answered"})
      EXPECT_TRUE(tally.has_any(rare)) << rare << " was never injected";
  }
  for (const std::string& fault : wanted)
    EXPECT_TRUE(tally.has_any(fault + " ")) << fault << " was never injected";
  EXPECT_GT(tally.count("claim replay"), 0);
  EXPECT_GT(tally.count("claim taken_over"), 0);
  EXPECT_GT(tally.count("complete done"), 0);
  EXPECT_GT(tally.count("complete lost"), 0);
}

}  // namespace
}  // namespace onceover::test::history
