#include "core/http/error_code.h"

#include <array>

namespace onceover::http {
namespace {

struct Row {
  std::string_view code;  // a family if it ends with a dot
  Advice advice;
};

constexpr std::array<Row, 15> taxonomy = {{
    {"VALIDATION.", {MayRetry::no, "Fix the input."}},
    {"AUTH.", {MayRetry::no, "Sign in, or ask for the permission."}},
    {error_code::payload_mismatch, {MayRetry::no, "Use a new key."}},
    {error_code::in_progress, {MayRetry::after_retry_after, "Wait."}},
    {error_code::awaiting_reconciliation, {MayRetry::after_retry_after, "Wait."}},
    {error_code::not_retried, {MayRetry::no, "Use a new key."}},
    {error_code::rate_limited, {MayRetry::after_retry_after, "Wait."}},
    {error_code::dependency_timeout, {MayRetry::with_backoff, ""}},
    {error_code::dependency_unavailable, {MayRetry::with_backoff, ""}},
    {error_code::webhook_mismatch, {MayRetry::no, "Send it under an id of its own."}},
    {"TRANSIENT.", {MayRetry::with_backoff, ""}},
    {error_code::provider_duplicate, {MayRetry::no, "It is already applied: show the existing result."}},
    {error_code::provider_refused, {MayRetry::no, "Use a new key to try again."}},
    {error_code::provider_cancelled, {MayRetry::no, "Use a new key to try again."}},
    {"INTERNAL.", {MayRetry::no, "Contact the operator of the service."}},
}};

}  // namespace

std::optional<Advice> advice_for(std::string_view code) {
  for (const Row& row : taxonomy) {
    const bool is_family = row.code.back() == '.';
    if (is_family ? code.size() > row.code.size() && code.starts_with(row.code) : code == row.code) return row.advice;
  }
  return std::nullopt;
}

}  // namespace onceover::http
