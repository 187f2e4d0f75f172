// SPDX-License-Identifier: Apache-2.0
// F14: the server's disk is full. Nothing is recorded as failed, nobody charges without a claim, and
// everything resumes once there is room.
#include "tests/integration/faults/fixture.h"
#include "tests/support/small_disk.h"

namespace onceover::test {
namespace {

using engine::Claim;
using engine::Done;

TEST_F(FaultTest, F14_ADiskThatIsFullRecordsNothingAsFailedAndEverythingResumes) {
  if (const std::string why = SmallDiskServer::unavailable(); !why.empty()) GTEST_SKIP() << why;
  SmallDiskServer disk;
  disk.create_database("shop");
  const std::string shop = disk.server().conninfo("shop");
  install_schema(shop);
  RawConnection raw(shop);
  Executor executor(shop);
  const Claim claim = claimed(executor, "charged");
  const auto reply = charge("charged");
  for (int i = 0; i < 6; ++i) claimed(executor, "stuck" + std::to_string(i));
  for (int i = 0; i < 3; ++i) charge("stuck" + std::to_string(i));
  disk.fill();

  // The answer does not fit: the completion says so, and the key stays what it was.
  const key::StoredResponse large = response_with(std::string(200'000, 'x') + reply.body);
  key::StoredResponse scattered = large;
  for (std::size_t i = 0; i < scattered.body.size(); ++i)
    scattered.body[i] = static_cast<char>('a' + (i * i * 7 + i / 13) % 26);
  const auto full = executor.engine.complete(claim, scattered);
  ASSERT_FALSE(full);
  EXPECT_EQ(full.error().sqlstate, "53100") << full.error().sentence();
  EXPECT_TRUE(full.error().is_retryable());
  EXPECT_NE(full.error().next.find("Free space"), std::string::npos) << full.error().sentence();
  EXPECT_EQ(state_of(raw, "charged"), "in_progress");

  // New claims go on as long as old pages have room; then they are refused with a typed error, and whoever
  // has no claim does not charge.
  std::optional<Error> refused;
  for (int i = 0; i < 2'000 && !refused; ++i) {
    const std::string key = "new" + std::to_string(i);
    const auto outcome = executor.engine.claim(request_for(key), policy);
    if (!outcome) {
      refused = outcome.error();
      EXPECT_EQ(state_of(raw, key), "none");
    }
  }
  ASSERT_TRUE(refused) << "the disk never filled up";
  EXPECT_EQ(refused->sqlstate, "53100");
  EXPECT_EQ(refused->kind, ErrorKind::busy);

  // A sweep needs room for the trail of what it does: it stops with the same error and leaves no verdict
  // without its audit row.
  raw.tamper(
      "UPDATE onceover.keys SET locked_until = clock_timestamp() - interval '1 s' WHERE key LIKE 'stuck%'");
  const auto counts = sweep(executor.connection, gateway());
  ASSERT_FALSE(counts);
  EXPECT_EQ(counts.error().sqlstate, "53100") << counts.error().sentence();
  EXPECT_EQ(count(raw, "state = 'failed'"), "0");
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.keys k WHERE state <> 'in_progress' AND NOT EXISTS "
                       "(SELECT FROM onceover.audit a WHERE a.key = k.key AND a.fence_after = k.fence)"),
            "0");
  check(raw);

  disk.free();
  take<Done>(executor.engine.complete(claim, scattered));
  EXPECT_EQ(state_of(raw, "charged"), "succeeded");
  settle_all(shop);
  EXPECT_EQ(count(raw, "state = 'failed'"), "0");
}

}  // namespace
}  // namespace onceover::test
