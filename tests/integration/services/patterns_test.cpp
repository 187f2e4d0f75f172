// SPDX-License-Identifier: Apache-2.0
// The page "Patterns" of the manual: of each section the usual code, which is seen to go wrong, and the
// pattern, which is not. Both are run as they stand there, by two connections and by many at once.
#include <gmock/gmock.h>

#include <atomic>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <thread>

#include "tests/support/database.h"
#include "tests/support/eventually.h"
#include "tests/support/schema_template.h"

namespace onceover::test {
namespace {

using Blocks = std::vector<std::string>;  // of a section: tables, the usual code, the pattern

std::map<std::string, Blocks> sections() {
  std::ifstream file(ONCEOVER_SOURCE_DIR "/resources/manual/patterns.md");
  std::map<std::string, Blocks> out;
  std::string line, title, block;
  bool in_block = false;
  while (std::getline(file, line)) {
    if (line.starts_with("## ")) title = line.substr(3);
    if (line.starts_with("```")) {
      if (in_block) out[title].push_back(std::exchange(block, {}));
      in_block = line == "```sql";
    } else if (in_block) {
      block += line + '\n';
    }
  }
  return out;
}

std::vector<std::string> statements(const std::string& block) {
  std::vector<std::string> out;
  std::string one;
  std::istringstream lines(block);
  for (std::string line; std::getline(lines, line);) {
    one += line + '\n';
    if (line.ends_with(";")) out.push_back(std::exchange(one, {}));
  }
  return out;
}

class PatternsTest : public testing::Test {
 protected:
  // Of the section that the test is about.
  void begin(const std::string& title) {
    const auto all = sections();
    const auto found = all.find(title);
    ASSERT_NE(found, all.end()) << title;
    blocks_ = found->second;
    ASSERT_EQ(blocks_.size(), 3u) << title;
    raw.exec(blocks_[0]);
  }
  void usual() { a.exec(blocks_[1]); }
  void pattern() { a.exec(blocks_[2]); }
  // Each statement by both, before the next.
  void usual_by_two() {
    for (const std::string& one : statements(blocks_[1])) {
      a.exec(one);
      b.exec(one);
    }
  }
  // Eight at once, three times each.
  void pattern_by_many() {
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i) {
      threads.emplace_back([this] {
        auto own = database.connect();
        for (int time = 0; time < 3; ++time) own.exec(blocks_[2]);
      });
    }
    for (auto& thread : threads) thread.join();
  }
  std::string value(const std::string& sql) { return raw.scalar(sql); }

