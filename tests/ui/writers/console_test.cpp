// SPDX-License-Identifier: GPL-3.0-or-later
// What programs of other makers write, listed by the console while they run.
#include <QTest>
#include <map>
#include <string>

#include "core/tables/detect/detect.h"
#include "core/tables/detect/proposal.h"
#include "core/tables/inspect/catalog.h"
#include "core/tables/toml.h"
#include "tests/support/console_page.h"
#include "tests/support/writer.h"
#include "ui/keys/keys_model.h"
#include "ui/keys/keys_page.h"

namespace onceover::keys {
namespace {

using test::Writer;

class WritersInConsoleTest : public test::ConsolePageTest {
 protected:
  void SetUp() override {
    if (const std::string why = Writer::unavailable(); !why.empty()) GTEST_SKIP() << why;
    test::ConsolePageTest::SetUp();
    ASSERT_TRUE(connectSession());
  }

  tables::Profile proposed(const std::string& table) {
    raw.exec("ANALYZE");
    auto connection = pg::Connection::open({.conninfo = database.conninfo()});
    if (!connection) throw std::runtime_error(connection.error().sentence());
    const auto facts = tables::read_facts(*connection, {.schema = "public", .table = table});
    if (!facts || facts->tables.empty()) throw std::runtime_error("there is no table " + table);
    const auto candidate = tables::detect(facts->tables[0]);
    if (!candidate) throw std::runtime_error(table + " is not proposed");
    return tables::propose(*candidate, facts->tables[0]).profile;
  }

  // Each key → the state's word as a person reads it on the page of keys, and the table's own.
  std::map<std::string, std::string> shown(const tables::Profile& profile) {
    if (session.profile() != profile) session.useProfile(std::make_shared<const tables::Profile>(profile));
    if (!page) page = std::make_unique<KeysPage>(session);
    page->show();
    if (!refreshed(*page)) throw std::runtime_error("the page was not read");
    std::map<std::string, std::string> rows;
    const auto* model = page->findChild<KeysModel*>();
    for (int row = 0; row < model->rowCount(); ++row) {
      const auto cell = [&](int column) { return model->index(row, column).data().toString().toStdString(); };
      rows[cell(KeysModel::KeyColumn)] = cell(KeysModel::StateColumn) + ", " + cell(KeysModel::WordColumn);
    }
    return rows;
  }

  using Rows = std::map<std::string, std::string>;
  std::unique_ptr<KeysPage> page;
};

std::string id(int number) { return "00000000-0000-4000-8000-00000000000" + std::to_string(number); }

TEST_F(WritersInConsoleTest, AnInboxOfMessages) {
  {
    Writer crashing("pg_transactional_outbox.mjs", database);
    crashing.order({{"do", "setup"}});
    crashing.order({{"do", "send"}, {"ids", {id(1)}}});
    EXPECT_EQ(shown(proposed("outbox")), (Rows{{id(1), "in progress, open"}}));
    crashing.order({{"do", "relay"}});
    crashing.order({{"do", "look"}, {"into", "outbox"}});
    crashing.expect({{"finished", id(1)}, {"box", "outbox"}});
    EXPECT_EQ(shown(proposed("outbox")), (Rows{{id(1), "succeeded, processed_at"}}));
    crashing.order({{"do", "consume"}});
    crashing.order({{"do", "look"}, {"into", "inbox"}});
    crashing.expect({{"working", id(1)}});
    EXPECT_EQ(shown(proposed("inbox")), (Rows{{id(1), "in progress, open"}}));
    crashing.kill();
  }
  raw.exec("UPDATE inbox SET locked_until = now() - interval '1 second'");  // as if its time had passed
  EXPECT_EQ(shown(proposed("inbox")), (Rows{{id(1), "stuck, open"}}));
  Writer writer("pg_transactional_outbox.mjs", database);
  writer.order({{"do", "consume"}});
  writer.order({{"do", "look"}, {"into", "inbox"}});
  writer.expect({{"finished", id(1)}, {"box", "inbox"}});
  writer.order({{"do", "send"}, {"ids", {id(2), id(3)}}});
  writer.order({{"do", "relay"}});
  writer.order({{"do", "look"}, {"into", "outbox"}});
  for (const int n : {2, 3}) writer.expect({{"finished", id(n)}, {"box", "outbox"}});
  writer.order({{"do", "look"}, {"into", "inbox"}});
  for (const int n : {2, 3}) writer.expect({{"working", id(n)}});
  writer.order({{"do", "end"}, {"key", id(2)}});
  writer.expect({{"finished", id(2)}, {"box", "inbox"}});
  EXPECT_EQ(shown(proposed("inbox")), (Rows{{id(1), "failed, abandoned_at"},
                                            {id(2), "succeeded, processed_at"},
                                            {id(3), "in progress, open"}}));
  test::takePictures(*page, QStringLiteral("keys-of-another-maker"));
}

TEST_F(WritersInConsoleTest, AnEnginesRuns) {
  const auto runs = tables::profiles_from_toml(test::openworkflow_profile, "test");
  ASSERT_TRUE(runs) << runs.error().sentence();
  Writer writer("openworkflow.mjs", database);
  for (const char* key : {"paid", "refused", "in work"})
    writer.order({{"do", "start"}, {"kind", "charge"}, {"key", key}});
  writer.order({{"do", "start"}, {"kind", "charge"}, {"key", "tomorrow"}, {"after", "24h"}});
  EXPECT_EQ(shown(runs->front()), (Rows{{"paid", "released, pending"},
                                        {"refused", "released, pending"},
                                        {"in work", "released, pending"},
                                        {"tomorrow", "released, pending"}}));
  writer.order({{"do", "work"}});
  for (const char* key : {"paid", "refused", "in work"}) writer.expect({{"working", key}});
  writer.order({{"do", "end"}, {"key", "paid"}, {"with", {{"charge", "ch_1"}}}});
  writer.order({{"do", "end"}, {"key", "refused"}, {"error", "card declined"}});
  writer.expect({{"completed", "paid"}});
  writer.expect({{"failed_attempt", "refused"}});
  EXPECT_EQ(shown(runs->front()), (Rows{{"paid", "succeeded, completed"},
                                        {"refused", "failed, failed"},
                                        {"in work", "in progress, running"},
                                        {"tomorrow", "released, pending"}}));
  writer.order({{"do", "end"}, {"key", "in work"}, {"with", nullptr}});
  writer.expect({{"completed", "in work"}});
  EXPECT_EQ(shown(runs->front())["in work"], "succeeded, completed");
}

}  // namespace
}  // namespace onceover::keys
