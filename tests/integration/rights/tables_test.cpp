// SPDX-License-Identifier: Apache-2.0
// Commands about an external table, and those that receive events, by each role.
#include <csignal>

#include "tests/integration/rights/commands_fixture.h"
#include "tests/support/kafka/kafka.h"
#include "tests/support/process.h"

namespace onceover::oncectl {

std::vector<Row> Commands::of_tables() {
  const auto of_job = [this](std::vector<std::string> words, std::vector<std::string> after = {}) {
    return [=, this](const std::string& n) {
      raw_.exec("INSERT INTO public.jobs VALUES ($1, 'run', now() - interval '1 hour')", {n});
      auto all = words;
      all.insert(all.end(), {n, "--profile", write_file("jobs.toml", jobs_profile)});
      all.insert(all.end(), after.begin(), after.end());
      return all;
    };
  };
  const std::set<DbRole> reconcilers{DbRole::reconciler};
  return {
      // A service may change the rows of its own table.
      {"write", and_also(reconcilers, DbRole::service), 0, of_job({"write", "succeed"}, {"--reason", "r"})},
      {"cases note, of a table", reconcilers, 0, of_job({"cases", "note"}, {"--note", "seen"})},
      {"keys show, of a table", readers, 0, of_job({"keys", "show"})},
      {"plan create, of a table", reconcilers, 0,
       of_job({"plan", "create"}, {"--act", "settle", "--reason", "r"})},
      {"profile inspect", and_also(reconcilers, DbRole::service), 0,
       [this](const std::string&) {
         return std::vector<std::string>{"profile", "inspect", write_file("jobs.toml", jobs_profile)};
       },
       1},  // what this user may not do is its answer
  };
}

TEST_F(Commands, OfTables) {
  raw_.exec(jobs_table);
  for (const DbRole role : readers) {
    const Ran script = ctl({"roles", "print", "--role", std::string(roles::word(role)), "--name",
                            user_of(role), "--profile", write_file("jobs.toml", jobs_profile)});
    ASSERT_EQ(script.code, 0) << script.err;
    raw_.exec(script.out);
  }
  each(of_tables());
}

TEST_F(Commands, OfReceivers) {
  const std::vector<std::string> receive{
      "inbox",         "receive",
      "--consumer",    "c",
      "--source",      "s",
      "--listen",      "127.0.0.1:0",
      "--secret-file", write_file("secret", "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=")};
  test::Broker broker;
  broker.make_topic("empty", 1);
  const std::vector<std::string> consume{"inbox",   "consume",          "--consumer", "c",
                                         "--kafka", broker.bootstrap(), "--topic",    "empty"};
  const Row row_of_receive{"inbox receive", {DbRole::consumer}, 0, always(receive)};
  for (const DbRole role : roles::all_db_roles) {
    if (role == DbRole::consumer) continue;
    SCOPED_TRACE(roles::word(role));
    const std::string before = all();
    const Ran ran = as(role, receive);
    EXPECT_EQ(ran.code, refused) << ran.out << ran.err;
    names_the_right(row_of_receive, ran);
    EXPECT_EQ(all(), before);
  }
  std::vector<std::string> argv{ONCEOVER_BIN_DIR "/oncectl", "--dsn",
                                database_.conninfo() + " user=" + user_of(DbRole::consumer)};
  argv.insert(argv.end(), receive.begin(), receive.end());
  auto receiver = test::Process::spawn(argv);
  EXPECT_TRUE(receiver.wait_for_err("Receiving webhooks")) << receiver.err();
  receiver.kill(SIGTERM);
  EXPECT_EQ(receiver.wait(), (test::Exit{0, 0})) << receiver.err();
  each({{"inbox consume", {DbRole::consumer}, 0, always(consume)}});
}

}  // namespace onceover::oncectl
