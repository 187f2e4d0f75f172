// SPDX-License-Identifier: Apache-2.0
#include "core/key/identity.h"

#include <fmt/format.h>

#include "core/base/enum_names.h"
#include "core/key/sha256.h"

namespace onceover::key {
namespace {

// NUL is checked first: a text parameter of libpq ends at it, and two names would silently become one.
std::optional<std::string> nul_in(std::string_view what, std::string_view text) {
  const std::size_t at = text.find('\0');
  if (at == std::string_view::npos) return std::nullopt;
  return fmt::format("The {} contains a NUL byte at offset {}.", what, at);
}

std::optional<std::string> too_long(std::string_view what, std::string_view text) {
  if (text.size() <= max_name_bytes) return std::nullopt;
  return fmt::format("The {} is {} bytes long; the limit is {}.", what, text.size(), max_name_bytes);
}

bool hides_or_reorders(std::int32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x61C || c == 0x200E || c == 0x200F ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

std::optional<std::string> wrong_with_name(std::string_view what, std::string_view text) {
  if (auto wrong = nul_in(what, text)) return wrong;
  if (auto wrong = too_long(what, text)) return wrong;
  if (!is_utf8(text)) return fmt::format("The {} is not UTF-8.", what);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t here = at;
    const std::int32_t c = next_code_point(text, at);
    if (hides_or_reorders(c))
      return fmt::format("The {} contains the control character U+{:04X} at offset {}.", what, c, here);
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> wrong_with_key(std::string_view key) {
  if (auto wrong = nul_in("key", key)) return wrong;
  if (key.empty()) return "The key is empty.";
  if (auto wrong = too_long("key", key)) return wrong;
  const auto outside = std::find_if(key.begin(), key.end(), [](char c) { return c < 0x20 || c > 0x7E; });
  if (outside != key.end()) {
    return fmt::format("The key contains the byte 0x{:02X} at offset {}, which is not printable ASCII.",
                       static_cast<unsigned char>(*outside), outside - key.begin());
  }
  if (key.front() == ' ' || key.back() == ' ') return "The key begins or ends with a space.";
  return std::nullopt;
}

Result<Identity> make_identity(std::string tenant, std::string operation, std::string key) {
  const auto invalid = [](std::string what, std::string next) {
    return fail(ErrorKind::invalid_input, std::move(what), "Nothing was sent to the database.",
                std::move(next));
  };
  if (auto wrong = wrong_with_key(key))
    return invalid(std::move(*wrong), "Send a key of 1 to 255 printable ASCII characters.");
  if (auto wrong = wrong_with_name("tenant", tenant))
    return invalid(std::move(*wrong), "Give a tenant of plain UTF-8 text.");
  if (operation.empty()) return invalid("The operation is empty.", "Name the route, command or consumer.");
  if (auto wrong = wrong_with_name("operation", operation))
    return invalid(std::move(*wrong), "Give an operation of plain UTF-8 text.");
  return Identity{std::move(tenant), std::move(operation), std::move(key)};
}

std::string downstream_key(const Identity& identity, std::string_view effect) {
  // The label is part of the contract: another recipe must have another label, or old effects would match new
  // keys.
  const std::string recipe = length_prefixed(
      {"onceover downstream key 1", identity.tenant, identity.operation, identity.key, effect});
  std::string text = to_base64(bytes_of(sha256(recipe)));
  text.erase(text.find_last_not_of('=') + 1);
  std::replace(text.begin(), text.end(), '+', '-');
  std::replace(text.begin(), text.end(), '/', '_');
  return "oo_" + text;
}

std::string_view word(State state) { return state_words.of(state); }

std::optional<State> state_from_word(std::string_view text) { return state_words.from(text); }

constexpr auto fingerprint_words = words<FingerprintKind>(
    {{FingerprintKind::jcs_sha256, "jcs-sha256"}, {FingerprintKind::raw_sha256, "raw-sha256"}});

std::string_view word(FingerprintKind kind) { return fingerprint_words.of(kind); }

std::optional<FingerprintKind> fingerprint_kind_from_word(std::string_view text) {
  return fingerprint_words.from(text);
}

constexpr auto holder_words = enum_names<Holder>();

std::string_view word(Holder holder) { return holder_words.of(holder); }

std::optional<Holder> holder_from_word(std::string_view text) { return holder_words.from(text); }

}  // namespace onceover::key
