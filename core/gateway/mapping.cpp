// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/mapping.h"

#include <fmt/format.h>

#include "core/base/json_tree.h"
#include "core/gateway/decimal.h"

namespace onceover::gateway {
namespace {

template <class T>
bool among(const std::vector<T>& list, const T& value) {
  return std::ranges::find(list, value) != list.end();
}

std::string shown(std::string_view text) { return elided(visible(text), 100); }

// The scalar at the pointer as text; nullopt where the pointer is not declared, or points to nothing, null or
// a structure.
std::optional<std::string> text_at(const json::Json& effect, const std::string& pointer) {
  if (pointer.empty()) return std::nullopt;
  const json::Json* value = json::at(effect, pointer);
  if (!value || !value->is_scalar() || value->kind == json::Json::Kind::null) return std::nullopt;
  return value->text;
}

std::optional<std::string> amount_of(const Lookup& lookup, const json::Json& effect) {
  auto amount = text_at(effect, lookup.amount);
  if (!amount || !lookup.amount_minor_digits) return amount;
  // A value that is not a number remains unchanged, and then matches no amount.
  const auto major = plain_decimal(*amount, -*lookup.amount_minor_digits);
  return major ? *major : *amount;
}

Evidence unknown(Evidence evidence, std::string why) {
  evidence.finding = Finding::unknown;
  evidence.why = std::move(why);
  return evidence;
}

// Statuses with which the gateway, or a proxy before it, proves nothing about the key.
std::optional<std::string> says_nothing(int status, const Declaration& declared) {
  if (among(declared.before_idempotency, status))
    return fmt::format("HTTP {}, from before the gateway's idempotency layer", status);
  if (status >= 300 && status < 400) return fmt::format("HTTP {}: a redirect, not followed", status);
  if (status < 200 || status == 206 || status == 408 || status == 425 || status == 429 || status >= 500)
    return fmt::format("HTTP {}", status);
  return std::nullopt;
}

// One effect of an answer. Fills in the echoed values.
struct Read {
  Finding finding = Finding::unknown;
  std::string why, refusal;
  key::Subject echoed;
};

Read read_effect(const Lookup& lookup, const Question& question, const json::Json& effect) {
  Read read;
  if (!lookup.echoed_key.empty()) {
    const auto echoed = text_at(effect, lookup.echoed_key);
    if (!echoed || *echoed != question.downstream_key) {
      read.why = echoed ? "another key was echoed: " + shown(*echoed) : "the answer has no key";
      return read;
    }
  }
  read.echoed = {std::nullopt, amount_of(lookup, effect), text_at(effect, lookup.currency),
                 text_at(effect, lookup.reference)};
  const auto status = text_at(effect, lookup.status);
  if (lookup.status.empty()) {  // a ledger whose rows are effects that happened
    read.finding = Finding::done;
    read.why = "the ledger has it";
    return read;
  }
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
    read.why = "a status without a declared meaning: " + shown(*status);
    return read;
  }
  if (read.finding != Finding::unknown) read.why = "the gateway reports " + shown(*status);
  return read;
}

void take(Evidence& evidence, const Read& read) {
  evidence.finding = read.finding;
  evidence.why = read.why;
  evidence.refusal = read.refusal;
  evidence.echoed = read.echoed;
}

bool is_of_another_key(const Lookup& lookup, const Question& question, const json::Json& effect) {
  const auto echoed = text_at(effect, lookup.echoed_key);
  return echoed && *echoed != question.downstream_key;
}

// Several effects under one key: what they prove together.
Evidence read_effects(Evidence evidence, const Lookup& lookup, const Question& question,
                      const std::vector<json::Json>& effects, const std::string& array_at,
                      std::vector<std::string>& done) {
  std::vector<Read> reads;
  std::vector<std::size_t> at;  // the effect of each
  for (std::size_t i = 0; i < effects.size(); ++i) {
    if (lookup.skips_other_keys && is_of_another_key(lookup, question, effects[i])) continue;
    reads.push_back(read_effect(lookup, question, effects[i]));
    at.push_back(i);
  }
  if (reads.empty()) {
    // Not ready yet, changed by a proxy, or only a part of it.
    if (const int status = *evidence.status; status == 202 || status == 203 || status == 207)
      return unknown(std::move(evidence), fmt::format("HTTP {} without an effect", status));
    evidence.finding = Finding::no_such_key;
    evidence.why =
        effects.empty() ? "the gateway lists no effect" : "the gateway lists no effect with this key";
    return evidence;
  }
  const auto count = [&](Finding finding) { return std::ranges::count(reads, finding, &Read::finding); };
  for (std::size_t i = 0; i < reads.size(); ++i) {
    if (reads[i].finding == Finding::done) done.push_back(json::written(effects[at[i]]));
  }
  evidence.duplicate_effects = done.size() > 1;
  // The least certain finding wins, except that two effects are certain enough for an alarm.
  const Finding order[] = {Finding::unknown, Finding::pending, Finding::done, Finding::refused};
  const Finding* weakest =
      evidence.duplicate_effects
          ? &order[2]
          : std::ranges::find_if(order, [&](Finding finding) { return count(finding) > 0; });
  const auto at_read = std::ranges::find(reads, *weakest, &Read::finding);
  take(evidence, *at_read);
  if (evidence.duplicate_effects) evidence.why = fmt::format("{} effects under this key", done.size());
  evidence.effect_at = array_at + "/" + std::to_string(at[static_cast<std::size_t>(at_read - reads.begin())]);
  return evidence;
}

// The answer tells of an error beside its list, as some gateways do with HTTP 200.
bool tells_of_an_error(const json::Json& answer) {
  return std::ranges::any_of(answer.members, [](const json::Json::Member& member) {
    const std::string name = ascii_lower(member.name);
    if (name != "error" && name != "errors" && name != "fault") return false;
    const json::Json& value = member.value;
    const bool is_none = value.is_scalar() ? value.text.empty() || value.text == "null" ||
                                                 value.text == "false" || value.text == "0"
                                           : value.members.empty() && value.items.empty();
    return !is_none;
  });
}

Evidence read_document(Evidence evidence, const Lookup& lookup, const Question& question,
                       const json::Json& answer, std::vector<std::string>& done) {
  const json::Json* effects = json::at(answer, lookup.effects);
  if (!lookup.effects.empty() && (!effects || effects->kind != json::Json::Kind::array)) {
    return unknown(std::move(evidence), "the answer has no array at " + lookup.effects);
  }
  if (effects->kind == json::Json::Kind::array) {
    evidence = read_effects(std::move(evidence), lookup, question, effects->items, lookup.effects, done);
    if (evidence.finding == Finding::no_such_key && tells_of_an_error(answer))
      return unknown(std::move(evidence), "the answer tells of an error beside its empty list");
    return evidence;
  }
  if (lookup.pages) return unknown(std::move(evidence), "the answer is not an array of effects");
  take(evidence, read_effect(lookup, question, answer));
  if (evidence.finding == Finding::done) done.push_back(json::written(answer));
  return evidence;
}

Evidence begun(HttpAnswer& answer) {
  Evidence evidence;
  evidence.status = answer.status;
  evidence.retry_after = answer.retry_after;
  evidence.body = std::move(answer.body);
  return evidence;
}

// Where the answer continues. Returns the end of a sentence where a declared value is missing.
std::optional<std::string> read_next(const Pages& pages, const json::Json& answer, const json::Json& effects,
                                     bool& has_next, std::string& next) {
  has_next = false;
  if (!pages.has_more.empty()) {
    const json::Json* more = json::at(answer, pages.has_more);
    if (!more || more->kind != json::Json::Kind::boolean)
      return "the answer does not show whether there is more";
    if (more->text == "false") return std::nullopt;
  }
  if (!pages.next.empty()) {
    const json::Json* told_next = json::at(answer, pages.next);
    const bool is_end = !told_next || told_next->kind == json::Json::Kind::null ||
                        told_next->text == "false" || (told_next->is_scalar() && told_next->text.empty());
    if (is_end && pages.has_more.empty()) return std::nullopt;
    if (is_end || !told_next->is_scalar()) return "the answer has another page, but does not name it";
    next = told_next->text;
  } else {
    const auto cursor =
        effects.items.empty() ? std::nullopt : text_at(effects.items.back(), pages.item_cursor);
    if (!cursor || cursor->empty())
      return "the answer has another page, but its last effect has no " + pages.item_cursor;
    next = *cursor;
  }
  has_next = true;
  return std::nullopt;
}

std::optional<Timestamp> read_moment(Listing::Time form, const std::string& text) {
  if (form == Listing::Time::rfc3339) return parse_iso(text);
  const auto number = number_from<std::int64_t>(text);
  const std::int64_t unit = form == Listing::Time::epoch_s ? 1'000'000 : 1'000;
  if (!number || *number < 0 || *number > std::numeric_limits<std::int64_t>::max() / 2 / unit)
    return std::nullopt;
  return Timestamp{*number * unit};
}

Evidence read_answer(const Lookup& lookup, const Declaration& declared, const Question& question,
                     HttpAnswer answer, std::vector<std::string>& done, std::optional<json::Json>& document) {
  Evidence evidence = begun(answer);
  const int status = *evidence.status;
  if (const auto nothing = says_nothing(status, declared)) return unknown(std::move(evidence), *nothing);

  document = json::parse_json(evidence.body);
  const bool own_word = document && [&] {
    const auto answered = text_at(*document, lookup.not_found);
    return answered && among(lookup.not_found_words, *answered);
  }();
  const bool by_status = among(lookup.not_found_statuses, status);
  if (own_word || (by_status && lookup.not_found.empty())) {
    evidence.finding = Finding::no_such_key;
    evidence.why =
        own_word ? "the gateway reports that it does not know this key" : fmt::format("HTTP {}", status);
    return evidence;
  }
  if (by_status)
    return unknown(std::move(evidence), fmt::format("HTTP {} without the gateway's own word for it", status));

  if (among(lookup.refused_statuses, status)) {
    const std::string word = document ? text_at(*document, lookup.status).value_or("") : "";
    if (!lookup.echoed_key.empty()) {
      // Any proxy can answer 402 or 410: a refusal, like any other answer about the key, must name its key.
      const auto echoed = document ? text_at(*document, lookup.echoed_key) : std::nullopt;
      if (!echoed) return unknown(std::move(evidence), fmt::format("HTTP {} without the key", status));
      if (*echoed != question.downstream_key)
        return unknown(std::move(evidence), "another key was echoed: " + shown(*echoed));
    }
    evidence.finding = Finding::refused;
    evidence.refusal = among(lookup.refused, word) ? word : std::to_string(status);
    evidence.why = fmt::format("HTTP {}", status);
    if (document)
      evidence.echoed = {std::nullopt, amount_of(lookup, *document), text_at(*document, lookup.currency),
                         text_at(*document, lookup.reference)};
    return evidence;
  }
  if (status >= 400) return unknown(std::move(evidence), fmt::format("HTTP {}", status));
  if (!document) return unknown(std::move(evidence), "the answer is not JSON, or is ambiguous");
  return read_document(std::move(evidence), lookup, question, *document, done);
}

}  // namespace

