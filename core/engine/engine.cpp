// SPDX-License-Identifier: Apache-2.0
#include "core/engine/engine.h"

#include <fmt/format.h>

#include <thread>

#include "core/engine/statements.h"
#include "core/key/fingerprint.h"
#include "core/pg/sqlstate.h"
#include "core/pg/transaction.h"
#include "core/sql/statements.h"

namespace onceover::engine {
namespace {

using pg::Connection;
using pg::Statement;

constexpr int tries_for_a_changing_row = 5;
constexpr int tries_for_a_busy_server = 4;
constexpr std::string_view already_claimed = "OC001", wrong_isolation = "OC002";
constexpr std::string_view begin_read_committed = "BEGIN ISOLATION LEVEL READ COMMITTED";
constexpr Duration write_lock_wait = std::chrono::seconds(5);

bool row_is_locked(const Error& error) { return error.sqlstate == pg::sqlstate::lock_not_available; }

Error isolation_error() {
  return {ErrorKind::invalid_input,
          "A claim needs READ COMMITTED: at another isolation level it cannot see a duplicate.",
          "The key was not claimed; roll the transaction back.",
          "Use BEGIN ISOLATION LEVEL READ COMMITTED.",
          std::string(wrong_isolation),
          ""};
}

// A longer one would be taken for the trace of a clock that was ahead.
std::optional<Error> refuse_lease(Duration lease) {
  if (lease <= key::longest_lease) return std::nullopt;
  return Error{ErrorKind::invalid_input,
               "A lease is longer than 24 hours.",
               "Nothing was written.",
               "Renew a shorter one.",
               {},
               {}};
}

// Every reader would refuse it, and clients would get 500 for as long as the key is kept.
std::optional<Error> refuse_version(const key::StoredResponse& response) {
  if (response.version == key::response_version) return std::nullopt;
  return Error{ErrorKind::invalid_input,
               fmt::format("No reader knows version {} of a stored answer.", response.version),
               "Nothing was written.",
               fmt::format("Store it as version {}.", key::response_version),
               {},
               {}};
}

// The flushes of lease mode commit with their sync.
std::optional<Error> refuse_in_transaction(const Connection& connection, std::string_view call) {
  return pg::refuse_in_transaction(
      connection, call, "Use claim_within and finish_within in an open transaction, or another connection.");
}

Statement durable_prelude(Duration rival_wait) {
  return {sql::claim_prelude_lease, milliseconds_param(rival_wait)};
}

}  // namespace

Engine::Engine(pg::Connection& connection, metrics::Counters* counters, ReplayShare* replays)
    : connection_(connection),
      counters_(counters),
      random_(Random::from_system()),
      replays_(replays != nullptr ? *replays : own_) {}

std::string Engine::owner_token(const Request& request) { return unique_owner(request.owner, random_); }

void Engine::count(const Outcome& outcome, const Request& request) {
  replays_.add(request.id.operation, std::holds_alternative<Replay>(outcome));
  using metrics::Counter;
  struct Counted {
    Counter operator()(const Claim& claim) const {
      return claim.taken_over ? Counter::taken_over : Counter::created;
    }
    Counter operator()(const Replay&) const { return Counter::replayed; }
    Counter operator()(const UnknownResponse&) const { return Counter::replayed; }
    Counter operator()(const key::InFlight&) const { return Counter::conflict; }
    Counter operator()(const key::AwaitingReconciliation&) const { return Counter::conflict; }
    Counter operator()(const key::Mismatch&) const { return Counter::mismatch; }
  };
  metrics::Event event{.correlation_id = request.correlation_id};
  if (const auto* claim = std::get_if<Claim>(&outcome)) {
    event.fence = claim->fence;
    event.to = key::word(key::State::in_progress);
    event.unconfirmed = claim->unconfirmed;
  }
  count(std::visit(Counted{}, outcome), request.id, request.fingerprint, event);
}

void Engine::count(metrics::Counter counter, const key::Identity& id, const key::Fingerprint& fingerprint,
                   metrics::Event event) {
  if (counters_ != nullptr) counters_->add(counter, id.tenant, id.operation);
  if (!on_event_) return;
  event.operation = id.operation;
  event.outcome = metrics::name(counter);
  event.tenant = id.tenant;
  event.key = id.key;
  event.fingerprint = key::short_text(fingerprint);
  on_event_(event);
}

void Engine::count_lost(const Claim& claim) {
  count(metrics::Counter::lost_ownership, claim.id, claim.fingerprint, {.fence = claim.fence});
}

namespace {
metrics::Counter counter_of(key::State final_state) {
  return final_state == key::State::succeeded ? metrics::Counter::completed : metrics::Counter::failed;
}
}  // namespace

void Engine::count_finished(key::State state, const Claim& claim, std::optional<Timestamp> at,
                            const std::string& error_code) {
  count(counter_of(state), claim.id, claim.fingerprint,
        {.fence = claim.fence,
         .from = key::word(key::State::in_progress),
         .to = key::word(state),
         .error_code = error_code});
  if (counters_ == nullptr || !at) return;
  counters_->observe(metrics::Histogram::time_to_completion, *at - claim.created_at, claim.id.tenant,
                     claim.id.operation);
}

Result<Outcome> Engine::insist(const Request& request, bool may_reconnect,
                               const std::function<Try(const std::string&)>& attempt) {
  const std::string owner = owner_token(request);
  int busy = 0, lost = 0;
  // of an earlier attempt: an error of a later one, however definite, does not resolve it
  std::optional<Error> doubt;
  (void)connection_.take_unconfirmed();
  for (int i = 0; i < tries_for_a_changing_row;) {
    Try outcome = attempt(owner);
    if (outcome) {
      if (*outcome) {
        count(**outcome, request);
        return std::move(**outcome);
      }
      ++i;
      continue;
    }
    const Error& error = outcome.error();
    if (row_is_locked(error)) {
      const Outcome in_flight = key::InFlight{std::chrono::seconds(1)};
      count(in_flight, request);
      return in_flight;
    }
    if (error.is_in_doubt()) doubt = error;
    // A lost commit is resolved by claiming again with the same owner suffix, which identifies our own row.
    if (may_reconnect && error.is_connection_lost() && ++lost <= 2 && connection_.reopen()) continue;
    if (may_reconnect && error.is_retryable() && ++busy < tries_for_a_busy_server) {
      std::this_thread::sleep_for(
          Duration(static_cast<std::int64_t>(random_.between(2'000, 10'000 * busy + 2'000))));
      continue;
    }
    return onceover::fail(doubt.value_or(error));
  }
  return onceover::fail(ErrorKind::busy, "The key's row changed during each of several reads.",
                        "The key was not claimed.", "Try again.");
}

Engine::Try Engine::claimed(const Request& request, const std::string& owner, const OperationPolicy& policy,
                            const pg::Rows& inserted, bool within) {
  Claim claim{request.id,
              request.fingerprint,
              inserted.integer(0, 0),
              owner,
              inserted.timestamp(0, 3),
              inserted.timestamp(0, 1),
              false,
              within,
              within ? std::string() : connection_.take_unconfirmed()};
  const Duration left = *claim.locked_until - inserted.timestamp(0, 2);
  // The insert waited for a concurrent claim after it had read the clock: the lease gets its full length.
  if (!within && left < policy.lease - policy.lease / 10) {
    auto renewed = renew(claim, policy.lease);
    if (!renewed) {
      // The insert is committed: the claim is valid with the rest of its lease. On a new connection it is
      // recognised again.
      if (renewed.error().is_connection_lost()) return onceover::fail(renewed.error());
      return Outcome(std::move(claim));
    }
    if (std::holds_alternative<OwnershipLost>(*renewed)) return std::nullopt;
    claim.locked_until = std::get<Done>(*renewed).locked_until;
    // the later one: a standby that has it has both
    claim.unconfirmed = std::get<Done>(*renewed).unconfirmed;
  }
  return Outcome(std::move(claim));
}

Engine::Try Engine::blocked(const Request& request, const std::string& owner, const OperationPolicy& policy,
                            bool within, bool looks_again) {
  auto read = connection_.exec_prepared(sql::key_read, identity_params(request.id));
  if (!read) return onceover::fail(read.error());
  return blocked_by(request, owner, policy, *read, within, looks_again);
}

Engine::Try Engine::blocked_by(const Request& request, const std::string& owner,
                               const OperationPolicy& policy, const pg::Rows& read, bool within,
                               bool looks_again) {
  if (read.empty()) return std::nullopt;  // reaped, or rolled back, since the insert
  auto row = stored_row(read);
  if (!row) return onceover::fail(row.error());
  if (row->owner == owner && row->existing.state == key::State::in_progress &&
      row->existing.holder == key::Holder::executor) {
    // Our own claim, after a commit in doubt.
    return Outcome(Claim{request.id, request.fingerprint, row->existing.fence, owner,
                         row->existing.created_at, row->existing.locked_until, row->attempts > 1, within,
                         within ? std::string() : pg::unconfirmed_after_doubt(connection_)});
  }
  const key::Decision decision = key::decide(row->existing, request.against(row->existing.fingerprint),
                                             row->now, {policy.rerunnable_for});
  if (const auto* take = std::get_if<key::MayTakeOver>(&decision))
    return take_over(request, row->existing.fingerprint, owner, policy, take->fence, within);
  return outcome_of(request, decision, *row, looks_again);
}

// For a decision that takes nothing over.
Outcome Engine::outcome_of(const Request& request, const key::Decision& decision, StoredRow& row,
                           bool looks_again) {
  // The age of the retried key. In a row of replays that are read first, it is as good as for those before
  // them.
  if (counters_ != nullptr && !looks_again && !std::holds_alternative<key::Mismatch>(decision))
    counters_->observe(metrics::Histogram::retry_age, row.now - row.existing.created_at, request.id.tenant,
                       request.id.operation);
  if (std::holds_alternative<key::Replay>(decision)) {
    if (!row.response) return UnknownResponse{static_cast<int>(row.response_version)};
    return Replay{std::move(*row.response)};
  }
  if (const auto* flight = std::get_if<key::InFlight>(&decision)) return *flight;
  if (const auto* awaiting = std::get_if<key::AwaitingReconciliation>(&decision)) return *awaiting;
  return key::Mismatch{};
}

Engine::Try Engine::replay_first(const Request& request, bool begins) {
  if (!replays_.expects_replay(request.id.operation)) return std::nullopt;
  const auto params = replay_params(request);
  Result<pg::Rows> read;
  if (begins) {
    const std::array<Statement, 2> statements{Statement{begin_read_committed, {}},
                                              Statement{sql::key_replay, params}};
    auto rows = connection_.pipeline(statements, Connection::Ends::open);
    if (!rows) return onceover::fail(rows.error());
    read = std::move(rows->back());
  } else {
    read = connection_.exec_prepared(sql::key_replay, params);
  }
  if (!read) return onceover::fail(read.error());
  std::optional<key::StoredResponse> response;
  if (!read->empty()) response = stored_response(*read, 0);
  if (!response) return std::nullopt;  // also an unreadable one: the other path reports it
  return Outcome(Replay{std::move(*response)});
}

Engine::Try Engine::try_claim(const Request& request, const std::string& owner, const OperationPolicy& policy,
                              bool looks_again) {
  const std::array<Statement, 2> statements{
      durable_prelude(policy.rival_wait),
      Statement{sql::claim_insert, insert_params(request, owner, policy)}};
  auto rows = connection_.pipeline(statements, Connection::Ends::commits);
  if (!rows) return onceover::fail(rows.error());
  const pg::Rows& inserted = rows->back();
  return inserted.empty() ? blocked(request, owner, policy, false, looks_again)
                          : claimed(request, owner, policy, inserted, false);
}

Result<std::optional<Outcome>> Engine::look(const Request& request, const OperationPolicy& policy) {
  const auto read = connection_.exec_prepared(sql::key_read, identity_params(request.id));
  if (!read) return onceover::fail(read.error());
  if (read->empty()) return std::nullopt;
  auto row = stored_row(*read);
  if (!row) return onceover::fail(row.error());
  const key::Decision decision = key::decide(row->existing, request.against(row->existing.fingerprint),
                                             row->now, {policy.rerunnable_for});
  if (std::holds_alternative<key::MayTakeOver>(decision)) return std::nullopt;
  Outcome outcome = outcome_of(request, decision, *row, false);
  count(outcome, request);
  return outcome;
}

Result<Outcome> Engine::claim(const Request& request, const OperationPolicy& policy, bool looks_again) {
  if (const auto error = refuse_lease(policy.lease)) return onceover::fail(*error);
  if (const auto error = refuse_in_transaction(connection_, "A claim by lease"))
    return onceover::fail(*error);
  return insist(request, true, [&](const std::string& owner) -> Try {
    auto replay = replay_first(request);
    return !replay || *replay ? std::move(replay) : try_claim(request, owner, policy, looks_again);
  });
}

Engine::Try Engine::take_over(const Request& request, const key::Fingerprint& stored,
                              const std::string& owner, const OperationPolicy& policy, std::int64_t fence,
                              bool within) {
  std::vector<Statement> statements;
  if (within) {
    statements.push_back({sql::claim_prelude_within, milliseconds_param(policy.rival_wait)});
  } else {
    statements.push_back(durable_prelude(policy.rival_wait));
  }
  statements.push_back({sql::key_lock, identity_params(request.id, fence)});
  statements.push_back({sql::key_take_over, take_over_params(request, stored, owner, policy, fence)});
  if (within) statements.push_back({sql::claim_postlude_within, {}});
  auto rows = connection_.pipeline(statements, within ? Connection::Ends::open : Connection::Ends::commits);
  if (!rows) return onceover::fail(rows.error());
  const pg::Rows& taken = (*rows)[2];
  if (taken.empty()) return std::nullopt;
  return Outcome(Claim{request.id, request.fingerprint, taken.integer(0, 0), owner, taken.timestamp(0, 3),
                       taken.timestamp(0, 1), true, within,
                       within ? std::string() : connection_.take_unconfirmed()});
}

Engine::Try Engine::try_claim_within(const Request& request, const std::string& owner,
                                     const OperationPolicy& policy) {
  std::vector<Statement> statements;
  statements.reserve(4);
  if (!connection_.in_transaction()) statements.push_back({begin_read_committed, {}});
  const std::size_t first = statements.size();
  statements.push_back({sql::claim_prelude_within, milliseconds_param(policy.rival_wait)});
  statements.push_back({sql::claim_insert, insert_params(request, owner, policy)});
  statements.push_back({sql::claim_postlude_within, {}});
  auto rows = connection_.pipeline(statements, Connection::Ends::open);
  if (!rows) return onceover::fail(rows.error());
  if ((*rows)[first].view(0, 3) != "read committed") return onceover::fail(isolation_error());
  const pg::Rows& inserted = (*rows)[first + 1];
  return inserted.empty() ? blocked(request, owner, policy, true)
                          : claimed(request, owner, policy, inserted, true);
}

Result<Outcome> Engine::claim_within(const Request& request, const OperationPolicy& policy) {
  return insist(request, false, [&](const std::string& owner) -> Try {
    // In the caller's transaction the prelude must check the isolation level first.
    if (!connection_.in_transaction()) {
      auto replay = replay_first(request, true);
      if (!replay || *replay) return replay;
    }
    return try_claim_within(request, owner, policy);
  });
}

// A write under the fence in its own flush. A commit in doubt is resolved by reading.
Result<WriteOutcome> Engine::write(const Claim& claim, std::span<const Statement> statements,
                                   std::optional<key::State> makes_final) {
  if (const auto error = refuse_in_transaction(connection_, "A write under a lease"))
    return onceover::fail(*error);
  std::optional<Error> doubt;
  (void)connection_.take_unconfirmed();
  // The result of a write whose end was lost: done, or the doubt is returned. nullopt: not written yet.
  const auto found_out = [&]() -> std::optional<Result<WriteOutcome>> {
    if (!connection_.is_open() && !connection_.reopen()) return onceover::fail(*doubt);
    auto found = find_out(claim);
    if (!found || *found == Found::cannot_tell) return onceover::fail(*doubt);
    // Unfinished keys are never deleted: it was finished and reaped meanwhile, by an unknown owner.
    if (*found == Found::no_row && makes_final) return onceover::fail(*doubt);
    const bool done = *found == Found::committed_ours && makes_final;
    if (done) return WriteOutcome(Done{{}, pg::unconfirmed_after_doubt(connection_)});
    return std::nullopt;
  };
  for (int attempt = 0;; ++attempt) {
    auto rows = connection_.pipeline(statements, Connection::Ends::commits);
    if (rows) {
      const pg::Rows& changed = rows->back();
      if (!changed.empty())
        return WriteOutcome(Done{changed.optional_timestamp(0, 0), connection_.take_unconfirmed()});
      // The first attempt may have committed while this one waited for its lock.
      if (doubt) {
        if (auto outcome = found_out()) return *outcome;
      }
      break;
    }
    const Error& error = rows.error();
    const bool lost = error.is_connection_lost();
    if (attempt >= tries_for_a_busy_server || (!lost && !error.is_retryable()))
      return onceover::fail(doubt.value_or(error));
    if (lost) {
      doubt = error;
      if (auto outcome = found_out()) return *outcome;
    } else {
      std::this_thread::sleep_for(Duration(static_cast<std::int64_t>(random_.between(2'000, 20'000))));
    }
  }
  count_lost(claim);
  return WriteOutcome(OwnershipLost{});
}

Result<WriteOutcome> Engine::renew(const Claim& claim, Duration lease) {
  if (const auto error = refuse_lease(lease)) return onceover::fail(*error);
  pg::Params params = identity_params(claim.id, claim.fence);
  params.interval(lease).text(claim.owner);
  const std::array<Statement, 3> statements{durable_prelude(write_lock_wait),
                                            Statement{sql::key_lock, identity_params(claim.id, claim.fence)},
                                            Statement{sql::key_renew, std::move(params)}};
  return write(claim, statements, std::nullopt);
}

Result<WriteOutcome> Engine::finish(const Claim& claim, key::State state, const key::StoredResponse& response,
                                    const std::string& error_code) {
  if (const auto error = refuse_version(response)) return onceover::fail(*error);
  const std::array<Statement, 2> statements{
      durable_prelude(write_lock_wait),
      Statement{sql::key_finish, finish_params(claim, state, response, error_code)}};
  auto outcome = write(claim, statements, state);
  if (auto* done = outcome ? std::get_if<Done>(&*outcome) : nullptr) {
    count_finished(state, claim, done->locked_until, error_code);
    done->locked_until.reset();  // a finished key has no lease
  }
  return outcome;
}

Result<WriteOutcome> Engine::complete(const Claim& claim, const key::StoredResponse& response) {
  return finish(claim, key::State::succeeded, response, {});
}

Result<WriteOutcome> Engine::fail(const Claim& claim, const key::StoredResponse& response,
                                  const std::string& error_code) {
  return finish(claim, key::State::failed, response, error_code);
}

Result<WriteOutcome> Engine::release(const Claim& claim, std::optional<Timestamp> retry_before) {
  if (claim.taken_over && !retry_before) {
    return onceover::fail(ErrorKind::invalid_input,
                          "An earlier attempt under this key may have reached the gateway.",
                          "The key was not released.",
                          "Give the end of the gateway's dedupe window, counted from Claim::created_at; "
                          "without one let the lease expire.");
  }
  pg::Params params = identity_params(claim.id, claim.fence);
  params.timestamp(retry_before).text(claim.owner);
  const std::array<Statement, 2> statements{durable_prelude(write_lock_wait),
                                            Statement{sql::key_release, std::move(params)}};
  auto outcome = write(claim, statements, key::State::released);
  if (!outcome || !std::holds_alternative<Done>(*outcome)) return outcome;
  count(metrics::Counter::released, claim.id, claim.fingerprint,
        {.fence = claim.fence,
         .from = key::word(key::State::in_progress),
         .to = key::word(key::State::released)});
  std::get<Done>(*outcome).locked_until.reset();
  return outcome;
}

Result<WriteOutcome> Engine::complete_within(const Claim& claim, key::State final_state,
                                             const key::StoredResponse& response,
                                             const std::string& error_code) {
  if (const auto error = refuse_version(response)) return onceover::fail(*error);
  auto rows =
      connection_.exec_prepared(sql::key_finish, finish_params(claim, final_state, response, error_code));
  if (!rows) return onceover::fail(rows.error());
  return rows->empty() ? WriteOutcome(OwnershipLost{}) : WriteOutcome(Done{});
}

Result<WriteOutcome> Engine::finish_within(const Claim& claim, key::State final_state,
                                           const key::StoredResponse& response,
                                           std::span<const Statement> business,
                                           const std::string& error_code) {
  if (const auto error = refuse_version(response)) return onceover::fail(*error);
  std::vector<Statement> statements;
  statements.reserve(business.size() + 7);
  if (!connection_.in_transaction()) statements.push_back({begin_read_committed, {}});
  if (!claim.within) statements.push_back(durable_prelude(write_lock_wait));
  // the right that another claim of this transaction may have left
  statements.push_back({sql::claim_clear, {}});
  const std::size_t finish = statements.size();
  statements.push_back({sql::key_finish, finish_params(claim, final_state, response, error_code)});
  // The lease may have been lost meanwhile, or the claim rolled back to a savepoint: then the business writes
  // must not happen either.
  statements.push_back({sql::claim_require, {}});
  statements.insert(statements.end(), business.begin(), business.end());
  statements.push_back({"COMMIT", {}});
  (void)connection_.take_unconfirmed();
  auto rows = connection_.pipeline(statements, Connection::Ends::commits);
  if (!rows) {
    Error error = rows.error();
    connection_.roll_back();
    if (error.sqlstate == already_claimed) {
      count_lost(claim);
      return WriteOutcome(OwnershipLost{});
    }
    if (error.is_in_doubt() && connection_.reopen()) {
      auto found = find_out(claim);
      if (found && *found == Found::committed_ours)
        return WriteOutcome(Done{{}, pg::unconfirmed_after_doubt(connection_)});
      // A claim of this transaction was rolled back with it; for an earlier one the row existed, and only
      // finished rows are deleted.
      if (found && *found == Found::no_row && claim.within) {
        error.kind = ErrorKind::connection;
        error.what = "The connection was lost before the commit; the transaction was rolled back.";
        error.next = "Claim the key again.";
      }
    }
    return onceover::fail(error);
  }
  if (rows->back().tag() != "COMMIT") {
    return onceover::fail(ErrorKind::database,
                          "The server rolled the transaction back because a statement in it had failed.",
                          "None of its writes was kept.");
  }
  count_finished(final_state, claim, (*rows)[finish].optional_timestamp(0, 0), error_code);
  return WriteOutcome(Done{{}, connection_.take_unconfirmed()});
}

Result<Engine::KnownOutcome> Engine::run_known(const Request& request, const OperationPolicy& policy,
                                               key::State final_state, const key::StoredResponse& response,
                                               std::span<const Statement> business,
                                               const std::string& error_code) {
  if (const auto error = refuse_version(response)) return onceover::fail(*error);
  if (connection_.in_transaction()) {
    return onceover::fail(
        ErrorKind::invalid_input, "run_known starts its own transaction, but the connection has an open one.",
        "Nothing was sent.", "Use claim_within and complete_within in an open transaction.");
  }
  std::optional<KnownOutcome> executed;
  const auto attempt = [&](const std::string& owner) -> Try {
    if (auto replay = replay_first(request); !replay || *replay) return replay;
    std::vector<Statement> statements;
    statements.reserve(business.size() + 3);
    statements.push_back({sql::claim_prelude_known, milliseconds_param(policy.rival_wait)});
    statements.push_back({sql::claim_insert_final,
                          insert_final_params(request, owner, policy, final_state, response, error_code)});
    statements.push_back({sql::claim_require_known, {}});
    statements.insert(statements.end(), business.begin(), business.end());
    auto rows = connection_.pipeline(statements, Connection::Ends::commits, true);
    if (rows) {
      executed = Executed{(*rows)[1].integer(0, 0), connection_.take_unconfirmed()};
      // The flush is one implicit transaction; the sync has checked its end.
      return Outcome(
          Claim{request.id, request.fingerprint, (*rows)[1].integer(0, 0), owner, {}, {}, false, true});
    }
    if (rows.error().sqlstate == wrong_isolation) return onceover::fail(isolation_error());
    if (rows.error().sqlstate != already_claimed) return onceover::fail(rows.error());
    // The flush is rolled back. The other claim's row is read separately: a description of its columns would
    // cost every successful claim.
    const auto read = connection_.exec_prepared(sql::key_read, identity_params(request.id));
    if (!read) return onceover::fail(read.error());
    if (!read->empty()) {
      auto row = stored_row(*read);
      if (row && row->owner == owner) {
        // our own, after a commit in doubt
        executed = Executed{row->existing.fence, pg::unconfirmed_after_doubt(connection_)};
        return Outcome(
            Claim{request.id, request.fingerprint, row->existing.fence, owner, {}, {}, false, true});
      }
      if (row) {
        // An unfinished key belongs to another mode: never taken over here, where the effect is local.
        const key::Decision decision =
            key::decide(row->existing, request.against(row->existing.fingerprint), row->now, {});
        if (std::holds_alternative<key::MayTakeOver>(decision)) return Outcome(key::AwaitingReconciliation{});
      }
    }
    return blocked_by(request, owner, policy, *read, true, false);
  };
  auto outcome = insist(request, true, attempt);
  if (!outcome) return onceover::fail(outcome.error());
  if (executed) {
    count(counter_of(final_state), request.id, request.fingerprint,
          {.fence = std::get<Executed>(*executed).fence,
           .to = key::word(final_state),
           .error_code = error_code});
    return *executed;
  }
  return std::visit(
      [](auto&& other) -> KnownOutcome {
        if constexpr (std::is_same_v<std::decay_t<decltype(other)>, Claim>) {
          return key::AwaitingReconciliation{};
        } else {
          return std::forward<decltype(other)>(other);
        }
      },
      std::move(*outcome));
}

Result<Engine::Found> Engine::find_out(const Claim& claim) {
  for (int attempt = 0; attempt < tries_for_a_changing_row; ++attempt) {
    auto read = connection_.exec(sql::key_read, identity_params(claim.id));
    if (!read) return onceover::fail(read.error());
    if (!read->empty()) {
      auto row = stored_row(*read);
      if (!row) return onceover::fail(row.error());
      if (row->existing.fence != claim.fence || row->owner != claim.owner) return Found::somebody_elses;
      return row->existing.state == key::State::in_progress ? Found::in_progress_ours : Found::committed_ours;
    }
    // No visible row: the lost backend may still commit. Its uncommitted row would block an insert of the
    // same key.
    const Request probe{claim.id, {}, "probe", {}, {}};
    const std::array<Statement, 3> statements{
        Statement{begin_read_committed, {}},
        Statement{sql::claim_prelude_within, milliseconds_param(std::chrono::seconds(1))},
        Statement{sql::claim_insert, insert_params(probe, "probe", {})}};
    auto probed = connection_.pipeline(statements, Connection::Ends::open);
    connection_.roll_back();
    if (!probed)
      return row_is_locked(probed.error()) ? Result<Found>(Found::cannot_tell)
                                           : onceover::fail(probed.error());
    if (!probed->back().empty()) return Found::no_row;
  }
  return Found::cannot_tell;
}

}  // namespace onceover::engine
