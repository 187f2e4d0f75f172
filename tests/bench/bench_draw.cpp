// SPDX-License-Identifier: Apache-2.0
// Thirty days by the minute on one chart: replacing the lines, drawing it whole, and its table. See
// README.md.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <QElapsedTimer>
#include <QImage>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>
#include <random>
#include <vector>

#include "tests/bench/common.h"
#include "tests/bench/console.h"
#include "ui/charts/plot_chart.h"

namespace onceover::bench::bench_draw {
namespace {

struct Options {
  int points = 43'200, lines = 6, turns = 40, width = 1032, height = 320;
  bool json = false, compare = false;
};

constexpr double most_replace_ms = 50, most_draw_ms = 20;

// A day's swing, noise from minute to minute, a storm, and two pauses.
QVector<charts::ChartSeries> month(const Options& options, unsigned turn) {
  std::mt19937 random(turn);
  std::uniform_real_distribution<double> noise(0.6, 1.4);
  QVector<charts::ChartSeries> out;
  for (int line = 0; line < options.lines; ++line) {
    charts::ChartSeries one{QStringLiteral("line %1").arg(line), {}, {}};
    one.points.reserve(options.points);
    for (int i = 0; i < options.points; ++i) {
      const bool pause = (i > 9'000 && i < 9'700) || (i > 30'000 && i < 30'090);
      const double day = 1 + 0.6 * std::sin(i * 2 * M_PI / 1440), storm = i > 20'000 && i < 20'400 ? 5 : 1;
      one.points.append(
          {60.0 * i, pause ? NAN : std::round(200.0 / (line + 1) * day * storm * noise(random))});
    }
    out.append(one);
  }
  return out;
}

struct Spread {
  double median = 0, p95 = 0, worst = 0;
};

Spread spread_of(std::vector<double> ms) {
  std::sort(ms.begin(), ms.end());
  return {ms[ms.size() / 2], ms[ms.size() * 95 / 100], ms.back()};
}

void run(const Options& options) {
  charts::TimeChart chart(QStringLiteral("Requests"), QStringLiteral("keys"));
  chart.resize(options.width, options.height);
  chart.show();
  QCoreApplication::processEvents();
  std::vector<double> replaced, drawn;
  QImage image(chart.size(), QImage::Format_ARGB32_Premultiplied);
  for (int turn = 0; turn < options.turns; ++turn) {
    const auto lines = month(options, static_cast<unsigned>(turn));
    if (options.compare)
      chart.setEarlier(QStringLiteral("last week"), month(options, static_cast<unsigned>(turn + 7)));
    QElapsedTimer clock;
    clock.start();
    chart.replace(lines, 0, 60.0 * options.points);
    replaced.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
    image.fill(Qt::transparent);
    clock.restart();
    chart.render(&image);
    drawn.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
  }
  QElapsedTimer clock;
  clock.start();
  chart.setTableShown(true);
  QCoreApplication::processEvents();
  const double table = static_cast<double>(clock.nsecsElapsed()) / 1e6;
  const Spread replace = spread_of(replaced), draw = spread_of(drawn);
  const bool holds = replace.p95 < most_replace_ms && draw.p95 < most_draw_ms;
  if (options.json) {
    const auto json = [](const Spread& s) {
      return nlohmann::ordered_json{{"median", s.median}, {"p95", s.p95}, {"worst", s.worst}};
    };
    std::cout << nlohmann::ordered_json{{"points", options.points},    {"lines", options.lines},
                                        {"replace_ms", json(replace)}, {"draw_ms", json(draw)},
                                        {"table_ms", table},           {"holds", holds}}
                     .dump(2)
              << '\n';
  } else {
    fmt::print("{} lines of {} points, {} x {}, {} turns\n", options.lines, options.points, options.width,
               options.height, options.turns);
    fmt::print("replace  median {:6.2f} ms  p95 {:6.2f}  worst {:6.2f}  (at most {})\n", replace.median,
               replace.p95, replace.worst, most_replace_ms);
    fmt::print("draw     median {:6.2f} ms  p95 {:6.2f}  worst {:6.2f}  (at most {})\n", draw.median,
               draw.p95, draw.worst, most_draw_ms);
    fmt::print("table    {:6.2f} ms, once, when it is asked for\n", table);
  }
}

const Benchmark benchmark{
    "draw", "Draws thirty days by the minute", "--points 1000 --lines 2 --turns 2", [](CLI::App& app) {
      static Options options;
      app.add_option("--points", options.points, "Points of a line")->check(CLI::Range(2, 10'000'000));
      app.add_option("--lines", options.lines, "Lines")->check(CLI::Range(1, 100));
      app.add_option("--turns", options.turns, "How often")->check(CLI::Range(2, 10'000));
      app.add_flag("--compare", options.compare, "With lines of an earlier time under them");
      add_json(app, options.json);
      app.callback([] {
        const auto qt = console_application();
        run(options);
      });
    }};

}  // namespace
}  // namespace onceover::bench::bench_draw
