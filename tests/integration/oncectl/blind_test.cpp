// Each way in which a session may not see all of a table, with each command that prints a number or an absence. A command that is in
// neither list here has not been thought of.
#include <filesystem>
#include <fstream>

#include "tests/integration/oncectl/fixture.h"
#include "tests/support/blind_shop.h"

namespace onceover::oncectl {
namespace {

using test::Hides;

// A command on a table without a row of that kind, and what it asks of the table.
struct Asks {
  std::vector<std::string> words;
  std::set<Hides> of;
  bool may_end_well = false;  // it also prints what no blind spot hides: then the reason is enough
};
const std::vector<Asks> commands{
    {{"stuck"}, {Hides::rows, Hides::states, Hides::times}},
    {{"stuck", "--list"}, {Hides::rows, Hides::states, Hides::times}},
    {{"stuck", "--older-than", "15m"}, {Hides::rows, Hides::states, Hides::times}},
    {{"check"}, {Hides::rows, Hides::states, Hides::times}},
    {{"keys", "list"}, {Hides::rows}},
    {{"keys", "list", "--key", "none"}, {Hides::rows}},
    {{"keys", "list", "--contains", "none"}, {Hides::rows}},
    {{"keys", "list", "--state", "failed"}, {Hides::rows, Hides::states}},
    {{"keys", "list", "--stuck"}, {Hides::rows, Hides::states, Hides::times}},
    {{"keys", "list", "--from", "1h"}, {Hides::rows, Hides::times}},
    {{"keys", "export", "-"}, {Hides::rows}},
    {{"keys", "export", "-", "--state", "failed"}, {Hides::rows, Hides::states}},
    {{"keys", "show", "none"}, {Hides::rows}},
    {{"keys", "why", "none"}, {Hides::rows}},
    {{"keys", "life", "none"}, {Hides::rows}},
    {{"cases", "show", "none"}, {Hides::rows}},
    {{"cases", "note", "none", "--note", "seen"}, {Hides::rows}},
    {{"bundle", "--key", "none", "-o", "-"}, {Hides::rows}},
    {{"ask", "none"}, {Hides::rows}},
    {{"write", "release", "none", "--reason", "r", "--dry-run"}, {Hides::rows}},
    {{"metrics", "--source", "rows", "--metric", "created"}, {Hides::rows, Hides::times}, true},
    {{"drift", "--from", "1h"}, {Hides::rows, Hides::times}},
    {{"plan", "create", "p", "--act", "release", "--stuck", "--reason", "r"}, {Hides::rows, Hides::states, Hides::times}},
};

// Why a command says nothing of the rows of a described table.
const std::map<std::string, std::string> of_no_rows{
    {"settle", "only keys of the onceover schema: settle_test"},
    {"stats", "only keys of the onceover schema: SightTest"},
    {"reap", "only keys of the onceover schema"},
    {"sweep", "acts on rows that it finds, and says how many it settled; an absence is what stuck answers"},
    {"doctor", "findings; what it cannot read is a finding of its own: doctor_test"},
    {"profile detect", "columns and statistics"},
    {"profile propose", "columns and statistics"},
    {"profile check", "reads a file"},
    {"profile inspect", "the catalog: each blind spot is a remark of its own"},
    {"metrics roll-up", "counters of the onceover schema"},
    {"plan list", "plans"},
    {"plan show", "plans"},
    {"plan items", "plans"},
    {"plan dry-run", "the rows of a plan, each by its identity"},
    {"plan run", "the rows of a plan, each by its identity"},
    {"plan resume", "plans"},
    {"plan pause", "plans"},
    {"plan stop", "plans"},
    {"plan report", "plans"},
    {"gateway register", "gateways"},
    {"gateway approve", "gateways"},
    {"gateway registered", "gateways"},
    {"gateway test", "gateways"},
    {"gateway check", "reads a file"},
    {"audit", "the trail"},
    {"audit verify", "the trail"},
    {"audit seal", "the trail"},
    {"audit anchor", "the trail"},
    {"audit undo", "one row, by its identity"},
    {"relay list", "relays"},
    {"relay pause", "relays"},
    {"relay resume", "relays"},
    {"relay retire", "relays"},
    {"relay adopt", "relays"},
    {"outbox list", "events of the onceover schema"},
    {"outbox retry", "events of the onceover schema"},
    {"outbox skip", "events of the onceover schema"},
    {"outbox events", "keys list on onceover.outbox"},
    {"outbox export", "keys export on onceover.outbox"},
    {"outbox show", "keys show on onceover.outbox"},
    {"outbox republish", "events of the onceover schema"},
    {"outbox erase", "events of the onceover schema"},
    {"inbox list", "keys list on onceover.inbox"},
    {"inbox export", "keys export on onceover.inbox"},
    {"inbox show", "keys show on onceover.inbox"},
    {"inbox receive", "events of the onceover schema"},
    {"inbox consume", "events of the onceover schema"},
    {"inbox requeue", "events of the onceover schema"},
    {"inbox discard", "events of the onceover schema"},
    {"inbox erase", "events of the onceover schema"},
    {"bundle show", "reads a file"},
    {"cases list", "cases"},
    {"approvals list", "approvals"},
    {"approvals show", "approvals"},
    {"approvals approve", "one row, by its identity"},
    {"approvals refuse", "approvals"},
    {"roles print", "prints SQL"},
    {"calculator size", "calculates"},
    {"calculator outbox", "calculates"},
    {"calculator inbox", "calculates"},
    {"calculator schedule", "calculates"},
    {"calculator storm", "calculates"},
    {"calculator lint", "calculates"},
    {"stop", "the stop switch"},
    {"start", "the stop switch"},
    {"schema print", "prints SQL"},
    {"schema install", "the onceover schema"},
    {"schema status", "the onceover schema"},
    {"try", "makes a server of its own"},
};

std::string in_a_line(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : " ") + word;
  return out;
}

// No answer may say so where something is hidden.
const std::vector<std::string> all_clear{"No key matches",  "There is no key", "never seen",         "Nothing is stuck", "There is no row",
                                         "No row is found", "nothing fires",   "No table has a row", "No effect"};

class BlindTest : public OncectlTest {
 protected:
  BlindTest() : file_(std::filesystem::path(testing::TempDir()) / (database_.name() + "-blind.toml")) {}
  ~BlindTest() override { std::filesystem::remove(file_); }
  Ran as_reader(const Asks& asks) {
    std::ofstream(file_) << shop_.profile();
    auto words = asks.words;
    words.insert(words.end(), {"--profile", file_.string(), "--gateway", gateway_.config_path()});
    words.insert(words.end(), {"--dsn", shop_.conninfo()});
    return run(words);
  }
  test::BlindShop shop_{database_};
  std::filesystem::path file_;
};

TEST_F(BlindTest, EachCommandIsInOneOfTheLists) {
  const ProgramCommands program = program_commands();
  std::set<std::string> known;
  for (const auto& [name, why] : of_no_rows) known.insert(name);
  for (const Asks& asks : commands) {
    const std::string line = in_a_line(asks.words);
    for (const auto* names : {&program.leaves, &program.groups}) {
      for (const std::string& name : *names) {
        if (!name.empty() && (line == name || line.starts_with(name + " "))) known.insert(name);
      }
    }
  }
  for (const std::string& name : program.leaves) EXPECT_TRUE(known.contains(name)) << "what it says of hidden rows is not tested: " << name;
  for (const std::string& name : known)
    EXPECT_TRUE(program.leaves.contains(name) || program.groups.contains(name)) << "the program has no such command: " << name;
}

TEST_F(BlindTest, NoCommandSaysThatThereIsNothingWhereItDoesNotKnow) {
  for (const test::Blind& blind_spot : test::blind_spots()) {
    shop_.blind(blind_spot.spot);
    for (const Asks& asks : commands) {
      if (!asks.of.contains(blind_spot.hides)) continue;
      const Ran ran = as_reader(asks);
      const std::string said = ran.out + ran.err, where = std::string(blind_spot.name) + " × " + in_a_line(asks.words);
      EXPECT_THAT(said, testing::ContainsRegex(blind_spot.why)) << where;
      for (const std::string& words : all_clear) EXPECT_THAT(said, testing::Not(testing::HasSubstr(words))) << where;
      const bool is_check = asks.words[0] == "check";
      if (asks.may_end_well) continue;
      EXPECT_NE(ran.code, 0) << where << said;
      if (is_check) {
        EXPECT_EQ(ran.code, 3) << where << said;
      } else {
        EXPECT_NE(ran.code, 3) << where << said;
      }
    }
  }
}

}  // namespace
}  // namespace onceover::oncectl
