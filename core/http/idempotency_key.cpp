// SPDX-License-Identifier: Apache-2.0
#include "core/http/idempotency_key.h"

#include "core/http/headers.h"
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

namespace {

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_alpha(char c) { return is_lower(c) || (c >= 'A' && c <= 'Z'); }
bool is_one_of(char c, std::string_view set) { return set.find(c) != std::string_view::npos; }
bool is_key_char(char c) { return is_lower(c) || is_ascii_digit(c) || is_one_of(c, "_-.*"); }
bool is_token_char(char c) { return is_alpha(c) || is_ascii_digit(c) || is_one_of(c, "!#$%&'*+-.^_`|~:/"); }
bool is_base64_char(char c) { return is_alpha(c) || is_ascii_digit(c) || is_one_of(c, "+/="); }

class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  bool at_end() const { return rest_.empty(); }

  bool take(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }

  // The number of characters taken.
  std::size_t take_while(bool (*wanted)(char)) {
    const auto end = std::find_if_not(rest_.begin(), rest_.end(), wanted);
    const auto count = static_cast<std::size_t>(end - rest_.begin());
    rest_.remove_prefix(count);
    return count;
  }

  tl::expected<std::string, std::string> string() {
    std::string out;
    if (!take('"')) return tl::unexpected<std::string>("it does not begin with a quotation mark");
    while (!take('"')) {
      const bool escaped = take('\\');
      if (rest_.empty()) return tl::unexpected<std::string>("its closing quotation mark is missing");
      const char c = rest_.front();
      if (escaped && c != '"' && c != '\\')
        return tl::unexpected<std::string>("a backslash may only precede a quotation mark or a backslash");
      if (c < 0x20 || c > 0x7E)
        return tl::unexpected<std::string>("it contains a character that is not printable ASCII");
      out += c;
      rest_.remove_prefix(1);
    }
    return out;
  }

  bool parameters() {
    while (take(';')) {
      while (take(' ')) {
      }
      if (rest_.empty() || !(is_lower(rest_.front()) || rest_.front() == '*')) return false;
      take_while(is_key_char);
      if (take('=') && !bare_item()) return false;
    }
    return true;
  }

 private:
  bool number() {
    take('-');
    const std::size_t whole = take_while(is_ascii_digit);
    if (!take('.')) return whole >= 1 && whole <= 15;
    const std::size_t fraction = take_while(is_ascii_digit);
    return whole >= 1 && whole <= 12 && fraction >= 1 && fraction <= 3;
  }

  bool bare_item() {
    if (rest_.empty()) return false;
    const char c = rest_.front();
    if (c == '"') return string().has_value();
    if (is_alpha(c) || c == '*') return take_while(is_token_char) > 0;
    if (take('?')) return take('0') || take('1');
    if (!take(':')) return number();
    take_while(is_base64_char);
    return take(':');
  }

  std::string_view rest_;
};

}  // namespace

tl::expected<std::string, std::string> parse_string_item(std::string_view text) {
  Reader reader(text);
  auto value = reader.string();
  if (!value) return value;
  if (!reader.parameters()) return tl::unexpected<std::string>("its parameters cannot be read");
  if (!reader.at_end()) return tl::unexpected<std::string>("something follows its closing quotation mark");
  return value;
}

}  // namespace onceover::http
