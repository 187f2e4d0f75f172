// SPDX-License-Identifier: Apache-2.0
#include "core/drift/compare.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/enum_names.h"
#include "core/drift/drift.h"
#include "core/gateway/decimal.h"
#include "core/tables/sql.h"

namespace onceover::drift {

namespace {

using gateway::Declaration;
using gateway::Effect;
using gateway::Evidence;
using gateway::Finding;

std::optional<bool> same_text(std::string_view a, std::string_view b) { return a == b; }
std::optional<bool> same_currency(std::string_view a, std::string_view b) {
  return gateway::same_currency(a, b);
}

// The difference as a sentence; empty where all values that both sides know agree.
std::string difference(const key::Subject& ours, const key::Subject& theirs, const Declaration& declared) {
  std::string out;
  const auto compare = [&](std::string_view name, bool is_told, const auto& here, const auto& there,
                           std::optional<bool> (*same)(std::string_view, std::string_view)) {
    if (!is_told || !here || !there) return;
    const auto is_same = same(*here, *there);
    if (is_same == true) return;
    out += fmt::format("{}{} is {} there and {} here{}", out.empty() ? "The " : ", ", name,
                       elided(visible(*there), 100), elided(visible(*here), 100),
                       is_same ? "" : ", which cannot be compared as numbers");
  };
  compare("amount", declared.echoes_amount, ours.amount, theirs.amount, gateway::same_amount);
  compare("currency", declared.echoes_currency, ours.currency, theirs.currency, same_currency);
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
    return drifts(Kind::duplicate_effects, ours, gateway_side(evidence, ours),
                  "The gateway has more than one effect under this key.");
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
      return drifts(Kind::succeeded_without_effect, ours, std::nullopt,
                    "The gateway does not know this key.");
    }
    case Finding::pending: return open_because("the gateway is still working on it");
    case Finding::unknown: break;
  }
  return open_because(evidence.why.empty() ? "no answer" : evidence.why);
}

std::vector<Found> against_listing(const std::map<std::string, Ours>& known,
                                   const std::vector<Effect>& effects, const Declaration& declared) {
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
                       key.empty() ? "The effect has no key."
                                   : "No row has this key: it was reaped, or another program sent it."});
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

namespace {

constexpr std::array refund_words{"refund", "revers", "void", "chargeback", "payback"};
constexpr std::array charge_words{"charge", "payment", "capture", "purchase", "debit", "checkout", "pay"};

bool has_word(std::string_view name, const auto& words) {
  const std::string lower = ascii_lower(name);
  return std::ranges::any_of(words, [&](const char* word) { return lower.find(word) != std::string::npos; });
}

Effected::Is is_of(const browse::KeyRow& row, const tables::Profile& table) {
  if (!row.state_known) return Effected::Is::open;
  if (row.state == key::State::succeeded) return Effected::Is::done;
  // An external table's own system may try a failed row again.
  const bool is_for_good =
      row.state == key::State::failed && (tables::is_own(table) || row.may_retry == false);
  return is_for_good || row.discarded ? Effected::Is::not_done : Effected::Is::open;
}

// one: empty, the number only.
std::string counted(std::int64_t n, std::string_view one) {
  return one.empty() ? std::to_string(n) : onceover::counted(n, one);
}

// How many of one deed, as its rows say and as the gateway does.
struct Tally {
  std::int64_t done = 0, open = 0, confirmed = 0, refused = 0, unknown_key = 0, without_proof = 0,
               not_asked = 0;
  bool is_doubled = false;  // the gateway has several effects under one key
  key::Sums money;
};

Tally tally_of(const std::vector<Effected>& effects, const browse::Life& life, Deed deed) {
  Tally out;
  for (const Effected& each : effects) {
    if (each.deed != deed) continue;
    out.done += each.is == Effected::Is::done ? 1 : 0;
    out.open += each.is == Effected::Is::open ? 1 : 0;
    if (each.is == Effected::Is::done) out.money.add(life.rows[each.row].row.subject);
    if (!each.answer) {
      ++out.not_asked;
      continue;
    }
    const Finding finding = each.answer->finding;
    out.confirmed += finding == Finding::done ? 1 : 0;
    out.refused += finding == Finding::refused ? 1 : 0;
    out.unknown_key += finding == Finding::no_such_key ? 1 : 0;
    out.without_proof += finding == Finding::unknown || finding == Finding::pending ? 1 : 0;
    out.is_doubled = out.is_doubled || each.answer->duplicate_effects;
  }
  return out;
}

std::string here(const Tally& tally, std::string_view one, bool is_whole) {
  std::string out = (is_whole ? "" : "at least ") + counted(tally.done, one);
  if (tally.done == 0 && !is_whole) out = fmt::format("no {}{} seen", tally.open > 0 ? "finished " : "", one);
  if (!tally.money.empty()) out += fmt::format(" ({})", visible(key::in_words(tally.money)));
  if (tally.open > 0) out += fmt::format(" and {} with an unknown outcome", tally.open);
  return out;
}

// "2 charges", and what it does not confirm.
std::string there(const Tally& tally, std::string_view one) {
  std::vector<std::string> rest;
  if (tally.refused > 0) rest.push_back(fmt::format("refused {}", tally.refused));
  if (tally.unknown_key > 0) rest.push_back(fmt::format("does not know {}", tally.unknown_key));
  if (tally.without_proof > 0) rest.push_back(fmt::format("has no proof for {}", tally.without_proof));
  if (tally.not_asked > 0) rest.push_back(fmt::format("was not asked about {}", tally.not_asked));
  if (tally.is_doubled) rest.emplace_back("has more than one effect under one key");
  return counted(tally.confirmed, one) + (rest.empty() ? "" : fmt::format(" ({})", fmt::join(rest, ", ")));
}

}  // namespace

