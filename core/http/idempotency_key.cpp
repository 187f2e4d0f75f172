#include "core/http/idempotency_key.h"

#include "core/http/headers.h"
#include "core/http/structured_field.h"
#include "core/key/identity.h"

namespace onceover::http {
namespace {

KeyHeader checked(std::string key) {
  if (auto wrong = key::wrong_with_key(key)) return KeyMalformed{std::move(*wrong)};
  return KeyGiven{std::move(key)};
}

}  // namespace

KeyHeader parse_idempotency_key(const std::vector<key::Header>& headers) {
  const auto lines = values_of(headers, idempotency_key_header);
  if (lines.empty()) return KeyMissing{};
  if (lines.size() > 1) return KeyMalformed{"The header was sent more than once."};
  const std::string_view line = lines.front();
  if (line.empty()) return KeyMalformed{"The header is empty."};
  if (line.front() != '"') {
    if (line.find(',') != std::string_view::npos)
      return KeyMalformed{"A key with a comma must be quoted: the header may be two keys joined."};
    return checked(std::string(line));
  }
  auto text = parse_string_item(line);
  if (!text) return KeyMalformed{"The quoted key cannot be read: " + text.error() + "."};
  return checked(std::move(*text));
}

bool needs_key(std::string_view method, bool operation_requires_key) {
  for (const std::string_view safe : {"GET", "HEAD", "OPTIONS", "TRACE"}) {
    if (method == safe) return false;
  }
  return operation_requires_key;
}

}  // namespace onceover::http
