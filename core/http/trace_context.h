// Which trace a request belongs to, so that its key and the events that it causes can be found together.
// Source: W3C Trace Context, https://www.w3.org/TR/trace-context/
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/random.h"
#include "core/key/types.h"

namespace onceover::http {

inline constexpr std::string_view traceparent_header = "traceparent";

struct TraceContext {
  std::string trace_id;    // 32 lower-case hexadecimal digits, not all 0
  std::string parent_id;   // 16 of them: the span of the sender
  std::uint8_t flags = 0;  // bit 0: sampled
};

// "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01". Later versions may have more behind it. nullopt for anything else.
std::optional<TraceContext> parse_traceparent(std::string_view value);
// From a request's headers; nullopt where it is missing, malformed or sent more than once.
std::optional<TraceContext> trace_of(const std::vector<key::Header>& headers);
// The value to send on, with a span of its own below this one: for requests to other services, and for the header "traceparent" of events.
std::string traceparent(const TraceContext& trace, Random& random);

// What a key and its events are found by: X-Request-Id or X-Correlation-Id where the client sends one of 1 to 200 visible ASCII characters,
// else the trace's id; empty: neither. Store it as engine::Request::correlation_id, and as the header "correlation_id" of events.
std::string correlation_of(const std::vector<key::Header>& headers);

}  // namespace onceover::http
