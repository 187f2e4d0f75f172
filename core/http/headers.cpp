#include "core/http/headers.h"

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

}  // namespace onceover::http
