// SPDX-License-Identifier: Apache-2.0
// From an outcome to the HTTP answer of the caller.
#pragma once

#include <optional>

#include "core/engine/engine.h"
#include "core/http/contract.h"

namespace onceover::engine {

// The answer to everyone except the executor; nullopt for a Claim, whose answer is the handler's.
std::optional<http::Answer> answer_for(
    const Outcome& outcome, http::MismatchStatus mismatch = http::MismatchStatus::unprocessable_422);
http::Answer answer_for(const Engine::KnownOutcome& outcome, const http::Answer& handlers,
                        http::MismatchStatus mismatch = http::MismatchStatus::unprocessable_422);

}  // namespace onceover::engine
