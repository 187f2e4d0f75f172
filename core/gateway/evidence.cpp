// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/evidence.h"

#include "core/base/enum_names.h"
#include "core/base/json_tree.h"

namespace onceover::gateway {

constexpr auto finding_words = enum_names<Finding>();

std::string_view word(Finding finding) { return finding_words.of(finding); }

std::string to_json(const Evidence& evidence) {
  std::string out;
  const auto name = [&out](std::string_view called) {
    out.append(out.ends_with('{') ? "\"" : ",\"").append(called).append("\":");
  };
  const auto text = [&](std::string_view called, std::string_view value) {
    name(called);
    out.append("\"").append(json::escaped(visible(value))).append("\"");
  };
  const auto number = [&](std::string_view called, std::int64_t value) {
    name(called);
    out.append(std::to_string(value));
  };
  const key::Subject& echoed = evidence.echoed;
  out += '{';
  text("finding", word(evidence.finding));
  text("why", evidence.why);
  if (evidence.status) number("status", *evidence.status);
  if (echoed.customer || echoed.amount || echoed.currency || echoed.reference) {
    name("echoed");
    out += '{';
    if (echoed.customer) text("customer", *echoed.customer);
    if (echoed.amount) text("amount", *echoed.amount);
    if (echoed.currency) text("currency", *echoed.currency);
    if (echoed.reference) text("reference", *echoed.reference);
    out += '}';
  }
  if (!evidence.refusal.empty()) text("refusal", evidence.refusal);
  if (evidence.retry_after)
    number("retry_after_s", std::chrono::ceil<std::chrono::seconds>(*evidence.retry_after).count());
  text("request", evidence.request);
  number("took_ms", std::chrono::duration_cast<std::chrono::milliseconds>(evidence.took).count());
  for (const auto& [called, is_set] :
       {std::pair{"cancel_held", evidence.cancel_held},
        std::pair{"duplicate_effects", evidence.duplicate_effects},
        std::pair{"other_effect", evidence.other_effect}, std::pair{"no_effect", evidence.no_effect},
        std::pair{"differs", evidence.differs}, std::pair{"partly_done", evidence.partly_done}}) {
    if (!is_set) continue;
    name(called);
    out += "true";
  }
  out += '}';
  return out;
}

Result<void> Gateway::list(Timestamp, Timestamp, const std::function<bool(const Effect&)>&, Deadline) {
  return fail(ErrorKind::unsupported, "The gateway declares no listing of its effects.",
              "Its ledger was not read.", "Describe it in [listing], where the gateway has one.");
}

}  // namespace onceover::gateway
