// Which answers of a handler end a key's life. A policy of the operation (CONTRACT: "Which outcomes are final").
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace onceover::key {

enum class FinalOutcome {
  succeeded,  // stored and replayed
  failed,     // a definitive refusal: stored and replayed
  not_final,  // not stored: the transaction rolls back, or the lease runs out unless the handler says "no effect"
};

std::string_view word(FinalOutcome outcome);

// Default: 2xx and 3xx succeeded; 4xx failed, except 408, 425 and 429; all else not final. An operation may name a few
// statuses that mean something else to it.
class FinalPolicy {
 public:
  using Override = std::pair<int, FinalOutcome>;

  FinalPolicy() = default;
  // invalid_input where a status is not in 200..599 or is named twice, where a timeout (408, 504) would be recorded as
  // failed (nobody knows that it failed), or where an error would be recorded as succeeded.
  static Result<FinalPolicy> with(std::vector<Override> overrides);

  FinalOutcome of(int http_status) const;

 private:
  std::vector<Override> overrides_;
};

}  // namespace onceover::key
