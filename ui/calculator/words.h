// SPDX-License-Identifier: GPL-3.0-or-later
// What the calculator says, as words and shapes; spans as people type them. Pure.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/calculator/client_log.h"
#include "core/calculator/figure.h"
#include "core/calculator/lint.h"
#include "core/calculator/policy.h"
#include "core/calculator/sizing.h"
#include "ui/bridge/confined.h"
#include "ui/widgets/badge.h"

namespace onceover::calculator {

// "500 ms", "1.5 s", "5 min", "2 h", "3 d", "2 w", "1 h 30 min"; a number alone is seconds. nullopt: none of
// these, or beyond a hundred years.
std::optional<Duration> parseSpan(const QString& text);
// What parseSpan reads back: "1 h 30 min". 0 is "0".
QString spanText(Duration span);

// "120, 80, 300"; and a sentence for each part that is not a number, which counts as 0.
std::vector<double> hoursOf(const QString& text);
QStringList hourProblems(const QString& text);

double milliseconds(Duration span);
// Sentences of core, as they are shown.
QString joined(const std::vector<std::string>& sentences, QLatin1String between = QLatin1String(" "));

QString titleOf(Backoff backoff);
QString figureTitle(const std::string& name);  // "index:keys_pkey" → "Index keys_pkey"
widgets::Badge badgeOf(WindowFit fit);
widgets::Badge badgeOf(Fit fit);
widgets::Badge captureBadge(bool isAdvised);  // change data capture, or a relay
widgets::Badge badgeOf(Severity severity);

// One computation at a time, off the UI thread: a newer one takes the place of the one before, which is
// cancelled.
//
// Threads: for the UI thread; the job runs on one of its own and shares nothing but how far it is.

class Run : public QObject {
  Q_OBJECT
 public:
  explicit Run(QObject* parent = nullptr);
  ~Run() override;  // cancels; returns at once

  // done: later, never within this call; with ErrorKind::cancelled after cancel(); not at all where a newer
  // one was started.
  template <class T>
  void start(std::function<Result<T>(const Progress&)> job, std::function<void(Result<T>)> done) {
    begin([this, job = std::move(job), done = std::move(done)](const std::shared_ptr<Hand>& hand) {
      bridge::inBackground<T>(
          this,
          [job, hand]() -> Result<T> {
            return job([hand](double part) {
              hand->part = part;
              return !hand->stops;
            });
          },
          [this, done, hand](Result<T> value) {
            // Cancelled too late to be heard is cancelled all the same.
            if (hand->stops && value) value = cancelled();
            if (!isReplaced()) done(std::move(value));
          });
    });
  }
  void cancel();
  bool isRunning() const { return hand_ != nullptr; }
  double part() const { return hand_ ? hand_->part.load() : 0; }

 signals:
  void runningChanged();
  void progressed();  // some times a second while it runs

 private:
  struct Hand {
    std::atomic<bool> stops = false;
    std::atomic<double> part = 0;
  };
  using Launch = std::function<void(const std::shared_ptr<Hand>&)>;
  void begin(Launch launch);
  void launchNow(const Launch& launch);
  bool isReplaced();

  std::shared_ptr<Hand> hand_;
  Launch next_;
  QTimer tick_;
};

}  // namespace onceover::calculator
