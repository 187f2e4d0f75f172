// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/confined.h"

#include <gtest/gtest.h>

#include <semaphore>
#include <stdexcept>
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
    used = *counter.call([](Counter& it) { return it.count(); });
    std::vector<std::thread> callers;
    for (int i = 0; i < 4; ++i) {
      callers.emplace_back([&] {
        for (int n = 0; n < 200; ++n) EXPECT_EQ(*counter.call([](Counter& it) { return it.count(); }), used);
      });
    }
    for (std::thread& caller : callers) caller.join();
    EXPECT_EQ(*counter.call([](Counter& it) { return it.counted; }), 801);
    EXPECT_EQ(places.gone, std::thread::id());
  }
  EXPECT_NE(used, std::this_thread::get_id());
  EXPECT_EQ(places.made, used);
  EXPECT_EQ(places.gone, used);
}

TEST(ConfinedTest, WhatCannotBeMadeIsAnErrorOfEachCall) {
  const auto count = [](Counter& it) { return it.counted; };
  Confined<Counter> refused(
      []() -> Result<std::unique_ptr<Counter>> { return fail(ErrorKind::io, "The file is damaged."); });
  EXPECT_EQ(refused.call(count).error().what, "The file is damaged.");
  Confined<Counter> thrown(
      []() -> Result<std::unique_ptr<Counter>> { throw std::runtime_error("no such plugin"); });
  for (int i = 0; i < 2; ++i)
    EXPECT_NE(thrown.call(count).error().what.find("no such plugin"), std::string::npos);
}

TEST(ConfinedTest, WorkThatThrowsIsAnErrorAndTheNextOneIsDone) {
  Places places;
  Confined<Counter> counter([&] { return std::make_unique<Counter>(places); });
  const auto thrown = counter.call([](Counter&) -> int { throw std::runtime_error("torn page"); });
  ASSERT_FALSE(thrown);
  EXPECT_NE(thrown.error().what.find("torn page"), std::string::npos) << thrown.error().sentence();
  EXPECT_TRUE(counter.call([](Counter& it) { return it.count(); }));
}

TEST(ConfinedTest, MakingItIsNotWaitedFor) {
  std::binary_semaphore free(0);
  Places places;
  {
    Confined<Counter> slow([&] {
      free.acquire();
      return std::make_unique<Counter>(places);
    });
    free.release();  // reached before it is made
    EXPECT_TRUE(slow.call([](Counter& it) { return it.count(); }));
  }
  EXPECT_NE(places.gone, std::thread::id());
}

}  // namespace
}  // namespace onceover::bridge
