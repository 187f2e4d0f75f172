// SPDX-License-Identifier: Apache-2.0
#include "core/http/headers.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/key/replay_headers.h"

namespace onceover::http {

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::vector<std::string_view> values_of(const std::vector<key::Header>& headers, std::string_view name) {
  std::vector<std::string_view> out;
  for (const auto& [given, value] : headers) {
    if (key::same_header_name(given, name)) out.push_back(trimmed(value));
  }
  return out;
}

namespace {

bool is_hex(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

bool is_id(std::string_view text) {
  return is_hex(text) && text.find_first_not_of('0') != std::string_view::npos;
}

std::uint8_t byte_of(std::string_view hex) {
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  return static_cast<std::uint8_t>(digit(hex[0]) * 16 + digit(hex[1]));
}

}  // namespace

std::optional<TraceContext> parse_traceparent(std::string_view value) {
  constexpr std::size_t length = 55;
  if (value.size() < length || value[2] != '-' || value[35] != '-' || value[52] != '-') return std::nullopt;
  const std::string_view version = value.substr(0, 2), trace = value.substr(3, 32),
                         parent = value.substr(36, 16), flags = value.substr(53, 2);
  if (!is_hex(version) || version == "ff" || !is_id(trace) || !is_id(parent) || !is_hex(flags))
    return std::nullopt;
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
    if (std::ranges::all_of(values.front(), [](char c) { return c > ' ' && c < 0x7F; }))
      return std::string(values.front());
  }
  const auto trace = trace_of(headers);
  return trace ? trace->trace_id : std::string();
}

std::optional<Duration> parse_request_timeout(std::string_view value) {
  value = trimmed(value);
  const std::size_t digits = std::min(value.find_first_not_of("0123456789"), value.size());
  const std::string_view unit = value.substr(digits);
  if (digits == 0 || (!unit.empty() && unit != "ms" && unit != "s")) return std::nullopt;
  std::int64_t count = 0;
  const auto [end, ec] = std::from_chars(value.data(), value.data() + digits, count);
  // Compared before it is scaled, so that any long number can be limited.
  const std::int64_t scale = unit == "s" ? 1'000'000 : 1'000;
  if (ec != std::errc{} || count > max_request_timeout.count() / scale) return max_request_timeout;
  if (count == 0) return std::nullopt;
  return Duration(count * scale);
}

std::optional<Duration> request_timeout_of(const std::vector<key::Header>& headers) {
  const auto values = values_of(headers, request_timeout_header);
  return values.size() == 1 ? parse_request_timeout(values.front()) : std::nullopt;
}

key::Header request_timeout(Duration left) {
  const auto whole = std::chrono::floor<std::chrono::milliseconds>(left).count();
  return {std::string(request_timeout_header), std::to_string(std::max<std::int64_t>(1, whole))};
}

bool asks_not_to_retry(const std::vector<key::Header>& headers) {
  const auto values = values_of(headers, do_not_retry_header);
  return std::any_of(values.begin(), values.end(), [](std::string_view value) {
    return value != "0" && value != "?0" && value != "false";
  });
}

key::Header do_not_retry() { return {std::string(do_not_retry_header), "1"}; }

namespace {

std::string lowered_without_blanks(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c != ' ' && c != '\t') out += ascii_lower(c);
  }
  return out;
}

bool is_type_name(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
           std::string_view("!#$&-^_.+").find(c) != std::string_view::npos;
  });
}

}  // namespace

std::optional<std::string> why_not_of_type(std::string_view content_type, std::string_view body) {
  if (content_type.empty() || body.empty()) return std::nullopt;
  const std::string whole = lowered_without_blanks(content_type);
  const std::string type = whole.substr(0, whole.find(';'));
  const auto slash = type.find('/');
  if (slash == std::string::npos || !is_type_name(type.substr(0, slash)) ||
      !is_type_name(type.substr(slash + 1)))
    return fmt::format("\"{}\" is not a content type: write one like application/json.",
                       visible(content_type));
  const auto but = [&](std::string_view what) {
    return fmt::format("The body is not {}, but its content type is {}.", what, visible(type));
  };
  if (type == "application/json" || type.ends_with("+json")) {
    if (!nlohmann::json::accept(body)) return but("JSON");
    return std::nullopt;
  }
  if (type == "application/xml" || type == "text/xml" || type.ends_with("+xml")) {
    const auto first = body.find_first_not_of(" \t\r\n");
    const bool has_mark = body.starts_with("\xEF\xBB\xBF");
    if (!has_mark && (first == std::string_view::npos || body[first] != '<')) return but("XML");
    return std::nullopt;
  }
  const auto charset = whole.find("charset=");
  const bool is_utf8_text = charset == std::string::npos || whole.compare(charset + 8, 5, "utf-8") == 0;
  if (type.starts_with("text/") && is_utf8_text && !is_utf8(body)) return but("text in UTF-8");
  return std::nullopt;
}

}  // namespace onceover::http