Evidence no_evidence(std::string why) { return unknown({}, std::move(why)); }

Evidence read_lookup(const Lookup& lookup, const Declaration& declared, const Question& question,
                     HttpAnswer answer) {
  return read_page(lookup, declared, question, std::move(answer)).evidence;
}

PageRead read_page(const Lookup& lookup, const Declaration& declared, const Question& question,
                   HttpAnswer answer) {
  PageRead page;
  std::optional<json::Json> document;
  const Duration age = answer.age;
  page.evidence = read_answer(lookup, declared, question, std::move(answer), page.done, document);
  // What has happened stays so; what had not may have happened since.
  if (page.evidence.finding == Finding::no_such_key && age > declared.lookup_lag)
    page.evidence = unknown(std::move(page.evidence),
                            fmt::format("the answer comes from a cache, and is {} old", human(age)));
  const json::Json* effects = document && lookup.pages ? json::at(*document, lookup.effects) : nullptr;
  // An answer that is not a listing (404, 503, not JSON) has no next page.
  if (!effects || effects->kind != json::Json::Kind::array || page.evidence.status.value_or(0) >= 300)
    return page;
  page.is_listing = true;
  if (const auto wrong = read_next(*lookup.pages, *document, *effects, page.has_next, page.next))
    page.evidence = unknown(std::move(page.evidence), *wrong);
  return page;
}

