// Work that needs no connection, off the UI thread: reading a file.
#pragma once

#include <QObject>
#include <QThread>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace onceover::bridge {

// Runs `job` on a thread of its own and `done` with its value on the thread of `context`, later; not where `context` is gone by then. The
// job shares nothing with anybody, and ends by itself.
template <class T>
void inBackground(QObject* context, std::function<T()> job, std::function<void(T)> done) {
  auto value = std::make_shared<std::optional<T>>();
  QThread* thread = QThread::create([value, job = std::move(job)] { value->emplace(job()); });
  QObject::connect(thread, &QThread::finished, context, [value, done = std::move(done)] { done(std::move(**value)); });
  QObject::connect(thread, &QThread::finished, thread, &QObject::deleteLater);
  thread->start();
}

}  // namespace onceover::bridge
