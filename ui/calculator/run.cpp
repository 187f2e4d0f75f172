#include "ui/calculator/run.h"

#include <utility>

namespace onceover::calculator {

Run::Run(QObject* parent) : QObject(parent) {
  tick_.setInterval(std::chrono::milliseconds(100));
  connect(&tick_, &QTimer::timeout, this, &Run::progressed);
}

Run::~Run() {
  if (hand_) hand_->stops = true;
}

void Run::begin(Launch launch) {
  if (!isRunning()) return launchNow(launch);
  hand_->stops = true;
  next_ = std::move(launch);
}

void Run::launchNow(const Launch& launch) {
  hand_ = std::make_shared<Hand>();
  tick_.start();
  launch(hand_);
  emit runningChanged();
}

void Run::cancel() {
  if (!isRunning()) return;
  hand_->stops = true;
  next_ = nullptr;
}

// The thread has ended. True: another one was waiting for that.
bool Run::isReplaced() {
  hand_.reset();
  tick_.stop();
  if (const Launch next = std::exchange(next_, nullptr)) {
    launchNow(next);
    return true;
  }
  emit runningChanged();
  return false;
}

}  // namespace onceover::calculator
