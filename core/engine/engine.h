// SPDX-License-Identifier: Apache-2.0
// The life of a key, for services: claim it, run the effect, finish it under the fence. On our own schema,
// with the fewest round trips that each mode allows. The contract of the project defines the terms; the modes
// are
//
//   lease        claim() commits; the effect happens elsewhere; complete()/fail()/release() commit under the
//   fence.
//                A crash leaves the key in_progress and a sweeper settles it from evidence.
//   interactive  claim_within() in the caller's own READ COMMITTED transaction; the business statements;
//   complete_within(); the
//                caller commits. A crash leaves nothing behind.
//   known        run_known(): claim, business statements and the final answer in one flush and one
//   transaction.
//
// An engine may be made for each request, where it is given the process's ReplayShare. Where most claims of
// an operation are replays, the finished key is read first. That read never decides that a key is new; a key
// that it does not find is inserted as usual.
//
// Threads: an Engine belongs to the thread of its connection. Ordinary outcomes are values; an Error means
// that nothing is known about the key except what the error says. A commit lost on the way is resolved by
// reading if possible, and is ErrorKind::in_doubt otherwise: then the effect must not be run.
//
// unconfirmed, after a commit: not empty if the write is committed here, but the wait for its synchronous
// standby did not complete (pg::Connection::take_unconfirmed). The write counts; a failover at this moment
// would lose it. A lost claim is made again under the same downstream key, so the effect may go on; report it
// to the server's operators.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/random.h"
#include "core/base/result.h"
#include "core/key/decide.h"
#include "core/key/types.h"
#include "core/metrics/counters.h"
#include "core/metrics/event.h"
#include "core/pg/connection.h"

namespace onceover::engine {

// How many of an operation's claims are replays, for the engines of a process: where most are, an engine
// reads the finished key first, in one round trip; elsewhere it inserts first, and reads only what the insert
// found. A guess about speed alone: either way decides alike.

// Any thread.
class ReplayShare {
 public:
  bool expects_replay(std::string_view operation) const {
    const std::lock_guard lock(mutex_);
    const auto found = shares_.find(operation);
    return found != shares_.end() && found->second > 0.5;
  }
  void add(std::string_view operation, bool is_replay) {
    const std::lock_guard lock(mutex_);
    auto found = shares_.find(operation);
    if (found == shares_.end()) {
      if (shares_.size() >= most_operations) return;  // names made from requests
      found = shares_.emplace(operation, 0).first;
    }
    found->second += ((is_replay ? 1 : 0) - found->second) / window;
  }

 private:
  static constexpr std::size_t most_operations = 1'000;
  static constexpr double window = 16;  // claims: the share follows a change within about a dozen
  mutable std::mutex mutex_;
  std::map<std::string, double, std::less<>> shares_;
};

// One for each operation; data.
struct OperationPolicy {
  // how long others wait for a silent executor; must exceed the effect's own timeout
  Duration lease = std::chrono::seconds(30);
  Duration window = std::chrono::hours(
      72);  // how long a finished key is kept; must exceed any client's last retry; whole seconds
  std::optional<Duration>
      rerunnable_for;  // the gateway dedupes by our key for this long: an expired lease may be taken over
  // for the uncommitted row of a concurrent claim; then it is in flight
  Duration rival_wait = std::chrono::milliseconds(200);
};

struct Request {
  key::Identity id;  // from key::make_identity
  key::Fingerprint fingerprint;
  std::string owner;           // the executor: "payments-7/4242"; a random suffix is appended for each claim
  std::string correlation_id;  // may be empty
  key::Subject subject;        // customer and amount, where known; amount must be a decimal number
  // of the same body, under earlier salts while they are rotated
  std::vector<key::Fingerprint> or_fingerprints = {};

  // What is compared with a stored one.
  const key::Fingerprint& against(const key::Fingerprint& stored) const {
    return std::ranges::find(or_fingerprints, stored) == or_fingerprints.end() ? fingerprint : stored;
  }
};

// The right to execute and to finish. Valid only under its fence.
struct Claim {
  key::Identity id;
  key::Fingerprint fingerprint;
  std::int64_t fence = 0;
  std::string owner;
  Timestamp created_at;                   // of the key: the start of the gateway's dedupe window
  std::optional<Timestamp> locked_until;  // database time; none in the caller's transaction
  bool taken_over = false;  // an earlier attempt may have reached the gateway: same downstream key
  bool within = false;      // made in a transaction that is still open: invisible to others
  std::string unconfirmed = {};
};

struct Replay {
  key::StoredResponse response;
};
// Stored by a later version: report it to the operator, answer 500, never guess
struct UnknownResponse {
  int version = 0;
};
using Outcome =
    std::variant<Claim, Replay, key::InFlight, key::AwaitingReconciliation, key::Mismatch, UnknownResponse>;

// Renew: the new lease
struct Done {
  std::optional<Timestamp> locked_until;
  std::string unconfirmed = {};
};
// another executor owns or has finished the key: stop, write nothing, answer by claiming again
struct OwnershipLost {};
using WriteOutcome = std::variant<Done, OwnershipLost>;

struct StoredRow;  // statements.h

class Engine {
 public:
  // All must outlive the engine; counters may be null. Without a share the engine keeps its own. The schema
  // must be current (schema::require_writable).
  Engine(pg::Connection& connection, metrics::Counters* counters, ReplayShare* replays = nullptr);
  // One for whatever is counted; outcome: its Counter.
  void on_event(metrics::EventSink sink) { on_event_ = std::move(sink); }

