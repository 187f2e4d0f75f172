#include "core/http/trace_context.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/http/headers.h"

namespace onceover::http {
namespace {

bool is_hex(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

bool is_id(std::string_view text) { return is_hex(text) && text.find_first_not_of('0') != std::string_view::npos; }

std::uint8_t byte_of(std::string_view hex) {
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  return static_cast<std::uint8_t>(digit(hex[0]) * 16 + digit(hex[1]));
}

}  // namespace

std::optional<TraceContext> parse_traceparent(std::string_view value) {
  constexpr std::size_t length = 55;
  if (value.size() < length || value[2] != '-' || value[35] != '-' || value[52] != '-') return std::nullopt;
  const std::string_view version = value.substr(0, 2), trace = value.substr(3, 32), parent = value.substr(36, 16),
                         flags = value.substr(53, 2);
  if (!is_hex(version) || version == "ff" || !is_id(trace) || !is_id(parent) || !is_hex(flags)) return std::nullopt;
  if (value.size() > length && (version == "00" || value[length] != '-')) return std::nullopt;
  return TraceContext{std::string(trace), std::string(parent), byte_of(flags)};
}

std::optional<TraceContext> trace_of(const std::vector<key::Header>& headers) {
  const auto values = values_of(headers, traceparent_header);
  return values.size() == 1 ? parse_traceparent(values.front()) : std::nullopt;
}

std::string traceparent(const TraceContext& trace, Random& random) {
  std::uint64_t span = 0;
  while (span == 0) span = random.below(1ULL << 63);
  return fmt::format("00-{}-{:016x}-{:02x}", trace.trace_id, span, trace.flags & 1);
}

std::string correlation_of(const std::vector<key::Header>& headers) {
  for (const std::string_view name : {"X-Request-Id", "X-Correlation-Id"}) {
    const auto values = values_of(headers, name);
    if (values.size() != 1 || values.front().empty() || values.front().size() > 200) continue;
    if (std::ranges::all_of(values.front(), [](char c) { return c > ' ' && c < 0x7F; })) return std::string(values.front());
  }
  const auto trace = trace_of(headers);
  return trace ? trace->trace_id : std::string();
}

}  // namespace onceover::http
