// SPDX-License-Identifier: Apache-2.0
#include "core/calculator/client_log.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "core/base/csv.h"
#include "core/base/enum_names.h"

namespace onceover::calculator {
namespace {

constexpr std::array<std::string_view, 5> log_columns{"attempt", "delay_ms", "status", "code", "notes"};
constexpr double longest_delay_ms = 1e11;  // three years; a larger number is a time of day

std::optional<int> http_code(std::string_view text) {
  const auto code = number_from<int>(text);
  return code && *code >= 100 && *code <= 599 ? code : std::nullopt;
}

class LogReader {
 public:
  ClientLog read(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    CsvReader records(text, ',');
    bool first = true;
    while (const auto record = records.next()) {
      // a blank line
      if (record->problem.empty() && record->cells.size() == 1 && !record->cells.front()) continue;
      const bool is_header = first && take_columns(*record);
      first = false;
      if (is_header) continue;
      if (auto wrong = take(*record))
        log_.errors.push_back({record->line, std::move(*wrong), std::string(record->text)});
    }
    return std::move(log_);
  }

 private:
  // Whether the record names columns; unknown ones are ignored.
  bool take_columns(const CsvRecord& record) {
    std::array<std::optional<std::size_t>, 5> places;
    for (std::size_t i = 0; i < record.cells.size(); ++i) {
      if (!record.cells[i]) continue;
      std::string name = *record.cells[i];
      name = ascii_lower(name);
      const auto found = std::ranges::find(log_columns, name);
      if (found != log_columns.end()) places[static_cast<std::size_t>(found - log_columns.begin())] = i;
    }
    if (!places[0] || !places[1]) return false;
    places_ = places;
    least_cells_ = std::max(*places[0], *places[1]) + 1;
    return true;
  }

  std::optional<std::string> cell(const CsvRecord& record, std::size_t column) const {
    const auto place = places_[column];
    return place && *place < record.cells.size() ? record.cells[*place] : std::nullopt;
  }

  std::optional<std::string> take(const CsvRecord& record) {
    if (!record.problem.empty()) return record.problem;
    if (!is_utf8(record.text)) return "The row is not UTF-8.";
    if (record.cells.size() < least_cells_) {
      return fmt::format("{} here, but {} are needed.",
                         record.cells.size() == 1 ? "There is 1 cell"
                                                  : fmt::format("There are {} cells", record.cells.size()),
                         least_cells_);
    }
    const std::string attempt = cell(record, 0).value_or(""), delay = cell(record, 1).value_or(""),
                      code = cell(record, 3).value_or("");
    LogEntry entry{.line = record.line};
    const auto number = number_from<unsigned>(attempt);
    if (!number || *number == 0)
      return fmt::format("\"{}\" is not an attempt number; the first is 1.", visible(attempt));
    const auto ms = number_from<double>(delay);
    if (!ms || !(*ms >= 0 && *ms <= longest_delay_ms))
      return fmt::format("\"{}\" is not a delay in milliseconds.", visible(delay));
    entry.attempt = *number;
    entry.delay = Duration(std::llround(*ms * 1000));
    entry.status = cell(record, 2).value_or("");
    entry.notes = cell(record, 4).value_or("");
    entry.code = http_code(code.empty() ? entry.status : code);
    if (!code.empty() && !entry.code) return fmt::format("\"{}\" is not an HTTP status code.", visible(code));
    const bool goes_on = !log_.entries.empty() && entry.attempt > log_.entries.back().attempt;
    entry.request = log_.entries.empty() ? 1 : log_.entries.back().request + (goes_on ? 0 : 1);
    log_.entries.push_back(std::move(entry));
    return std::nullopt;
  }