  TestDatabase database{installed_schema()};
  RawConnection raw = database.connect(), a = database.connect(), b = database.connect();
  Blocks blocks_;
};

TEST_F(PatternsTest, NaturalUniqueKey) {
  begin("Natural unique key");
  usual_by_two();
  EXPECT_EQ(value("SELECT count(*) FROM refunds_unchecked"), "2");
  pattern_by_many();
  EXPECT_EQ(value("SELECT count(*) FROM refunds"), "1");
}

TEST_F(PatternsTest, GuardedUpsert) {
  begin("Guarded upsert");
  for (const std::string table : {"stock_unguarded", "stock"})
    raw.exec("INSERT INTO " + table + " VALUES ('shoe', 3, 2)");
  usual();
  EXPECT_EQ(value("SELECT quantity FROM stock_unguarded"), "7");
  pattern_by_many();
  EXPECT_EQ(value("SELECT quantity FROM stock"), "3");
  raw.exec("DELETE FROM stock");
  pattern_by_many();
  EXPECT_EQ(value("SELECT quantity || ' ' || version FROM stock"), "7 1");
}

TEST_F(PatternsTest, CompareAndSet) {
  begin("Compare and set");
  usual_by_two();
  EXPECT_EQ(value("SELECT captures FROM payments WHERE id = 'pay_1'"), "2");
  pattern_by_many();
  EXPECT_EQ(value("SELECT captures FROM payments WHERE id = 'pay_2'"), "1");
}

TEST_F(PatternsTest, Version) {
  begin("Version");
  usual_by_two();
  EXPECT_EQ(value("SELECT amount FROM limits WHERE customer = 'cus_1'"), "150")
      << "one of two changes is lost";
  pattern_by_many();
  EXPECT_EQ(value("SELECT amount || ' ' || version FROM limits WHERE customer = 'cus_2'"), "150 2")
      << "the others are told to read again";
}

TEST_F(PatternsTest, AdvisoryLock) {
  begin("Advisory lock");
  usual_by_two();
  EXPECT_EQ(value("SELECT count(*) FROM disputes WHERE customer = 'cus_1'"), "4");
  // The second begins before the first commits.
  const auto steps = statements(blocks_[2]);
  for (std::size_t i = 0; i + 1 < steps.size(); ++i) a.exec(steps[i]);
  std::atomic<bool> is_done = false;
  std::thread second([&] {
    b.exec(blocks_[2]);
    is_done = true;
  });
  EXPECT_TRUE(eventually([&] {
    return is_done || value(
                          "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND "
                          "wait_event = 'advisory'") == "1";
  }));
  a.exec(steps.back());
  second.join();
  EXPECT_EQ(value("SELECT count(*) FROM disputes WHERE customer = 'cus_2'"), "3");
  pattern_by_many();
  EXPECT_EQ(value("SELECT count(*) FROM disputes WHERE customer = 'cus_2'"), "3");
}

TEST_F(PatternsTest, BalanceFromALog) {
  begin("Balance from a log");
  usual();
  usual();
  EXPECT_EQ(value("SELECT balance FROM accounts WHERE id = 'acc_1'"), "80");
  pattern_by_many();
  EXPECT_EQ(value("SELECT balance FROM accounts WHERE id = 'acc_2'"), "90");
  EXPECT_EQ(value("SELECT sum(amount) FROM entries WHERE account = 'acc_2'"), "90");
}

TEST_F(PatternsTest, NestedKeys) {
  begin("Nested keys");
  a.exec(statements(blocks_[1]).front());  // it died here
  usual();
  EXPECT_EQ(value("SELECT count(*) FROM calls_without_keys WHERE effect = 'charge'"), "2");
  a.exec(statements(blocks_[2]).front());
  pattern_by_many();
  EXPECT_EQ(value("SELECT string_agg(effect, ' ' ORDER BY effect) FROM calls"), "charge seat");
}

TEST_F(PatternsTest, EventBesideTheChange) {
  begin("Event beside the change");
  a.exec("BEGIN; INSERT INTO charges VALUES ('ch_1')");
  b.exec(blocks_[1]);  // by another system, whatever becomes of the transaction
  a.exec("ROLLBACK");
  EXPECT_EQ(value("SELECT count(*) FROM mails_sent"), "1");
  EXPECT_EQ(value("SELECT count(*) FROM charges"), "0");
  raw.exec("INSERT INTO charges VALUES ('ch_2')");
  EXPECT_ANY_THROW(pattern());
  a.exec("ROLLBACK");
  EXPECT_EQ(value("SELECT count(*) FROM onceover.outbox"), "0") << "no event of what was not booked";
  raw.exec("DELETE FROM charges");
  pattern();
  EXPECT_EQ(value("SELECT count(*) FROM onceover.outbox"), "1");
}

TEST(Patterns, EachOfThePageHasATest) {
  std::vector<std::string> titles;
  for (const auto& [title, blocks] : sections())
    titles.push_back(std::regex_replace(title, std::regex(" "), ""));
  const auto* suite = testing::UnitTest::GetInstance();
  std::vector<std::string> tests;
  for (int i = 0; i < suite->total_test_suite_count(); ++i) {
    const auto* one = suite->GetTestSuite(i);
    if (std::string_view(one->name()) != "PatternsTest") continue;
    for (int test = 0; test < one->total_test_count(); ++test)
      tests.push_back(one->GetTestInfo(test)->name());
  }
  const auto lower = [](std::vector<std::string> names) {
    for (auto& name : names)
      std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
    return names;
  };
  EXPECT_THAT(lower(tests), testing::UnorderedElementsAreArray(lower(titles)));
}

}  // namespace
}  // namespace onceover::test
