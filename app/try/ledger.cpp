// SPDX-License-Identifier: Apache-2.0
#include "app/try/ledger.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/words.h"

namespace onceover::try_it {

constexpr auto standing_words = words<Standing>({{Standing::accepted, "processing"},
                                                 {Standing::processing, "processing"},
                                                 {Standing::captured, "captured"},
                                                 {Standing::declined, "declined"},
                                                 {Standing::cancelled, "cancelled"}});
std::string_view word(Standing standing) { return standing_words.of(standing); }

std::string Ledger::new_id(const std::string& kind) {
  // Spread, so that ids look like a gateway's: an odd multiplier makes 64-bit numbers without repetition.
  return fmt::format("{}_{:016x}", kind == "refund" ? "rf" : "ch", next_id_++ * 0x9E3779B97F4A7C15ULL);
}

void Ledger::land(EffectRecord& record, Steady::time_point now) {
  record.standing = Standing::captured;
  record.landed_at = now;
  ++effects_[record.request.key];
  amounts_[record.request.kind + " " + record.request.currency] += record.request.amount;
}

Ledger::Posted Ledger::post(const EffectRequest& request, Intent intent, Steady::time_point now, Steady::time_point due) {
  const std::lock_guard lock(mutex_);
  const auto known = records_.find(request.key);
  // A tombstone is kept for good.
  if (known != records_.end() && (now - known->second.first_at < window_ || known->second.standing == Standing::cancelled)) {
    const bool other = known->second.standing != Standing::cancelled && known->second.request != request;
    return {known->second, false, other};
  }
  EffectRecord record{request, new_id(request.kind), Standing::accepted, now, due, {}};
  switch (intent) {
    case Intent::capture: land(record, now); break;
    case Intent::decline: record.standing = Standing::declined; break;
    case Intent::process: record.standing = Standing::processing; break;
    case Intent::capture_later: break;
  }
  records_[request.key] = record;
  return {record, true, false};
}

std::optional<EffectRecord> Ledger::look_up(const std::string& key, Steady::time_point now, Duration lag) const {
  const std::lock_guard lock(mutex_);
  const auto known = records_.find(key);
  if (known == records_.end()) {
    const auto past = past_.find(key);
    return past == past_.end() ? std::nullopt : std::optional(past->second);
  }
  if (known->second.standing == Standing::accepted) return std::nullopt;
  if (known->second.standing == Standing::captured && now - known->second.landed_at < lag) return std::nullopt;
  return known->second;
}

void Ledger::remember(std::vector<EffectRecord> past) {
  const std::lock_guard lock(mutex_);
  past_.reserve(past_.size() + past.size());
  for (EffectRecord& record : past) past_.try_emplace(record.request.key, std::move(record));
}

EffectRecord Ledger::cancel(const std::string& key, Steady::time_point now) {
  const std::lock_guard lock(mutex_);
  auto [at, is_new] = records_.try_emplace(key, EffectRecord{{"", key, 0, "", ""}, "", Standing::cancelled, now, {}, {}});
  auto& standing = at->second.standing;
  if (!is_new && (standing == Standing::accepted || standing == Standing::processing)) standing = Standing::cancelled;
  return at->second;
}

void Ledger::plant(const EffectRequest& request, Steady::time_point now) {
  const std::lock_guard lock(mutex_);
  EffectRecord record{request, new_id(request.kind), Standing::accepted, now, {}, {}};
  land(record, now);
  records_[request.key] = record;
}

std::optional<Steady::time_point> Ledger::land_due(Steady::time_point until, Steady::time_point now) {
  const std::lock_guard lock(mutex_);
  std::optional<Steady::time_point> next;
  for (auto& [key, record] : records_) {
    if (record.standing != Standing::accepted) continue;
    if (record.due_at <= until) {
      land(record, now);
    } else {
      next = next ? std::min(*next, record.due_at) : record.due_at;
    }
  }
  return next;
}

int Ledger::effects(const std::string& key) const {
  const std::lock_guard lock(mutex_);
  const auto known = effects_.find(key);
  return known == effects_.end() ? 0 : known->second;
}

Ledger::Totals Ledger::totals() const {
  const std::lock_guard lock(mutex_);
  Totals totals{.keys = static_cast<std::int64_t>(effects_.size()), .amounts = amounts_};
  for (const auto& [key, n] : effects_) {
    totals.effects += n;
    if (n > 1) ++totals.keys_with_more_than_one;
  }
  return totals;
}

}  // namespace onceover::try_it