  std::array<std::optional<std::size_t>, 5> places_{0, 1, 2, 3, 4};
  std::size_t least_cells_ = 2;
  ClientLog log_;
};

bool is_within(Duration delay, DelayRange range, Duration slack) {
  return delay >= range.least - slack && delay <= range.most + slack;
}

void judge(Overlaid& one, const Overlaid* before, const Policy& policy, Duration slack) {
  const LogEntry& entry = one.entry;
  const auto say = [&](Fit fit, std::string what) {
    one.fit = fit;
    one.what = std::move(what);
  };
  if (before && before->entry.code && retry::classify(*before->entry.code) == retry::Outcome::done)
    return say(Fit::not_retryable,
               fmt::format("The previous attempt was answered with {}: there was nothing to retry.",
                           *before->entry.code));
  // The log does not contain the error code that can make a 409 retryable.
  if (before && before->entry.code && *before->entry.code != 409 &&
      retry::classify(*before->entry.code) == retry::Outcome::permanent)
    return say(Fit::not_retryable,
               fmt::format("{} means that the same request will not succeed.", *before->entry.code));
  if (policy.attempts && entry.attempt > *policy.attempts)
    return say(Fit::not_allowed, fmt::format("The policy ends after {} attempts.", *policy.attempts));
  if (policy.total && entry.attempt > 1 && one.at >= *policy.total + slack)
    return say(Fit::not_allowed, fmt::format("The waits add up to {}; the policy ends at {}.", human(one.at),
                                             human(*policy.total)));
  if (is_within(entry.delay, one.allowed, slack)) return;
  if (entry.delay < one.allowed.least)
    return say(Fit::too_soon, fmt::format("Waited {}; the policy never waits less than {} here.",
                                          human(entry.delay), human(one.allowed.least)));
  const bool asked = before && (before->entry.code == 429 || before->entry.code == 503);
  say(Fit::too_late, fmt::format("Waited {}; the policy never waits more than {} here{}.", human(entry.delay),
                                 human(one.allowed.most),
                                 asked ? ". The server may have asked for it with Retry-After" : ""));
}

// For a later attempt, decorrelated jitter also needs the wait before it.
DelayRange allowed_before(const Policy& policy, const LogEntry& entry, const LogEntry* before) {
  if (entry.attempt < 2) return {};
  const bool follows = before && before->attempt + 1 == entry.attempt;
  const auto previous = !follows               ? std::nullopt
                        : before->attempt == 1 ? std::optional(policy.base)
                                               : std::optional(before->delay);
  return delay_range(policy, entry.attempt - 2, previous);
}

const LogEntry* earlier_of_request(const std::vector<LogEntry>& entries, std::size_t i) {
  return i > 0 && entries[i - 1].request == entries[i].request ? &entries[i - 1] : nullptr;
}

std::optional<Backoff> narrowest(Policy policy, const std::vector<LogEntry>& entries, Duration slack) {
  constexpr unsigned least_delays = 3;  // with fewer, a range may fit by chance
  std::optional<Backoff> best;
  double best_width = 0;
  for (const Backoff backoff : all_backoffs) {
    policy.backoff = backoff;
    double width = 0;
    unsigned delays = 0;
    bool all = true;
    for (std::size_t i = 0; i < entries.size() && all; ++i) {
      if (entries[i].attempt < 2) continue;
      ++delays;
      const DelayRange range = allowed_before(policy, entries[i], earlier_of_request(entries, i));
      all = is_within(entries[i].delay, range, slack);
      width += static_cast<double>((range.most - range.least).count());
    }
    if (!all || delays < least_delays || (best && width >= best_width)) continue;
    best = backoff;
    best_width = width;
  }
  return best;
}

}  // namespace

constexpr auto fit_words = enum_names<Fit>();

std::string_view word(Fit fit) { return fit_words.of(fit); }

ClientLog parse_client_log(std::string_view text) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    return {{}, {{1, "This is UTF-16: save it as UTF-8.", ""}}};
  return LogReader().read(text);
}

Overlay overlay(const Policy& policy, const ClientLog& log, Duration slack) {
  Overlay out;
  for (std::size_t i = 0; i < log.entries.size(); ++i) {
    const LogEntry& entry = log.entries[i];
    const LogEntry* before = earlier_of_request(log.entries, i);
    const Overlaid* laid_before = before ? &out.entries.back() : nullptr;
    Overlaid one{.entry = entry, .allowed = allowed_before(policy, entry, before)};
    one.at = (laid_before ? laid_before->at : Duration::zero()) + entry.delay;
    judge(one, laid_before, policy, slack);
    out.outside += one.fit == Fit::fits ? 0 : 1;
    out.requests = entry.request;
    out.entries.push_back(std::move(one));
  }
  out.looks_like = narrowest(policy, log.entries, slack);
  return out;
}

}  // namespace onceover::calculator
