// SPDX-License-Identifier: Apache-2.0
#include "tests/support/proxy_messages.h"

#include <algorithm>
#include <cctype>

namespace onceover::test {
namespace {

std::uint32_t number_at(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = at; i < at + 4; ++i) value = value << 8 | static_cast<std::uint8_t>(bytes[i]);
  return value;
}

std::string text_at(std::string_view bytes, std::size_t& at) {
  const auto end = std::min(bytes.find('\0', at), bytes.size());
  std::string text(bytes.substr(at, end - at));
  at = end + 1;
  return text;
}

std::optional<std::size_t> typed_message(std::string_view bytes) {
  if (bytes.size() < 5) return std::nullopt;
  const std::size_t length = 1 + std::size_t{number_at(bytes, 1)};
  return bytes.size() < length ? std::nullopt : std::optional(length);
}

bool is_commit(std::string_view statement) {
  std::string word;
  for (char c : statement) {
    if (std::isspace(static_cast<unsigned char>(c))) {
      if (!word.empty()) break;
    } else {
      word += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    }
  }
  return word == "COMMIT" || word == "END";
}

constexpr std::uint32_t ssl_request = 80877103, gss_request = 80877104, cancel_request = 80877102;

}  // namespace

bool has_commit(std::string_view sql) {
  while (!sql.empty()) {
    const auto end = sql.find(';');
    if (is_commit(sql.substr(0, end))) return true;
    sql = end == std::string_view::npos ? std::string_view{} : sql.substr(end + 1);
  }
  return false;
}

std::optional<std::size_t> ClientStream::whole_message(std::string_view bytes) const {
  if (started_) return typed_message(bytes);
  if (bytes.size() < 8) return std::nullopt;
  const std::size_t length = number_at(bytes, 0);
  return bytes.size() < length ? std::nullopt : std::optional(length);
}

bool ClientStream::is_encryption_request(std::string_view message) {
  if (message.size() != 8) return false;
  const auto code = number_at(message, 4);
  return code == ssl_request || code == gss_request;
}

ClientStep ClientStream::step(std::string_view message) {
  if (!started_) {
    if (is_encryption_request(message)) return {};
    started_ = true;
    return {{}, number_at(message, 4) != cancel_request};
  }
  std::size_t at = 5;
  switch (message[0]) {
    case 'Q': return {text_at(message, at), true};
    case 'F': return {{}, true};
    case 'S': return {{}, true};
    case 'P': {
      const std::string name = text_at(message, at);
      statements_[name] = text_at(message, at);
      return {};
    }
    case 'B': {
      const std::string portal = text_at(message, at);
      portals_[portal] = statements_[text_at(message, at)];
      return {};
    }
    case 'E': return {portals_[text_at(message, at)], false};
    default: return {};
  }
}

std::optional<std::size_t> whole_server_message(std::string_view bytes) { return typed_message(bytes); }

}  // namespace onceover::test
