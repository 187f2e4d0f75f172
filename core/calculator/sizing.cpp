// SPDX-License-Identifier: Apache-2.0
#include "core/calculator/sizing.h"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "core/base/enum_names.h"
#include "core/calculator/layout.h"

namespace onceover::calculator {
namespace {

constexpr double day_seconds = 86'400, hour_seconds = 3'600;
// WAL besides the data itself, as PostgreSQL 15 wrote it for rows of 128 and entries of 64 bytes: an insert
// 160; its entry 168 with page splits (half a full page is copied); a deletion 54; a commit 34.
constexpr double heap_record = 32, index_record = 50, delete_record = 54, commit_record = 34;
// Inner pages of a b-tree: one for about eighty to two hundred leaves.
constexpr double inner_pages = 1.01;
// Of a BRIN: the heap pages of an entry, and the two pages before the first entries.
constexpr double brin_range = 128, brin_pages = 2;

double seconds(Duration span) { return static_cast<double>(span.count()) / 1e6; }
std::string times(double a, const char* what) { return fmt::format("{} {}", plain(a), what); }

Figure in_bytes(std::string name, double bytes, std::vector<std::string> arithmetic) {
  return {std::move(name), bytes, Unit::bytes, bytes_text(bytes), std::move(arithmetic)};
}

struct Arrivals {
  double mean;       // per second
  double in_window;  // in the fullest period as long as the window
  std::vector<std::string> sum;
};

// The fullest period of this many hours in an endless repetition; it begins or ends at a full hour.
double fullest(const std::vector<double>& hours, double length) {
  const double whole = std::accumulate(hours.begin(), hours.end(), 0.0),
               rounds = std::floor(length / static_cast<double>(hours.size()));
  const double rest = length - rounds * static_cast<double>(hours.size());
  std::vector<double> before{0};  // sums over two rounds
  for (std::size_t i = 0; i < 2 * hours.size(); ++i)
    before.push_back(before.back() + hours[i % hours.size()]);
  const auto until = [&](double hour) {
    const double floor = std::floor(hour);
    const auto at = std::min(static_cast<std::size_t>(floor), before.size() - 2);
    return before[at] + (before[at + 1] - before[at]) * (hour - static_cast<double>(at));
  };
  double most = 0;
  for (std::size_t i = 0; i < hours.size(); ++i) {
    const auto from = static_cast<double>(i);
    most = std::max(most, until(from + rest) - until(from));
    const double end = from + static_cast<double>(hours.size());
    most = std::max(most, until(end) - until(end - rest));
  }
  return rounds * whole + most;
}

Arrivals arrivals_of(const SizingInput& input) {
  const double window = seconds(input.window);
  if (input.by_hour.empty()) {
    const double rows = input.per_second * window;
    return {input.per_second,
            rows,
            {fmt::format("{}/s × {} s of window = {} rows", plain(input.per_second), plain(window),
                         grouped(rows))}};
  }
  const double whole = std::accumulate(input.by_hour.begin(), input.by_hour.end(), 0.0),
               hours = static_cast<double>(input.by_hour.size());
  const double rows = fullest(input.by_hour, window / hour_seconds), mean = whole / hours / hour_seconds;
  return {mean,
          rows,
          {fmt::format("{} rows in {} hours, repeated: {}/s on average", grouped(whole), grouped(hours),
                       plain(mean)),
           fmt::format("the fullest {} hours, as long as the window: {} rows", plain(window / hour_seconds),
                       grouped(rows))}};
}

// The number of different pages that this many random accesses reach.
double pages_met(double pages, double touches) {
  return pages <= 1 ? std::min(pages, touches) : pages * -std::expm1(touches * std::log1p(-1 / pages));
}

class Table {
 public:
  explicit Table(const SizingInput& input) : in_(input), arrivals_(arrivals_of(input)) {}

  Sizing size() {
    rows();
    dead();
    heap();
    toast();
    indexes();
    whole();
    wal();
    if (in_.price) money();
    remarks();
    return std::move(out_);
  }

