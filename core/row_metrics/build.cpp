// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "core/base/time.h"
#include "core/metrics/counters.h"
#include "core/row_metrics/flow.h"

namespace onceover::row_metrics {
namespace {

using metrics::By;
using metrics::Chart;
using metrics::Line;

constexpr double unknown_value = std::numeric_limits<double>::quiet_NaN();

std::optional<What> flow_named(std::string_view metric) {
  if (metric == "created") return What::created;
  if (metric == "completed") return What::succeeded;
  if (metric == "failed") return What::failed;
  return std::nullopt;
}

struct Span {
  Timestamp from, to;
};

// What is known of an axis: the joined times of its slices. Before its oldest row only kept counts are known.
std::vector<Span> covered(const Known& known, Axis axis) {
  std::vector<Span> spans;
  const auto& oldest = known.oldest[static_cast<std::size_t>(axis)];
  for (const Slice& slice : known.slices) {
    if (slice.axis != axis) continue;
    Span span{slice.from, slice.to};
    if (!slice.kept) {
      if (!oldest || *oldest >= slice.to) continue;
      span.from = std::max(span.from, std::min(*oldest, slice.to));
    }
    spans.push_back(span);
  }
  std::ranges::sort(spans, {}, &Span::from);
  std::vector<Span> joined;
  for (const Span& span : spans) {
    if (!joined.empty() && span.from <= joined.back().to) {
      joined.back().to = std::max(joined.back().to, span.to);
    } else {
      joined.push_back(span);
    }
  }
  return joined;
}

class Builder {
 public:
  Builder(const metrics::Request& request, const Completions& how, Axis finished_by, const Known& known)
      : request_(request), how_(how), finished_by_(finished_by), known_(known) {
    chart_.origin = metrics::Origin::rows;
    chart_.as_of = known.as_of;
    chart_.from = request.from;
    chart_.step = request.step;
    const Duration length = request.to - request.from;
    chart_.steps =
        static_cast<std::size_t>((length.count() + request.step.count() - 1) / request.step.count());
    for (const Axis axis : {Axis::created, Axis::finished})
      is_known_[static_cast<std::size_t>(axis)] = known_steps(axis);
  }

  Chart take() {
    const auto groups = ranked();
    for (const std::string& metric : request_.metrics) {
      const auto what = flow_named(metric);
      if (!what || !is_told(*what)) continue;
      if (request_.by == By::code && *what == What::created) continue;
      add_lines(metric, *what, groups);
    }
    for (const std::string& name : request_.distributions) {
      if (name == metrics::name(metrics::Histogram::time_to_completion) && how_.tells_durations())
        add_distribution(name);
    }
    add_gaps();
    add_words();
    return std::move(chart_);
  }

 private:
  Axis axis_of(What what) const { return what == What::created ? Axis::created : finished_by_; }
  bool is_told(What what) const {
    return what == What::created || (what == What::succeeded ? how_.succeeded.exists : how_.failed.exists);
  }
  const std::vector<bool>& is_known(What what) const {
    return is_known_[static_cast<std::size_t>(axis_of(what))];
  }
  std::int64_t step_at(Timestamp at) const {
    if (at < chart_.from || at >= request_.to) return -1;
    return (at - chart_.from) / chart_.step;
  }

  // A step is known where all of it that is over is known. The step of the oldest row counts as known: it may
  // lack rows, with a warning.
  std::vector<bool> known_steps(Axis axis) const {
    std::vector<bool> out(chart_.steps, false);
    const auto spans = covered(known_, axis);
    const auto& oldest = known_.oldest[static_cast<std::size_t>(axis)];
    for (std::size_t i = 0; i < chart_.steps; ++i) {
      Timestamp from = chart_.at(i);
      const Timestamp to = std::min({chart_.at(i + 1), request_.to, std::max(known_.as_of, from)});
      if (from >= known_.as_of) break;
      if (oldest && from < *oldest && *oldest < to) {
        const bool before_is_kept =
            std::ranges::any_of(spans, [&](const Span& s) { return s.from <= from && *oldest <= s.to; });
        if (!before_is_kept) from = *oldest;
      }
      out[i] = std::ranges::any_of(spans, [&](const Span& s) { return s.from <= from && to <= s.to; });
    }
    return out;
  }

  template <class Take>
  void each(What what, Take take) const {
    const Axis axis = axis_of(what);
    for (const Slice& slice : known_.slices) {
      if (slice.axis != axis) continue;
      for (const Count& count : slice.counts) {
        if (count.what != what) continue;
        const std::int64_t step = step_at(count.at);
        if (step >= 0) take(static_cast<std::size_t>(step), count);
      }
    }
  }

