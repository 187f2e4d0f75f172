// SPDX-License-Identifier: Apache-2.0
// A client's retry log from any bytes, laid over policies. Input: the log.
#include "core/base/csv.h"
#include "core/base/text.h"
#include "core/calculator/client_log.h"
#include "tests/fuzz/check.h"

namespace onceover::fuzz {
namespace {

bool is_blank_line(const CsvRecord& record) {
  return record.problem.empty() && record.cells.size() == 1 && !record.cells.front();
}

// Rows that the log must account for; the first may be a header.
std::size_t rows_in(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  CsvReader reader(text, ',');
  std::size_t rows = 0;
  int line = 0;
  while (const auto record = reader.next()) {
    check(record->line > line, "lines are counted up");
    line = record->line;
    check(record->text.data() >= text.data() &&
              record->text.data() + record->text.size() <= text.data() + text.size(),
          "a row's text stands in the file");
    rows += is_blank_line(*record) ? 0 : 1;
  }
  return rows;
}

void check_log(std::string_view text, const calculator::ClientLog& log) {
  if (!text.starts_with("\xFF\xFE") && !text.starts_with("\xFE\xFF")) {
    const std::size_t rows = rows_in(text), told = log.entries.size() + log.errors.size();
    check(told == rows || told + 1 == rows, "every row is an entry or an error, but for a header");
  }
  int line = 0;
  unsigned request = 0;
  for (const calculator::LogEntry& entry : log.entries) {
    check(entry.line > line, "entries stand in the order of their lines");
    check(entry.request == request || entry.request == request + 1, "requests are counted up");
    check(entry.attempt > 0 && entry.delay >= Duration::zero() && entry.delay < calculator::endless,
          "attempt and delay are bounded");
    check(is_utf8(entry.status) && is_utf8(entry.notes), "what was read is text");
    line = entry.line;
    request = entry.request;
  }
  for (const calculator::RowError& error : log.errors)
    check(is_utf8(error.what) && !error.what.empty(), "what is wrong is a sentence");
}

}  // namespace
}  // namespace onceover::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace onceover::fuzz;
  namespace calculator = onceover::calculator;
  const std::string_view text = text_of(data, size);
  const calculator::ClientLog log = calculator::parse_client_log(text);
  check_log(text, log);
  for (const calculator::Backoff backoff : calculator::all_backoffs) {
    calculator::Policy policy{.backoff = backoff};
    if (size % 2 == 1) policy.cap.reset(), policy.attempts.reset(), policy.total.reset();
    const calculator::Overlay laid = calculator::overlay(policy, log, onceover::Duration::zero());
    check(laid.entries.size() == log.entries.size(), "every entry is laid over the policy");
    for (const calculator::Overlaid& one : laid.entries) {
      check((one.fit == calculator::Fit::fits) == one.what.empty(), "what does not fit says why");
      check(one.allowed.least <= one.allowed.most, "a range is one");
      check(one.fit != calculator::Fit::fits ||
                (one.entry.delay >= one.allowed.least && one.entry.delay <= one.allowed.most),
            "what fits is within the range");
    }
  }
  return 0;
}
