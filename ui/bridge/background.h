// Work that needs no connection, off the UI thread: reading a file.
#pragma once

#include <QObject>
#include <QThread>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "core/base/result.h"

namespace onceover::bridge {

// Runs `job` on a thread of its own and `done` with its value on the thread of `context`, later; not where `context` is gone by then. What
// the job throws is its error. The job shares no data with other threads, and ends by itself.
template <class T>
void inBackground(QObject* context, std::function<Result<T>()> job, std::function<void(Result<T>)> done) {
  auto value = std::make_shared<std::optional<Result<T>>>();
  QThread* thread = QThread::create([value, job = std::move(job)] { value->emplace(contained(job)); });
  QObject::connect(thread, &QThread::finished, context, [value, done = std::move(done)] { done(std::move(**value)); });
  QObject::connect(thread, &QThread::finished, thread, &QObject::deleteLater);
  thread->start();
}

}  // namespace onceover::bridge