tl::expected<ListingRead, std::string> read_listing(const Listing& listing, HttpAnswer answer) {
  const auto wrong = [](std::string words) { return tl::unexpected<std::string>(std::move(words)); };
  if (answer.status != 200) return wrong(fmt::format("HTTP {}", answer.status));
  const auto document = json::parse_json(answer.body);
  if (!document) return wrong("the answer is not JSON, or is ambiguous");
  const Lookup& item = listing.item;
  const json::Json* effects = json::at(*document, item.effects);
  if (!effects || effects->kind != json::Json::Kind::array)
    return wrong("the answer has no array at " + item.effects);
  ListingRead read;
  for (const json::Json& each : effects->items) {
    Effect effect;
    const auto id = text_at(each, listing.id), key = text_at(each, item.echoed_key),
               at = text_at(each, listing.at);
    if (!id || id->empty()) return wrong("an effect has no " + listing.id);
    effect.id = *id;
    effect.key = key.value_or("");
    Question own;
    own.downstream_key = effect.key;
    const Read one = effect.key.empty() ? Read{} : read_effect(item, own, each);
    effect.finding = one.finding;
    effect.word = text_at(each, item.status).value_or("");
    effect.echoed = one.echoed;
    if (at) effect.at = read_moment(listing.time, *at);
    read.effects.push_back(std::move(effect));
  }
  if (item.pages) {
    if (auto problem = read_next(*item.pages, *document, *effects, read.has_next, read.next))
      return wrong(*std::move(problem));
  }
  return read;
}

