// SPDX-License-Identifier: Apache-2.0
#include "core/key/replay_headers.h"

namespace onceover::key {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

template <class Names>
bool names_it(const Names& names, std::string_view name) {
  return std::any_of(names.begin(), names.end(),
                     [name](std::string_view one) { return same_header_name(one, name); });
}

// Content-Encoding is included because the stored bytes are encoded.
constexpr std::array<std::string_view, 11> stored_by_default = {"Content-Type",
                                                                "Content-Language",
                                                                "Content-Encoding",
                                                                "Content-Location",
                                                                "Content-Disposition",
                                                                "Location",
                                                                "ETag",
                                                                "Last-Modified",
                                                                "Link",
                                                                "Cache-Control",
                                                                "Vary"};

constexpr std::array<std::string_view, 19> never_stored = {"Date",
                                                           "Set-Cookie",
                                                           "Set-Cookie2",
                                                           "Cookie",
                                                           "Authorization",
                                                           "WWW-Authenticate",
                                                           "Proxy-Authenticate",
                                                           "Connection",
                                                           "Keep-Alive",
                                                           "TE",
                                                           "Trailer",
                                                           "Upgrade",
                                                           "Transfer-Encoding",
                                                           "Proxy-Authorization",
                                                           "Age",
                                                           "Server",
                                                           "Content-Length",
                                                           "Authentication-Info",
                                                           "Idempotency-Status"};

bool is_sendable(const Header& header) {
  const auto visible_ascii = [](char c) { return c > 0x20 && c < 0x7F && c != ':'; };
  const auto splits = [](char c) { return c == '\r' || c == '\n' || c == '\0'; };
  const auto& [name, value] = header;
  return !name.empty() && std::all_of(name.begin(), name.end(), visible_ascii) &&
         std::none_of(value.begin(), value.end(), splits);
}

void append_string(std::string& out, std::string_view text) {
  out += std::to_string(text.size());
  out += ':';
  out += text;
  out += ',';
}

// The string at the start of `bytes`, which is removed from it; nullopt: there is none.
std::optional<std::string> take_string(std::string_view& bytes) {
  std::size_t size = 0;
  const auto [end, ec] = std::from_chars(bytes.data(), bytes.data() + bytes.size(), size);
  const auto digits = static_cast<std::size_t>(end - bytes.data());
  // One text for each list: a length has no leading zeros.
  if (ec != std::errc{} || (digits > 1 && bytes.front() == '0')) return std::nullopt;
  bytes.remove_prefix(digits);
  if (bytes.size() < 2 || size > bytes.size() - 2 || bytes.front() != ':' || bytes[size + 1] != ',')
    return std::nullopt;
  std::string out(bytes.substr(1, size));
  bytes.remove_prefix(size + 2);
  return out;
}

}  // namespace

bool same_header_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

bool HeaderAllowList::allows(std::string_view name) const {
  if (names_it(never_stored, name)) return false;
  return names_it(stored_by_default, name) || names_it(also, name);
}

std::vector<Header> replayable(const std::vector<Header>& headers, const HeaderAllowList& list) {
  std::vector<Header> out;
  for (const Header& header : headers) {
    if (list.allows(header.first) && is_sendable(header)) out.push_back(header);
  }
  return out;
}

std::string encode_headers(const std::vector<Header>& headers) {
  std::string out;
  for (const auto& [name, value] : headers) {
    append_string(out, name);
    append_string(out, value);
  }
  return out;
}

Result<std::vector<Header>> decode_headers(std::string_view bytes) {
  std::vector<Header> out;
  while (!bytes.empty()) {
    auto name = take_string(bytes);
    auto value = name ? take_string(bytes) : std::nullopt;
    if (!value) {
      return fail(ErrorKind::unsupported, "The stored headers cannot be read.",
                  "The stored answer was not replayed.",
                  "Check the row: another program or version wrote it.");
    }
    out.emplace_back(std::move(*name), std::move(*value));
  }
  return out;
}

}  // namespace onceover::key
