// SPDX-License-Identifier: Apache-2.0
#include "core/engine/answer.h"

namespace onceover::engine {
namespace {

struct ToAnswer {
  http::MismatchStatus mismatch;
  http::Answer operator()(const Replay& replay) const { return http::replay(replay.response); }
  http::Answer operator()(const UnknownResponse& unknown) const {
    return http::replay({unknown.version, 0, {}, {}});
  }
  http::Answer operator()(const key::InFlight& flight) const { return http::in_progress(flight.retry_after); }
  http::Answer operator()(const key::AwaitingReconciliation& awaiting) const {
    return http::awaiting_reconciliation(awaiting.retry_after);
  }
  http::Answer operator()(const key::Mismatch&) const { return http::payload_mismatch(mismatch); }
};

}  // namespace

std::optional<http::Answer> answer_for(const Outcome& outcome, http::MismatchStatus mismatch) {
  return std::visit(
      [mismatch](const auto& other) -> std::optional<http::Answer> {
        if constexpr (std::is_same_v<std::decay_t<decltype(other)>, Claim>) {
          return std::nullopt;
        } else {
          return ToAnswer{mismatch}(other);
        }
      },
      outcome);
}

http::Answer answer_for(const Engine::KnownOutcome& outcome, const http::Answer& handlers,
                        http::MismatchStatus mismatch) {
  return std::visit(
      [&](const auto& other) -> http::Answer {
        if constexpr (std::is_same_v<std::decay_t<decltype(other)>, Engine::Executed>) {
          return http::first_answer(handlers, true);
        } else {
          return ToAnswer{mismatch}(other);
        }
      },
      outcome);
}

}  // namespace onceover::engine
