// SPDX-License-Identifier: Apache-2.0
#include "core/key/decide.h"

#include <fmt/format.h>

#include <iterator>

namespace onceover::key {

Decision decide(const Existing& row, const Fingerprint& request, Timestamp now, const DecidePolicy& policy) {
  // Another payload is refused in every state: the first request may still be under way at the gateway under
  // this very key.
  if (row.fingerprint != request) return Mismatch{};
  switch (row.state) {
    case State::succeeded:
    case State::failed: return Replay{};
    case State::released:
      if (!row.retry_before || now < *row.retry_before) return MayTakeOver{row.state, row.fence};
      return AwaitingReconciliation{std::nullopt};
    case State::in_progress: break;
  }
  const bool live = row.locked_until && now < *row.locked_until;
  if (live && row.holder == Holder::executor) return InFlight{*row.locked_until - now};
  // A sweeper or an operator is asking the gateway about it right now.
  if (live) return AwaitingReconciliation{*row.locked_until - now};
  if (policy.rerunnable_for && now < row.created_at + *policy.rerunnable_for)
    return MayTakeOver{row.state, row.fence};
  return AwaitingReconciliation{std::nullopt};
}

namespace {

constexpr int may_pass[] = {401, 403, 408, 409, 423, 425, 429};

FinalOutcome by_default(int status, bool of_gateway) {
  if (std::ranges::find(may_pass, status) != std::end(may_pass)) return FinalOutcome::not_final;
  if (of_gateway && (status == 404 || status == 410 || (status >= 300 && status < 400)))
    return FinalOutcome::not_final;
  if (status >= 200 && status < 400) return FinalOutcome::succeeded;
  if (status >= 400 && status < 500) return FinalOutcome::failed;
  return FinalOutcome::not_final;
}

}  // namespace

Result<FinalPolicy> FinalPolicy::with(std::vector<Override> overrides, FinalPolicy base) {
  const auto invalid = [](std::string what) {
    return fail(ErrorKind::invalid_input, std::move(what), "The policy was not accepted.");
  };
  for (std::size_t i = 0; i < overrides.size(); ++i) {
    const auto& [status, outcome] = overrides[i];
    if (status < 200 || status > 599)
      return invalid(fmt::format("{} is not the status of an answer (200 to 599).", status));
    const auto same = [status = status](const Override& other) { return other.first == status; };
    if (std::count_if(overrides.begin(), overrides.end(), same) > 1)
      return invalid(fmt::format("Status {} is a duplicate.", status));
    if (outcome == FinalOutcome::failed && (status == 408 || status == 504)) {
      return invalid(fmt::format(
          "Status {} is a timeout, after which the effect is unknown; it cannot be recorded as failed.",
          status));
    }
    if (outcome == FinalOutcome::succeeded && status >= 400)
      return invalid(fmt::format("Status {} is an error and cannot be recorded as succeeded.", status));
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