  // Reads only, on a standby too: what a duplicate gets, before a rate limit. nullopt decides nothing: the
  // key is new, or may be taken over.
  Result<std::optional<Outcome>> look(const Request& request, const OperationPolicy& policy);

  // Lease mode. looks_again: a duplicate that waits for the end of a live claim, whose retry was counted at
  // its first attempt.
  Result<Outcome> claim(const Request& request, const OperationPolicy& policy, bool looks_again = false);
  Result<WriteOutcome> renew(const Claim& claim, Duration lease);
  // The caller's final-outcome policy decides the state of the stored answer: complete = succeeded, fail =
  // failed.
  Result<WriteOutcome> complete(const Claim& claim, const key::StoredResponse& response);
  Result<WriteOutcome> fail(const Claim& claim, const key::StoredResponse& response,
                            const std::string& error_code);
  // Only if this attempt is known to have had no effect. The row keeps that word (TRANSIENT.no_effect) as
  // long as it was said of each attempt; where no client retries before the limit, the key may fail by it
  // (gateway::IfNotRetried). Without a limit it never does. retry_before: the end of the gateway's dedupe
  // window; none: no limit, which is not allowed for a claim that was taken over. An earlier, nearer limit
  // remains.
  Result<WriteOutcome> release(const Claim& claim, std::optional<Timestamp> retry_before);

  // Interactive: in the open transaction of the connection; without one, BEGIN goes with the same flush.
  // After an error or an InFlight the transaction must be rolled back. The claim is valid once the caller
  // commits.
  Result<Outcome> claim_within(const Request& request, const OperationPolicy& policy);
  Result<WriteOutcome> complete_within(const Claim& claim, key::State final_state,
                                       const key::StoredResponse& response,
                                       const std::string& error_code = {});
  // Business statements, completion and COMMIT in one flush: the second and last round trip. Also for a claim
  // by lease, whose completion then commits together with local writes; without an open transaction, BEGIN
  // goes with it.
  Result<WriteOutcome> finish_within(const Claim& claim, key::State final_state,
                                     const key::StoredResponse& response,
                                     std::span<const pg::Statement> business,
                                     const std::string& error_code = {});

  // Known in advance: one flush, one transaction. business runs only if the key was new.
  struct Executed {
    std::int64_t fence = 0;
    std::string unconfirmed = {};
  };
  using KnownOutcome = std::variant<Executed, Replay, key::InFlight, key::AwaitingReconciliation,
                                    key::Mismatch, UnknownResponse>;
  Result<KnownOutcome> run_known(const Request& request, const OperationPolicy& policy,
                                 key::State final_state, const key::StoredResponse& response,
                                 std::span<const pg::Statement> business, const std::string& error_code = {});

  // The result of a claim whose commit is in doubt.
  enum class Found { committed_ours, in_progress_ours, somebody_elses, no_row, cannot_tell };
  Result<Found> find_out(const Claim& claim);

 private:
  using Try = Result<std::optional<Outcome>>;  // nullopt: the row changed meanwhile, try again
  // A finished key with this fingerprint, where replays are expected; nullopt: not read, or not found.
  // begins: with BEGIN.
  Try replay_first(const Request& request, bool begins = false);
  Try try_claim(const Request& request, const std::string& owner, const OperationPolicy& policy,
                bool looks_again);
  Try try_claim_within(const Request& request, const std::string& owner, const OperationPolicy& policy);
  Try claimed(const Request& request, const std::string& owner, const OperationPolicy& policy,
              const pg::Rows& inserted, bool within);
  // What blocks the claim: the key's row, read after an insert that did nothing.
  Try blocked(const Request& request, const std::string& owner, const OperationPolicy& policy, bool within,
              bool looks_again = false);
  Try blocked_by(const Request& request, const std::string& owner, const OperationPolicy& policy,
                 const pg::Rows& read, bool within, bool looks_again);
  Outcome outcome_of(const Request& request, const key::Decision& decision, StoredRow& row, bool looks_again);
  // stored: the fingerprint of the row, which was compared.
  Try take_over(const Request& request, const key::Fingerprint& stored, const std::string& owner,
                const OperationPolicy& policy, std::int64_t fence, bool within);
  Result<Outcome> insist(const Request& request, bool may_reconnect,
                         const std::function<Try(const std::string& owner)>& attempt);
  Result<WriteOutcome> finish(const Claim& claim, key::State state, const key::StoredResponse& response,
                              const std::string& error_code);
  Result<WriteOutcome> write(const Claim& claim, std::span<const pg::Statement> statements,
                             std::optional<key::State> makes_final);
  std::string owner_token(const Request& request);
  void count(const Outcome& outcome, const Request& request);
  void count(metrics::Counter counter, const key::Identity& id, const key::Fingerprint& fingerprint,
             metrics::Event event);
  void count_finished(key::State state, const Claim& claim, std::optional<Timestamp> at,
                      const std::string& error_code);
  void count_lost(const Claim& claim);

  pg::Connection& connection_;
  metrics::Counters* counters_;
  metrics::EventSink on_event_;
  Random random_;
  ReplayShare own_;
  ReplayShare& replays_;
};

}  // namespace onceover::engine