  // The values of `by`, the top ones first; all others have the place after them.
  std::map<std::string, std::size_t> ranked() {
    std::map<std::string, std::size_t> places;
    if (request_.by == By::nothing) return places;
    What first = request_.by == By::code ? What::succeeded : What::created;
    for (const std::string& metric : request_.metrics) {
      const auto what = flow_named(metric);
      if (!what || !is_told(*what) || (request_.by == By::code && *what == What::created)) continue;
      first = *what;
      break;
    }
    std::map<std::string, std::int64_t> sums;
    for (const What what : {What::created, What::succeeded, What::failed}) {
      each(what, [&](std::size_t step, const Count& count) {
        if (is_known(what)[step]) sums[count.group] += what == first ? count.n : 0;
      });
    }
    std::vector<std::pair<std::string, std::int64_t>> order(sums.begin(), sums.end());
    std::ranges::stable_sort(order, [](const auto& a, const auto& b) { return a.second > b.second; });
    top_ = std::min(order.size(), static_cast<std::size_t>(std::max(1, request_.top)));
    has_rest_ = order.size() > top_ || order.empty();  // one line, of unknown values or zeros
    for (std::size_t i = 0; i < order.size(); ++i) {
      places[order[i].first] = std::min(i, top_);
      if (i < top_) names_.push_back(order[i].first);
    }
    return places;
  }

  void add_lines(const std::string& metric, What what, const std::map<std::string, std::size_t>& groups) {
    const bool apart = request_.by != By::nothing;
    const std::size_t many = apart ? top_ + (has_rest_ ? 1 : 0) : 1;
    std::vector<double> steps(chart_.steps, 0);
    for (std::size_t i = 0; i < chart_.steps; ++i) steps[i] = is_known(what)[i] ? 0 : unknown_value;
    std::vector<Line> lines(many, Line{.metric = metric, .values = steps});
    for (std::size_t i = 0; apart && i < many; ++i) {
      lines[i].is_rest = i == top_;
      if (i < top_) lines[i].group = names_[i];
    }
    each(what, [&](std::size_t step, const Count& count) {
      if (!is_known(what)[step]) return;
      const auto found = apart ? groups.find(count.group) : groups.end();
      const std::size_t place = apart ? found->second : 0;
      lines[place].values[step] += static_cast<double>(count.n);
    });
    chart_.lines.insert(chart_.lines.end(), std::make_move_iterator(lines.begin()),
                        std::make_move_iterator(lines.end()));
  }

  void add_distribution(const std::string& name) {
    metrics::Distribution out{
        .name = name, .upper_ms = {metrics::bounds_ms.begin(), metrics::bounds_ms.end()}, .counts = {}};
    out.upper_ms.push_back(std::numeric_limits<double>::infinity());
    const std::size_t bounds = out.upper_ms.size();
    out.counts.assign(chart_.steps * bounds, 0);
    const auto& is_known = is_known_[static_cast<std::size_t>(finished_by_)];
    for (std::size_t i = 0; i < out.counts.size(); ++i)
      out.counts[i] = is_known[i / bounds] ? 0 : unknown_value;
    for (const Slice& slice : known_.slices) {
      if (slice.axis != finished_by_) continue;
      for (const Count& count : slice.durations) {
        const std::int64_t step = step_at(count.at);
        if (step < 0 || count.bound < 0 || !is_known[static_cast<std::size_t>(step)]) continue;
        out.counts[static_cast<std::size_t>(step) * bounds +
                   std::min(static_cast<std::size_t>(count.bound), bounds - 1)] +=
            static_cast<double>(count.n);
      }
    }
    chart_.distributions.push_back(std::move(out));
  }

  std::string why_at(std::size_t step) const {
    const Timestamp from = chart_.at(step), to = chart_.at(step + 1);
    if (from >= known_.as_of) return "it is in the future";
    for (const Unread& unread : known_.unread) {
      if (unread.from < to && from < unread.to)
        return unread.why.empty() ? fmt::format("not read: about {:.0f} rows", unread.rows) : unread.why;
    }
    return "no finished row is as old: deleted since, or never created";
  }

  void add_gaps() {
    if (chart_.lines.empty() && chart_.distributions.empty()) return;
    for (const metrics::Gap& gap : metrics::unknown_steps(chart_, {})) {
      for (auto i = static_cast<std::size_t>((gap.from - chart_.from) / chart_.step);
           i < chart_.steps && chart_.at(i) < gap.to; ++i) {
        metrics::add_gap(chart_.gaps, chart_.at(i), chart_.at(i + 1), why_at(i));
      }
    }
  }

