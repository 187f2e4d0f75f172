// SPDX-License-Identifier: Apache-2.0
// Each way in which a session may not see all of a table, with each command that prints a number or an
// absence. A command that is in neither list here has not been thought of.
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
    {{"handover"}, {Hides::rows, Hides::states, Hides::times}},
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
    {{"plan", "create", "p", "--act", "release", "--stuck", "--reason", "r"},
     {Hides::rows, Hides::states, Hides::times}},
};

// No answer may say so where something is hidden.
const std::vector<std::string> all_clear{
    "No key matches",       "There is no key",    "never seen",
    "Nothing is stuck",     "There is no row",    "No row is found",
    "none fires",           "No table has a row", "No effect",
    "No act matches",       "No case is open",    "Nothing waits for",
    "There is no plan",     "There is no appr",   "No gateway is registered",
    "No event is held",     "There is no relay",  "0 keys are due",
    "0 finished keys",      "no mismatch",        "No counts in that",
    "The trail has no act", "OK stuck-age",       "Nothing was changed",
    "There is no seal",
};

// The same for tables of the onceover schema: each with the tables that the command reads.
struct OwnAsks {
  std::vector<std::string> words;
  std::vector<const char*> tables;
  bool may_end_well = false;
  // of a command that also tells of other tables: what it says of these
  std::vector<std::string> may_not_say = all_clear;
};
const std::vector<OwnAsks> own_commands{
    {{"stuck"}, {"keys", "unfinished", "frontier"}},
    {{"stuck", "--list"}, {"keys", "unfinished", "frontier"}},
    {{"check"}, {"keys", "unfinished", "frontier"}, false, {"OK stuck-age"}},
    {{"check"}, {"cases"}, false, {"OK needs-human"}},
    {{"check"}, {"relays", "outbox"}, false, {"OK outbox-lag"}},
    {{"check"}, {"inbox"}, false, {"OK inbox-dead"}},
    {{"check"}, {"counter_series"}, false, {"no mismatch", "OK conflict-share", "OK no-completions"}},
    {{"stats"}, {"keys", "unfinished", "cases", "counter_series"}, true},
    {{"keys", "list"}, {"keys"}},
    {{"keys", "list", "--stuck"}, {"keys"}},
    {{"keys", "export", "-"}, {"keys"}},
    {{"keys", "show", "none"}, {"keys"}},
    {{"keys", "why", "none"}, {"keys"}},
    {{"keys", "life", "none"}, {"keys", "inbox", "outbox"}},
    {{"cases", "show", "none"}, {"keys"}},
    {{"cases", "note", "none", "--note", "seen"}, {"keys"}},
    {{"cases", "list"}, {"cases", "row_cases"}},
    {{"handover"}, {"keys", "cases", "row_cases", "approvals", "plans", "notes", "audit", "inbox"}},
    {{"approvals", "list"}, {"approvals"}},
    {{"approvals", "show", "1"}, {"approvals"}},
    {{"plan", "list"}, {"plans"}},
    {{"plan", "show", "none"}, {"plans"}},
    {{"plan", "items", "none"}, {"plans"}},
    {{"plan", "report", "none", "-"}, {"plans"}},
    {{"plan", "create", "p", "--act", "release", "--stuck", "--reason", "r"}, {"keys"}},
    {{"bundle", "--key", "none", "-o", "-"}, {"keys"}},
    {{"bundle", "--plan", "none", "-o", "-"}, {"plans"}},
    {{"bundle", "--from", "1h", "-o", "-"}, {"keys", "unfinished"}, true, {"Nothing is stuck"}},
    {{"bundle", "--from", "1h", "-o", "-"}, {"audit"}, true, {"The trail has no act"}},
    {{"bundle", "--from", "1h", "-o", "-"}, {"counter_series"}, true, {"No counts in that"}},
    {{"ask", "none"}, {"keys"}},
    {{"settle", "none", "--reason", "r", "--dry-run"}, {"keys"}},
    {{"reap", "--dry-run"}, {"keys"}},
    {{"sweep", "--dry-run"}, {"keys", "unfinished"}},
    {{"audit"}, {"audit"}},
    {{"audit", "--key", "none"}, {"audit"}},
    {{"audit", "verify"}, {"audit", "audit_seals", "audit_links"}},
    {{"audit", "anchor"}, {"audit_seals"}},
    {{"relay", "list"}, {"relays", "outbox", "outbox_parked"}},
    {{"outbox", "list"}, {"outbox_parked"}},
    {{"outbox", "events"}, {"outbox"}},
    {{"outbox", "export", "-"}, {"outbox"}},
    {{"outbox", "show", "1"}, {"outbox"}},
    {{"inbox", "list"}, {"inbox"}},
    {{"inbox", "list", "--state", "failed"}, {"inbox"}},
    {{"inbox", "export", "-"}, {"inbox"}},
    {{"inbox", "show", "none"}, {"inbox"}},
    {{"metrics"}, {"counter_series", "counter_minutes"}, true},
    {{"metrics", "--source", "samples", "--metric", "stuck"}, {"samples"}, true},
    {{"metrics", "--source", "rows", "--metric", "created"}, {"keys"}, true},
    {{"drift", "--from", "1h"}, {"keys"}},
    {{"gateway", "registered"}, {"gateways"}},
    {{"doctor"}, {"keys"}, true},
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
    {"cases list", "cases"},
    {"approvals list", "approvals"},
    {"approvals show", "approvals"},
    {"approvals approve", "one row, by its identity"},
    {"approvals refuse", "approvals"},
    {"stop", "the stop switch"},
    {"start", "the stop switch"},
    {"schema install", "the onceover schema"},
    {"schema status", "the onceover schema"},
};

