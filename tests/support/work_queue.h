// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace onceover::test {

// The threads of a service, which take requests from one queue, in order. Ends when all is done.
class WorkQueue {
 public:
  explicit WorkQueue(unsigned count) {
    for (unsigned i = 0; i < count; ++i) threads_.emplace_back([this] { run(); });
  }
  ~WorkQueue() {
    {
      const std::lock_guard lock(mutex_);
      is_closed_ = true;
    }
    changed_.notify_all();
    for (auto& thread : threads_) thread.join();
  }
  WorkQueue(const WorkQueue&) = delete;
  WorkQueue& operator=(const WorkQueue&) = delete;
  void add(std::function<void()> work) {
    {
      const std::lock_guard lock(mutex_);
      queue_.push_back(std::move(work));
    }
    changed_.notify_one();
  }

 private:
  void run() {
    for (std::unique_lock lock(mutex_);;) {
      changed_.wait(lock, [&] { return is_closed_ || next_ < queue_.size(); });
      if (next_ == queue_.size()) return;
      const auto work = std::move(queue_[next_++]);
      lock.unlock();
      work();
      lock.lock();
    }
  }
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::function<void()>> queue_;
  std::size_t next_ = 0;
  bool is_closed_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace onceover::test
