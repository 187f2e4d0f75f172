// SPDX-License-Identifier: Apache-2.0
// A duplicate writes nothing, whichever way it arrives: not one byte of WAL, no transaction number, no dead
// row.
#include "app/try/private_server.h"
#include "core/schema/schema.h"
#include "tests/integration/inbox/fixture.h"

namespace onceover::test {
namespace {

// Nothing of the server's own writes WAL meanwhile: no checkpoint, no vacuum, no standby's snapshots.
std::unique_ptr<try_it::PrivateServer> server_without_wal_of_its_own() {
  try_it::PrivateServer::Options options;
  options.settings = {{"wal_level", "minimal"},
                      {"max_wal_senders", "0"},
                      {"autovacuum", "off"},
                      {"checkpoint_timeout", "1d"},
                      {"max_wal_size", "8GB"}};
  auto server = try_it::PrivateServer::start(options);
  if (!server) throw std::runtime_error(server.error().sentence());
  return std::move(*server);
}

std::string written(RawConnection& look) {
  return look.scalar(
      "SELECT pg_current_wal_insert_lsn() || ' xid ' || pg_snapshot_xmax(pg_current_snapshot()) || ' fence ' "
      "|| coalesce(pg_sequence_last_value('onceover.inbox_fence')::text, 'none')");
}

TEST(DuplicateOfAnEvent, WritesNothingAtAll) {
  const auto server = server_without_wal_of_its_own();
  auto client = open_inbox(server->conninfo());
  ASSERT_TRUE(schema::install(client));
  inbox::Inbox box(client, "billing");
  std::vector<inbox::Event> array, versioned;
  for (int i = 0; i < 200; ++i) {
    array.push_back(event_of("e" + std::to_string(i)));
    versioned.push_back(version_of("v" + std::to_string(i), std::to_string(i % 10), i));
  }
  const auto accept = [&](std::span<const inbox::Event> events) {
    (void)must(client.exec("BEGIN"));
    const auto answers = must(box.accept_within(events));
    (void)must(client.exec("COMMIT"));
    return answers;
  };
  EXPECT_EQ(accept(array).front(), inbox::Answer::accepted);
  EXPECT_EQ(accept(versioned).back(), inbox::Answer::accepted);
  RawConnection look(server->conninfo());
  // Reading a page that holds dead versions may prune it, which writes: of the inbox, and of the catalog
  // since the schema was made.
  look.exec("VACUUM (FREEZE)");
  const std::vector<pg::Statement> business{{"CREATE TABLE public.never ()", {}}};
  std::vector<inbox::Event> stale{version_of("old", "1", 1)};
  const std::vector<std::pair<const char*, std::function<bool()>>> ways{
      {"array", [&] { return accept(array).back() == inbox::Answer::duplicate; }},
      {"one", [&] { return accept(std::span(array).first(1)).front() == inbox::Answer::duplicate; }},
      {"versions", [&] { return accept(versioned).front() == inbox::Answer::duplicate; }},
      {"stale", [&] { return accept(stale).front() == inbox::Answer::stale; }},
      {"known", [&] { return must(box.run_known(array[3], business)) == inbox::Answer::duplicate; }},
      {"begun", [&] { return std::holds_alternative<inbox::Duplicate>(must(box.begin(array[5], "test"))); }},
      {"stored", [&] { return must(box.store(array)).front() == inbox::Answer::duplicate; }},
      {"function",
       [&] {
         return look.scalar("SELECT onceover.inbox_accept('billing', 'orders', 'e7', 'A')") == "duplicate";
       }},
  };
  for (int warm = 0; warm < 3; ++warm) {
    for (const auto& [name, way] : ways) ASSERT_TRUE(way()) << name;
  }
  look.exec("CHECKPOINT");
  for (const auto& [name, way] : ways) {
    const std::string before = written(look);
    for (int i = 0; i < 50; ++i) ASSERT_TRUE(way()) << name;
    EXPECT_EQ(written(look), before) << name;
  }
  // The instrument is not broken.
  const std::string before = written(look);
  EXPECT_EQ(must(box.begin(event_of("new"), "test")).index(), 0U);
  EXPECT_NE(written(look), before);
}

}  // namespace
}  // namespace onceover::test
