// SPDX-License-Identifier: Apache-2.0
// What a request gets when its key exists already. One pure function: row, request, database time and policy
// in, outcome out.
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/key/types.h"

namespace onceover::key {

// The row as read, without the response's bytes.
struct Existing {
  State state = State::in_progress;
  Fingerprint fingerprint;
  std::int64_t fence = 0;
  Holder holder = Holder::executor;
  std::optional<Timestamp> locked_until;  // in_progress: the lease; none: there was never a lease
  std::optional<Timestamp> retry_before;  // released: the end of the gateway's dedupe window; none: no limit
  Timestamp created_at;
};

struct DecidePolicy {
  // How long the operation's gateway dedupes by our key after the key's creation: meanwhile an expired lease
  // may be taken over.
  std::optional<Duration> rerunnable_for;
};

struct Replay {};  // finished: answer with the stored response
// Another executor holds a valid lease
struct InFlight {
  Duration retry_after;
};
// Expired and unsettled: never repeat the effect blindly
struct AwaitingReconciliation {
  std::optional<Duration> retry_after;
};
struct Mismatch {};  // the key exists with another payload
// Claim it again under a new fence, if the row is unchanged
struct MayTakeOver {
  State from;
  std::int64_t fence;
};

using Decision = std::variant<Replay, InFlight, AwaitingReconciliation, Mismatch, MayTakeOver>;

// now: the database's clock, read no earlier than the row. retry_after is never negative.
Decision decide(const Existing& row, const Fingerprint& request, Timestamp now, const DecidePolicy& policy);

// Which answers of a handler finish a key. A policy of the operation.

enum class FinalOutcome {
  succeeded,  // stored and replayed
  failed,     // a definitive refusal: stored and replayed
  // not stored: the transaction rolls back, or the lease expires unless the handler knows that there was no
  // effect
  not_final,
};

// Default, for what the handler itself decides: 2xx and 3xx succeeded; 4xx failed, except 401, 403, 408, 409,
// 423, 425 and 429, after which the same request may succeed later; all others not final. An operation may
// override a few statuses.
class FinalPolicy {
 public:
  using Override = std::pair<int, FinalOutcome>;

  FinalPolicy() : FinalPolicy(false) {}
  // For a gateway's answer to our request. Nor are these final: 404 and 410, which a proxy or a new release
  // of the gateway gives too, and redirects, which are not followed. A gateway's 409 means that the key is in
  // use there: the effect may be under way.
  static FinalPolicy for_gateway() { return FinalPolicy(true); }
  // base: what holds for the other statuses. invalid_input: a status outside 200..599 or named twice; a
  // timeout (408, 504) recorded as failed, since its outcome is unknown; an error recorded as succeeded.
  static Result<FinalPolicy> with(std::vector<Override> overrides, FinalPolicy base = {});

  FinalOutcome of(int http_status) const;

 private:
  explicit FinalPolicy(bool is_for_gateway) : is_for_gateway_(is_for_gateway) {}

  bool is_for_gateway_;
  std::vector<Override> overrides_;
};

}  // namespace onceover::key
