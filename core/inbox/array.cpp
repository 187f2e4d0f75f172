// SPDX-License-Identifier: Apache-2.0
#include "core/inbox/array.h"

#include <numeric>

#include "core/inbox/guards.h"
#include "core/pg/sqlstate.h"
#include "core/sql/statements.h"

namespace onceover::inbox {
namespace {

using pg::Connection;
using pg::Statement;

constexpr std::string_view set_savepoint = "SAVEPOINT onceover_inbox",
                           release_savepoint = "RELEASE SAVEPOINT onceover_inbox",
                           roll_back_to_savepoint = "ROLLBACK TO SAVEPOINT onceover_inbox";
constexpr std::string_view deadlock_detected = "40P01";
constexpr Duration shortest_wait = std::chrono::milliseconds(1);

// Below, at or above 0, as std::string::compare.
int compare_identities(const Event& left, const Event& right) {
  const int by_id = left.id.compare(right.id);
  return by_id != 0 ? by_id : left.source.compare(right.source);
}

// The columns of some events as arrays.
struct Names {
  std::vector<std::string_view> sources, ids;
  Names(std::span<const Event> events, std::span<const std::size_t> part) {
    sources.reserve(part.size());
    ids.reserve(part.size());
    for (const std::size_t i : part) {
      sources.push_back(events[i].source);
      ids.push_back(events[i].id);
    }
  }
};

// An empty type: no version.
struct Versions {
  std::vector<std::string_view> types, ids;
  std::vector<std::int64_t> versions;
  Versions(std::span<const Event> events, std::span<const std::size_t> part) {
    for (const std::size_t i : part) {
      const auto& aggregate = events[i].aggregate;
      types.push_back(aggregate ? std::string_view(aggregate->type) : std::string_view());
      ids.push_back(aggregate ? std::string_view(aggregate->id) : std::string_view());
      versions.push_back(aggregate ? aggregate->version : 0);
    }
  }
};

}  // namespace

Inbox::Array::Array(Connection& connection, const std::string& consumer, const Policy& policy,
                    std::span<const Event> events, Kind kind)
    : connection_(connection),
      consumer_(consumer),
      policy_(policy),
      events_(events),
      kind_(kind),
      fates_(events.size()) {
  sort();
}

void Inbox::Array::sort() {
  std::vector<std::size_t> positions(events_.size());
  std::iota(positions.begin(), positions.end(), std::size_t{0});
  std::sort(positions.begin(), positions.end(), [this](std::size_t a, std::size_t b) {
    const int order = compare_identities(events_[a], events_[b]);
    return order != 0 ? order < 0 : a < b;
  });
  leader_of_.resize(events_.size());
  leaders_.reserve(events_.size());
  for (const std::size_t i : positions) {
    if (leaders_.empty() || compare_identities(events_[leaders_.back()], events_[i]) != 0)
      leaders_.push_back(i);
    leader_of_[i] = leaders_.back();
    // What is stored is accepted when it is processed: its version is only kept beside it.
    if (kind_ == Kind::accept && events_[i].aggregate) versioned_ = true;
  }
}

Result<std::vector<Answer>> Inbox::Array::run() {
  if (auto done = take(leaders_, true); !done) return onceover::fail(done.error());
  std::vector<Answer> answers;
  answers.reserve(events_.size());
  for (std::size_t i = 0; i < events_.size(); ++i) answers.push_back(answer_of(i));
  return answers;
}

Answer Inbox::Array::answer_of(std::size_t input) const {
  const Fate& fate = fates_[leader_of_[input]];
  if (leader_of_[input] == input || fate.answer == Answer::contended) return fate.answer;
  // The first one's fingerprint, unless another one is stored.
  const bool is_first_kept = fate.answer == Answer::accepted || fate.answer == Answer::stale;
  const std::string& stored = is_first_kept ? events_[leader_of_[input]].fingerprint : fate.stored;
  const Answer repeat = answer_to_repeat(stored, events_[input].fingerprint);
  return fate.answer == Answer::stale && repeat != Answer::mismatch ? Answer::stale : repeat;
}

Duration Inbox::Array::wait_for(Part part, bool is_whole) const {
  if (is_whole) return policy_.rival_wait;
  if (part.size() > 1) return shortest_wait;
  return std::max(shortest_wait, std::chrono::duration_cast<Duration>(until_ - Steady::now()));
}

Result<void> Inbox::Array::take(Part part, bool is_whole) {
  if (part.empty()) return {};
  if (is_one(part)) return insert_one(part.front(), wait_for(part, is_whole));
  auto tried = insert(part, is_whole);
  if (!tried) return onceover::fail(tried.error());
  if (*tried == Tried::contended && part.size() > 1) {
    if (is_whole) until_ = Steady::now() + policy_.rival_wait;
    const std::size_t half = part.size() / 2;
    if (auto done = take(part.first(half), false); !done) return done;
    if (auto done = take(part.subspan(half), false); !done) return done;
  }
  if (!is_whole || (*tried == Tried::done && !versioned_)) return {};
  auto restored = connection_.exec_prepared(sql::claim_postlude_within);
  return restored ? Result<void>{} : onceover::fail(restored.error());
}

Result<void> Inbox::Array::insert_one(std::size_t input, Duration wait) {
  auto rows = connection_.exec_prepared(sql::inbox_accept_one, of_one(consumer_, events_[input], wait));
  if (!rows) return onceover::fail(rows.error());
  if (rows->is_null(0, 0)) return {};  // contended, as each event at first
  if (!rows->boolean(0, 0)) return explain({input});
  fates_[input].answer = Answer::accepted;
  return {};
}

Result<Inbox::Array::Tried> Inbox::Array::insert(Part part, bool is_whole) {
  std::vector<Statement> statements;
  statements.reserve(5);
  statements.push_back(
      {is_whole ? sql::inbox_prelude : sql::inbox_wait, wait_param(wait_for(part, is_whole))});
  statements.push_back({set_savepoint, {}});
  statements.push_back(insert_statement(part));
  if (!versioned_) statements.push_back({release_savepoint, {}});
  if (!versioned_ && is_whole) statements.push_back({sql::claim_postlude_within, {}});
  auto rows = connection_.pipeline(statements, Connection::Ends::open);
  if (!rows) return back_to_savepoint(rows.error());
  if (auto done = after_insert(part, (*rows)[2]); !done) {
    for (const std::size_t i : part) fates_[i] = {};
    return back_to_savepoint(done.error());
  }
  if (versioned_) {
    if (auto released = connection_.exec_prepared(release_savepoint); !released)
      return onceover::fail(released.error());
  }
  return Tried::done;
}

Result<Inbox::Array::Tried> Inbox::Array::back_to_savepoint(const Error& error) {
  if (error.sqlstate != pg::sqlstate::lock_not_available && error.sqlstate != deadlock_detected)
    return onceover::fail(error);
  const std::array<Statement, 2> statements{Statement{roll_back_to_savepoint, {}},
                                            Statement{release_savepoint, {}}};
  auto rows = connection_.pipeline(statements, Connection::Ends::open);
  if (!rows) return onceover::fail(rows.error());
  return Tried::contended;
}

bool Inbox::Array::is_one(Part part) const {
  return part.size() == 1 && kind_ == Kind::accept && !versioned_;
}

Statement Inbox::Array::insert_statement(Part part) const {
  const Names names(events_, part);
  std::vector<std::string> fingerprints;
  fingerprints.reserve(part.size());
  for (const std::size_t i : part) fingerprints.push_back(events_[i].fingerprint);
  pg::Params params = pg::params(consumer_, names.sources, names.ids);
  params.byteas(fingerprints);
  if (kind_ == Kind::accept && !versioned_) return {sql::inbox_accept, std::move(params)};
  const Versions versions(events_, part);
  params.views(versions.types).views(versions.ids).integers(versions.versions);
  if (kind_ == Kind::accept) return {sql::inbox_accept_versions, std::move(params)};
  std::vector<std::int64_t> has_payload;
  std::vector<std::string> payloads, content_types, headers;
  for (const std::size_t i : part) {
    has_payload.push_back(events_[i].payload ? 1 : 0);
    payloads.push_back(events_[i].payload.value_or(""));
    content_types.push_back(events_[i].content_type);
    headers.push_back(headers_json(events_[i].headers));
  }
  params.integers(has_payload).byteas(payloads).texts(content_types).texts(headers);
  return {sql::inbox_store, std::move(params)};
}

Result<void> Inbox::Array::after_insert(Part part, const pg::Rows& inserted) {
  // The rows come in the order of the arrays.
  std::vector<std::size_t> accepted, missing;
  int row = 0;
  for (const std::size_t i : part) {
    const bool is_new = row < inserted.size() && inserted.view(row, 1) == events_[i].id &&
                        inserted.view(row, 0) == events_[i].source;
    if (is_new) {
      fates_[i].answer = Answer::accepted;
      accepted.push_back(i);
      ++row;
    } else {
      missing.push_back(i);
    }
  }
  if (row != inserted.size())
    return onceover::fail(ErrorKind::internal, "The server returned the inserted events in another order.",
                          "The answers are unknown.", "Roll the transaction back.");
  if (versioned_ && !accepted.empty()) {
    if (auto moved = move_versions(accepted); !moved) return moved;
  }
  return missing.empty() ? Result<void>{} : explain(missing);
}

// Versions were looked at without a lock. Here each aggregate is locked, and what a rival or this array
// itself has made stale is taken back.
Result<void> Inbox::Array::move_versions(const std::vector<std::size_t>& inserted) {
  std::map<std::pair<std::string_view, std::string_view>, std::int64_t> newest;  // sorted, as the events are
  for (const std::size_t i : inserted) {
    if (!events_[i].aggregate) continue;
    const Aggregate& aggregate = *events_[i].aggregate;
    auto& version = newest.try_emplace({aggregate.type, aggregate.id}, aggregate.version).first->second;
    version = std::max(version, aggregate.version);
  }
  if (newest.empty()) return {};
  std::vector<std::string_view> types, ids;
  std::vector<std::int64_t> versions;
  for (const auto& [name, version] : newest) {
    types.push_back(name.first);
    ids.push_back(name.second);
    versions.push_back(version);
  }
  auto moved = connection_.exec_prepared(sql::inbox_versions, pg::params(consumer_, types, ids, versions));
  if (!moved) return onceover::fail(moved.error());
  std::map<std::pair<std::string_view, std::string_view>, std::int64_t> last;
  for (int row = 0; row < moved->size(); ++row) {
    if (const auto previous = moved->optional_integer(row, 2))
      last[{moved->view(row, 0), moved->view(row, 1)}] = *previous;
  }
  std::vector<std::size_t> by_input = inserted;
  std::sort(by_input.begin(), by_input.end());
  std::vector<std::string_view> stale_sources, stale_ids;
  for (const std::size_t i : by_input) {
    if (!events_[i].aggregate) continue;
    const Aggregate& aggregate = *events_[i].aggregate;
    const auto [seen, is_first] = last.try_emplace({aggregate.type, aggregate.id}, aggregate.version);
    if (is_first) continue;
    if (aggregate.version > seen->second) {
      seen->second = aggregate.version;
      continue;
    }
    fates_[i].answer = Answer::stale;
    stale_sources.push_back(events_[i].source);
    stale_ids.push_back(events_[i].id);
  }
  if (stale_ids.empty()) return {};
  auto removed =
      connection_.exec_prepared(sql::inbox_unaccept, pg::params(consumer_, stale_sources, stale_ids));
  return removed ? Result<void>{} : onceover::fail(removed.error());
}

Result<void> Inbox::Array::explain(const std::vector<std::size_t>& missing) {
  const Names names(events_, missing);
  const Versions versions(events_, missing);
  auto rows = connection_.exec_prepared(
      sql::inbox_read_many,
      pg::params(consumer_, names.sources, names.ids, versions.types, versions.ids, versions.versions));
  if (!rows) return onceover::fail(rows.error());
  for (std::size_t n = 0; n < missing.size(); ++n) {
    const int row = static_cast<int>(n);
    Fate& fate = fates_[missing[n]];
    const std::string& fingerprint = events_[missing[n]].fingerprint;
    if (!rows->is_null(row, 0)) {
      fate = {answer_to_repeat(rows->view(row, 1), fingerprint), rows->text(row, 1)};
    } else if (versioned_ && rows->boolean(row, 2)) {
      fate.answer = Answer::stale;
    } else {
      fate.answer = Answer::contended;  // reaped between the two statements
    }
  }
  return {};
}

}  // namespace onceover::inbox
