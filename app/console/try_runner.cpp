// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/try_runner.h"

#include "app/try/try_store.h"

namespace onceover::console {
namespace {

constexpr Duration history_within = std::chrono::minutes(2);

}  // namespace

TryRunner::TryRunner(QObject* parent) : QObject(parent) {}

TryRunner::~TryRunner() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void TryRunner::start() {
  if (thread_.joinable()) thread_.join();  // of an attempt that has failed: it has ended
  thread_ = std::thread(&TryRunner::run, this);
}

// Signals to objects of the UI thread are queued. The thread stays as long as the store: its processes are
// tied to it.
void TryRunner::run() {
  try_it::TryOptions options;
  options.progress = [this](const std::string& words) { emit progressed(QString::fromStdString(words)); };
  auto store = contained([&] { return try_it::TryStore::start(options); });
  if (!store) {
    emit failed(store.error());
    return;
  }
  if (makesStuck_) makeStuck(**store);
  emit started(QString::fromStdString((*store)->conninfo()),
               QString::fromStdString((*store)->gateway_config_path()));
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return stopping_; });
}

// A scene that cannot be made whole is no reason to stop: the pictures show less.
void TryRunner::makeStuck(try_it::TryStore& store) {
  store.set_chaos(false);
  (void)store.wait_for_history(history_within);
  if (const auto stuck = try_it::make_scene(store); stuck && !stuck->empty())
    emit stuckKeyMade(stuck->back().id);
}

}  // namespace onceover::console
