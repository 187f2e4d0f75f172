// SPDX-License-Identifier: Apache-2.0
// From an HTTP answer to evidence: pure. Everything that is not understood is unknown.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/gateway/config.h"
#include "core/gateway/evidence.h"

namespace onceover::gateway {

// A complete answer; one that was cut never gets here.
struct HttpAnswer {
  int status = 0;
  std::optional<Duration> retry_after;
  std::string body;
  Duration age{0};  // for so long a cache has had it
};

// Of a question that was not answered.
Evidence no_evidence(std::string why);

// The answer to a look-up. The caller sets request and took.
Evidence read_lookup(const Lookup& lookup, const Declaration& declared, const Question& question,
                     HttpAnswer answer);

// The answer to a cancel: held, or what the look-up's mapping reads from it ("too late: done").
Evidence read_cancel(const CancelCall& cancel, const Lookup& lookup, const Declaration& declared,
                     const Question& question, HttpAnswer answer);

// One page of an answer on its own: what it proves, the effects that it shows as done, as JSON, and where the
// rest is.
struct PageRead {
  Evidence evidence;
  std::vector<std::string> done;
  bool is_listing = false;  // of effects, and not a status such as 404
  bool has_next = false;
  std::string next;  // a cursor or an address, as Pages says
};
PageRead read_page(const Lookup& lookup, const Declaration& declared, const Question& question,
                   HttpAnswer answer);

// One page of a listing. Errors: the end of a sentence.
struct ListingRead {
  std::vector<Effect> effects;
  bool has_next = false;
  std::string next;
};
tl::expected<ListingRead, std::string> read_listing(const Listing& listing, HttpAnswer answer);

// How an answer was read: a line for each declared pointer, for the answer's first effect. For authors of a
// configuration.
struct ReadLine {
  std::string field, pointer;
  std::optional<std::string> value;  // none: it points to nothing
  std::string means;
};
std::vector<ReadLine> explained(const Lookup& lookup, const Question& question, const std::string& body);

// The template with {key} and {reference} percent-encoded into it. nullopt where a value is missing, or is a
// segment that a path would drop
// ("." or "..").
std::optional<std::string> filled_url(std::string_view url_template, const Question& question);

// Names of placeholders, without braces, and their values; percent-encoded for URLs, as the inside of a JSON
// string for bodies. nullopt where a value is empty or missing; in a URL also where it is "." or "..". Braces
// without a name remain in a body.
using Filling = std::vector<std::pair<std::string_view, std::string>>;
std::optional<std::string> filled_url(std::string_view url_template, const Filling& filling);
std::optional<std::string> filled_body(std::string_view body_template, const Filling& filling);

}  // namespace onceover::gateway
