// A T that lives in a thread of its own: made, used and gone there, as what Qt Sql opens must be. Whoever calls waits for the answer, and
// calls wait for one another; so it is called from threads that may wait, and not by the UI thread once it is made.
//
// Threads: any, but its own.
#pragma once

#include <QMetaObject>
#include <QObject>
#include <QThread>
#include <functional>
#include <memory>
#include <optional>
#include <type_traits>

namespace onceover::workspace {

template <class T>
class Confined {
 public:
  // make: called there at once; null where there is nothing to hold.
  explicit Confined(const std::function<std::unique_ptr<T>()>& make) {
    there_.moveToThread(&thread_);
    thread_.start();
    run([&] { held_ = make(); });
  }
  ~Confined() {
    run([this] { held_.reset(); });
    thread_.quit();
    thread_.wait();
  }
  Confined(const Confined&) = delete;
  Confined& operator=(const Confined&) = delete;

  bool holds() const { return held_ != nullptr; }

  // What work(T&) returns, which is not void. Only where it holds something.
  template <class F>
  auto call(F work) {
    std::optional<std::invoke_result_t<F, T&>> out;
    run([&] { out.emplace(work(*held_)); });
    return std::move(*out);
  }

 private:
  void run(const std::function<void()>& work) { QMetaObject::invokeMethod(&there_, work, Qt::BlockingQueuedConnection); }

  QThread thread_;
  QObject there_;  // its place in the thread
  std::unique_ptr<T> held_;
};

}  // namespace onceover::workspace