std::vector<ReadLine> explained(const Lookup& lookup, const Question& question, const std::string& body) {
  std::vector<ReadLine> lines;
  const auto document = json::parse_json(body);
  if (!document) {
    lines.push_back({"answer", "", std::nullopt, "not JSON, or ambiguous"});
    return lines;
  }
  const json::Json* at = json::at(*document, lookup.effects);
  const json::Json* effect = &*document;
  const bool is_list = at && at->kind == json::Json::Kind::array;
  if (!lookup.effects.empty() || is_list) {
    lines.push_back({"effects", lookup.effects, std::nullopt,
                     is_list ? fmt::format("{} effects", at->items.size()) : "no array"});
    effect = is_list && !at->items.empty() ? &at->items.front() : nullptr;
  }
  const auto line = [&](const char* field, const std::string& pointer, const json::Json* in,
                        const auto& means) {
    if (pointer.empty()) return;
    const auto value = in ? text_at(*in, pointer) : std::nullopt;
    lines.push_back({field, pointer, value, value ? means(*value) : std::string("not there")});
  };
  const auto plain = [](const std::string&) { return std::string(); };
  if (effect || !is_list) {
    line("echoed_key", lookup.echoed_key, effect, [&](const std::string& key) {
      return key == question.downstream_key ? "the requested key" : "another key";
    });
    line("status", lookup.status, effect, [&](const std::string& status) {
      return among(lookup.done, status)      ? "done"
             : among(lookup.refused, status) ? "refused"
             : among(lookup.pending, status) ? "pending"
                                             : "not declared";
    });
    line("amount", lookup.amount, effect, [&](const std::string&) {
      const auto amount = amount_of(lookup, *effect);
      return amount && lookup.amount_minor_digits ? "is " + shown(*amount) : std::string();
    });
    line("currency", lookup.currency, effect, plain);
    line("reference", lookup.reference, effect, plain);
  }
  line("not_found", lookup.not_found, &*document, [&](const std::string& word) {
    return among(lookup.not_found_words, word) ? "no such key" : "another word";
  });
  if (lookup.pages) {
    line("pages.has_more", lookup.pages->has_more, &*document, plain);
    line("pages.next", lookup.pages->next, &*document, plain);
  }
  return lines;
}