 private:
  void rows() {
    const double rows = arrivals_.in_window;
    out_.rows = {"rows", rows, Unit::rows, grouped(rows) + " rows", arrivals_.sum};
  }

  // HOT leaves the old version to the next access to its page; all other dead rows wait for vacuum.
  void dead() {
    const double keys = arrivals_.mean * day_seconds, each = in_.updates + deletions(), dead = keys * each;
    out_.dead = {
        "dead",
        dead,
        Unit::rows_per_day,
        grouped(dead) + " rows a day",
        {fmt::format("{}/s × 86,400 s × ({} + {}) = {} row versions die a day", plain(arrivals_.mean),
                     times(in_.updates, in_.updates == 1 ? "update" : "updates"),
                     in_.is_dropped ? "0 deletions, since partitions are dropped" : "1 deletion",
                     grouped(dead))}};
    if (in_.hot && in_.updates > 0) {
      out_.dead.arithmetic.push_back(
          fmt::format("{} of them within their page, where the next access removes them; {} wait for vacuum",
                      grouped(keys * in_.updates), grouped(keys * deletions())));
    }
    if (each > 0) waiting_ = in_.vacuum_scale * arrivals_.in_window;
  }

  void heap() {
    const double tuple = aligned(in_.row.heap_bytes),
                 room = page_bytes * in_.fillfactor / 100 - page_header_bytes;
    rows_a_page_ = std::max(1.0, std::floor(room / (tuple + line_pointer_bytes)));
    const double stored = arrivals_.in_window + waiting_;
    heap_pages_ = in_partitions(std::ceil(stored / in_.partitions / rows_a_page_));
    out_.heap =
        in_bytes("heap", heap_pages_ * page_bytes,
                 {fmt::format("(8,192 × {} % − 24) / ({} + 4) = {} rows a page", plain(in_.fillfactor),
                              plain(tuple), grouped(rows_a_page_)),
                  fmt::format("{} rows + {} dead before vacuum runs ({} of the rows) = {}",
                              grouped(arrivals_.in_window), grouped(waiting_), plain(in_.vacuum_scale),
                              grouped(stored)),
                  fmt::format("{} / {} = {} pages{} × 8,192 = {}", grouped(stored), grouped(rows_a_page_),
                              grouped(heap_pages_), of_all(), bytes_text(heap_pages_ * page_bytes))});
  }

  void toast() {
    const double rows = arrivals_.in_window + waiting_;
    const double bytes = in_.row.toast_bytes * rows;
    out_.toast = in_bytes("toast", bytes,
                          {fmt::format("{} rows × {} bytes out of line = {}", grouped(rows),
                                       plain(std::round(in_.row.toast_bytes)), bytes_text(bytes))});
  }

  // Dead versions have their own entries where updates are not HOT, until vacuum runs.
  void indexes() {
    for (const IndexShape& index : in_.row.indexes) {
      const double entry = aligned(index.entry_bytes) + line_pointer_bytes,
                   fill = index.is_brin ? 1 : index.fill;
      const double entries =
          index.is_brin ? heap_pages_ / brin_range : (arrivals_.in_window + waiting_) * index.rows;
      const double a_leaf = std::max(1.0, std::floor(leaf_bytes * fill / entry));
      const double each = std::ceil(entries / in_.partitions / a_leaf), leaves = in_partitions(each);
      const double pages =
          in_partitions(index.is_brin ? each + brin_pages : std::ceil(each * inner_pages) + 1);
      leaves_.push_back({leaves, a_leaf});
      std::vector<std::string> sum;
      if (index.is_brin) {
        sum.push_back(fmt::format("{} pages of the heap / {} = {} entries", grouped(heap_pages_),
                                  grouped(brin_range), grouped(entries)));
        sum.push_back(fmt::format("{} pages with the entries, with the first two {}{} × 8,192 = {}",
                                  grouped(leaves), grouped(pages), of_all(), bytes_text(pages * page_bytes)));
      } else {
        sum.push_back(fmt::format("8,152 × {} full / ({} + 4) = {} entries a leaf", plain(fill),
                                  plain(entry - line_pointer_bytes), grouped(a_leaf)));
        sum.push_back(fmt::format("{} entries / {} = {} leaves, with inner pages {}{} × 8,192 = {}",
                                  grouped(entries), grouped(a_leaf), grouped(leaves), grouped(pages),
                                  of_all(), bytes_text(pages * page_bytes)));
      }
      out_.indexes.push_back(in_bytes("index:" + index.name, pages * page_bytes, std::move(sum)));
    }
  }

