// SPDX-License-Identifier: Apache-2.0
// Many duplicates of one key: who waits, who is refused at once, and what they cost others.
#include <atomic>

#include "tests/integration/serve/fixture.h"
#include "tests/support/work_queue.h"

namespace onceover::test {
namespace {

using namespace std::chrono_literals;

// With eight threads and two connections, the first request ends only after others have been served behind a
// thousand duplicates: if each of these held a thread or a connection, nobody would get anything.
TEST_F(ServeTest, AThousandDuplicatesOfOneKeyHoldNobodyUp) {
  server = make([](serve::Options& options) {
    options.connections = 2;
    options.places = {.per_key = 3, .in_all = 4};
  });
  refunds.wait = 30s;
  const serve::Operation other{.name = "POST /payments"};
  Gate executing, all_served;
  std::atomic<int> refused = 0, replayed = 0, stored = 0, served = 0;
  {
    WorkQueue threads(8);
    threads.add([&] {
      const auto answer = post("hot", [&](const serve::Work&) -> serve::Handled {
        ++runs;
        executing.open();
        EXPECT_TRUE(all_served.wait()) << "others were held up";
        return serve::Answered{created()};
      });
      stored += header(answer, "Idempotency-Status") == "stored" ? 1 : 0;
    });
    ASSERT_TRUE(executing.wait());
    for (int i = 0; i < 1000; ++i) {
      threads.add([&] {
        const auto answer = post("hot");
        if (answer.status == 409) {
          EXPECT_EQ(code_of(answer), "CONFLICT.idempotency.in_progress");
          EXPECT_NE(header(answer, "Retry-After"), "");
          ++refused;
        }
        replayed += header(answer, "Idempotency-Status") == "replayed" ? 1 : 0;
      });
      if (i % 100 != 99) continue;
      threads.add([&, i] {
        EXPECT_EQ(server->serve(other, request("other-" + std::to_string(i)), answers()).status, 201);
        if (++served == 10) all_served.open();
      });
    }
  }
  EXPECT_EQ(runs, 1 + 10);
  EXPECT_EQ(stored, 1);
  EXPECT_EQ(replayed, 3) << "those that had a place";
  EXPECT_EQ(refused, 997);
}

TEST_F(ServeTest, ADuplicateWaitsWithoutAConnection) {
  server = make([](serve::Options& options) { options.connections = 1; });
  refunds.wait = 30s;
  Gate executing, go_on;
  std::thread first([&] {
    post("k", [&](const serve::Work&) -> serve::Handled {
      executing.open();
      EXPECT_TRUE(go_on.wait());
      return serve::Answered{created()};
    });
  });
  ASSERT_TRUE(executing.wait());
  http::Answer answer;
  std::thread second([&] { answer = post("k"); });
  // It waits; the only connection serves others meanwhile.
  EXPECT_EQ(post("another").status, 201);
  go_on.open();
  first.join();
  second.join();
  EXPECT_EQ(answer.status, 201);
  EXPECT_EQ(header(answer, "Idempotency-Status"), "replayed");
}

TEST_F(ServeTest, ADuplicateOfAnotherProcessWaitsTooAndLooksAgain) {
  refunds.wait = 30s;
  const auto elsewhere = make({});
  Gate executing;
  std::atomic<bool> is_done = false;
  std::thread first([&] {
    elsewhere->serve(refunds, request("k"), [&](const serve::Work&) -> serve::Handled {
      executing.open();
      // The duplicate has looked, and looks again.
      EXPECT_TRUE(eventually([&] {
        std::int64_t conflicts = 0;
        for (const auto& delta : counters.take()) conflicts += delta.name == "conflict" ? delta.n : 0;
        return conflicts > 0;
      }));
      is_done = true;
      return serve::Answered{created()};
    });
  });
  ASSERT_TRUE(executing.wait());
  const auto answer = post("k");
  EXPECT_TRUE(is_done);
  first.join();
  EXPECT_EQ(header(answer, "Idempotency-Status"), "replayed");
  EXPECT_EQ(runs, 0);
}

TEST_F(ServeTest, ADuplicateThatWaitedIsNotToldThatNothingWasExecuted) {
  refunds.wait = 30s;
  const auto elsewhere = make({});
  http::Answer answer;
  elsewhere->serve(refunds, request("k"), [&](const serve::Work&) -> serve::Handled {
    std::thread second([&] { answer = post("k"); });
    EXPECT_TRUE(eventually([&] {
      for (const auto& delta : counters.take()) {
        if (delta.name == "conflict") return true;
      }
      return false;
    }));
    raw.exec("ALTER TABLE onceover.keys RENAME TO keys_elsewhere");
    second.join();
    raw.exec("ALTER TABLE onceover.keys_elsewhere RENAME TO keys");
    return serve::Answered{created()};
  });
  EXPECT_EQ(code_of(answer), "CONFLICT.idempotency.in_progress");
}

TEST_F(ServeTest, TheRequestsOwnTimeoutBoundsTheWait) {
  refunds.wait = 10min;
  post("k", [&](const serve::Work&) -> serve::Handled {
    const auto answer = post("k", answers(), {{"X-Request-Timeout", "50"}});
    EXPECT_EQ(code_of(answer), "CONFLICT.idempotency.in_progress");
    return serve::Answered{created()};
  });
  EXPECT_EQ(runs, 0);
}

TEST_F(ServeTest, ADuplicateWithAnotherPayloadNeverWaits) {
  refunds.wait = 10min;
  post("k", [&](const serve::Work&) -> serve::Handled {
    EXPECT_EQ(server->serve(refunds, request("k", "{}"), answers()).status, 422);
    return serve::Answered{created()};
  });
}

TEST_F(ServeTest, ADuplicateIsRefusedAtOnceUnlessItsOperationWaits) {
  post("k", [&](const serve::Work&) -> serve::Handled {
    EXPECT_EQ(post("k").status, 409);
    return serve::Answered{created()};
  });
}

TEST_F(ServeTest, WithoutAFreeConnectionTheClientGets503) {
  server = make([](serve::Options& options) {
    options.connections = 1;
    options.lend_within = Duration(1);
  });
  const serve::Operation notes{.name = "POST /notes"};
  server->serve_within(notes, request("n"),
                       [&](pg::Connection&, const engine::Claim&) -> Result<serve::Answered> {
                         EXPECT_EQ(code_of(post("k")), "DEPENDENCY.unavailable");
                         return serve::Answered{created()};
                       });
  EXPECT_EQ(state_of("n"), "succeeded");
  EXPECT_EQ(state_of("k"), "none");
}

}  // namespace
}  // namespace onceover::test