Evidence read_cancel(const CancelCall& cancel, const Lookup& lookup, const Declaration& declared,
                     const Question& question, HttpAnswer answer) {
  const bool is_success = answer.status >= 200 && answer.status < 300;
  const auto document =
      is_success && !says_nothing(answer.status, declared) ? json::parse_json(answer.body) : std::nullopt;
  const auto answered = document ? text_at(*document, cancel.status) : std::nullopt;
  if (!answered || !among(cancel.held, *answered)) {
    // The 409 of a late cancel contains the effect: read like an answer to a look-up.
    const bool too_late = answer.status == 409 && !among(declared.before_idempotency, 409);
    if (too_late) answer.status = 200;
    Evidence evidence = read_lookup(lookup, declared, question, std::move(answer));
    if (too_late) evidence.status = 409;
    return evidence;
  }
  Evidence evidence = begun(answer);
  const auto echoed = text_at(*document, lookup.echoed_key);
  if (!lookup.echoed_key.empty() && (!echoed || *echoed != question.downstream_key)) {
    return unknown(std::move(evidence),
                   echoed ? "another key was echoed: " + shown(*echoed) : "the answer has no key");
  }
  evidence.finding = Finding::no_such_key;
  evidence.cancel_held = declared.cancel == Cancel::with_tombstone;
  evidence.why =
      evidence.cancel_held
          ? "cancelled: the gateway will refuse the key from now on"
          : "cancelled, but without a tombstone: a request that is still under way may be performed";
  return evidence;
}

std::optional<std::string> filled_url(std::string_view url_template, const Question& question) {
  return filled_url(url_template, Filling{{"key", question.downstream_key},
                                          {"reference", question.expected.reference.value_or("")}});
}

std::optional<std::string> filled_url(std::string_view url_template, const Filling& filling) {
  std::string out;
  while (!url_template.empty()) {
    const std::size_t brace = std::min(url_template.find('{'), url_template.size());
    out += url_template.substr(0, brace);
    url_template.remove_prefix(brace);
    const std::size_t end = url_template.find('}');
    if (url_template.empty()) break;
    if (end == std::string_view::npos) return std::nullopt;
    const auto found =
        std::ranges::find(filling, url_template.substr(1, end - 1), &Filling::value_type::first);
    if (found == filling.end() || found->second.empty() || found->second == "." || found->second == "..")
      return std::nullopt;
    out += percent_encoded(found->second);
    url_template.remove_prefix(end + 1);
  }
  return out;
}

// In one pass: filled-in values are not scanned again.
std::optional<std::string> filled_body(std::string_view body_template, const Filling& filling) {
  std::string out;
  while (!body_template.empty()) {
    const std::size_t brace = std::min(body_template.find('{'), body_template.size());
    out += body_template.substr(0, brace);
    body_template.remove_prefix(brace);
    if (body_template.empty()) break;
    const auto found = std::ranges::find_if(filling, [&](const auto& each) {
      return body_template.substr(1).starts_with(each.first) &&
             body_template.substr(1 + each.first.size()).starts_with('}');
    });
    if (found == filling.end()) {
      out += '{';
      body_template.remove_prefix(1);
      continue;
    }
    // A first page has no cursor yet, so only that may be empty.
    if (found->second.empty() && found->first != "cursor") return std::nullopt;
    out += json::escaped(found->second);
    body_template.remove_prefix(found->first.size() + 2);
  }
  return out;
}

}  // namespace onceover::gateway
