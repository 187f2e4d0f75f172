// SPDX-License-Identifier: Apache-2.0
// Which answers of a handler finish a key. A policy of the operation.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace onceover::key {

enum class FinalOutcome {
  succeeded,  // stored and replayed
  failed,     // a definitive refusal: stored and replayed
  not_final,  // not stored: the transaction rolls back, or the lease expires unless the handler knows that there was no effect
};

// Default, for what the handler itself decides: 2xx and 3xx succeeded; 4xx failed, except 401, 403, 408, 409, 423, 425 and 429, after which
// the same request may succeed later; all others not final. An operation may override a few statuses.
class FinalPolicy {
 public:
  using Override = std::pair<int, FinalOutcome>;

  FinalPolicy() : FinalPolicy(false) {}
  // For a gateway's answer to our request. Nor are these final: 404 and 410, which a proxy or a new release of the gateway gives too, and
  // redirects, which are not followed. A gateway's 409 means that the key is in use there: the effect may be under way.
  static FinalPolicy for_gateway() { return FinalPolicy(true); }
  // base: what holds for the other statuses. invalid_input: a status outside 200..599 or named twice; a timeout (408, 504) recorded as
  // failed, since its outcome is unknown; an error recorded as succeeded.
  static Result<FinalPolicy> with(std::vector<Override> overrides, FinalPolicy base = {});

  FinalOutcome of(int http_status) const;

 private:
  explicit FinalPolicy(bool is_for_gateway) : is_for_gateway_(is_for_gateway) {}

  bool is_for_gateway_;
  std::vector<Override> overrides_;
};

}  // namespace onceover::key
