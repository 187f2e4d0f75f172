#include "core/outbox/parking.h"

#include <algorithm>

#include "core/base/storable.h"
#include "core/base/text.h"
#include "core/key/types.h"
#include "core/retry/backoff.h"
#include "core/sql/statements.h"

namespace onceover::outbox {

using namespace std::chrono_literals;

Stored stored(const pg::Rows& rows, int row) {
  Stored e{.rows = rows};
  rows.read(row, 0, e.seq, e.id, e.topic, e.aggregate_type, e.aggregate_id, e.type, e.payload, e.content_type, e.headers, e.created_at);
  return e;
}

void Parking::add_failed(std::vector<Lanes::Parked> parked, const Report& report, Random& random) {
  const std::int64_t attempts = parked.front().attempts;
  const bool dies = is_dead(parked.front(), report);
  const Duration asked = report.retry_after.value_or(retry::next_delay(retry::Strategy::full_jitter, static_cast<unsigned>(attempts - 1),
                                                                       policy_.base, policy_.cap, std::nullopt, random));
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

std::vector<pg::Statement> Parking::statements(const std::string& relay, const std::string& token, std::int64_t fence) const {
  std::vector<pg::Statement> out;
  if (!waiting_.empty()) {
    std::vector<std::int64_t> seqs, attempts, waits;
    std::vector<std::string> ids, topics, types, aggregates, created, states, errors;
    for (const Waiting& w : waiting_) {
      const Stored& e = w.parked.event;
      seqs.push_back(e.seq), attempts.push_back(w.parked.attempts), waits.push_back(w.wait / 1ms);
      ids.emplace_back(e.id), topics.emplace_back(e.topic), types.emplace_back(e.aggregate_type), aggregates.emplace_back(e.aggregate_id);
      created.push_back(iso(e.created_at)), states.emplace_back(w.state), errors.push_back(storable_text(w.error));
    }
    out.push_back(
        {sql::parked_add, pg::params(relay, token, fence, seqs, ids, topics, types, aggregates, created, states, attempts, waits, errors)});
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
