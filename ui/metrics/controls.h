// SPDX-License-Identifier: GPL-3.0-or-later
// What the dashboard is asked: which source, which time, whose keys, split by what, compared with when.
#pragma once

#include <QString>
#include <QVector>
#include <QWidget>
#include <functional>
#include <optional>
#include <string>

#include "core/base/error.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "core/metrics/chart.h"
#include "ui/metrics/source.h"
#include "ui/widgets/forward.h"

namespace onceover::metrics {

// Which time the dashboard shows: the last so long, or a part that a person chose, and the way back. Pure.
struct TimeFrame {
  Duration span = std::chrono::hours(1);  // the last so long, where there is no part
  std::optional<Timestamp> from, to;      // the part; without an end: from then on
  bool isPart() const { return from && to; }
  bool isSince() const { return from && !to; }
  bool operator==(const TimeFrame&) const = default;
};

inline constexpr Duration shortest_frame = std::chrono::seconds(10);

class TimeFrames {
 public:
  const TimeFrame& current() const { return frames_.back(); }
  bool canGoBack() const { return frames_.size() > 1; }
  void setSpan(Duration span) { set(TimeFrame{span, {}, {}}); }
  void set(const TimeFrame& frame) { frames_ = {frame}; }
  // Nothing below shortest_frame: it is widened around its middle.
  void zoom(Timestamp from, Timestamp to);
  void back() {
    if (canGoBack()) frames_.removeLast();
  }

 private:
  QVector<TimeFrame> frames_{TimeFrame{}};
};

// from, to and step of what is asked: whole steps, so that a range does not tremble with each refresh, at
// most about `points` of them; the last span ends with the step `now` lies in.
Request requestFor(const TimeFrame& frame, Timestamp now, int points);

class Controls : public QWidget {
  Q_OBJECT
 public:
  explicit Controls(QWidget* parent = nullptr);

  void setSources(const QStringList& names, int current);
  // Which splits the source can make; the one that is chosen goes where it cannot.
  void setSplits(const QVector<By>& by);
  void setFrame(const TimeFrames& frames, widgets::ClockChoice clock);
  void setNames(const std::vector<std::string>& tenants, const std::vector<std::string>& operations);
  // Actions that have a button of their own, and those of the menu at the end.
  void addButton(QAction* action, bool hasText);
  void addMenu(QMenu* menu, const QString& text);

  std::string tenant() const;
  std::string operation() const;
  By split() const;
  Comparison comparison() const;
  void focusSearch();
  // The database's clock now, for ranges that are typed.
  void setNow(const std::function<Timestamp()>& now) { now_ = now; }

 signals:
  void sourceChosen(int index);
  void frameChosen(const onceover::metrics::TimeFrame& frame);  // one of the list, or typed
  void frameRefused(const onceover::Error& error);              // what was typed is no range
  void changed();                                               // tenant, operation, split, comparison

 private:
  void readRange();
  std::function<Timestamp()> now_;
  TimeFrame frame_;
  widgets::ClockChoice clock_ = widgets::ClockChoice::utc;
  void offer(QComboBox* box, const std::vector<std::string>& values);
  QComboBox *source_, *span_, *tenant_, *operation_, *split_, *compare_;
};

// A range as a person types it. Pure.

// "45m", "90 min", "2h30m", "last 3 d": the last so long. "since 14:05", "since 2026-11-24 14:05": from then
// on; a time that has not come yet is yesterday's. "14:05 to 15:10", "2026-11-24 14:05 - 2026-11-24 15:10": a
// part. Times are of the clock that is shown.
Result<TimeFrame> typedRange(const QString& typed, Timestamp now, widgets::ClockChoice clock);

// As the box shows it: "Last 45 min", "Since 2026-11-24 14:05:00", "2026-11-24 14:05:00 to 15:10:00".
QString rangeText(const TimeFrame& frame, widgets::ClockChoice clock);

}  // namespace onceover::metrics