Deed deed_of(std::span<const std::string_view> names) {
  for (const std::string_view name : names) {
    if (has_word(name, refund_words)) return Deed::refund;
    if (ascii_lower(name).find("payout") != std::string::npos) return Deed::other;
    if (has_word(name, charge_words)) return Deed::charge;
  }
  return Deed::other;
}

std::vector<Effected> effects_of(const browse::Life& life, Tables tables) {
  std::vector<Effected> out;
  for (std::size_t i = 0; i < life.rows.size(); ++i) {
    const browse::KeyRow& row = life.rows[i].row;
    const tables::Profile& table = *tables[life.rows[i].table];
    // What was done before its row was archived or deleted softly is done; a cancelled row has no other
    // state.
    if (table.kind != tables::Kind::idempotency || (row.set_aside && !row.state_known)) continue;
    const std::string_view names[] = {row.id.operation, table.table};
    const Effected effect{
        .row = i, .deed = deed_of(names), .is = is_of(row, table), .answer = {}, .why_not_asked = {}};
    const auto known = std::ranges::find_if(out, [&](const Effected& other) {
      const browse::LifeRow& its = life.rows[other.row];
      return other.deed == effect.deed && its.table != life.rows[i].table && its.row.id.key == row.id.key;
    });
    // What one of the tables knows to be done is done.
    if (known == out.end()) {
      out.push_back(effect);
    } else if (effect.is == Effected::Is::done) {
      *known = effect;
    }
  }
  return out;
}

void ask_about(std::vector<Effected>& effects, const browse::Life& life, Tables tables,
               gateway::Gateway& gateway, Deadline deadline) {
  std::vector<gateway::Question> questions;
  std::vector<Effected*> asked;
  for (Effected& each : effects) {
    const browse::LifeRow& found = life.rows[each.row];
    each.answer.reset();
    each.why_not_asked.clear();
    if (const auto key = gateway_key(gateway, *tables[found.table], found.row.id)) {
      questions.push_back({found.row.id, *key, found.row.subject});
      asked.push_back(&each);
    } else {
      each.why_not_asked = "The gateway does not serve this operation, or the profile does not name its key.";
    }
  }
  if (questions.empty()) return;
  std::vector<gateway::Evidence> answers = gateway.ask(questions, deadline);
  answers.resize(questions.size());
  for (std::size_t i = 0; i < asked.size(); ++i) asked[i]->answer = std::move(answers[i]);
}

std::string name_of(const browse::Life& life) {
  const std::string name = visible(life.name);
  const bool says_order = ascii_lower(name).starts_with("order");
  const std::string role = life.name_is == browse::NameOf::reference
                               ? "order"
                               : std::string(browse::name_of_words.of(life.name_is));
  return life.name_is == browse::NameOf::reference && says_order ? name : role + " " + name;
}

namespace {

// The same order of two tenants is two orders. A table that names none is not another one.
std::string of_tenants(const std::vector<Effected>& effects, const browse::Life& life) {
  std::set<std::string> tenants;
  for (const Effected& each : effects) tenants.insert(visible(life.rows[each.row].row.id.tenant));
  tenants.erase("");
  return tenants.size() < 2 ? ""
                            : fmt::format(" of {} tenants ({})", tenants.size(), fmt::join(tenants, ", "));
}

}  // namespace

std::string sentence(const std::vector<Effected>& effects, const browse::Life& life) {
  const bool is_whole = life.not_looked.empty() && !life.more;
  const Tally charges = tally_of(effects, life, Deed::charge),
              refunds = tally_of(effects, life, Deed::refund), others = tally_of(effects, life, Deed::other);
  std::string out = fmt::format("{}{}: {}, {}", name_of(life), of_tenants(effects, life),
                                here(charges, "charge", is_whole), here(refunds, "refund", is_whole));
  if (others.done + others.open > 0) out += ", " + here(others, "other effect", is_whole);
  const bool was_asked =
      std::ranges::any_of(effects, [](const Effected& each) { return each.answer.has_value(); });
  if (!was_asked) return out + "; the gateway was not asked.";
  const bool has_refunds = refunds.done + refunds.open > 0;
  out += "; the gateway confirms " + there(charges, has_refunds ? "charge" : "");
  if (has_refunds) out += " and " + there(refunds, "refund");
  return out + ".";
}

}  // namespace onceover::drift
