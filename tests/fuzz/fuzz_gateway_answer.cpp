// SPDX-License-Identifier: Apache-2.0
// A gateway's answer to a look-up or a cancel. Input: the HTTP status in the first line, the body behind it.
// A second reader of JSON says what the answer tells at the mapped places; nothing else may become evidence.
#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "core/base/json_tree.h"
#include "core/base/text.h"
#include "core/gateway/decimal.h"
#include "core/gateway/evidence.h"
#include "core/gateway/mapping.h"
#include "core/key/canonical_json.h"
#include "tests/fuzz/check.h"

namespace onceover::fuzz {
namespace {

using namespace onceover::gateway;
using nlohmann::json;

// One shape of gateway: how its answers are mapped, and what it declares.
struct Shape {
  Lookup lookup;
  Declaration declared;
};

Shape listing() {
  Shape shape;
  shape.lookup = {.url = "/effects?key={key}",
                  .effects = "/data",
                  .status = "/status",
                  .done = {"succeeded"},
                  .refused = {"declined"},
                  .pending = {"pending"},
                  .refused_statuses = {},
                  .echoed_key = "/metadata/key",
                  .amount = "/amount",
                  .currency = "/currency",
                  .reference = "/reference",
                  .amount_minor_digits = 2};
  shape.declared.cancel = Cancel::with_tombstone;
  shape.declared.before_idempotency = {400, 401};
  return shape;
}

Shape single() {
  Shape shape = listing();
  shape.lookup.effects.clear();
  shape.lookup.echoed_key = "/key";
  shape.lookup.refused_statuses = {402};
  shape.lookup.amount_minor_digits.reset();
  shape.lookup.not_found = "/error/code";
  shape.lookup.not_found_words = {"resource_missing"};
  shape.declared.cancel = Cancel::without_tombstone;
  return shape;
}

Shape by_reference() {
  Shape shape = single();
  shape.lookup.url = "/effects/{reference}";
  shape.lookup.echoed_key.clear();
  shape.lookup.not_found.clear();
  shape.lookup.not_found_words.clear();
  return shape;
}

const CancelCall cancel_call{"/effects/{key}/cancel", "POST", "/state", {"cancelled"}};

Question question(std::string key) {
  return {{"acme", "POST /payments", "k"}, std::move(key), {{}, "12.50", "EUR", "order-7"}};
}

// The scalar at the pointer, by the other reader; numbers only where they are written alike.
bool tells(const json& effect, const std::string& pointer, const std::string& word) {
  const json::json_pointer at(pointer);
  if (pointer.empty() || !effect.contains(at)) return false;
  const json& value = effect.at(at);
  return value.is_string() ? value.get<std::string>() == word : value.is_primitive() && !value.is_null();
}

bool tells_one_of(const json& effect, const std::string& pointer, const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return tells(effect, pointer, word); });
}

// What the evidence rests on, in the answer itself.
json effect_of(const Evidence& evidence) {
  const json document = json::parse(evidence.body, nullptr, false);
  check(!document.is_discarded(), "only JSON is evidence");
  const json::json_pointer at(evidence.effect_at);
  check(document.contains(at), "the effect is within the answer");
  return document.at(at);
}

void check_lookup(const Shape& shape, int status, const Evidence& evidence, const std::string& key) {
  const Lookup& lookup = shape.lookup;
  const bool answers = status >= 200 && status < 300 && status != 206;
  const bool refuses = std::find(lookup.refused_statuses.begin(), lookup.refused_statuses.end(), status) !=
                       lookup.refused_statuses.end();
  switch (evidence.finding) {
    case Finding::done:
    case Finding::pending: {
      check(answers, "only a success says that something was done");
      const json effect = effect_of(evidence);
      check(lookup.echoed_key.empty() || tells(effect, lookup.echoed_key, key), "done is said of our key");
      check(tells_one_of(effect, lookup.status,
                         evidence.finding == Finding::done ? lookup.done : lookup.pending),
            "done is a word the gateway declares");
      break;
    }
    case Finding::refused:
      check(answers || refuses, "a refusal has a declared status");
      if (lookup.echoed_key.empty() && refuses) break;
      check(lookup.echoed_key.empty() || tells(effect_of(evidence), lookup.echoed_key, key),
            "a refusal is said of our key");
      check(refuses || tells_one_of(effect_of(evidence), lookup.status, lookup.refused),
            "a refusal is a word the gateway declares");
      break;
    case Finding::no_such_key:
      check(answers || (status >= 400 && status < 500), "no such key is an answer");
      check(answers || status == 404 || !lookup.not_found.empty(),
            "no such key has a declared status or word");
      check(!lookup.not_found.empty() || status == 404 ||
                !json::parse(evidence.body, nullptr, false).is_discarded(),
            "an empty list is JSON");
      break;
    case Finding::unknown: check(!evidence.why.empty(), "unknown has a reason"); break;
  }
  check(!evidence.duplicate_effects || evidence.finding == Finding::done, "two effects are done");
  check(!evidence.cancel_held, "a look-up cancels nothing");
}

