// SPDX-License-Identifier: Apache-2.0
// Sweepers, a person and the table's own service at the same rows: of each row one write, and every loser
// learns.
#include <atomic>
#include <barrier>
#include <thread>

#include "tests/integration/sweeper/rows_fixture.h"

namespace onceover::test {
namespace {

constexpr int sweepers = 8;
constexpr int rows = 60;

TEST_F(RowsTest, OfAllWhoWriteARowOneDoes) {
  for (int i = 0; i < rows; ++i) {
    const std::string key = "k-" + std::to_string(100 + i);
    row(key);
    if (i % 2 == 0) gateway.perform(at_gateway(key));
  }
  // What was really written, whoever says so.
  raw.exec(
      "CREATE TABLE written (request_id text, phase text); CREATE FUNCTION note() RETURNS trigger LANGUAGE "
      "plpgsql AS $$ BEGIN INSERT INTO public.written VALUES (NEW.request_id, NEW.phase); RETURN NULL; END "
      "$$; CREATE TRIGGER note AFTER UPDATE ON requests FOR EACH ROW EXECUTE FUNCTION note()");
  std::atomic<int> by_sweepers = 0, by_person = 0, by_executor = 0, losses = 0, tries = 0;
  std::barrier all(sweepers + 2);
  std::vector<std::jthread> threads;
  for (int i = 0; i < sweepers; ++i) {
    threads.emplace_back([&, i] {
      pg::Connection own = swept_by(database.conninfo());
      auto config = eager();
      config.batch = 7;
      sweeper::RowSweeper one(own, p, gateway, config, {"sweeper-" + std::to_string(i), "host", "test"},
                              nullptr, Random(static_cast<std::uint64_t>(i)));
      all.arrive_and_wait();
      for (int pass = 0; pass < 3; ++pass) {
        const auto counts = one.run_once();
        if (!counts) {
          EXPECT_TRUE(counts.error().is_retryable() || counts.error().is_timeout())
              << counts.error().sentence();
          continue;
        }
        by_sweepers += counts->succeeded + counts->released;
        losses += counts->lost;
        tries += counts->owned;
        EXPECT_EQ(counts->needs_human, 0);
      }
    });
  }
  threads.emplace_back([&] {  // a person, row by row
    pg::Connection own = swept_by(database.conninfo());
    const auto access = tables::inspect(own, p);
    all.arrive_and_wait();
    for (int i = rows - 1; i >= 0; --i) {
      auto seen = reconcile::read_row(
          own, p, *access, {.tenant = "7", .operation = "refund", .key = "k-" + std::to_string(100 + i)});
      ASSERT_TRUE(seen.has_value()) << seen.error().sentence();
      const reconcile::WriteRequest request{.verb = tables::Verb::fail,
                                            .reason = "INC-1",
                                            .ticket = "INC-1",
                                            .verdict = reconcile::VerdictKind::settle_failed,
                                            .evidence_json = R"({"said":"seen at the bank"})"};
      if (reconcile::why_not_written(p, *access, **seen, request.verb)) continue;
      const auto outcome = reconcile::write(own, p, *access, **seen, request, {"alice", "desk", "test"});
      if (!outcome) {
        EXPECT_TRUE(outcome.error().is_retryable() || outcome.error().is_timeout())
            << outcome.error().sentence();
      } else {
        (std::holds_alternative<reconcile::RowWritten>(*outcome) ? by_person : losses) += 1;
      }
    }
  });
  threads.emplace_back([&] {  // executors that wake
    RawConnection own = database.connect();
    all.arrive_and_wait();
    for (int i = 0; i < rows; i += 3) {
      const auto woken = own.exec(
          "UPDATE requests SET phase = 'DONE', code = 200, locked_until = NULL WHERE request_id = $1 AND "
          "phase = 'RUNNING' RETURNING 1",
          {"k-" + std::to_string(100 + i)});
      by_executor += static_cast<int>(woken.size());
    }
  });
  threads.clear();
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM written"), std::to_string(rows));
  EXPECT_EQ(raw.scalar("SELECT count(DISTINCT request_id) FROM written"), std::to_string(rows))
      << "each row once";
  EXPECT_EQ(by_sweepers + by_person + by_executor, rows);
  EXPECT_EQ(audit_rows("action = 'write'"), std::to_string(by_sweepers + by_person));
  EXPECT_EQ(audit_rows("action = 'write' AND actor LIKE 'sweeper-%'"), std::to_string(by_sweepers));
  EXPECT_EQ(owned(), "0");
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.row_cases WHERE status <> 'settled'"), "0")
      << "of no row anything is left to do";
  EXPECT_LE(tries - by_sweepers, losses) << "who owned a row and wrote nothing has said so";
}

}  // namespace
}  // namespace onceover::test