  void whole() {
    double bytes = out_.heap.value + out_.toast.value;
    std::string sum =
        fmt::format("heap {} + out of line {}", bytes_text(out_.heap.value), bytes_text(out_.toast.value));
    for (const Figure& index : out_.indexes) {
      bytes += index.value;
      sum += fmt::format(" + {} {}", index.name, bytes_text(index.value));
    }
    out_.size = in_bytes("size", bytes, {sum + " = " + bytes_text(bytes)});
    const double a_row = arrivals_.in_window > 0 ? bytes / arrivals_.in_window : 0,
                 each = arrivals_.mean * day_seconds * a_row;
    out_.each_day =
        in_bytes("each_day", each,
                 {fmt::format("{} / {} rows = {} bytes a row", bytes_text(bytes),
                              grouped(arrivals_.in_window), plain(std::round(a_row))),
                  fmt::format("{}/s × 86,400 s × {} bytes = {} for each further day of window",
                              plain(arrivals_.mean), plain(std::round(a_row)), bytes_text(each))});
  }

  void wal() {
    const double tuple = aligned(in_.row.heap_bytes);
    double entries = 0;
    for (std::size_t i = 0; i < leaves_.size(); ++i) {
      const IndexShape& index = in_.row.indexes[i];
      if (index.is_brin) continue;  // vacuum writes it, once for a range
      entries += index.rows * (aligned(index.entry_bytes) + index_record +
                               (index.random ? page_bytes / 2 / leaves_[i].entries : 0));
    }
    const double versions = 1 + in_.updates, indexed = in_.hot ? 1 : versions;
    // A deletion writes nothing of the row, and one commit covers many.
    const double deleted = deletions() * delete_record;
    const double a_key =
        versions * (tuple + heap_record + commit_record) + in_.row.toast_bytes + indexed * entries + deleted;
    const double keys = arrivals_.mean * day_seconds;
    double bytes = keys * a_key;
    std::vector<std::string> sum{
        fmt::format("a row: {} × ({} + {} of record + {} to commit) + {} out of line + {} × {} in indexes + "
                    "{} to delete it = {} bytes",
                    times(versions, versions == 1 ? "version" : "versions"), plain(tuple), plain(heap_record),
                    plain(commit_record), plain(std::round(in_.row.toast_bytes)), plain(indexed),
                    grouped(entries), plain(deleted), grouped(a_key)),
        fmt::format("{} rows a day × {} = {}", grouped(keys), grouped(a_key), bytes_text(bytes))};
    if (in_.checkpoint > Duration::zero()) {
      const double span = seconds(in_.checkpoint), touches = arrivals_.mean * span,
                   checkpoints = day_seconds / span;
      // New heap pages are written as new; the pages of the oldest rows, which the reaper changes, are not.
      // The unused middle is left out.
      double pages = deletions() * std::min(heap_pages_, touches / rows_a_page_),
             full = pages * in_.fillfactor / 100;
      for (std::size_t i = 0; i < leaves_.size(); ++i) {
        const IndexShape& index = in_.row.indexes[i];
        if (index.is_brin) continue;
        const double met = index.random
                               ? pages_met(leaves_[i].pages, touches * index.rows * (in_.hot ? 1 : versions))
                               : std::min(leaves_[i].pages, 1.0);
        pages += met;
        full += met * index.fill;
      }
      const double image_bytes = full * checkpoints * page_bytes;
      bytes += image_bytes;
      sum.push_back(
          fmt::format("full pages: {} first touched between checkpoints, as full as {} × 8,192 bytes, × {} "
                      "checkpoints a day = {}",
                      grouped(pages), grouped(full), plain(checkpoints), bytes_text(image_bytes)));
      sum.push_back("together " + bytes_text(bytes));
    } else {
      sum.emplace_back("no full pages: full_page_writes is off");
    }
    out_.wal = {"wal", bytes, Unit::bytes_per_day, bytes_text(bytes) + " a day", std::move(sum)};
  }

