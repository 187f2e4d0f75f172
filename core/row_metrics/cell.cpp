// SPDX-License-Identifier: Apache-2.0
#include "core/row_metrics/cell.h"

#include <map>
#include <tuple>

namespace onceover::row_metrics {
namespace {

constexpr char format = 1;

void put(std::string& out, std::int64_t value) {
  auto bits = static_cast<std::uint64_t>(value) << 1;
  if (value < 0) bits = ~bits;
  for (; bits >= 0x80; bits >>= 7) out += static_cast<char>(bits | 0x80);
  out += static_cast<char>(bits);
}

class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : rest_(bytes) {}
  bool is_empty() const { return rest_.empty(); }
  bool is_sound() const { return sound_; }

  std::int64_t number() {
    std::uint64_t bits = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (rest_.empty()) break;
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      bits |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
      if (byte < 0x80) {
        const auto half = static_cast<std::int64_t>(bits >> 1);
        return (bits & 1) != 0 ? ~half : half;
      }
    }
    sound_ = false;
    return 0;
  }

  std::string_view text(std::int64_t size) {
    if (size < 0 || static_cast<std::uint64_t>(size) > rest_.size()) {
      sound_ = false;
      return {};
    }
    const std::string_view out = rest_.substr(0, static_cast<std::size_t>(size));
    rest_.remove_prefix(out.size());
    return out;
  }

 private:
  std::string_view rest_;
  bool sound_ = true;
};

using Place = std::tuple<What, Timestamp, std::string, int>;
Place place_of(const Count& count) { return {count.what, count.at, count.group, count.bound}; }

// No minute of a count is further from its hour than this: rejects a year 9999 next to a year 1.
constexpr std::int64_t farthest = 6'000'000'000;

std::string larger_of_each(const Cell& kept, const Cell& fresh, std::size_t by) {
  const std::string &one = kept.counts[by], &other = fresh.counts[by];
  const auto a = decode(one, kept.from), b = decode(other, fresh.from);
  if (!a) return other;
  if (!b) return one;
  std::map<Place, std::int64_t> largest;
  for (const auto* counts : {&*a, &*b}) {
    for (const Count& count : *counts) {
      std::int64_t& n = largest[place_of(count)];
      n = std::max(n, count.n);
    }
  }
  std::vector<Count> out;
  for (const auto& [place, n] : largest)
    out.push_back({std::get<0>(place), std::get<1>(place), std::get<2>(place), std::get<3>(place), n});
  return encode(out, kept.from);
}

}  // namespace

// The groups, then one line each: what, minutes after the hour, group's place, bound, count.
std::string encode(const std::vector<Count>& counts, Timestamp from) {
  std::map<std::string_view, std::int64_t> groups;
  for (const Count& count : counts) groups.emplace(count.group, 0);
  if (groups.size() > most_groups) return std::string(too_many_groups);
  std::string out(1, format);
  put(out, static_cast<std::int64_t>(groups.size()));
  std::int64_t place = 0;
  for (auto& [group, number] : groups) {
    number = place++;
    put(out, static_cast<std::int64_t>(group.size()));
    out += group;
  }
  for (const Count& count : counts) {
    put(out, static_cast<std::int64_t>(count.what));
    put(out, (count.at - from) / cell_grain);
    put(out, groups.find(count.group)->second);
    put(out, count.bound);
    put(out, count.n);
  }
  return out;
}

std::optional<std::vector<Count>> decode(std::string_view bytes, Timestamp from) {
  if (bytes.empty() || bytes.front() != format) return std::nullopt;
  Bytes in(bytes.substr(1));
  const std::int64_t size = in.number();
  if (!in.is_sound() || size < 0 || size > static_cast<std::int64_t>(most_groups)) return std::nullopt;
  std::vector<std::string> groups;
  for (std::int64_t i = 0; i < size && in.is_sound(); ++i) groups.emplace_back(in.text(in.number()));
  std::vector<Count> counts;
  while (in.is_sound() && !in.is_empty()) {
    const std::int64_t what = in.number(), minutes = in.number(), group = in.number(), bound = in.number(),
                       n = in.number();
    if (!in.is_sound() || what < 0 || what > 2 || minutes < -farthest || minutes > farthest || group < 0 ||
        group >= size || bound < -1 || bound > 64 || n < 0) {
      return std::nullopt;
    }
    counts.push_back({static_cast<What>(what), from + cell_grain * minutes,
                      groups[static_cast<std::size_t>(group)], static_cast<int>(bound), n});
  }
  if (!in.is_sound()) return std::nullopt;
  return counts;
}

bool is_final(const Cell& cell, Timestamp as_of, const Ages& ages) {
  if (cell.read_at > as_of || cell.read_at < cell.to() + ages.settles) return false;
  return (cell.unfinished == 0 && cell.unknown == 0) || cell.read_at >= cell.to() + ages.gives_up;
}

bool is_good(const Cell& cell, Timestamp as_of, const Ages& ages) {
  if (cell.read_at > as_of) return false;
  if (is_final(cell, as_of, ages)) return true;
  const bool settled = cell.read_at >= cell.to() + ages.settles;
  const Duration patience = settled ? (as_of - cell.to()) / 10 : Duration{0};
  return as_of - cell.read_at <= ages.fresh_for + (ages.fresh_for > Duration{0} ? patience : Duration{0});
}

Cell merged(const Cell& kept, const Cell& fresh) {
  // Numbers of rows, not the rows themselves: if there are as many or more, none is missing.
  const std::int64_t gone = kept.rows - fresh.rows;
  if (gone <= 0) return fresh;
  Cell out = fresh;
  out.rows = kept.rows;
  out.gone = gone;
  for (std::size_t by = 0; by < out.counts.size(); ++by) out.counts[by] = larger_of_each(kept, fresh, by);
  return out;
}

Timestamp hour_of(Timestamp at) { return floor_to(at, cell_length); }

}  // namespace onceover::row_metrics
