// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/history/plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/key/fingerprint.h"
#include "core/key/sha256.h"
#include "core/reconcile/verdict.h"

namespace onceover::test::history {
namespace {

using std::chrono::milliseconds;

// The verdict leaves a released key's client this much of the window; a shorter one is never released.
const Duration margin = reconcile::AttemptPolicy{}.dedupe_margin;

Way way_for(Random& random) {
  // Parts of a hundred, in the order of Way.
  constexpr int parts[way_count] = {24, 12, 8, 10, 12, 6, 4, 8, 8, 8, 0};
  int drawn = static_cast<int>(random.below(100));
  for (int i = 0; i < way_count; ++i) {
    if (drawn < parts[i]) return static_cast<Way>(i);
    drawn -= parts[i];
  }
  return Way::deduped;
}

// The oldest of all: a whole batch, and more, that no sweeper can settle. They must not hide what is behind
// them.
constexpr int most_unanswered = 32;

KeyPlan key_for(int index, int keys, bool forgets, Random& random) {
  KeyPlan key;
  key.facts.way = way_for(random);
  if (forgets) {
    if (!dedupes(key.facts.way) && !is_local(key.facts.way)) key.facts.way = Way::deduped;
  } else if (index < std::min(most_unanswered, keys / 6)) {
    key.facts.way = Way::unanswered;
  }
  // The same text under two tenants, now and then: two keys.
  key.facts.id = {fmt::format("tenant-{}", index % 2), fmt::format("POST /{}", word(key.facts.way)),
                  fmt::format("key-{}", index / 2)};
  // A reaped key that comes back is run again. Only where the downstream dedupes, or the effect went with the
  // row, is that no lie of the client's, who must not come back after the window.
  key.facts.may_be_reaped = (dedupes(key.facts.way) || is_local(key.facts.way)) && random.chance(0.15);
  key.policy.lease = milliseconds(30 + random.below(120));
  key.policy.window = key.facts.may_be_reaped ? std::chrono::seconds(1) : std::chrono::seconds(259'200);
  key.policy.rival_wait = milliseconds(50);
  if (may_run_again(key.facts.way)) key.policy.rerunnable_for = std::chrono::hours(24);
  key.amount = fmt::format("{}.{:02}", 10 + index, random.below(100));
  return key;
}

Fate fate_for(Random& random) {
  const auto drawn = random.below(100);
  if (drawn < 47) return Fate::finishes;
  if (drawn < 52) return Fate::dies_after_finish;
  if (drawn < 62) return Fate::dies_after_claim;
  if (drawn < 76) return Fate::dies_after_send;
  if (drawn < 88) return Fate::pauses_before_send;
  return Fate::pauses_before_finish;
}

Step step_for(int key, const KeyPlan& plan, bool forgets, Random& random) {
  Step step;
  step.key = key;
  // Payloads are mixed only where a key has one life: another life may have another payload.
  step.other_payload = !plan.facts.may_be_reaped && random.chance(0.05) && !forgets;
  step.fate = fate_for(random);
  // Nobody but a person ever settles it.
  if (plan.facts.way == Way::unanswered)
    step.fate = random.chance(0.5) ? Fate::dies_after_claim : Fate::dies_after_send;
  step.send =
      random.chance(0.45) ? static_cast<SendFault>(1 + random.below(send_fault_count - 1)) : SendFault::none;
  if (step.send == SendFault::sent_twice && !dedupes(plan.facts.way)) step.send = SendFault::none;
  // A late release is rarer than a late completion, and needs the fence as much.
  if (step.fate == Fate::pauses_before_finish && random.chance(0.2)) step.send = SendFault::rate_limited;
  step.delay = milliseconds(10 + random.below(500));
  if (step.send == SendFault::slow) step.delay /= 4;
  step.renews = random.chance(0.1);
  step.waits = random.chance(0.1);
  step.rolls_back = random.chance(0.15);
  step.rest = milliseconds(random.below(10));
  return step;
}

}  // namespace

std::string_view word(SendFault fault) {
  switch (fault) {
    case SendFault::none: return "none";
    case SendFault::slow: return "slow";
    case SendFault::answer_lost: return "answer lost";
    case SendFault::error_after_effect: return "error after effect";
    case SendFault::error_before_effect: return "error before effect";
    case SendFault::arrives_late: return "arrives late";
    case SendFault::rate_limited: return "rate limited";
    case SendFault::wrong_key_echoed: return "wrong key echoed";
    case SendFault::sent_twice: return "sent twice";
  }
  return "?";
}

Random stream(std::uint64_t seed, std::string_view actor) {
  const auto digest = key::sha256(fmt::format("{}/{}", seed, actor));
  std::uint64_t mixed = 0;
  for (std::size_t i = 0; i < 8; ++i) mixed = mixed << 8 | digest[i];
  return Random(mixed);
}

Plan plan_for(std::uint64_t seed, int keys, int clients, bool forgets) {
  Plan plan;
  Random random = stream(seed, "plan");
  struct Visit {
    double place;
    int client;
    Step step;
  };
  std::vector<Visit> visits;
  for (int i = 0; i < keys; ++i) {
    plan.keys.push_back(key_for(i, keys, forgets, random));
    const auto count = 3 + random.below(7);
    for (std::uint64_t n = 0; n < count; ++n) {
      // Most visits come close together and race; some come much later, behind leases, sweeps and reaping.
      const double distance = random.chance(0.5)   ? random.between(0, 15)
                              : random.chance(0.8) ? random.between(0, 150)
                                                   : random.between(0, 500);
      visits.push_back({i + distance, static_cast<int>(random.below(static_cast<std::uint64_t>(clients))),
                        step_for(i, plan.keys.back(), forgets, random)});
    }
  }
  std::stable_sort(visits.begin(), visits.end(),
                   [](const Visit& a, const Visit& b) { return a.place < b.place; });
  plan.scripts.resize(static_cast<std::size_t>(clients));
  for (const Visit& visit : visits)
    plan.scripts[static_cast<std::size_t>(visit.client)].push_back(visit.step);
  return plan;
}

std::string amount_of(const KeyPlan& key, bool other_payload) {
  return other_payload ? "7" + key.amount : key.amount;
}

engine::Request request_of(const KeyPlan& key, bool other_payload, const std::string& owner) {
  const std::string amount = amount_of(key, other_payload);
  return {key.facts.id,
          key::fingerprint(fmt::format(R"({{"amount":"{}"}})", amount)),
          owner,
          "",
          {{}, amount, "EUR", {}}};
}

std::optional<Duration> declared_window(Way way) {
  if (!dedupes(way)) return std::nullopt;
  if (way == Way::short_window) return margin + milliseconds(400);
  return std::chrono::hours(24);
}

}  // namespace onceover::test::history
