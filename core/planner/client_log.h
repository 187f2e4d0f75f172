// A client's own log of its retries, as CSV `attempt,delay_ms,status,code,notes`, and what of it does not fit the policy that it is said to
// have. Pure.
//
//   attempt,delay_ms,status,code,notes
//   1,0,timeout,,initial timeout
//   2,137,5xx,502,proxy error
//   3,281,200,201,success
//
// A header is not needed; with one the columns may come in any order, and only attempt and delay_ms must be there. delay_ms is the wait
// before the attempt. An attempt that does not count on from the one before it begins another request.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/planner/policy.h"

namespace onceover::planner {

struct LogEntry {
  int line = 0;
  unsigned request = 1;  // the log's first, second, …
  unsigned attempt = 1;
  Duration delay{};
  std::string status, notes;  // as they came
  std::optional<int> code;    // HTTP; of the column code, else of status where that is a number
};

// A row that was not understood; nothing of it is lost.
struct RowError {
  int line = 0;
  std::string what;  // a sentence, fit for a screen
  std::string text;  // the row as it came
};

struct ClientLog {
  std::vector<LogEntry> entries;
  std::vector<RowError> errors;  // in the order of their lines
};

// Never fails: what is wrong stands in errors, and the rows that are right are there all the same.
ClientLog parse_client_log(std::string_view text);

enum class Fit {
  fits,
  too_soon,      // shorter than the policy ever waits there
  too_late,      // longer; after 429 and 503 the server may have asked for it
  not_allowed,   // there should have been no such attempt: too many, past the total
  not_retryable  // the answer before it said that the same request will not succeed
};

std::string_view word(Fit fit);

struct Overlaid {
  LogEntry entry;
  DelayRange allowed{};  // of its delay
  Duration at{};         // sum of the request's delays so far
  Fit fit = Fit::fits;
  std::string what;  // a sentence where it does not fit
};

struct Overlay {
  std::vector<Overlaid> entries;
  unsigned requests = 0, outside = 0;  // entries that do not fit
  std::optional<Backoff> looks_like;   // the backoff whose ranges hold every delay, of the policy's base and cap: the narrowest; nullopt:
                                       // none, or too few delays
};

// slack: by which a clock or a scheduler may be off, either way.
Overlay overlay(const Policy& policy, const ClientLog& log, Duration slack = std::chrono::milliseconds(5));

}  // namespace onceover::planner