  bool asks(What what) const {
    return std::ranges::any_of(request_.metrics,
                               [&](const std::string& metric) { return flow_named(metric) == what; });
  }
  bool asks_finished() const {
    return asks(What::succeeded) || asks(What::failed) || !request_.distributions.empty();
  }

  void add_words() {
    std::int64_t unfinished = 0, unknown = 0, undated = 0, gone = 0, hours = 0;
    std::optional<Timestamp> last_read;
    for (const Slice& slice : known_.slices) {
      unknown += slice.unknown;
      undated += slice.undated;
      gone += slice.gone;
      if (!slice.kept) continue;
      ++hours;
      if (slice.axis != finished_by_ || slice.unfinished == 0) continue;
      unfinished += slice.unfinished;
      last_read = last_read ? std::min(*last_read, slice.read_at) : slice.read_at;
    }
    if (hours > 0)
      chart_.source +=
          fmt::format(", {} {} of them from earlier counts", hours, hours == 1 ? "hour" : "hours");
    if (asks_finished()) {
      add_dated();
      if (last_read) {
        add_error(
            fmt::format("up to {} completions may be missing: these rows were unfinished when their hours "
                        "were counted, {} or later",
                        unfinished, moment(*last_read)));
      }
      add_cohorts();
      if (undated > 0)
        warn(fmt::format("{} finished {} no time of completion, and are not counted as completed.", undated,
                         undated == 1 ? "row has" : "rows have"));
    }
    if (unknown > 0)
      warn(fmt::format(
          "{} {} in a state that the profile does not name: more may have finished than is shown.", unknown,
          unknown == 1 ? "row is" : "rows are"));
    if (gone > 0)
      warn(fmt::format("{} {} counted here, but deleted from the table since.", gone,
                       gone == 1 ? "row is" : "rows are"));
    if (request_.by == By::code && asks(What::created))
      warn("Rows have a code only after they have finished, not when they are created.");
    const auto& oldest =
        known_.oldest[static_cast<std::size_t>(asks(What::created) ? Axis::created : finished_by_)];
    if (oldest && *oldest > request_.from && *oldest < request_.to)
      warn(fmt::format(
          "The oldest finished row is from {}: rows before it, and some after it, may have been deleted.",
          moment(*oldest)));
  }

  void add_dated() {
    const auto words = [](Dated dated) -> std::string_view {
      if (dated == Dated::by_update) return "counted at the last change of the row";
      return "counted at the creation of the row, since the table has no time of completion";
    };
    const bool both =
        how_.succeeded.exists && how_.failed.exists && how_.succeeded.dated == how_.failed.dated;
    for (const auto& [finish, name] :
         {std::pair{&how_.succeeded, "completions"}, std::pair{&how_.failed, "failures"}}) {
      if (!finish->exists || finish->dated == Dated::by_completion) continue;
      if (both && finish == &how_.failed) continue;
      add_error(fmt::format("{} are {}", both ? "completions and failures" : name, words(finish->dated)));
    }
  }

  // Where finished rows are found among the rows created in the range, others are missed.
  void add_cohorts() {
    if (finished_by_ != Axis::created || !how_.tells_durations()) return;
    const auto spans = covered(known_, Axis::created);
    const auto& oldest = known_.oldest[static_cast<std::size_t>(Axis::created)];
    const bool is_whole = spans.size() == 1 && oldest && spans.front().from <= *oldest;
    if (is_whole || spans.empty()) return;
    Timestamp since = spans.front().from;
    for (const Span& span : spans) {
      if (span.from <= request_.from) since = span.from;
    }
    add_error(fmt::format("rows created before {} that finished later are not counted as completed",
                          moment(since)));
    if (spans.size() > 1 && spans.back().from > request_.from)
      add_error("nor are rows created in a gap that finished after it");
  }

  void add_error(const std::string& words) { chart_.error += (chart_.error.empty() ? "" : "; ") + words; }
  void warn(std::string sentence) { chart_.warnings.push_back(std::move(sentence)); }

  const metrics::Request& request_;
  const Completions& how_;
  Axis finished_by_;
  const Known& known_;
  Chart chart_;
  std::vector<bool> is_known_[2];
  std::vector<std::string> names_;
  std::size_t top_ = 0;
  bool has_rest_ = false;
};

}  // namespace

Chart build(const metrics::Request& request, const Completions& how, Axis finished_by, const Known& known) {
  return Builder(request, how, finished_by, known).take();
}

}  // namespace onceover::row_metrics