// The same for tables of the onceover schema.
const std::map<std::string, std::string> of_no_own_rows{
    {"write", "only rows of external tables"},
    {"profile detect", "columns and statistics"},
    {"profile propose", "columns and statistics"},
    {"profile inspect", "the catalog: each blind spot is a remark of its own"},
    {"metrics roll-up", "writes"},
    {"plan dry-run", "a plan, which plan show finds"},
    {"plan run", "a plan, which plan show finds"},
    {"plan resume", "a plan, which plan show finds"},
    {"plan pause", "a plan, which plan show finds"},
    {"plan stop", "a plan, which plan show finds"},
    {"gateway register", "writes"},
    {"gateway approve", "writes"},
    {"audit seal", "writes"},
    {"audit undo", "writes"},
    {"relay pause", "writes"},
    {"relay resume", "writes"},
    {"relay retire", "writes"},
    {"relay adopt", "writes"},
    {"outbox retry", "writes"},
    {"outbox skip", "writes"},
    {"outbox republish", "writes"},
    {"outbox erase", "writes"},
    {"inbox receive", "writes"},
    {"inbox consume", "writes"},
    {"inbox requeue", "writes"},
    {"inbox discard", "writes"},
    {"inbox erase", "writes"},
    {"approvals approve", "writes"},
    {"approvals refuse", "writes"},
    {"stop", "writes"},
    {"start", "writes"},
    {"schema install", "writes"},
    {"schema status", "the version, which everybody may read: schema_test"},
};

std::string in_a_line(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : " ") + word;
  return out;
}

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
  void expect_no_all_clear(const Ran& ran, const std::vector<std::string>& words, const char* why,
                           bool may_end_well, const std::vector<std::string>& may_not_say,
                           const std::string& where) {
    const std::string said = ran.out + ran.err;
    EXPECT_THAT(said, testing::ContainsRegex(why)) << where;
    for (const std::string& clear : may_not_say)
      EXPECT_THAT(said, testing::Not(testing::HasSubstr(clear))) << where;
    if (may_end_well) return;
    EXPECT_NE(ran.code, 0) << where << said;
    if (words[0] == "check") {
      EXPECT_EQ(ran.code, 3) << where << said;
    } else {
      EXPECT_NE(ran.code, 3) << where << said;
    }
  }

  test::BlindShop shop_{database_};
  std::filesystem::path file_;
};

// others: commands that are asked nothing here, each with the reason.
template <class Asked>
void expect_each_command_in(const std::vector<Asked>& asked,
                            const std::map<std::string, std::string>& others) {
  const ProgramCommands program = program_commands();
  std::set<std::string> known;
  for (const auto* reasons : {&others, &commands_without_tables()}) {
    for (const auto& [name, why] : *reasons) known.insert(name);
  }
  for (const Asked& asks : asked) {
    const std::string line = in_a_line(asks.words);
    for (const auto* names : {&program.leaves, &program.groups}) {
      for (const std::string& name : *names) {
        if (!name.empty() && (line == name || line.starts_with(name + " "))) known.insert(name);
      }
    }
  }
  for (const std::string& name : program.leaves)
    EXPECT_TRUE(known.contains(name)) << "what it says of hidden rows is not tested: " << name;
  for (const std::string& name : known)
    EXPECT_TRUE(program.leaves.contains(name) || program.groups.contains(name))
        << "the program has no such command: " << name;
}

TEST_F(BlindTest, EachCommandIsInOneOfTheLists) {
  expect_each_command_in(commands, of_no_rows);
  expect_each_command_in(own_commands, of_no_own_rows);
}

TEST_F(BlindTest, NoCommandSaysThatThereIsNothingWhereItDoesNotKnow) {
  for (const test::Blind& blind_spot : test::blind_spots()) {
    shop_.blind(blind_spot.spot);
    for (const Asks& asks : commands) {
      if (!asks.of.contains(blind_spot.hides)) continue;
      expect_no_all_clear(as_reader(asks), asks.words, blind_spot.why, asks.may_end_well, all_clear,
                          std::string(blind_spot.name) + " × " + in_a_line(asks.words));
    }
  }
}

TEST_F(BlindTest, NorOfTheOnceoverSchema) {
  test::BlindReader& reader = shop_.reader();
  for (const test::OwnBlind& blind_spot : test::own_blind_spots()) {
    std::set<std::string> tables;
    if (blind_spot.spot == test::OwnSpot::standby) {
      tables = {"keys"};
    } else {
      for (const OwnAsks& asks : own_commands) tables.insert(asks.tables.begin(), asks.tables.end());
    }
    for (const std::string& table : tables) {
      reader.blind(blind_spot.spot, table);
      for (const OwnAsks& asks : own_commands) {
        if (tables.size() > 1 && std::ranges::find(asks.tables, table) == asks.tables.end()) continue;
        // Without the right to the list of unfinished keys, onceover.keys is read instead.
        if (blind_spot.spot == test::OwnSpot::no_right && (table == "unfinished" || table == "frontier"))
          continue;
        auto words = asks.words;
        words.insert(words.end(), {"--gateway", gateway_.config_path(), "--dsn", reader.conninfo()});
        expect_no_all_clear(
            run(words), asks.words, blind_spot.why, asks.may_end_well, asks.may_not_say,
            std::string(blind_spot.name) + " × " + in_a_line(asks.words) + " × onceover." + table);
      }
    }
    reader.see();
  }
}

}  // namespace
}  // namespace onceover::oncectl
