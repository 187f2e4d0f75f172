// One computation at a time, off the UI thread: a newer one takes the place of the one before, which is cancelled.
//
// Threads: for the UI thread; the job runs on one of its own and shares nothing but how far it is.
#pragma once

#include <QObject>
#include <QTimer>
#include <atomic>
#include <functional>
#include <memory>

#include "core/base/result.h"
#include "core/calculator/figure.h"
#include "ui/bridge/confined.h"

namespace onceover::calculator {

class Run : public QObject {
  Q_OBJECT
 public:
  explicit Run(QObject* parent = nullptr);
  ~Run() override;  // cancels; returns at once

  // done: later, never within this call; with ErrorKind::cancelled after cancel(); not at all where a newer one was started.
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
