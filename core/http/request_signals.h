// Signals of a caller's layer: the time and the retries it has left.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/time.h"
#include "core/key/types.h"

namespace onceover::http {

inline constexpr std::string_view request_timeout_header = "X-Request-Timeout";
// Longer ones are cut to this: it limits how long a duplicate waits for the first request, which holds a connection.
inline constexpr Duration max_request_timeout = std::chrono::minutes(10);

// "1500" and "1500ms" are milliseconds, "2s" is seconds; whole numbers above 0. nullopt for anything else.
std::optional<Duration> parse_request_timeout(std::string_view value);
// From a request's headers; nullopt where it is missing, malformed or sent more than once.
std::optional<Duration> request_timeout_of(const std::vector<key::Header>& headers);
// Milliseconds, rounded down (timeouts shrink inward), at least 1.
key::Header request_timeout(Duration left);

inline constexpr std::string_view do_not_retry_header = "Onceover-Do-Not-Retry";

// An outer layer already retries and asks inner layers not to. Any value except 0, ?0 and false means this.
bool asks_not_to_retry(const std::vector<key::Header>& headers);
key::Header do_not_retry();

}  // namespace onceover::http
