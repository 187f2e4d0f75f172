#include "core/http/request_signals.h"

#include <algorithm>
#include <charconv>

#include "core/http/headers.h"

namespace onceover::http {

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
  return std::any_of(values.begin(), values.end(),
                     [](std::string_view value) { return value != "0" && value != "?0" && value != "false"; });
}

key::Header do_not_retry() { return {std::string(do_not_retry_header), "1"}; }

}  // namespace onceover::http
