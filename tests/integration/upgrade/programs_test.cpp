// SPDX-License-Identifier: Apache-2.0
// oncectl on a store of another version: it works, or refuses in words, and then nothing has changed. The
// console refuses by the same status (ui/bridge); manual page upgrades.md has the whole table.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/engine/engine.h"
#include "core/key/fingerprint.h"
#include "core/schema/schema.h"
#include "core/sql/statements.h"
#include "tests/integration/upgrade/stores.h"
#include "tests/support/process.h"

namespace onceover::test {
namespace {

using testing::HasSubstr;

constexpr int schema_does_not_fit = 7;

struct Outcome {
  int code = -1;
  std::string out, err;
};

Outcome oncectl(const RestoredStore& store, std::vector<std::string> words) {
  words.insert(words.begin(), {ONCEOVER_BIN_DIR "/oncectl", "--dsn", store.conninfo()});
  Process process = Process::spawn(words);
  const auto ended = process.wait();
  return {ended ? ended->code : -1, process.out(), process.err()};
}

const std::vector<std::vector<std::string>> writes = {{"reap"},
                                                      {"audit", "seal"},
                                                      {"stop", "--reason", "a test"},
                                                      {"relay", "--name", "main", "--topic", "*", "--lines"},
                                                      {"relay", "adopt", "--reason", "a test"}};
const std::vector<std::vector<std::string>> reads = {
    {"keys", "list"}, {"keys", "show", "finished"}, {"plan", "list"}, {"relay", "list"}};

TEST(OncectlOnAnOlderStore, ReadsAndWritesNothingAndNamesTheNextStep) {
  auto reads_and_writes = reads;
  reads_and_writes.insert(reads_and_writes.end(), writes.begin(), writes.end());
  RestoredStore store(dumps().front());
  store.raw.exec("UPDATE onceover.schema_version SET version = version - 1");
  const auto before = contents(store.raw);
  for (const auto& words : reads_and_writes) {
    const Outcome refused = oncectl(store, words);
    EXPECT_EQ(refused.code, schema_does_not_fit)
        << testing::PrintToString(words) << refused.out << refused.err;
    EXPECT_THAT(refused.err, HasSubstr("at version " + std::to_string(dumps().front().version - 1) +
                                       ", this program needs " + std::to_string(sql::migration_count)));
    EXPECT_THAT(refused.err, HasSubstr("oncectl schema install"));
  }
  EXPECT_EQ(contents(store.raw), before);
}

// An earlier program sees a store that is upgraded as this one sees a store of a later version.
class NewerStore : public testing::Test {
 protected:
  RestoredStore store{dump_of(sql::migration_count)};
  void SetUp() override {
    store.raw.exec("INSERT INTO onceover.schema_version (version, name) VALUES (9999, 'later')");
  }
};

TEST_F(NewerStore, OncectlReadsWithAWarningAndWritesNothing) {
  const auto before = contents(store.raw);
  for (const auto& words : reads) {
    const Outcome read = oncectl(store, words);
    EXPECT_EQ(read.code, 0) << testing::PrintToString(words) << read.err;
    EXPECT_THAT(read.err, HasSubstr("9999, newer than this program's")) << testing::PrintToString(words);
    EXPECT_FALSE(read.out.empty());
  }
  for (const auto& words : writes) {
    const Outcome refused = oncectl(store, words);
    EXPECT_EQ(refused.code, schema_does_not_fit)
        << testing::PrintToString(words) << refused.out << refused.err;
    EXPECT_THAT(refused.err, HasSubstr("Use a newer program"));
  }
  EXPECT_EQ(oncectl(store, {"schema", "install"}).code, schema_does_not_fit);
  EXPECT_EQ(contents(store.raw), before);
}

// Services are upgraded after the store: their statements do not ask for its version.
TEST_F(NewerStore, AServiceClaimsAndFinishesWhereItsLibraryWasNotAskedToCheck) {
  auto connection = open_store(store.as_service());
  engine::Engine engine(connection, nullptr);
  const auto claimed =
      engine.claim({{"acme", "POST /refunds", "new"}, key::fingerprint_raw("x"), "test", "", {}}, {});
  ASSERT_TRUE(claimed) << claimed.error().sentence();
  ASSERT_TRUE(std::holds_alternative<engine::Claim>(*claimed));
  EXPECT_TRUE(engine.complete(std::get<engine::Claim>(*claimed), {key::response_version, 201, {}, "{}"}));
  const auto checked = schema::require_writable(connection);
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().kind, ErrorKind::schema);
}

// Each dump is a store that was restored on another server.
TEST(RestoredStores, ARelayPublishesNothingUntilItIsAdopted) {
  for (const Dump& dump : dumps()) {
    RestoredStore store(dump);
    upgrade(store.conninfo());
    store.raw.exec("DELETE FROM onceover.relay_holds");
    const auto before = contents(store.raw);
    const Outcome refused = oncectl(store, {"relay", "--name", "main", "--topic", "*", "--lines"});
    EXPECT_NE(refused.code, 0) << refused.err;
    EXPECT_EQ(refused.out, "");
    EXPECT_THAT(refused.err, HasSubstr("oncectl relay adopt"));
    EXPECT_EQ(contents(store.raw).at("outbox"), before.at("outbox"));
    const Outcome adopted = oncectl(store, {"relay", "adopt", "--reason", "restored"});
    EXPECT_EQ(adopted.code, 0) << adopted.err;
    const Outcome published = oncectl(store, {"relay", "--name", "main", "--topic", "*", "--lines"});
    EXPECT_EQ(published.code, 0) << published.err;
    EXPECT_THAT(published.out, HasSubstr("\"r-0\""));
  }
}

}  // namespace
}  // namespace onceover::test
