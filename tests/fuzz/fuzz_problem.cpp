// SPDX-License-Identifier: Apache-2.0
// problem+json written from any text and read from any bytes. Input: status, code, title and detail, a line
// each, the last to the end.
#include <charconv>
#include <nlohmann/json.hpp>

#include "core/base/json_tree.h"
#include "core/base/text.h"
#include "core/http/contract.h"
#include "core/http/error_code.h"
#include "tests/fuzz/check.h"

namespace onceover::fuzz {
namespace {

using nlohmann::json;

int number_in(std::string_view line) {
  int value = 500;
  std::from_chars(line.data(), line.data() + line.size(), value);
  return value;
}

void check_is_problem(const http::Answer& answer, std::string_view code) {
  check(is_utf8(answer.body), "a problem is UTF-8");
  const json body = json::parse(answer.body, nullptr, false);
  check(body.is_object(), "a problem is a JSON object");
  check(body.at("status") == answer.status, "a problem tells its status");
  check(body.at("error_code") == visible(code), "a problem tells its code");
  check(body.at("title").is_string() && body.at("detail").is_string() && body.at("type").is_string(),
        "a problem has its members");
  check(answer.headers.front() == key::Header{"Content-Type", "application/problem+json"},
        "a problem says what it is");
  const auto read = http::error_code_of(answer.body);
  check(read == visible(code) || answer.body.size() > http::max_problem_bytes,
        "a problem written reads back");
}

void check_text(std::string_view text) {
  const std::string shown = visible(text);
  check(is_utf8(shown) && visible(shown) == shown, "what is shown needs no showing");
  check(shown.find_first_of(std::string_view("\r\n\0\x1b", 4)) == std::string::npos,
        "what is shown is one line");
  const std::string cut = elided(shown, 20);
  check(is_utf8(cut) && cut.size() <= 20 + std::string_view("…").size(), "what is cut is short, and text");
  redacted(text);
}

void check_read(std::string_view body) {
  const auto code = http::error_code_of(body);
  if (code) {
    check(body.size() <= http::max_problem_bytes && is_utf8(*code), "a code is text of a body that is read");
    http::advice_for(*code);
  }
  // A stricter reader of the same bytes: what it reads there, this one reads too.
  const auto document = onceover::json::parse_json(body);
  const onceover::json::Json* told = document ? onceover::json::at(*document, "/error_code") : nullptr;
  if (told && told->kind == onceover::json::Json::Kind::string && body.size() <= http::max_problem_bytes) {
    check(code == told->text, "both readers agree on the code");
  }
}

}  // namespace
}  // namespace onceover::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace onceover::fuzz;
  namespace http = onceover::http;
  const std::string_view text = text_of(data, size);
  std::string_view rest = text;
  const int status = number_in(take_line(rest));
  const std::string_view code = take_line(rest);
  const std::string_view title = take_line(rest);
  check_is_problem(http::problem_answer({status, code, std::string(title), std::string(rest)}), code);
  check_is_problem(http::key_malformed(rest), http::error_code::key_malformed);
  const http::Answer replayed =
      http::replay({1, status, {{std::string(title), std::string(code)}}, std::string(rest)});
  check(replayed.status >= 200 && replayed.status <= 599, "a replay has an HTTP status");
  check(replayed.status != status || replayed.body == rest || status == 500, "a replay is byte-identical");
  http::advice_for(code);
  check_text(text);
  check_read(text);
  check_read(rest);
  return 0;
}
