// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "core/base/text.h"
#include "core/reconcile/ask.h"

namespace onceover::reconcile {
namespace {

using gateway::Finding;

// "charge: done; mail: no such key".
std::string each_in_words(const std::vector<OfEffect>& all) {
  std::string out;
  for (const auto& [effect, asked] : all) {
    std::string finding(gateway::word(asked.evidence.finding));
    std::ranges::replace(finding, '_', ' ');
    out += fmt::format("{}{}: {}", out.empty() ? "" : "; ", visible(effect), finding);
    if (asked.evidence.finding == Finding::unknown)
      out += fmt::format(" ({})", elided(visible(asked.evidence.why), 100));
  }
  return out;
}

bool has_happened(VerdictKind kind) {
  return kind == VerdictKind::settle_succeeded || kind == VerdictKind::done_needs_response;
}

}  // namespace

JudgedEvidence together(std::vector<OfEffect> all) {
  if (all.size() == 1) return std::move(all.front().asked);
  const std::string each = each_in_words(all);
  const auto any = [&](auto holds) {
    return std::ranges::any_of(all, [&](const OfEffect& one) { return holds(one.asked); });
  };
  const auto every = [&](auto holds) {
    return std::ranges::all_of(all, [&](const OfEffect& one) { return holds(one.asked); });
  };
  const auto is = [&](VerdictKind kind) {
    return [kind](const JudgedEvidence& asked) { return asked.verdict.kind == kind; };
  };
  const auto is_found = [&](Finding finding) {
    return [finding](const JudgedEvidence& asked) { return asked.evidence.finding == finding; };
  };

  const auto loud = std::ranges::find_if(all, [](const OfEffect& one) { return one.asked.verdict.loud; });
  const bool agree = every([](const JudgedEvidence& asked) { return has_happened(asked.verdict.kind); }) ||
                     every(is(VerdictKind::settle_failed)) || every(is(VerdictKind::release));
  if (loud != all.end() || agree) {
    JudgedEvidence out = loud != all.end() ? loud->asked : all.front().asked;
    for (const OfEffect& one : all) {
      const auto& bound = one.asked.verdict.retry_before;
      if (agree && bound)
        out.verdict.retry_before = std::min(out.verdict.retry_before.value_or(*bound), *bound);
    }
    out.verdict.why += fmt::format(" Of each effect: {}.", each);
    out.evidence.why = each;
    out.evidence.partly_done = !agree && any(is_found(Finding::done));
    return out;
  }

  JudgedEvidence out;
  out.evidence.why = each;
  out.evidence.request = all.front().asked.evidence.request;
  out.evidence.was_asked = every([](const JudgedEvidence& asked) { return asked.evidence.was_asked; });
  out.evidence.no_effect = every([](const JudgedEvidence& asked) { return asked.evidence.no_effect; });
  out.evidence.differs = !any(is_found(Finding::unknown));
  out.evidence.partly_done = any(is_found(Finding::done));
  for (const OfEffect& one : all) {
    out.evidence.took = std::max(out.evidence.took, one.asked.evidence.took);
    if (one.asked.verdict.ask_again_after)
      out.verdict.ask_again_after = std::max(out.verdict.ask_again_after, one.asked.verdict.ask_again_after);
  }
  // Of a finished key nothing is settled: what one effect contradicts or leaves open is not confirmed.
  for (const Agreement as : {Agreement::contradicts, Agreement::open, Agreement::confirms}) {
    const auto found =
        std::ranges::find_if(all, [as](const OfEffect& one) { return one.asked.verdict.finished == as; });
    if (found == all.end()) continue;
    out.verdict = found->asked.verdict;
    out.verdict.why += fmt::format(" Of each effect: {}.", each);
    return out;
  }
  const bool is_open = any(is(VerdictKind::unresolved)) && !any(is(VerdictKind::needs_human));
  out.verdict.kind = is_open ? VerdictKind::unresolved : VerdictKind::needs_human;
  out.verdict.waits = every([](const JudgedEvidence& asked) { return asked.verdict.waits; });
  out.verdict.why =
      fmt::format("{} {}.",
                  is_open                    ? "Not every effect of the request has an end:"
                  : out.evidence.partly_done ? "Only a part of the request is known to have happened:"
                                             : "The effects of the request have different ends:",
                  each);
  return out;
}

}  // namespace onceover::reconcile
