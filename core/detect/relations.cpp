#include "core/detect/relations.h"

#include <algorithm>
#include <map>
#include <set>

namespace onceover::profile {

bool absent_together(const Column& a, const Column& b) {
  const auto &left = a.facts.sample, &right = b.facts.sample;
  if (left.size() != right.size()) return false;
  std::size_t absent = 0;
  for (std::size_t row = 0; row < left.size(); ++row) {
    if (left[row].has_value() != right[row].has_value()) return false;
    absent += left[row] ? 0 : 1;
  }
  return absent > 0 && absent < left.size();
}

bool has_nulls(const Column& column) {
  if (column.facts.null_share.value_or(0) > 0) return true;
  return std::any_of(column.facts.sample.begin(), column.facts.sample.end(), [](const auto& value) { return !value; });
}

bool determines(const Column& first, const Column& second) {
  constexpr std::size_t enough_rows = 12;
  const auto &left = first.facts.sample, &right = second.facts.sample;
  if (left.size() != right.size() || left.size() < enough_rows) return false;
  std::map<std::string, std::string> goes_with;
  std::set<std::string> seconds;
  for (std::size_t row = 0; row < left.size(); ++row) {
    if (!left[row] || !right[row]) return false;
    if (goes_with.emplace(*left[row], *right[row]).first->second != *right[row]) return false;
    seconds.insert(*right[row]);
  }
  return goes_with.size() >= 2 && seconds.size() >= 2 && 2 * goes_with.size() <= left.size();
}

std::vector<std::optional<double>> spans_by_row(const Column& from, const Column& to) {
  std::vector<std::optional<double>> out;
  const auto start = time_form(from), end = time_form(to);
  if (!start || !end || from.facts.sample.size() != to.facts.sample.size()) return out;
  for (std::size_t row = 0; row < from.facts.sample.size(); ++row) {
    const auto &begun = from.facts.sample[row], &ended = to.facts.sample[row];
    const double a = begun ? seconds_of(*begun, *start).value_or(0) : 0, b = ended ? seconds_of(*ended, *end).value_or(0) : 0;
    out.push_back(a > 0 && b > 0 ? std::optional(b - a) : std::nullopt);
  }
  return out;
}

std::vector<double> spans(const Column& from, const Column& to) {
  std::vector<double> out;
  for (const auto& span : spans_by_row(from, to)) {
    if (span) out.push_back(*span);
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::optional<bool> never_before(const Column& later, const Column& earlier) {
  const std::vector<double> between = spans(earlier, later);
  if (between.size() < 3) return std::nullopt;
  return between.front() >= -1;
}

}  // namespace onceover::profile
