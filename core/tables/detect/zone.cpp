// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "core/tables/detect/signs.h"
#include "core/tables/profile.h"

namespace onceover::tables {
namespace {

constexpr std::size_t enough_pairs = 3;
constexpr double quarter_s = 900;  // offsets of zones are multiples of it
constexpr double same_s = 5;       // two times of one write
constexpr double lately_s = 600;   // a table in use has rows this young
constexpr double ahead_s = 60;     // clocks differ

using Type = ColumnFacts::Type;

// The offset that most rows show between a time with a zone and one without: of those pairs that are one
// moment, to a few seconds.
std::optional<double> offset_by_pairs(const TableFacts& table, bool& is_mixed) {
  std::optional<double> found;
  for (const ColumnFacts& with : table.columns) {
    if (with.type != Type::timestamptz) continue;
    for (const ColumnFacts& without : table.columns) {
      if (!has_no_zone(Column(without)) || without.sample.size() != with.sample.size()) continue;
      std::vector<double> offsets;
      std::size_t pairs = 0;
      for (std::size_t row = 0; row < with.sample.size(); ++row) {
        if (!with.sample[row] || !without.sample[row]) continue;
        const auto a = seconds_of(*with.sample[row], "timestamptz"),
                   b = seconds_of(*without.sample[row], "timestamp");
        if (!a || !b) continue;
        ++pairs;
        const double offset = std::round((*b - *a) / quarter_s) * quarter_s;
        if (std::abs(*b - *a - offset) <= same_s && std::abs(offset) <= 14 * 3600) offsets.push_back(offset);
      }
      if (offsets.size() < enough_pairs || 10 * offsets.size() < 9 * pairs) continue;
      if (std::ranges::any_of(offsets, [&](double offset) { return offset != offsets.front(); }) ||
          (found && *found != offsets.front())) {
        is_mixed = true;
        return std::nullopt;
      }
      found = offsets.front();
    }
  }
  return found;
}

// The latest times, as if they were in UTC, of the columns that take the time of the writing: those that are
// named so, or else those whose default is it. A time that says when work is due, or when it may be
// forgotten, is none, whatever its default. The newest first.
std::vector<double> newest_times(const TableFacts& table) {
  std::vector<double> all;
  for (const char* written_now :
       {"created|updated|creation|added|inserted|modified|processed|completed|finished|started|received|"
        "published|sent",
        "@now"}) {
    for (const ColumnFacts& column : table.columns) {
      const Column c(column);
      if (!has_no_zone(c) || fits(c, sign::due) || fits(c, "next|until|expire|expiry|expiration|deadline") ||
          !fits(c, written_now))
        continue;
      if (column.newest) {
        if (const auto at = seconds_of(*column.newest, "timestamp")) all.push_back(*at);
      }
      for (const auto& value : column.sample) {
        if (const auto at = value ? seconds_of(*value, "timestamp") : std::nullopt) all.push_back(*at);
      }
    }
    if (!all.empty()) break;
  }
  std::ranges::sort(all, std::greater<>());
  return all;
}

bool is_utc(std::string_view zone) {
  return is_listed(zone, "UTC|Etc/UTC|GMT|Etc/GMT|UCT|Etc/UCT|Zulu|Etc/Zulu|Universal|Etc/Universal");
}

std::string hours(double seconds) {
  const int minutes = static_cast<int>(std::lround(std::abs(seconds) / 60));
  return fmt::format("{}{:02}:{:02}", seconds < 0 ? '-' : '+', minutes / 60, minutes % 60);
}

}  // namespace

ZoneAnswer zone_of_timestamps(const TableFacts& table) {
  const std::string unknown(unknown_zone);
  const std::string database =
      table.database_zone.empty()
          ? std::string()
          : fmt::format(" The time zone of the database is {}, which its clients can change.",
                        visible(table.database_zone));
  bool is_mixed = false;
  const auto offset = offset_by_pairs(table, is_mixed);
  if (is_mixed)
    return {unknown, "Rows show different offsets between times with and without a zone." + database};
  if (offset) {
    if (*offset == 0) return {"UTC", "Beside times with a zone, in the same rows, they are in UTC."};
    if (*offset == table.database_offset_s && !table.database_zone.empty())
      return {table.database_zone, fmt::format("Beside times with a zone, in the same rows, they are {} "
                                               "ahead, as the time zone of the database is.",
                                               hours(*offset))};
    return {unknown, fmt::format("Beside times with a zone, in the same rows, they are {} ahead of UTC; "
                                 "which zone that is, is not known.",
                                 hours(*offset))};
  }
  const auto newest = newest_times(table);
  if (newest.empty() || table.now_s == 0) return {unknown, "No row shows it." + database};
  const auto young = [&](double ahead) {
    return std::ranges::count_if(newest, [&](double at) {
      const double age = table.now_s + ahead - at;
      return age >= -ahead_s && age <= lately_s;
    });
  };
  const double at_first = newest.front() - table.now_s;
  if (table.database_offset_s != 0 && young(table.database_offset_s) > 0 &&
      at_first <= table.database_offset_s + ahead_s)
    return {table.database_zone,
            fmt::format("The newest times are {} ahead of UTC, as the time zone of the database is.",
                        hours(table.database_offset_s))};
  if (at_first > ahead_s)
    return {unknown,
            fmt::format("The newest time is {} ahead of the server's clock if it is UTC.", hours(at_first)) +
                database};
  if (at_first >= -lately_s &&
      (is_utc(table.database_zone) || young(0) >= static_cast<std::ptrdiff_t>(enough_pairs)))
    return {"UTC", "The newest times are those of the server's clock in UTC."};
  return {unknown, "No row is young enough to compare with the server's clock." + database};
}

}  // namespace onceover::tables
