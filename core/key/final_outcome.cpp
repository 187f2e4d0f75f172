#include "core/key/final_outcome.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "core/base/words.h"

namespace onceover::key {
namespace {

constexpr int may_pass[] = {401, 403, 408, 409, 423, 425, 429};

FinalOutcome by_default(int status, bool of_gateway) {
  if (std::ranges::find(may_pass, status) != std::end(may_pass)) return FinalOutcome::not_final;
  if (of_gateway && (status == 404 || status == 410 || (status >= 300 && status < 400))) return FinalOutcome::not_final;
  if (status >= 200 && status < 400) return FinalOutcome::succeeded;
  if (status >= 400 && status < 500) return FinalOutcome::failed;
  return FinalOutcome::not_final;
}

}  // namespace

constexpr auto final_outcome_words =
    words<FinalOutcome>({{FinalOutcome::succeeded, "succeeded"}, {FinalOutcome::failed, "failed"}, {FinalOutcome::not_final, "not_final"}});

std::string_view word(FinalOutcome outcome) { return final_outcome_words.of(outcome); }

Result<FinalPolicy> FinalPolicy::with(std::vector<Override> overrides, FinalPolicy base) {
  const auto refuse = [](std::string what) { return fail(ErrorKind::invalid_input, std::move(what), "The policy was not accepted."); };
  for (std::size_t i = 0; i < overrides.size(); ++i) {
    const auto& [status, outcome] = overrides[i];
    if (status < 200 || status > 599) return refuse(fmt::format("{} is not the status of an answer (200 to 599).", status));
    const auto same = [status = status](const Override& other) { return other.first == status; };
    if (std::count_if(overrides.begin(), overrides.end(), same) > 1) return refuse(fmt::format("Status {} is a duplicate.", status));
    if (outcome == FinalOutcome::failed && (status == 408 || status == 504)) {
      return refuse(fmt::format("Status {} is a timeout, after which the effect is unknown; it cannot be recorded as failed.", status));
    }
    if (outcome == FinalOutcome::succeeded && status >= 400)
      return refuse(fmt::format("Status {} is an error and cannot be recorded as succeeded.", status));
  }
  base.overrides_ = std::move(overrides);
  return base;
}

FinalOutcome FinalPolicy::of(int http_status) const {
  for (const auto& [status, outcome] : overrides_) {
    if (status == http_status) return outcome;
  }
  return by_default(http_status, is_for_gateway_);
}

}  // namespace onceover::key
