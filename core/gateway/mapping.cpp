#include "core/gateway/mapping.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/base/json_tree.h"
#include "core/base/text.h"
#include "core/gateway/decimal.h"

namespace onceover::gateway {
namespace {

template <class T>
bool among(const std::vector<T>& list, const T& value) {
  return std::ranges::find(list, value) != list.end();
}

std::string shown(std::string_view text) { return elided(visible(text), 100); }

// The scalar at the pointer as text; nullopt where the pointer is not declared, leads nowhere, or to null or a structure.
std::optional<std::string> told(const json::Json& effect, const std::string& pointer) {
  if (pointer.empty()) return std::nullopt;
  const json::Json* value = json::at(effect, pointer);
  if (!value || !value->is_scalar() || value->kind == json::Json::Kind::null) return std::nullopt;
  return value->text;
}

std::optional<std::string> amount_of(const Lookup& lookup, const json::Json& effect) {
  auto amount = told(effect, lookup.amount);
  if (!amount || !lookup.amount_minor_digits) return amount;
  // What is no number stays as told, and then matches no amount.
  const auto major = plain_decimal(*amount, -*lookup.amount_minor_digits);
  return major ? *major : *amount;
}

Evidence unknown(Evidence evidence, std::string why) {
  evidence.finding = Finding::unknown;
  evidence.why = std::move(why);
  return evidence;
}

// Statuses by which the gateway, or something in front of it, says nothing about the key.
std::optional<std::string> says_nothing(int status, const Declaration& declared) {
  if (among(declared.before_idempotency, status)) return fmt::format("HTTP {}, from before the gateway's idempotency layer", status);
  if (status >= 300 && status < 400) return fmt::format("HTTP {}: a redirect, not followed", status);
  if (status < 200 || status == 206 || status == 408 || status == 425 || status == 429 || status >= 500)
    return fmt::format("HTTP {}", status);
  return std::nullopt;
}

// One effect of an answer. Fills in what it echoes.
struct Read {
  Finding finding = Finding::unknown;
  std::string why, refusal;
  key::Subject echoed;
};

Read read_effect(const Lookup& lookup, const Question& question, const json::Json& effect) {
  Read read;
  if (!lookup.echoed_key.empty()) {
    const auto echoed = told(effect, lookup.echoed_key);
    if (!echoed || *echoed != question.downstream_key) {
      read.why = echoed ? "another key was echoed: " + shown(*echoed) : "the answer does not say whose key it is about";
      return read;
    }
  }
  read.echoed = {std::nullopt, amount_of(lookup, effect), told(effect, lookup.currency), told(effect, lookup.reference)};
  const auto status = told(effect, lookup.status);
  if (!status) {
    read.why = "the answer has no " + lookup.status;
  } else if (among(lookup.done, *status)) {
    read.finding = Finding::done;
  } else if (among(lookup.refused, *status)) {
    read.finding = Finding::refused;
    read.refusal = *status;
  } else if (among(lookup.pending, *status)) {
    read.finding = Finding::pending;
  } else {
    read.why = "a status of no declared meaning: " + shown(*status);
    return read;
  }
  if (read.finding != Finding::unknown) read.why = "the gateway says " + shown(*status);
  return read;
}

// Several effects under one key: what all of them together prove.
Evidence read_effects(Evidence evidence, const Lookup& lookup, const Question& question, const std::vector<json::Json>& effects,
                      const std::string& array_at) {
  if (effects.empty()) {
    evidence.finding = Finding::no_such_key;
    evidence.why = "the gateway lists no effect";
    return evidence;
  }
  std::vector<Read> reads;
  for (const json::Json& effect : effects) reads.push_back(read_effect(lookup, question, effect));
  const auto count = [&](Finding finding) { return std::ranges::count(reads, finding, &Read::finding); };
  evidence.duplicate_effects = count(Finding::done) > 1;
  // The finding that leaves the least certain wins, except that two effects are certain enough to shout.
  const Finding order[] = {Finding::unknown, Finding::pending, Finding::done, Finding::refused};
  const Finding* weakest =
      evidence.duplicate_effects ? &order[2] : std::ranges::find_if(order, [&](Finding finding) { return count(finding) > 0; });
  const auto at_read = std::ranges::find(reads, *weakest, &Read::finding);
  evidence.finding = at_read->finding;
  evidence.why = evidence.duplicate_effects ? fmt::format("{} effects under this key", count(Finding::done)) : at_read->why;
  evidence.refusal = at_read->refusal;
  evidence.echoed = at_read->echoed;
  evidence.effect_at = array_at + "/" + std::to_string(at_read - reads.begin());
  return evidence;
}

Evidence read_document(Evidence evidence, const Lookup& lookup, const Question& question, const json::Json& answer) {
  const json::Json* effects = json::at(answer, lookup.effects);
  if (!lookup.effects.empty() && (!effects || effects->kind != json::Json::Kind::array)) {
    return unknown(std::move(evidence), "the answer has no array at " + lookup.effects);
  }
  if (effects->kind == json::Json::Kind::array) return read_effects(std::move(evidence), lookup, question, effects->items, lookup.effects);
  Read read = read_effect(lookup, question, answer);
  evidence.finding = read.finding;
  evidence.why = std::move(read.why);
  evidence.refusal = std::move(read.refusal);
  evidence.echoed = std::move(read.echoed);
  return evidence;
}

Evidence begun(HttpAnswer& answer) {
  Evidence evidence;
  evidence.status = answer.status;
  evidence.retry_after = answer.retry_after;
  evidence.body = std::move(answer.body);
  return evidence;
}

bool is_unreserved(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_' || c == '~';
}

std::string percent_encoded(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (is_unreserved(c)) {
      out += c;
    } else {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return out;
}

}  // namespace

Evidence read_lookup(const Lookup& lookup, const Declaration& declared, const Question& question, HttpAnswer answer) {
  Evidence evidence = begun(answer);
  const int status = *evidence.status;
  if (const auto nothing = says_nothing(status, declared)) return unknown(std::move(evidence), *nothing);

  const auto document = json::parse_json(evidence.body);
  const bool own_word = document && [&] {
    const auto said = told(*document, lookup.not_found);
    return said && among(lookup.not_found_words, *said);
  }();
  const bool by_status = among(lookup.not_found_statuses, status);
  if (own_word || (by_status && lookup.not_found.empty())) {
    evidence.finding = Finding::no_such_key;
    evidence.why = own_word ? "the gateway says that it knows no such key" : fmt::format("HTTP {}", status);
    return evidence;
  }
  if (by_status) return unknown(std::move(evidence), fmt::format("HTTP {} without the gateway's own word for it", status));

  if (among(lookup.refused_statuses, status)) {
    const std::string word = document ? told(*document, lookup.status).value_or("") : "";
    if (!lookup.echoed_key.empty()) {
      // Any proxy can say 402 or 410: a refusal, as any other answer about the key, must say whose key it is about.
      const auto echoed = document ? told(*document, lookup.echoed_key) : std::nullopt;
      if (!echoed) return unknown(std::move(evidence), fmt::format("HTTP {} that does not say whose key it is about", status));
      if (*echoed != question.downstream_key) return unknown(std::move(evidence), "another key was echoed: " + shown(*echoed));
    }
    evidence.finding = Finding::refused;
    evidence.refusal = among(lookup.refused, word) ? word : std::to_string(status);
    evidence.why = fmt::format("HTTP {}", status);
    if (document)
      evidence.echoed = {std::nullopt, amount_of(lookup, *document), told(*document, lookup.currency), told(*document, lookup.reference)};
    return evidence;
  }
  if (status >= 400) return unknown(std::move(evidence), fmt::format("HTTP {}", status));
  if (!document) return unknown(std::move(evidence), "the answer is not JSON that can be read in one way only");
  return read_document(std::move(evidence), lookup, question, *document);
}

Evidence read_cancel(const CancelCall& cancel, const Lookup& lookup, const Declaration& declared, const Question& question,
                     HttpAnswer answer) {
  const bool is_success = answer.status >= 200 && answer.status < 300;
  const auto document = is_success && !says_nothing(answer.status, declared) ? json::parse_json(answer.body) : std::nullopt;
  const auto said = document ? told(*document, cancel.status) : std::nullopt;
  if (!said || !among(cancel.held, *said)) {
    // The 409 of a cancel that came too late carries the effect: read as the look-up's answer would be.
    const bool too_late = answer.status == 409 && !among(declared.before_idempotency, 409);
    if (too_late) answer.status = 200;
    Evidence evidence = read_lookup(lookup, declared, question, std::move(answer));
    if (too_late) evidence.status = 409;
    return evidence;
  }
  Evidence evidence = begun(answer);
  const auto echoed = told(*document, lookup.echoed_key);
  if (!lookup.echoed_key.empty() && (!echoed || *echoed != question.downstream_key)) {
    return unknown(std::move(evidence),
                   echoed ? "another key was echoed: " + shown(*echoed) : "the answer does not say whose key it is about");
  }
  evidence.finding = Finding::no_such_key;
  evidence.cancel_held = declared.cancel == Cancel::with_tombstone;
  evidence.why = evidence.cancel_held ? "cancelled: the gateway will refuse the key from now on"
                                      : "cancelled, but without a tombstone: what is still under way may be performed";
  return evidence;
}

std::optional<std::string> filled_url(std::string_view url_template, const Question& question) {
  std::string out;
  while (!url_template.empty()) {
    const std::size_t brace = std::min(url_template.find('{'), url_template.size());
    out += url_template.substr(0, brace);
    url_template.remove_prefix(brace);
    const std::size_t end = url_template.find('}');
    if (url_template.empty()) break;
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view name = url_template.substr(1, end - 1);
    const std::string value = name == "key"         ? question.downstream_key
                              : name == "reference" ? question.expected.reference.value_or("")
                                                    : std::string();
    if (value.empty() || value == "." || value == "..") return std::nullopt;
    out += percent_encoded(value);
    url_template.remove_prefix(end + 1);
  }
  return out;
}

}  // namespace onceover::gateway
