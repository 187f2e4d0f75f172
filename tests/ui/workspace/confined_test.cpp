#include "ui/workspace/confined.h"

#include <gtest/gtest.h>

#include <QThread>
#include <thread>
#include <vector>

namespace onceover::workspace {
namespace {

struct Places {
  QThread *made = nullptr, *gone = nullptr;
};

class Counter {
 public:
  explicit Counter(Places& places) : places_(places) { places_.made = QThread::currentThread(); }
  ~Counter() { places_.gone = QThread::currentThread(); }
  // Not atomic on purpose.
  QThread* count() {
    ++counted;
    return QThread::currentThread();
  }
  int counted = 0;

 private:
  Places& places_;
};

TEST(ConfinedTest, IsMadeUsedAndGoneInOneThreadOfItsOwnWhoeverCalls) {
  Places places;
  QThread* used = nullptr;
  {
    Confined<Counter> counter([&] { return std::make_unique<Counter>(places); });
    ASSERT_TRUE(counter.holds());
    used = counter.call([](Counter& it) { return it.count(); });
    std::vector<std::thread> callers;
    for (int i = 0; i < 4; ++i) {
      callers.emplace_back([&] {
        for (int n = 0; n < 200; ++n) EXPECT_EQ(counter.call([](Counter& it) { return it.count(); }), used);
      });
    }
    for (std::thread& caller : callers) caller.join();
    EXPECT_EQ(counter.call([](Counter& it) { return it.counted; }), 801);
    EXPECT_EQ(places.gone, nullptr);
  }
  EXPECT_NE(used, QThread::currentThread());
  EXPECT_EQ(places.made, used);
  EXPECT_EQ(places.gone, used);
}

TEST(ConfinedTest, WhatCannotBeMadeIsNotHeld) {
  EXPECT_FALSE(Confined<Counter>([] { return std::unique_ptr<Counter>(); }).holds());
}

}  // namespace
}  // namespace onceover::workspace