void check_evidence(const Evidence& evidence, int status, std::string_view body) {
  check(evidence.status == status && evidence.body == body, "evidence keeps the answer");
  const std::string kept = to_json(evidence);
  check(is_utf8(kept) && json::accept(kept), "evidence is kept as JSON");
}

void check_answer(const Shape& shape, int status, std::string_view body) {
  const HttpAnswer answer{status, {}, std::string(body)};
  const std::string ours = "oo_ours";
  const Evidence evidence = read_lookup(shape.lookup, shape.declared, question(ours), answer);
  check_lookup(shape, status, evidence, ours);
  check_evidence(evidence, status, body);

  // No answer is about two keys: what it proves of ours it does not prove of another's.
  const Evidence others = read_lookup(shape.lookup, shape.declared, question("oo_others"), answer);
  const auto settles = [](const Evidence& told) {
    return told.finding == Finding::done || told.finding == Finding::refused;
  };
  const bool both = settles(evidence) && settles(others) && evidence.effect_at == others.effect_at;
  check(!both || shape.lookup.echoed_key.empty(), "an answer is about one key");

  const Evidence cancelled = read_cancel(cancel_call, shape.lookup, shape.declared, question(ours), answer);
  check_evidence(cancelled, status, body);
  if (cancelled.cancel_held) {
    check(shape.declared.cancel == Cancel::with_tombstone, "only a declared tombstone holds");
    check(status >= 200 && status < 300, "only a success confirms a cancel");
    const json effect = effect_of(cancelled);
    check(tells(effect, shape.lookup.echoed_key, ours), "a cancel is confirmed of our key");
    check(tells_one_of(effect, cancel_call.status, cancel_call.held),
          "a cancel is confirmed in a declared word");
  }
}

std::size_t depth_of(std::string_view canonical) {
  std::size_t depth = 0, deepest = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < canonical.size(); ++i) {
    const char c = canonical[i];
    if (in_string && c == '\\') {
      ++i;
    } else if (c == '"') {
      in_string = !in_string;
    } else if (!in_string && (c == '{' || c == '[')) {
      deepest = std::max(deepest, ++depth);
    } else if (!in_string && (c == '}' || c == ']')) {
      --depth;
    }
  }
  return deepest;
}

void check_tree(std::string_view body) {
  const auto tree = onceover::json::parse_json(body);
  const auto canonical = key::canonical_json(body);
  check(!tree || json::accept(body.begin(), body.end()), "only JSON is read");
  check(!tree || body.find('\0') == std::string_view::npos, "nothing hides behind a NUL");
  check(!canonical || tree || depth_of(*canonical) > onceover::json::max_answer_depth,
        "JSON of one meaning is read");
  if (!tree) return;
  const std::string again = onceover::json::written(*tree);
  check(json::parse(again) == json::parse(body), "a tree written is the same value");
  if (canonical)
    check(key::canonical_json(again) == *canonical, "a tree written has the same canonical form");
}

void check_texts(std::string_view text) {
  if (const auto plain = plain_decimal(text)) {
    check(plain_decimal(*plain) == *plain || plain->size() > 100, "a plain decimal is its own");
    check(same_amount(*plain, text) == true || plain->size() > 100, "a plain decimal is the same amount");
    const auto minor = plain_decimal(*plain, 2);
    check(!minor || plain_decimal(*minor, -2) == *plain || minor->size() > 100,
          "minor units and back is the same amount");
  }
  Question asked = question("oo_ours");
  asked.expected.reference = text;
  if (const auto url = filled_url("/effects/{reference}/status?key={key}", asked)) {
    const bool is_plain = std::all_of(url->begin(), url->end(), [](char c) { return c > ' ' && c < 0x7F; });
    check(is_plain && std::count(url->begin(), url->end(), '/') == 3 &&
              std::count(url->begin(), url->end(), '?') == 1,
          "a reference is one segment");
    check(url->find("/../") == std::string::npos && url->find("/./") == std::string::npos,
          "a reference walks no path");
  }
  static const onceover::json::Json tree = *onceover::json::parse_json(R"({"a":[{"b":1},2],"":{"~/":3}})");
  if (onceover::json::at(tree, text))
    check(onceover::json::is_pointer(text), "only a pointer leads somewhere");
}

}  // namespace
}  // namespace onceover::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace onceover::fuzz;
  std::string_view body = text_of(data, size);
  const std::string_view first = take_line(body);
  int status = 200;
  std::from_chars(first.data(), first.data() + first.size(), status);
  static const Shape shapes[] = {listing(), single(), by_reference()};
  for (const Shape& shape : shapes) check_answer(shape, status, body);
  check_tree(body);
  check_texts(first);
  return 0;
}
