// SPDX-License-Identifier: Apache-2.0
// The table of commands against the program's own list: a command that is in neither list here has not been
// thought of.
#include "tests/integration/rights/commands_fixture.h"

namespace onceover::oncectl {
namespace {

// Run here by tests that need more than a table of rows: an empty database, a broker, a process that is
// ended.
const std::set<std::string> elsewhere{"inbox receive", "inbox consume", "schema install"};

TEST_F(Commands, EachOfTheProgramIsRunOrNeedsNoRight) {
  const ProgramCommands program = program_commands();
  EXPECT_GT(program.leaves.size(), 70U);
  std::set<std::string> known = elsewhere;
  for (const auto& [name, why] : commands_without_tables()) known.insert(name);
  for (const auto& rows : {readings(), of_events_read(), acts_on_keys(), acts_on_plans(), acts_on_events(),
                           approvals(), daemons(), of_the_owner(), of_tables()})
    for (const Row& row : rows) known.insert(row.command());
  for (const std::string& name : program.leaves)
    EXPECT_TRUE(known.contains(name)) << "no role runs it here: " << name;
  for (const std::string& name : known)
    EXPECT_TRUE(program.leaves.contains(name) || program.groups.contains(name))
        << "the program has no such command: " << name;
}

// What needs no right does not connect, or answers every role.
TEST_F(Commands, WithoutRightsNoStoreIsAsked) {
  const std::string nowhere = "host=" + testing::TempDir() + "/no-server";
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"gateway", "check", gateway_.config_path()},
           {"gateway", "test", "--key", "k", "--operation", "refund", "--gateway", gateway_.config_path()},
           {"schema", "print"},
           {"roles", "print", "--role", "viewer"}}) {
    auto all = words;
    all.insert(all.end(), {"--dsn", nowhere});
    const Ran ran = run(all);
    EXPECT_NE(ran.code, static_cast<int>(6)) << words[0] << ' ' << words[1] << ran.err;
  }
}

}  // namespace
}  // namespace onceover::oncectl
