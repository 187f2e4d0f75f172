// SPDX-License-Identifier: Apache-2.0
#include "core/drift/compare.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/enum_names.h"
#include "core/base/text.h"
#include "core/gateway/decimal.h"

namespace onceover::drift {
namespace {

using gateway::Declaration;
using gateway::Effect;
using gateway::Evidence;
using gateway::Finding;

bool same_text(std::string_view a, std::string_view b) { return a == b; }

// The difference as a sentence; empty where all values that both sides know agree.
std::string difference(const key::Subject& ours, const key::Subject& theirs, const Declaration& declared) {
  std::string out;
  const auto compare = [&](std::string_view name, bool is_told, const auto& here, const auto& there,
                           bool (*same)(std::string_view, std::string_view)) {
    if (!is_told || !here || !there || same(*here, *there)) return;
    out += fmt::format("{}{} is {} there and {} here", out.empty() ? "The " : ", ", name, elided(visible(*there), 100),
                       elided(visible(*here), 100));
  };
  compare("amount", declared.echoes_amount, ours.amount, theirs.amount, gateway::same_amount);
  compare("currency", declared.echoes_currency, ours.currency, theirs.currency, gateway::same_currency);
  compare("reference", declared.echoes_reference, ours.reference, theirs.reference, same_text);
  return out.empty() ? out : out + ".";
}

Judged drifts(Kind kind, const Ours& ours, std::optional<Theirs> theirs, std::string why) {
  return {Judged::Is::drifts, Found{kind, ours, std::move(theirs), std::move(why)}, {}};
}
Judged agrees() { return {Judged::Is::agrees, std::nullopt, {}}; }
Judged open_because(std::string why) { return {Judged::Is::open, std::nullopt, std::move(why)}; }

// Our row for an effect that happened.
Judged judge_done(const Ours& ours, const Theirs& theirs, const Declaration& declared) {
  if (ours.in_flight) return open_because("its executor may still be at work");
  if (ours.state != key::State::succeeded)
    return drifts(Kind::effect_without_succeeded, ours, theirs,
                  fmt::format("The effect happened, but the row is {}.", key::word(ours.state)));
  if (auto differs = difference(ours.subject, theirs.echoed, declared); !differs.empty())
    return drifts(Kind::value_differs, ours, theirs, std::move(differs));
  return agrees();
}

Theirs gateway_side(const Evidence& evidence, const Ours& ours) {
  Theirs theirs;
  theirs.finding = evidence.finding;
  theirs.key = ours.gateway_key;
  theirs.word = evidence.refusal;
  theirs.echoed = evidence.echoed;
  return theirs;
}

}  // namespace

constexpr auto kind_words = enum_names<Kind>();

std::string_view word(Kind kind) { return kind_words.of(kind); }

Judged judge(const Ours& ours, const Evidence& evidence, const Declaration& declared, Timestamp now) {
  if (evidence.duplicate_effects)
    return drifts(Kind::duplicate_effects, ours, gateway_side(evidence, ours), "The gateway has more than one effect under this key.");
  const bool is_succeeded = ours.state == key::State::succeeded;
  switch (evidence.finding) {
    case Finding::done: return judge_done(ours, gateway_side(evidence, ours), declared);
    case Finding::refused:
      if (!is_succeeded) return agrees();
      return drifts(Kind::succeeded_without_effect, ours, gateway_side(evidence, ours),
                    "The gateway refused it: " + elided(visible(evidence.refusal), 100) + ".");
    case Finding::no_such_key: {
      if (!is_succeeded) return agrees();
      const Timestamp finished = ours.completed_at.value_or(ours.created_at);
      if (now - finished < declared.lookup_lag) return open_because("the gateway's look-ups are delayed");
      return drifts(Kind::succeeded_without_effect, ours, std::nullopt, "The gateway does not know this key.");
    }
    case Finding::pending: return open_because("the gateway is still working on it");
    case Finding::unknown: break;
  }
  return open_because(evidence.why.empty() ? "no answer" : evidence.why);
}

std::vector<Found> against_listing(const std::map<std::string, Ours>& known, const std::vector<Effect>& effects,
                                   const Declaration& declared) {
  std::map<std::string, std::vector<const Effect*>> done;
  for (const Effect& effect : effects) {
    if (effect.finding == Finding::done) done[effect.key].push_back(&effect);
  }
  std::vector<Found> out;
  for (const auto& [key, under_key] : done) {
    const auto ours = known.find(key);
    for (const Effect* effect : under_key) {
      const Theirs theirs{effect->finding, effect->id, effect->key, effect->word, effect->echoed, effect->at};
      if (key.empty() || ours == known.end()) {
        out.push_back({Kind::effect_without_key, std::nullopt, theirs,
                       key.empty() ? "The effect has no key." : "No row has this key: it was reaped, or another program sent it."});
      } else if (Judged judged = judge_done(ours->second, theirs, declared); judged.found) {
        out.push_back(*std::move(judged.found));
      }
    }
    if (under_key.size() > 1 && !key.empty()) {
      Found twice{Kind::duplicate_effects, std::nullopt,
                  Theirs{Finding::done, "", key, "", under_key.front()->echoed, under_key.front()->at},
                  fmt::format("{} effects under this key:", under_key.size())};
      if (ours != known.end()) twice.ours = ours->second;
      for (const Effect* effect : under_key) twice.why += " " + elided(visible(effect->id), 60);
      out.push_back(std::move(twice));
    }
  }
  return out;
}

}  // namespace onceover::drift
