// SPDX-License-Identifier: Apache-2.0
// problem+json (RFC 9457), written and read.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/http/answer.h"

namespace onceover::http {

struct Problem {
  int status = 500;
  std::string_view error_code;  // shown as text, as detail is
  std::string title;
  std::string detail;  // shown as text: invalid UTF-8 and hidden characters are spelled out
};

// Content-Type application/problem+json, Cache-Control no-store: a shared cache must not give one caller's refusal to another.
Answer problem_answer(const Problem& problem);

// The limit for reading a body's code.
inline constexpr std::size_t max_problem_bytes = 64 * 1024;

// The error_code of a problem+json body; nullopt: the body is not a JSON object, is longer than max_problem_bytes, or has no such string
// member. It is only the sender's claim.
std::optional<std::string> error_code_of(std::string_view body);

}  // namespace onceover::http
