// SPDX-License-Identifier: Apache-2.0
// Incident bundles. Input: a whole file; and, read a second time, the data of one whose digest is right.
#include <algorithm>

#include "core/base/text.h"
#include "core/bundle/bundle.h"
#include "core/key/sha256.h"
#include "tests/fuzz/check.h"

namespace onceover::fuzz {
namespace {

void check_bundle(std::string_view text) {
  const auto read = bundle::from_text(text);
  if (!read) {
    const Error& error = read.error();
    check(error.kind == ErrorKind::invalid_input || error.kind == ErrorKind::unsupported,
          "a file that is none is the file's fault");
    check(!error.what.empty() && is_utf8(error.what) && error.what.size() < 500,
          "what is wrong is a sentence");
    return;
  }
  const auto written = bundle::to_text(*read);
  check(written.has_value(), "what was read can be written");
  const auto again = bundle::from_text(*written);
  check(again && *again == *read, "what is written reads back");
  const std::string json = bundle::to_json(*read);
  check(std::all_of(
            json.begin(), json.end(),
            [](char c) { return c == '\n' || (c >= 0x20 && c < 0x7f && c != '`' && c != '<' && c != '>'); }),
        "data is plain");
  bool inside = false;
  for (std::string_view rest = *written; !rest.empty();) {
    const std::string_view line = take_line(rest);
    if (line.starts_with("```")) {
      check(!inside || line == "```", "nothing inside ends a block");
      inside = !inside;
    } else {
      check(!inside || line.find("```") == std::string_view::npos, "nothing inside could end a block");
    }
  }
  check(!inside, "every block ends");
}

}  // namespace
}  // namespace onceover::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace onceover;
  const std::string_view text = fuzz::text_of(data, size);
  fuzz::check_bundle(text);
  std::string json(text);  // a reader takes carriage returns out of a file
  std::erase(json, '\r');
  fuzz::check_bundle("```json onceover-bundle version=1 bytes=" + std::to_string(json.size()) +
                     " sha256=" + to_hex(key::bytes_of(key::sha256(json))) + "\n" + json + "\n```\n");
  return 0;
}
