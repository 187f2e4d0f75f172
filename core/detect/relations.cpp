#include "core/detect/relations.h"

#include <algorithm>

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

std::vector<double> spans(const Column& from, const Column& to) {
  std::vector<double> out;
  const auto start = time_form(from), end = time_form(to);
  if (!start || !end || from.facts.sample.size() != to.facts.sample.size()) return out;
  for (std::size_t row = 0; row < from.facts.sample.size(); ++row) {
    if (!from.facts.sample[row] || !to.facts.sample[row]) continue;
    const auto a = seconds_of(*from.facts.sample[row], *start), b = seconds_of(*to.facts.sample[row], *end);
    if (a && b && *a > 0 && *b > 0) out.push_back(*b - *a);
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
