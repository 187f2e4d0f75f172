// SPDX-License-Identifier: Apache-2.0
#include "core/outbox/lanes.h"

#include "core/key/types.h"
#include "core/outbox/parking.h"
#include "core/retry/policy.h"
#include "core/sql/statements.h"

namespace onceover::outbox {
namespace {

constexpr std::uint64_t retry_bit = std::uint64_t{1} << 63;

}  // namespace

Lanes::Item& Lanes::item(std::uint64_t token) {
  return (token & retry_bit) != 0 ? retries_.at(token) : items_.at(static_cast<std::size_t>(token - first_));
}

bool Lanes::is_parked(const Stored& event) const {
  return is_ordered_ && !parked_.empty() &&
         parked_.contains(lane_of(event.aggregate_type, event.aggregate_id));
}

void Lanes::add(Stored event, Place place) {
  const std::uint64_t token = first_ + items_.size();
  const bool parked = is_parked(event);
  if (parked) parked_now_.push_back({event, 0});
  items_.push_back({std::move(event), std::move(place), parked});
  if (parked) return;
  if (!is_ordered_) return ready_.push_back(token);
  const Stored& added = items_.back().event;
  const std::string_view name = lane_of(added.aggregate_type, added.aggregate_id);
  auto lane = lanes_.find(name);
  const bool is_new = lane == lanes_.end();
  if (is_new) lane = lanes_.try_emplace(std::string(name)).first;
  items_.back().lane = &*lane;
  if (is_new) {
    ready_.push_back(token);
  } else {
    item(lane->second.last).next = token;
  }
  lane->second.last = token;
}

void Lanes::retry(Parked parked) {
  const std::uint64_t token = next_retry_++;
  retries_.emplace(token, Item{std::move(parked.event), {}, false, parked.attempts});
  ready_.push_back(token);
}

std::optional<Lanes::Ready> Lanes::next() const {
  if (ready_.empty()) return std::nullopt;
  const std::uint64_t token = ready_.front();
  return Ready{token, &const_cast<Lanes*>(this)->item(token).event};
}

void Lanes::note_taking() {
  ready_.pop_front();
  ++on_their_way_;
}

void Lanes::put_back(std::uint64_t token) {
  --on_their_way_;
  ready_.push_front(token);
}

// The next of its aggregate follows.
void Lanes::leave(const Item& item) {
  if (item.lane == nullptr) return;
  if (item.next != 0) {
    ready_.push_back(item.next);
  } else {
    lanes_.erase(lanes_.find(item.lane->first));
  }
}

std::optional<Stored> Lanes::done(std::uint64_t token) {
  --on_their_way_;
  Item& it = item(token);
  if ((token & retry_bit) != 0) {
    Stored event = std::move(it.event);
    retries_.erase(token);
    return event;
  }
  it.done = true;
  leave(it);
  return std::nullopt;
}

std::vector<Lanes::Parked> Lanes::park(std::uint64_t token) {
  --on_their_way_;
  Item& failed = item(token);
  std::vector<Parked> parked;
  if ((token & retry_bit) != 0) {
    parked.push_back({std::move(failed.event), failed.attempts + 1});
    retries_.erase(token);
    return parked;
  }
  parked.push_back({failed.event, 1});
  failed.done = true;
  if (failed.lane == nullptr) return parked;
  for (std::uint64_t behind = failed.next; behind != 0; behind = item(behind).next) {
    Item& waiting = item(behind);
    waiting.done = true;
    parked.push_back({waiting.event, 0});
  }
  const auto at = lanes_.find(failed.lane->first);
  parked_.insert(at->first);
  lanes_.erase(at);
  return parked;
}

std::optional<Lanes::Reached> Lanes::reached() {
  Reached out;
  while (!items_.empty() && items_.front().done) {
    out.place = std::move(items_.front().place);
    ++out.events;
    items_.pop_front();
    ++first_;
  }
  out.parked = std::exchange(parked_now_, {});
  if (out.events == 0 && out.parked.empty()) return std::nullopt;
  return out;
}

using namespace std::chrono_literals;

Stored stored(const pg::Rows& rows, int row) {
  Stored e{.rows = rows};
  rows.read(row, 0, e.seq, e.id, e.topic, e.aggregate_type, e.aggregate_id, e.type, e.payload, e.content_type,
            e.headers, e.created_at);
  return e;
}

void Parking::add_failed(std::vector<Lanes::Parked> parked, const Report& report, Random& random) {
  const std::int64_t attempts = parked.front().attempts;
  const bool dies = is_dead(parked.front(), report);
  const Duration asked = report.retry_after.value_or(
      retry::next_delay(retry::Strategy::full_jitter, static_cast<unsigned>(attempts - 1), policy_.base,
                        policy_.cap, std::nullopt, random));
  const Duration pause = std::min<Duration>(asked, key::longest_lease);
  waiting_.push_back({std::move(parked.front()), dies ? "dead" : "waiting", report.error, pause});
  parked.erase(parked.begin());
  add_behind(std::move(parked));
}

void Parking::add_behind(std::vector<Lanes::Parked> parked) {
  for (Lanes::Parked& event : parked) waiting_.push_back({std::move(event), "behind", {}, {}});
}

std::vector<Lanes::Parked> Parking::due(const pg::Rows& rows) {
  std::vector<Lanes::Parked> out;
  for (int row = 0; row < rows.size(); ++row) {
    Lanes::Parked event{stored(rows, row), rows.integer(row, 10)};
    if (retrying_.insert(event.event.seq).second) out.push_back(std::move(event));
  }
  return out;
}

std::vector<pg::Statement> Parking::statements(const std::string& relay, const std::string& token,
                                               std::int64_t fence) const {
  std::vector<pg::Statement> out;
  if (!waiting_.empty()) {
    std::vector<std::int64_t> seqs, attempts, waits;
    std::vector<std::string> ids, topics, types, aggregates, created, states, errors;
    for (const Waiting& w : waiting_) {
      const Stored& e = w.parked.event;
      seqs.push_back(e.seq), attempts.push_back(w.parked.attempts), waits.push_back(w.wait / 1ms);
      ids.emplace_back(e.id), topics.emplace_back(e.topic), types.emplace_back(e.aggregate_type),
          aggregates.emplace_back(e.aggregate_id);
      created.push_back(iso(e.created_at)), states.emplace_back(w.state),
          errors.push_back(storable_text(w.error));
    }
    out.push_back({sql::parked_add, pg::params(relay, token, fence, seqs, ids, topics, types, aggregates,
                                               created, states, attempts, waits, errors)});
  }
  if (!published_.empty()) {
    std::vector<std::int64_t> seqs;
    for (const Stored& e : published_) seqs.push_back(e.seq);
    out.push_back({sql::parked_done, pg::params(relay, token, fence, seqs)});
  }
  return out;
}

std::set<std::pair<std::string, std::string>> Parking::written() {
  may_hold_ = may_hold_ || !waiting_.empty();
  for (const Waiting& w : waiting_) retrying_.erase(w.parked.event.seq);
  for (const Stored& e : published_) retrying_.erase(e.seq);
  waiting_.clear();
  std::set<std::pair<std::string, std::string>> aggregates;
  for (const Stored& e : published_) aggregates.emplace(e.aggregate_type, e.aggregate_id);
  published_.clear();
  return aggregates;
}

}  // namespace onceover::outbox
