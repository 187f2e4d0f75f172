// SPDX-License-Identifier: Apache-2.0
// What headers of a request and of an answer say: names compared without case, optional white space around
// values removed. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/random.h"
#include "core/base/time.h"
#include "core/key/types.h"

namespace onceover::http {

// Without spaces and tabs at the start and the end.
std::string_view trimmed(std::string_view text);

// The trimmed values of every line with this name, in order; views into `headers`.
std::vector<std::string_view> values_of(const std::vector<key::Header>& headers, std::string_view name);

// A sentence: why clients could not read the body by this content type; none: they can, as far as is known.
// JSON must be one JSON text, XML must begin like XML, and text must be UTF-8 unless the type names another
// charset. An empty body or an empty type is never wrong.
std::optional<std::string> why_not_of_type(std::string_view content_type, std::string_view body);

// Which trace a request belongs to, so that its key and the events that it causes can be found together.
// Source: W3C Trace Context, https://www.w3.org/TR/trace-context/

inline constexpr std::string_view traceparent_header = "traceparent";

struct TraceContext {
  std::string trace_id;    // 32 lower-case hexadecimal digits, not all 0
  std::string parent_id;   // 16 of them: the span of the sender
  std::uint8_t flags = 0;  // bit 0: sampled
};

// "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01". Later versions may have more behind it. nullopt
// for anything else.
std::optional<TraceContext> parse_traceparent(std::string_view value);
// From a request's headers; nullopt where it is missing, malformed or sent more than once.
std::optional<TraceContext> trace_of(const std::vector<key::Header>& headers);
// The value to send on, with a span of its own below this one: for requests to other services, and for the
// header "traceparent" of events.
std::string traceparent(const TraceContext& trace, Random& random);

// What a key and its events are found by: X-Request-Id or X-Correlation-Id where the client sends one of 1 to
// 200 visible ASCII characters, else the trace's id; empty: neither. Store it as
// engine::Request::correlation_id, and as the header "correlation_id" of events.
std::string correlation_of(const std::vector<key::Header>& headers);

// Signals of a caller's layer: the time and the retries it has left.

inline constexpr std::string_view request_timeout_header = "X-Request-Timeout";
// Longer ones are cut to this: it limits how long a duplicate waits for the first request, which holds a
// connection.
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
