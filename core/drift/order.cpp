// SPDX-License-Identifier: Apache-2.0
#include "core/drift/order.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "core/base/text.h"
#include "core/drift/drift.h"
#include "core/key/money.h"
#include "core/tables/sql.h"

namespace onceover::drift {
namespace {

using gateway::Finding;

constexpr std::array refund_words{"refund", "revers", "void", "chargeback", "payback"};
constexpr std::array charge_words{"charge", "payment", "capture", "purchase", "debit", "checkout", "pay"};

bool has_word(std::string_view name, const auto& words) {
  const std::string lower = ascii_lower(name);
  return std::ranges::any_of(words, [&](const char* word) { return lower.find(word) != std::string::npos; });
}

Effected::Is is_of(const browse::KeyRow& row) {
  if (!row.state_known) return Effected::Is::open;
  if (row.state == key::State::succeeded) return Effected::Is::done;
  return row.state == key::State::failed || row.discarded ? Effected::Is::not_done : Effected::Is::open;
}

// one: empty, the number only.
std::string counted(std::int64_t n, std::string_view one) {
  return one.empty() ? std::to_string(n) : fmt::format("{} {}{}", n, one, n == 1 ? "" : "s");
}

// How many of one deed, as its rows say and as the gateway does.
struct Tally {
  std::int64_t done = 0, open = 0, confirmed = 0, refused = 0, unknown_key = 0, without_proof = 0, not_asked = 0;
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
    if (table.kind != tables::Kind::idempotency || row.set_aside) continue;
    const std::string_view names[] = {row.id.operation, table.table};
    const Effected effect{.row = i, .deed = deed_of(names), .is = is_of(row), .answer = {}, .why_not_asked = {}};
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

void ask_about(std::vector<Effected>& effects, const browse::Life& life, Tables tables, gateway::Gateway& gateway, Deadline deadline) {
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
  const std::string role = life.name_is == browse::NameOf::reference ? "order" : std::string(browse::name_of_words.of(life.name_is));
  return life.name_is == browse::NameOf::reference && says_order ? name : role + " " + name;
}

std::string sentence(const std::vector<Effected>& effects, const browse::Life& life) {
  const bool is_whole = life.not_looked.empty() && !life.more;
  const Tally charges = tally_of(effects, life, Deed::charge), refunds = tally_of(effects, life, Deed::refund),
              others = tally_of(effects, life, Deed::other);
  std::string out = fmt::format("{}: {}, {}", name_of(life), here(charges, "charge", is_whole), here(refunds, "refund", is_whole));
  if (others.done + others.open > 0) out += ", " + here(others, "other effect", is_whole);
  const bool was_asked = std::ranges::any_of(effects, [](const Effected& each) { return each.answer.has_value(); });
  if (!was_asked) return out + "; the gateway was not asked.";
  const bool has_refunds = refunds.done + refunds.open > 0;
  out += "; the gateway confirms " + there(charges, has_refunds ? "charge" : "");
  if (has_refunds) out += " and " + there(refunds, "refund");
  return out + ".";
}

}  // namespace onceover::drift
