// SPDX-License-Identifier: Apache-2.0
// A client's own log of its retries, as CSV `attempt,delay_ms,status,code,notes`, and its deviations from the
// client's stated policy. Pure.
//
//   attempt,delay_ms,status,code,notes
//   1,0,timeout,,initial timeout
//   2,137,5xx,502,proxy error
//   3,281,200,201,success
//
// The header is optional; with one the columns may be in any order, and only attempt and delay_ms are
// required. delay_ms is the wait before the attempt. An attempt whose number does not continue the previous
// one starts another request.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/calculator/policy.h"

namespace onceover::calculator {

struct LogEntry {
  int line = 0;
  unsigned request = 1;  // the log's first, second, …
  unsigned attempt = 1;
  Duration delay{};
  std::string status, notes;  // as received
  std::optional<int> code;    // HTTP; of the column code, else of status where that is a number
};

// A row that was not understood, complete.
struct RowError {
  int line = 0;
  std::string what;  // a sentence to display
  std::string text;  // the original row
};

struct ClientLog {
  std::vector<LogEntry> entries;
  std::vector<RowError> errors;  // in the order of their lines
};

// Never fails: errors are in `errors`, and correct rows are returned as well.
ClientLog parse_client_log(std::string_view text);

enum class Fit {
  fits,
  too_soon,      // shorter than any wait of the policy at that attempt
  too_late,      // longer; after 429 and 503 the server may have asked for it
  not_allowed,   // an attempt that the policy does not allow: too many, or after the total
  not_retryable  // the answer before it meant that the same request will not succeed
};

std::string_view word(Fit fit);

struct Overlaid {
  LogEntry entry;
  DelayRange allowed{};  // of its delay
  Duration at{};         // sum of the request's delays so far
  Fit fit = Fit::fits;
  std::string what;  // a sentence; empty: it fits
};

struct Overlay {
  std::vector<Overlaid> entries;
  unsigned requests = 0, outside = 0;  // entries that do not fit
  std::optional<Backoff> looks_like;   // the narrowest backoff, with the policy's base and cap, whose ranges
                                       // contain every delay; nullopt: none, or too few delays
};

// slack: the error of a clock or a scheduler, in either direction.
Overlay overlay(const Policy& policy, const ClientLog& log, Duration slack = std::chrono::milliseconds(5));

}  // namespace onceover::calculator
