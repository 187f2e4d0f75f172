// SPDX-License-Identifier: GPL-3.0-or-later
// A source that knows what it is told, answers when it is told to, and remembers what it was asked.
#pragma once

#include <QTimer>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "core/metrics/counters.h"
#include "ui/metrics/source.h"
#include "ui/widgets/text.h"

namespace onceover::metrics {

inline constexpr double not_known = std::numeric_limits<double>::quiet_NaN();

class FakeSource : public Source {
 public:
  explicit FakeSource(QString name = QStringLiteral("Fake")) : name_(std::move(name)) {
    for (const Metric& metric : all_metrics()) knows.metrics.append(widgets::text(metric.name));
    knows.distributions = {QStringLiteral("time_to_completion_ms"),
                           QStringLiteral("lease_age_at_settling_ms"), QStringLiteral("retry_delay_ms"),
                           QStringLiteral("retry_age_ms")};
    knows.by = {By::tenant, By::operation, By::code};
  }

  Origin origin() const override { return Origin::samples; }
  QString name() const override { return name_; }
  Offer offer() const override { return knows; }
  void ask(int tag, const Request& request) override {
    asked.emplace_back(tag, request);
    waiting.emplace_back(tag, request);
    if (answersAtOnce) QTimer::singleShot(0, this, [this] { answerAll(); });
  }
  void cancel() override {
    ++cancelled;
    waiting.clear();
  }
  double notRead(int) const override { return unread; }
  void readAll(int tag) override {
    readWhole.push_back(tag);
    unread = 0;
    for (auto one = asked.rbegin(); one != asked.rend(); ++one) {
      if (one->first != tag) continue;
      waiting.push_back(*one);
      break;
    }
    if (answersAtOnce) QTimer::singleShot(0, this, [this] { answerAll(); });
  }
  void answerAll() {
    for (const auto& [tag, request] : std::exchange(waiting, {})) {
      if (problem) {
        emit failed(tag, *problem);
      } else {
        emit answered(tag, answer(request));
      }
    }
  }

  // A value of each metric in each step, from the step's begin alone, so that a test can reckon it too.
  static double valueAt(const std::string& metric, Timestamp at) {
    const double minutes = static_cast<double>(at.us) / 60e6;
    double weight = 0;
    for (const char c : metric) weight = std::fmod(weight * 7 + c, 97);
    return std::round((weight + 5) * (1.3 + std::sin(minutes / 37 + weight)) +
                      10 * std::fabs(std::sin(minutes * 1.7)));
  }
  Chart answer(const Request& request) const {
    Chart chart;
    chart.origin = origin();
    chart.source = widgets::bytes(name_);
    chart.from = request.from;
    chart.step = chart.resolution = request.step;
    chart.steps = static_cast<std::size_t>((request.to - request.from) / request.step);
    chart.as_of = asOf.us != 0 ? asOf : request.to;
    chart.error = error;
    chart.asked = "SELECT fake";
    const auto isGap = [&](std::size_t i) {
      return gap && chart.at(i) >= gap->from && chart.at(i) < gap->to;
    };
    if (gap && gap->from < request.to && gap->to > request.from) chart.gaps.push_back(*gap);
    for (const std::string& metric : request.metrics) {
      for (std::size_t g = 0; g < (request.by == By::nothing ? 1 : groups.size() + 1); ++g) {
        Line line{metric, {}, false, {}};
        if (request.by != By::nothing) {
          line.is_rest = g == groups.size();
          if (!line.is_rest) line.group = groups[g];
        }
        for (std::size_t i = 0; i < chart.steps; ++i) {
          const double value = valuesOf ? valuesOf(metric, chart.at(i), g)
                                        : valueAt(metric, chart.at(i)) / static_cast<double>(g + 1);
          line.values.push_back(isGap(i) || chart.at(i) >= chart.as_of ? not_known : value);
        }
        chart.lines.push_back(std::move(line));
      }
    }
    for (const std::string& name : request.distributions) {
      Distribution one{name, {bounds_ms.begin(), bounds_ms.end()}, {}};
      one.upper_ms.back() = std::numeric_limits<double>::infinity();
      for (std::size_t i = 0; i < chart.steps; ++i) {
        const double middle =
            7 + 2 * std::sin(static_cast<double>(chart.at(i).us) / 60e6 / 90) + (name.front() == 'l' ? 3 : 0);
        for (std::size_t b = 0; b < one.upper_ms.size(); ++b) {
          const double off = static_cast<double>(b) - middle;
          one.counts.push_back(isGap(i) ? not_known : std::floor(60 * std::exp(-off * off / 3)));
        }
      }
      chart.distributions.push_back(std::move(one));
    }
    return chart;
  }

  // Instead of valueAt(); group: of a split, 0 where it is none.
  std::function<double(const std::string& metric, Timestamp at, std::size_t group)> valuesOf;
  Offer knows;
  std::optional<Gap> gap;
  std::optional<Error> problem;
  std::string error;
  Timestamp asOf;  // 0: the end of what is asked
  bool answersAtOnce = true;
  int cancelled = 0;
  double unread = 0;
  std::vector<std::string> groups{"acme", "globex"};  // of what it is split by
  std::vector<int> readWhole;
  std::vector<std::pair<int, Request>> asked, waiting;

 private:
  QString name_;
};

}  // namespace onceover::metrics
