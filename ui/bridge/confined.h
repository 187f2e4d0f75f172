// A T that lives in a thread of its own: made, used and gone there, as what Qt Sql opens must be. Whoever calls waits for the answer, and
// calls wait for one another; so it is for a session's lanes, and not for the UI thread once it is made.
//
// Threads: any, but its own.
#pragma once

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

namespace onceover::bridge {

template <class T>
class Confined {
 public:
  // make: called there at once; null where there is nothing to hold.
  explicit Confined(const std::function<std::unique_ptr<T>()>& make) : thread_([this] { run(); }) {
    wait([&] { held_ = make(); });
  }
  ~Confined() {
    wait([this] {
      held_.reset();
      isOver_ = true;
    });
    thread_.join();
  }
  Confined(const Confined&) = delete;
  Confined& operator=(const Confined&) = delete;

  bool holds() const { return held_ != nullptr; }

  // What work(T&) returns, which is not void. Only where it holds something.
  template <class F>
  auto call(F work) {
    std::optional<std::invoke_result_t<F, T&>> out;
    wait([&] { out.emplace(work(*held_)); });
    return std::move(*out);
  }

 private:
  void wait(const std::function<void()>& work) {
    std::packaged_task<void()> task(work);
    auto done = task.get_future();
    {
      const std::lock_guard lock(mutex_);
      tasks_.push_back(std::move(task));
    }
    isThere_.notify_one();
    done.get();
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
  bool isOver_ = false;  // of its own thread alone
  std::unique_ptr<T> held_;
  std::thread thread_;  // the last: it uses the others
};

}  // namespace onceover::bridge