  void money() {
    const double gigabytes = out_.size.value / 1e9, cost = gigabytes * *in_.price;
    const std::string unit = in_.currency.empty() ? "" : " " + in_.currency;
    const std::string text =
        fmt::format("{}{} a month", cost >= 1000 ? grouped(cost) : fmt::format("{:.2f}", cost), unit);
    out_.money = {"money",
                  cost,
                  Unit::money_per_month,
                  text,
                  {fmt::format("{} GB × {}{} = {}", plain(gigabytes), plain(*in_.price), unit, text)}};
  }

  void remarks() {
    const double free = page_bytes * (1 - in_.fillfactor / 100),
                 tuple = aligned(in_.row.heap_bytes) + line_pointer_bytes;
    if (in_.hot && in_.updates > 0 && free < tuple) {
      out_.remarks.push_back(
          fmt::format("Fillfactor {} leaves {} bytes of a page and a version takes {}: an update that comes "
                      "long after its insert goes to another page and writes to every index.",
                      plain(in_.fillfactor), grouped(free), grouped(tuple)));
    }
    if (!in_.hot && in_.updates > 0 && !in_.row.indexes.empty()) {
      out_.remarks.push_back(fmt::format(
          "Each update writes {} index entr{} besides the row: one index on a column that an update changes "
          "causes this for all indexes.",
          in_.row.indexes.size(), in_.row.indexes.size() == 1 ? "y" : "ies"));
    }
    if (in_.row.heap_bytes + line_pointer_bytes > page_bytes - page_header_bytes)
      out_.remarks.emplace_back("A row is larger than a page: count its large values as out of line.");
    if (!in_.is_dropped)
      out_.remarks.emplace_back(
          "As many rows are deleted as are created; without a reaper the table grows by each day's rows, "
          "every day.");
    if (in_.checkpoint > Duration::zero()) {
      out_.remarks.emplace_back("Full pages are counted uncompressed: wal_compression makes them smaller.");
    } else {
      out_.remarks.emplace_back(
          "The WAL is counted without full pages (full_page_writes off): with them it is several times as "
          "much.");
    }
  }

  double deletions() const { return in_.is_dropped ? 0 : 1; }
  double in_partitions(double pages_of_each) const { return pages_of_each * in_.partitions; }
  std::string of_all() const {
    return in_.partitions > 1 ? fmt::format(" of {} partitions", grouped(in_.partitions)) : "";
  }

