// From an HTTP answer to evidence: pure. Whatever is not understood is unknown.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/gateway/config.h"
#include "core/gateway/evidence.h"

namespace onceover::gateway {

// A complete answer; one that was cut short never gets here.
struct HttpAnswer {
  int status = 0;
  std::optional<Duration> retry_after;
  std::string body;
};

// The answer to a look-up. request and took are left to the caller.
Evidence read_lookup(const Lookup& lookup, const Declaration& declared, const Question& question, HttpAnswer answer);

// The answer to a cancel: held, or what the look-up's mapping reads out of it ("too late: done").
Evidence read_cancel(const CancelCall& cancel, const Lookup& lookup, const Declaration& declared, const Question& question,
                     HttpAnswer answer);

// The template with {key} and {reference} percent-encoded into it. nullopt where a value is missing, or where it is a segment
// that a path would swallow ("." or "..").
std::optional<std::string> filled_url(std::string_view url_template, const Question& question);

}  // namespace onceover::gateway
