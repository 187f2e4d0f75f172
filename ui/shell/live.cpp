// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/live.h"

namespace onceover::shell {

Live::Live(bridge::Session& session, QObject* parent) : QObject(parent), session_(session) {
  timer_.setInterval(every_);
  connect(&timer_, &QTimer::timeout, this, &Live::tick);
  connect(&session_, &bridge::Session::jobsChanged, this, &Live::noteJobs);
  connect(&session_, &bridge::Session::stateChanged, this, &Live::changed);
}

void Live::setOn(bool on) {
  isOn_ = on;
  isDue_ = false;
  on ? timer_.start() : timer_.stop();
  emit changed();
}

void Live::setEvery(std::chrono::milliseconds every) {
  every_ = every;
  timer_.setInterval(every);
}

void Live::setPage(widgets::Page* page) {
  page_ = page;
  isDue_ = false;
  took_ = {};
  notBefore_ = {};
  begun_.reset();
  emit changed();
}

QString Live::whyNot() const {
  if (page_ == nullptr) return {};
  if (!session_.isReady()) return tr("not connected");
  return page_->whyNotLive();
}

std::chrono::milliseconds Live::pace() const {
  return std::max(every_, (2 * took_ + every_ - std::chrono::milliseconds(1)) / every_ * every_);
}

bool Live::mayRead() const { return isOn_ && page_ != nullptr && whyNot().isEmpty(); }

void Live::tick() {
  emit changed();
  if (mayRead() && Steady::now() >= notBefore_) readSoon();
}

void Live::readSoon() {
  if (!mayRead()) return;
  if (session_.isBusyFor(page_)) {
    isDue_ = true;
  } else {
    readNow();
  }
}

void Live::readNow() {
  if (page_ == nullptr || !session_.isReady()) return;
  isDue_ = false;
  begun_ = Steady::now();
  if (isOn_) timer_.start();
  page_->refresh();
  if (!session_.isBusyFor(page_)) begun_.reset();  // it had nothing to ask
}

void Live::noteJobs() {
  if (page_ == nullptr || (!begun_ && !isDue_) || session_.isBusyFor(page_)) return;
  if (begun_) {
    took_ = std::chrono::duration_cast<std::chrono::milliseconds>(Steady::now() -
                                                                  *std::exchange(begun_, std::nullopt));
    // A tick early: timers are not exact.
    notBefore_ = Steady::now() - took_ + pace() - every_ / 2;
    emit changed();
  }
  if (!isDue_) return;
  // Later: who ends a job is still telling of it.
  QTimer::singleShot(0, this, [this] {
    if (std::exchange(isDue_, false)) readSoon();
  });
}

}  // namespace onceover::shell
