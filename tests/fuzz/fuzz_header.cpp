// SPDX-License-Identifier: Apache-2.0
// Headers as a stranger writes them: "Name: value" lines. The whole input also stands as one value for every
// reader of values.
#include <algorithm>
#include <array>
#include <ctime>
#include <regex>
#include <vector>

#include "core/base/text.h"
#include "core/base/time.h"
#include "core/http/headers.h"
#include "core/http/idempotency_key.h"
#include "core/http/retry_after.h"
#include "core/key/identity.h"
#include "core/key/replay_headers.h"
#include "tests/fuzz/check.h"

namespace onceover::fuzz {
namespace {

using key::Header;

std::vector<Header> headers_in(std::string_view text) {
  std::vector<Header> headers;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    const std::size_t colon = std::min(line.find(':'), line.size());
    headers.emplace_back(line.substr(0, colon), line.substr(std::min(colon + 1, line.size())));
  }
  return headers;
}

std::string quoted(std::string_view key) {
  std::string out = "\"";
  for (const char c : key) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

// RFC 8941's grammar of an Item that is a String, as an expression: another reader than the product's.
bool is_string_item(const std::string& text) {
  static const std::string string = R"("([ !#-\[\]-~]|\\["\\])*")";
  static const std::string item =
      "(" + string + R"(|-?[0-9]{1,15}|-?[0-9]{1,12}\.[0-9]{1,3}|[A-Za-z*][-!#$%&'*+.^_`|~0-9A-Za-z:/]*)" +
      R"(|:[A-Za-z0-9+/=]*:|\?[01]))";
  static const std::regex whole(string + "(; *[a-z*][-a-z0-9_.*]*(=" + item + ")?)*");
  return std::regex_match(text, whole);
}

std::vector<Header> one_line(std::string value) { return {{"Idempotency-Key", std::move(value)}}; }

std::string key_of(const std::vector<Header>& headers) {
  const http::KeyHeader read = http::parse_idempotency_key(headers);
  const auto* given = std::get_if<http::KeyGiven>(&read);
  return given ? given->key : std::string();
}

void check_key(const std::vector<Header>& headers) {
  const auto lines = std::count_if(headers.begin(), headers.end(), [](const Header& header) {
    return key::same_header_name(header.first, "IDEMPOTENCY-KEY");
  });
  const http::KeyHeader read = http::parse_idempotency_key(headers);
  check(std::holds_alternative<http::KeyMissing>(read) == (lines == 0),
        "a key is missing exactly where no line names it");
  if (const auto* malformed = std::get_if<http::KeyMalformed>(&read)) {
    check(!malformed->reason.empty() && visible(malformed->reason) == malformed->reason,
          "a reason holds nothing unprintable");
  }
  if (const auto* given = std::get_if<http::KeyGiven>(&read)) {
    check(lines == 1, "two lines are no key");
    check(!key::wrong_with_key(given->key), "what is read is fit to be a key");
    check(key_of(one_line(quoted(given->key))) == given->key, "a key quoted is the same key");
    check(key_of(one_line(" \t" + quoted(given->key) + ";a=1; b;*c=\"x;y\"\t")) == given->key,
          "parameters change nothing");
    const bool may_stand_bare = given->key.front() != '"' && given->key.find(',') == std::string::npos;
    check(!may_stand_bare || key_of(one_line(given->key)) == given->key, "a key bare is the same key");
  }
}

void check_string_item(const std::string& text) {
  // The expression recurses once a character.
  if (text.size() > 200) return;
  check(http::parse_string_item(text).has_value() == is_string_item(text), "both readers of a String agree");
}

// "06 Nov 1994 08:49:37 GMT" by the C library.
std::string imf_date_without_weekday(Timestamp at) {
  const std::time_t seconds = at.us / 1'000'000;
  std::tm parts{};
  std::array<char, 64> text{};
  ::gmtime_r(&seconds, &parts);
  const std::size_t size = std::strftime(text.data(), text.size(), "%d %b %Y %H:%M:%S GMT", &parts);
  return {text.data(), size};
}

void check_date(std::string_view text) {
  for (const Timestamp now :
       {*parse_iso("2026-05-17T12:00:00Z"), Timestamp{0}, Timestamp::latest(), Timestamp::earliest()}) {
    const auto date = http::parse_http_date(text, now);
    const auto wait = http::parse_retry_after(text, now);
    if (wait) {
      check(*wait >= Duration::zero() && *wait <= http::max_retry_after, "a wait is bounded");
      const auto again = http::parse_retry_after(http::format_retry_after(*wait), now);
      check(again && *again >= *wait, "a wait written is no shorter");
    }
    if (!date) continue;
    check(date->is_finite(), "a date is finite");
    // A leap second is the first of the next minute, and year 0 is none the C library pads.
    const bool is_plain =
        text.size() == 29 && text[3] == ',' && text.substr(23, 2) != "60" && text[12] != '0';
    if (is_plain)
      check(imf_date_without_weekday(*date) == text.substr(5), "a date is the one the C library writes");
    const std::string written = imf_date_without_weekday(*date);
    const bool has_four_digits =
        // not the year 10000, which a leap second reaches, nor those the C library does not pad
        written.size() == 24;
    if (has_four_digits)
      check(http::parse_http_date("Sun, " + written, now) == date, "a date written reads back");
  }
}

void check_timeout(std::string_view value) {
  if (const auto timeout = http::parse_request_timeout(value)) {
    check(*timeout > Duration::zero() && *timeout <= http::max_request_timeout, "a timeout is bounded");
    check(http::request_timeout_of({http::request_timeout(*timeout)}) == *timeout,
          "a timeout written reads back");
  }
}

void check_signals(const std::vector<Header>& headers) {
  if (const auto timeout = http::request_timeout_of(headers))
    check(*timeout > Duration::zero(), "a timeout is longer than nothing");
  http::asks_not_to_retry(headers);
}

void check_stored_headers(std::string_view bytes, const std::vector<Header>& headers) {
  check(key::decode_headers(key::encode_headers(headers)) == headers, "stored headers read back");
  if (const auto decoded = key::decode_headers(bytes))
    check(key::encode_headers(*decoded) == bytes, "one text for one list of headers");
  for (const auto& [name, value] : key::replayable(headers, {})) {
    check(value.find_first_of(std::string_view("\r\n\0", 3)) == std::string::npos,
          "a replayed header is one line");
    check(!key::same_header_name(name, "set-cookie"), "no cookie is replayed");
  }
}

void check_instant(std::string_view text) {
  if (const auto at = parse_iso(text)) check(parse_iso(iso(*at)) == at, "an instant written reads back");
}

}  // namespace
}  // namespace onceover::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace onceover::fuzz;
  const std::string_view text = text_of(data, size);
  const auto headers = headers_in(text);
  check_key(headers);
  check_key(one_line(std::string(text)));
  check_string_item(std::string(text));
  check_date(text);
  check_timeout(text);
  check_signals(headers);
  check_stored_headers(text, headers);
  check_instant(text);
  for (const auto& [name, value] : headers) {
    const std::string_view trimmed = onceover::http::trimmed(value);
    check_key(one_line(value));
    check_string_item(std::string(trimmed));
    check_date(trimmed);
    check_timeout(trimmed);
  }
  return 0;
}
