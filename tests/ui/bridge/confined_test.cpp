#include "ui/bridge/confined.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace onceover::bridge {
namespace {

struct Places {
  std::thread::id made, gone;
};

class Counter {
 public:
  explicit Counter(Places& places) : places_(places) { places_.made = std::this_thread::get_id(); }
  ~Counter() { places_.gone = std::this_thread::get_id(); }
  // Not atomic on purpose.
  std::thread::id count() {
    ++counted;
    return std::this_thread::get_id();
  }
  int counted = 0;

 private:
  Places& places_;
};

TEST(ConfinedTest, IsMadeUsedAndGoneInOneThreadOfItsOwnWhoeverCalls) {
  Places places;
  std::thread::id used;
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
    EXPECT_EQ(places.gone, std::thread::id());
  }
  EXPECT_NE(used, std::this_thread::get_id());
  EXPECT_EQ(places.made, used);
  EXPECT_EQ(places.gone, used);
}

TEST(ConfinedTest, WhatCannotBeMadeIsNotHeld) {
  EXPECT_FALSE(Confined<Counter>([] { return std::unique_ptr<Counter>(); }).holds());
}

}  // namespace
}  // namespace onceover::bridge
