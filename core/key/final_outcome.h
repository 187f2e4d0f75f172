// Which answers of a handler finish a key. A policy of the operation (CONTRACT: "Which outcomes are final").
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

std::string_view word(FinalOutcome outcome);

// Default: 2xx and 3xx succeeded; 4xx failed, except 408, 425 and 429; all others not final. An operation may override a few statuses.
class FinalPolicy {
 public:
  using Override = std::pair<int, FinalOutcome>;

  FinalPolicy() = default;
  // invalid_input: a status outside 200..599 or named twice; a timeout (408, 504) recorded as failed, since its outcome is unknown; an
  // error recorded as succeeded.
  static Result<FinalPolicy> with(std::vector<Override> overrides);

  FinalOutcome of(int http_status) const;

 private:
  std::vector<Override> overrides_;
};

}  // namespace onceover::key
