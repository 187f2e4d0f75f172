// SPDX-License-Identifier: Apache-2.0
// A gateway's configuration as a file, and the other texts an operator writes: an address, a password
// command.
#include <algorithm>
#include <set>

#include "core/base/bounded_program.h"
#include "core/base/json_tree.h"
#include "core/base/text.h"
#include "core/gateway/config.h"
#include "core/gateway/mapping.h"
#include "core/gateway/sql_config.h"
#include "core/web/url.h"
#include "tests/fuzz/check.h"

namespace onceover::fuzz {
namespace {

using namespace onceover::gateway;

bool has_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
}

void check_lookup(const Lookup& lookup) {
  for (const std::string& pointer : {lookup.effects, lookup.status, lookup.echoed_key, lookup.amount,
                                     lookup.currency, lookup.reference, lookup.not_found}) {
    check(onceover::json::is_pointer(pointer), "a pointer is one");
  }
  check(!lookup.done.empty() && !lookup.status.empty(), "done has a word and a place");
  for (const std::string& word : lookup.done) {
    const auto is_word = [&](const std::string& other) { return other == word; };
    check(!word.empty(), "an empty word says nothing");
    check(std::none_of(lookup.refused.begin(), lookup.refused.end(), is_word), "no word is done and refused");
    check(std::none_of(lookup.pending.begin(), lookup.pending.end(), is_word), "no word is done and pending");
  }
  const bool by_key = (lookup.url + lookup.body).find("{key}") != std::string::npos;
  check(by_key ? !lookup.echoed_key.empty() : !lookup.reference.empty(),
        "an answer must say whom it is about");
}

void check_declared(const Declaration& declared) {
  const Duration year = std::chrono::hours(366 * 24);
  check(!declared.dedupe_window ||
            (*declared.dedupe_window > Duration::zero() && *declared.dedupe_window <= year),
        "a window is bounded");
  check(declared.lookup_lag >= Duration::zero() && declared.lookup_lag <= year, "a lag is bounded");
  check(declared.refusal_status >= 400 && declared.refusal_status < 500 && declared.refusal_status != 409,
        "a refusal is final");
}

void check_config(const Config& config) {
  check(!web::wrong_with_base_url(config.base_url) && !has_control(config.base_url), "an address is one");
  check_lookup(config.lookup);
  check(config.limits.timeout >= config.limits.connect_timeout &&
            config.limits.timeout <= std::chrono::minutes(10),
        "times are bounded");
  check(config.limits.parallel >= 1 && config.limits.parallel <= 256, "questions under way are bounded");
  check(config.limits.max_answer_bytes >= 256 && config.limits.max_answer_bytes <= 16U * 1024 * 1024,
        "answers are bounded");
  check(config.name.find('\0') == std::string::npos && config.ca_file.find('\0') == std::string::npos,
        "no text ends early");
  if (config.auth)
    check(!config.auth->value_env.empty() + !config.auth->value_file.empty() +
                  !config.auth->value_command.empty() + !config.auth->value_keychain.empty() ==
              1,
          "a credential has one place");
  std::set<std::string> names;
  for (const Operation& operation : config.operations) {
    check(!operation.name.empty() && names.insert(operation.name).second,
          "an operation has one name of its own");
    check_declared(operation.declaration);
    check((operation.declaration.cancel == Cancel::none) == !config.cancel,
          "a cancel is declared where it can be called");
  }
  const Question question{{"acme", "POST /payments", "k"}, "oo_../ours", {{}, {}, {}, "order/7"}};
  const auto path = filled_url(config.lookup.url, question);
  check(path && path->starts_with('/') && !has_control(*path), "a look-up has a path");
  check(!config.cancel || filled_url(config.cancel->url, question), "a cancel has a path");
  const auto body = filled_body(config.lookup.body,
                                Filling{{"key", "oo_\"../"}, {"reference", "order\\7"}, {"cursor", ""}});
  check(body && (body->empty() || onceover::json::parse_json(*body)), "a filled body is JSON still");
  check(!config.lookup.pages || (config.lookup.pages->max >= 1 && config.lookup.pages->max <= 10'000),
        "pages are bounded");
  check(!config.rate || config.rate->requests >= 1, "a rate lets something through");
  for (const auto& [name, value] : config.headers)
    check(!has_control(name) && !has_control(value), "a header is one line");
}

void check_sql_config(const SqlConfig& config) {
  const auto query = named_query(config.query, {"key", "keys", "reference", "tenant", "operation"});
  check(query && !query->names.empty(), "a query asks about something");
  check(config.limits.max_rows >= 2 && config.limits.max_rows <= 10'000, "rows are bounded");
  check(!conninfo(config.connect).empty(), "somebody is named");
  for (const Operation& operation : config.operations) check_declared(operation.declaration);
}

void check_command(std::string_view command) {
  const auto words = command_words(command);
  if (!words) {
    check(words.error().kind == ErrorKind::invalid_input, "a command that is none is refused");
    return;
  }
  check(words->front().starts_with('/'), "a program is named by its path");
  std::size_t bytes = 0;
  for (const std::string& word : *words) {
    check(word.find('\0') == std::string::npos, "no argument ends early");
    bytes += word.size();
  }
  check(bytes <= command.size(), "nothing is expanded");
}

}  // namespace
}  // namespace onceover::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace onceover::fuzz;
  const std::string_view text = text_of(data, size);
  const auto config = onceover::gateway::parse_config(text, "gateway.toml");
  if (config) {
    check_config(*config);
  } else {
    check(config.error().kind == onceover::ErrorKind::invalid_input, "a file that is none is refused");
    check(config.error().what.starts_with("gateway.toml"), "a refusal names the file");
    check(onceover::is_utf8(config.error().what) && !has_control(config.error().what),
          "a refusal is one line of text");
  }
  if (const auto sql = onceover::gateway::parse_sql_config(text, "gateway.toml")) check_sql_config(*sql);
  static_cast<void>(onceover::gateway::named_query(text, {"key"}));
  const std::string line(text.substr(0, text.find('\n')));
  if (!onceover::web::wrong_with_base_url(line))
    check(!has_control(line), "an address holds no control character");
  onceover::web::is_plain_http(line);
  check_command(text);
  return 0;
}