  const SizingInput& in_;
  Arrivals arrivals_;
  Sizing out_;
  double rows_a_page_ = 1, heap_pages_ = 0, waiting_ = 0;
  struct Leaves {
    double pages, entries;  // of one page
  };
  std::vector<Leaves> leaves_;
};

std::optional<std::string> wrong_with_sizing(const SizingInput& in) {
  const auto is_size = [](double value, double most) { return value >= 0 && value <= most; };
  if (std::ranges::any_of(in.by_hour, [&](double n) { return !is_size(n, 1e15); }))
    return "The rows of an hour are not a valid number.";
  const double claims =
      in.by_hour.empty() ? in.per_second : std::accumulate(in.by_hour.begin(), in.by_hour.end(), 0.0);
  if (!(claims > 0) || !is_size(in.per_second, 1e9)) return "No rows are written: give a rate.";
  if (in.by_hour.size() > 24 * 366) return "The hours cover more than a year.";
  if (in.window <= Duration::zero()) return "The window is empty.";
  if (!is_size(in.fillfactor - 10, 90)) return "A fillfactor must be between 10 and 100.";
  if (!is_size(in.row.heap_bytes - 1, 1e6) || !is_size(in.row.toast_bytes, 1e9))
    return "The bytes of a row are not a valid size.";
  if (!is_size(in.updates, 1e6) || !is_size(in.vacuum_scale, 100))
    return "The updates or the vacuum scale are not a valid number.";
  if (!is_size(in.partitions - 1, 1e6)) return "The number of partitions is not valid.";
  if (in.checkpoint < Duration::zero()) return "The time between checkpoints is below 0.";
  if (in.price && !is_size(*in.price, 1e9)) return "The price is not a valid number.";
  for (const IndexShape& index : in.row.indexes) {
    if (!is_size(index.entry_bytes - 8, 2'700) || !is_size(index.fill - 0.05, 0.95) ||
        !is_size(index.rows, 1))
      return fmt::format("The index \"{}\" has an invalid size, fill factor or share.", index.name);
  }
  return std::nullopt;
}

}  // namespace

std::vector<const Figure*> Sizing::figures() const& {
  std::vector<const Figure*> out{&rows, &heap, &toast};
  for (const Figure& index : indexes) out.push_back(&index);
  out.insert(out.end(), {&size, &each_day, &wal, &dead});
  if (money) out.push_back(&*money);
  return out;
}

Result<Sizing> size_table(const SizingInput& input) {
  if (auto wrong = wrong_with_sizing(input))
    return fail(ErrorKind::invalid_input, std::move(*wrong), "Nothing was computed.");
  return Table(input).size();
}

namespace {

WindowFit fit_of(Duration window, std::optional<Duration> horizon) {
  if (!horizon || window <= *horizon) return WindowFit::too_short;
  return window - *horizon < *horizon ? WindowFit::tight : WindowFit::enough;
}

}  // namespace

constexpr auto window_fit_words = enum_names<WindowFit>();

std::string_view word(WindowFit fit) { return window_fit_words.of(fit); }

WindowVerdict judge_window(Duration window, const RetryHorizon& horizon,
                           std::optional<Duration> gateway_window) {
  std::optional<Duration> longest;
  if (horizon.automatic) longest = *horizon.automatic + std::max(horizon.manual, Duration::zero());
  WindowVerdict out{.fit = fit_of(window, longest)};
  const std::string until = !longest ? "without end"
                            : horizon.manual > Duration::zero()
                                ? fmt::format("up to {} ({} by itself, {} by hand)", human(*longest),
                                              human(*horizon.automatic), human(horizon.manual))
                                : fmt::format("up to {}", human(*longest));
  const std::string head = fmt::format("Keys are kept for {}, retries come {}", human(window), until);
  switch (out.fit) {
    case WindowFit::too_short:
      out.words.push_back(head + ": a late retry finds no key, and the effect happens a second time. " +
                          (longest ? fmt::format("Keep keys for at least {}.", human(*longest * 2))
                                   : "Limit the client's retries."));
      break;
    case WindowFit::tight:
      out.words.push_back(
          head +
          fmt::format(
              ": long enough, but with little reserve for clocks, queues and outages. {} would be better.",
              human(*longest * 2)));
      break;
    case WindowFit::enough: out.words.push_back(head + ": long enough."); break;
  }
  if (!gateway_window) {
    out.words.emplace_back(
        "The gateway's own window is unknown: after a crash a key may only be settled from evidence, never "
        "released.");
    return out;
  }
  out.gateway = fit_of(*gateway_window, longest);
  if (out.gateway == WindowFit::too_short) {
    out.words.push_back(fmt::format(
        "The gateway forgets a key after {}: a later retry is a new effect there. A released key must not be "
        "claimed again after that (retry_before).",
        human(*gateway_window)));
  } else if (*gateway_window < window) {
    out.words.push_back(
        fmt::format("The gateway forgets a key after {}, before this store does: a key that is unfinished "
                    "then can no longer be released, only settled from evidence.",
                    human(*gateway_window)));
  } else {
    out.words.push_back(fmt::format("The gateway remembers a key for {}, at least as long as this store.",
                                    human(*gateway_window)));
  }
  return out;
}

}  // namespace onceover::calculator
