// SPDX-License-Identifier: GPL-3.0-or-later
// A T that lives in a thread of its own: made, used and destroyed there, as Qt Sql requires. A call waits for
// its answer, and calls wait for one another: it is for a session's lanes and for work in the background, not
// for the UI thread.
//
// Threads: any but its own. Construction does not wait.
#pragma once

#include <QObject>
#include <QThread>
#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>

#include "core/base/result.h"

namespace onceover::bridge {

template <class T>
class Confined {
 public:
  // make: called there at once. What it throws is an error like the one it returns.
  explicit Confined(std::function<Result<std::unique_ptr<T>>()> make) : thread_([this] { run(); }) {
    push(std::packaged_task<void()>([this, make = std::move(make)] { held_ = contained(make); }));
  }
  ~Confined() {
    push(std::packaged_task<void()>([this] {
      held_ = fail(Error());
      isOver_ = true;
    }));
    thread_.join();
  }
  Confined(const Confined&) = delete;
  Confined& operator=(const Confined&) = delete;

  // What work(T&) returns, which is not void; the error of making it, or what the work threw.
  template <class F>
  auto call(F work) {
    using Answer = typename ResultFor<std::invoke_result_t<F, T&>>::type;
    std::optional<Answer> out;
    std::packaged_task<void()> task([&] {
      out.emplace(held_ ? contained([&]() -> Answer { return work(**held_); })
                        : Answer(tl::unexpect, held_.error()));
    });
    auto done = task.get_future();
    push(std::move(task));
    done.get();
    return std::move(*out);
  }

 private:
  void push(std::packaged_task<void()> task) {
    {
      const std::lock_guard lock(mutex_);
      tasks_.push_back(std::move(task));
    }
    isThere_.notify_one();
  }
  void run() {
    while (!isOver_) {
      std::unique_lock lock(mutex_);
      isThere_.wait(lock, [this] { return !tasks_.empty(); });
      std::packaged_task<void()> task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      task();
    }
  }

  std::mutex mutex_;
  std::condition_variable isThere_;
  std::deque<std::packaged_task<void()>> tasks_;
  bool isOver_ = false;  // only of its own thread, as held_
  Result<std::unique_ptr<T>> held_;
  std::thread thread_;  // the last: it uses the others
};

// Work that needs no connection, off the UI thread: reading a file.

// Runs `job` on a thread of its own and `done` with its value on the thread of `context`, later; not where
// `context` is gone by then. What the job throws is its error. The job shares no data with other threads, and
// ends by itself.
template <class T>
void inBackground(QObject* context, std::function<Result<T>()> job, std::function<void(Result<T>)> done) {
  auto value = std::make_shared<std::optional<Result<T>>>();
  QThread* thread = QThread::create([value, job = std::move(job)] { value->emplace(contained(job)); });
  QObject::connect(thread, &QThread::finished, context,
                   [value, done = std::move(done)] { done(std::move(**value)); });
  QObject::connect(thread, &QThread::finished, thread, &QObject::deleteLater);
  thread->start();
}

}  // namespace onceover::bridge
