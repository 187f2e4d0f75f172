// SPDX-License-Identifier: Apache-2.0
// What programs of other makers write, while they run: the tables that they made are read by SQL and compared
// with what the program says, what detection says of these tables is compared with what their makers
// document, and what the product lists of them through the profile that it proposes is what the program is
// doing.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "core/base/random.h"
#include "core/browse/browser.h"
#include "core/tables/detect/detect.h"
#include "core/tables/detect/proposal.h"
#include "core/tables/inspect/catalog.h"
#include "core/tables/sql.h"
#include "core/tables/toml.h"
#include "core/tables/writes.h"
#include "tests/support/eventually.h"
#include "tests/support/writer.h"

namespace onceover {
namespace {

using Json = test::Writer::Json;
using test::Writer;

class WritersTest : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string why = Writer::unavailable(); !why.empty()) GTEST_SKIP() << why;
  }

  bool is(const std::string& condition) { return raw.scalar("SELECT " + condition) == "t"; }
  bool becomes(const std::string& condition) {
    return test::eventually([&] { return is(condition); });
  }
  // The first column → the second.
  std::map<std::string, std::string> told(const std::string& sql) {
    std::map<std::string, std::string> rows;
    for (const auto& row : raw.exec(sql)) rows[row[0].value_or("NULL")] = row[1].value_or("NULL");
    return rows;
  }

  std::optional<tables::Candidate> detected(const std::string& schema, const std::string& table) {
    raw.exec("ANALYZE");
    auto connection = pg::Connection::open({.conninfo = database.conninfo()});
    if (!connection) throw std::runtime_error(connection.error().sentence());
    const auto facts = tables::read_facts(*connection, {.schema = schema, .table = table});
    if (!facts) throw std::runtime_error(facts.error().sentence());
    if (facts->tables.size() != 1) throw std::runtime_error("there is no table " + schema + "." + table);
    EXPECT_THAT(facts->remarks, testing::IsEmpty());
    return tables::detect(facts->tables[0]);
  }
  // Each role that was found must be as wanted; of `known` each must be found. The others may be unknown.
  static void expect_roles(const tables::Candidate& candidate,
                           const std::map<std::string, std::string>& known,
                           const std::map<std::string, std::string>& also_right = {}) {
    for (const auto& [role, answer] : candidate.roles) {
      const std::string columns = fmt::format("{} ({})", fmt::join(answer.columns, ", "), answer.form);
      const bool is_found = answer.is == tables::RoleAnswer::Is::found;
      if (const auto wanted = known.find(std::string(role)); wanted != known.end()) {
        EXPECT_EQ(is_found ? columns : "", wanted->second) << role << ": " << answer.why;
      } else if (const auto right = also_right.find(std::string(role));
                 is_found && right != also_right.end()) {
        EXPECT_EQ(columns, right->second) << role << ": " << answer.why;
      } else {
        EXPECT_FALSE(is_found) << role << ": " << columns << ": " << answer.why;
      }
    }
  }

  tables::Profile in_file(const std::string& toml) {
    std::ofstream(profile_file) << toml;
    const auto read = tables::read_profiles(profile_file);
    if (!read) throw std::runtime_error(read.error().sentence());
    return read->front();
  }
  // The profile that is proposed for a table, as it is read back from its file: nothing was left for a person
  // to choose.
  tables::Profile proposed(const std::string& schema, const std::string& table) {
    raw.exec("ANALYZE");
    auto connection = pg::Connection::open({.conninfo = database.conninfo()});
    if (!connection) throw std::runtime_error(connection.error().sentence());
    const auto facts = tables::read_facts(*connection, {.schema = schema, .table = table});
    if (!facts) throw std::runtime_error(facts.error().sentence());
    const auto candidate = facts->tables.empty() ? std::nullopt : tables::detect(facts->tables[0]);
    if (!candidate) throw std::runtime_error(schema + "." + table + " is not proposed");
    return in_file(tables::to_toml(tables::propose(*candidate, facts->tables[0])));
  }

  std::map<tables::Verb, tables::Write> proposed_writes(const std::string& schema, const std::string& table) {
    auto connection = pg::Connection::open({.conninfo = database.conninfo()});
    const auto facts = tables::read_facts(*connection, {.schema = schema, .table = table});
    return tables::propose(tables::detect(facts->tables.at(0)).value(), facts->tables[0]).writes.writes;
  }

  // Each key → what the product says of it: "in_progress open leased 1/0". A listing of the library's;
  // oncectl's must say the same.
  std::map<std::string, std::string> listed(const tables::Profile& profile) {
    auto connection = pg::Connection::open({.conninfo = database.conninfo()});
    if (!connection) throw std::runtime_error(connection.error().sentence());
    browse::Browser browser(*connection, profile, {std::chrono::seconds(60)});
    const auto page = browser.page({.limit = 1000});
    if (!page) throw std::runtime_error(page.error().sentence());
    std::map<std::string, std::string> rows;
    Json shown = Json::object();
    for (const browse::KeyRow& row : page->rows) {
      std::string& words = rows[row.id.key];
      words = fmt::format("{} {}", row.state_known ? key::word(row.state) : "unknown", row.state_word);
      if (row.is_stuck(page->as_of)) {
        words += " stuck";
      } else if (row.state == key::State::in_progress && row.locked_until) {
        words += " leased";
      }
      words += fmt::format(" {}", row.attempts);
      if (row.attempts_finished) words += fmt::format("/{}", *row.attempts_finished);
      const Json state = row.state_known ? Json(key::word(row.state)) : Json(nullptr);
      shown[row.id.key] =
          Json{{"state", state}, {"word", row.state_word}, {"stuck", row.is_stuck(page->as_of)}};
    }
    EXPECT_EQ(shown_by_oncectl(), shown);
    const auto counts = browser.state_counts();
    if (!counts) throw std::runtime_error(counts.error().sentence());
    EXPECT_EQ(counts->unfinished.in_progress + counts->unfinished.released + counts->succeeded +
                  counts->failed + counts->unknown,
              static_cast<std::int64_t>(rows.size()));
    return rows;
  }

  Json shown_by_oncectl() {
    test::Process program =
        test::Process::spawn({std::string(ONCEOVER_BIN_DIR) + "/oncectl", "--dsn", database.conninfo(),
                              "--profile", profile_file, "--json", "keys", "list", "--limit", "1000"});
    const auto ended = program.wait(std::chrono::seconds(60));
    // never comes: all of it is read
    program.wait_for_out("\x01 until the streams end", std::chrono::seconds(1));
    if (!ended || *ended != test::Exit{}) throw std::runtime_error("oncectl: " + program.err());
    const Json answer = Json::parse(program.out());
    Json shown = Json::object();
    for (const Json& row : answer["keys"])
      shown[row["key"].get<std::string>()] =
          Json{{"state", row["state"]}, {"word", row["state_word"]}, {"stuck", row["stuck"]}};
    return shown;
  }

  // Of the words that it has seen.
  static void expect_meanings(const tables::Candidate& candidate,
                              const std::map<std::string, std::string>& wanted) {
    EXPECT_EQ(candidate.role("state").meanings, wanted);
  }

  ~WritersTest() override { std::filesystem::remove(profile_file); }

  test::TestDatabase database;
  test::RawConnection raw = database.connect();
  const std::string profile_file =
      std::filesystem::temp_directory_path() / ("onceover-writers-" + new_uuid() + ".toml");
};

std::string id(int number) { return fmt::format("00000000-0000-4000-8000-{:012}", number); }

// Writes a proposed verb to one row, as its assignments say.
void write_as_proposed(test::RawConnection& raw, const tables::Profile& p, const tables::Write& write,
                       const std::string& where) {
  tables::Query query;
  tables::begin_write(query, p, {}, write, {.body = "{}", .reason = "by hand"});
  raw.exec(query.spelled_out() + " WHERE " + where);
}

class PgTransactionalOutboxTest : public WritersTest {
 protected:
  // The states that its documentation tells apart, by its columns alone.
  static std::string state_sql(const std::string& box) {
    return R"(SELECT id, CASE WHEN processed_at IS NOT NULL THEN 'processed' WHEN abandoned_at IS NOT NULL THEN 'abandoned'
                WHEN started_attempts = 0 THEN 'waiting' WHEN started_attempts > finished_attempts THEN 'in work' ELSE 'to be tried again' END
                || ' ' || started_attempts || '/' || finished_attempts || CASE WHEN locked_until > now() THEN ' leased' ELSE '' END FROM )" +
           box;
  }
  // As if the time had passed for which it took the message: it lets no lease go by itself, not even of a
  // message that it refused.
  void lease_is_over(const std::string& message) {
    raw.exec("UPDATE inbox SET locked_until = now() - interval '1 second' WHERE id = $1", {message});
  }
};

TEST_F(PgTransactionalOutboxTest, TheTablesSayWhatTheProgramSaysWhileItRuns) {
  const std::string handled = id(1), second_try = id(2), given_up = id(3), poisonous = id(4), in_work = id(5),
                    waiting = id(6), unsent = id(7);
  {
    Writer crashing("pg_transactional_outbox.mjs", database);
    crashing.order({{"do", "setup"}});
    crashing.order({{"do", "send"}, {"ids", {poisonous}}});
    EXPECT_THAT(told(state_sql("outbox")), testing::ElementsAre(testing::Pair(poisonous, "waiting 0/0")));
    crashing.order({{"do", "relay"}});
    crashing.order({{"do", "look"}, {"into", "outbox"}});
    crashing.expect({{"finished", poisonous}, {"box", "outbox"}});
    crashing.order({{"do", "consume"}});
    crashing.order({{"do", "look"}, {"into", "inbox"}});
    EXPECT_EQ(crashing.expect({{"working", poisonous}}),
              (Json{{"working", poisonous}, {"started", 1}, {"finished", 0}}));
    EXPECT_THAT(told(state_sql("inbox")),
                testing::ElementsAre(testing::Pair(poisonous, "in work 1/0 leased")));
    EXPECT_THAT(listed(proposed("public", "inbox")),
                testing::ElementsAre(testing::Pair(poisonous, "in_progress open leased 1/0")));
    crashing.kill();
  }
  EXPECT_THAT(told(state_sql("inbox")), testing::ElementsAre(testing::Pair(poisonous, "in work 1/0 leased")))
      << "the lease outlives its holder";
  lease_is_over(poisonous);
  EXPECT_THAT(listed(proposed("public", "inbox")),
              testing::ElementsAre(testing::Pair(poisonous, "in_progress open stuck 1/0")));

  Writer writer("pg_transactional_outbox.mjs", database);
  writer.order({{"do", "consume"}});
  writer.order({{"do", "look"}, {"into", "inbox"}});
  writer.expect({{"trouble", "POISONOUS_MESSAGE"}});
  writer.expect({{"finished", poisonous}, {"box", "inbox"}});
  EXPECT_THAT(told(state_sql("inbox")),
              testing::ElementsAre(testing::Pair(poisonous, "abandoned 2/1 leased")));

  writer.order({{"do", "send"}, {"ids", {handled, second_try, given_up, in_work}}});
  writer.order({{"do", "relay"}});
  writer.order({{"do", "look"}, {"into", "outbox"}});
  for (const std::string& message : {handled, second_try, given_up, in_work})
    writer.expect({{"finished", message}, {"box", "outbox"}});
  writer.order({{"do", "look"}, {"into", "inbox"}});
  for (const std::string& message : {handled, second_try, given_up, in_work}) {
    EXPECT_EQ(writer.expect({{"working", message}}),
              (Json{{"working", message}, {"started", 1}, {"finished", 0}}));
  }
  writer.order({{"do", "end"}, {"key", handled}});
  writer.expect({{"finished", handled}, {"box", "inbox"}});

  for (const std::string& message : {second_try, given_up}) {
    writer.order({{"do", "end"}, {"key", message}, {"error", "no"}});
    EXPECT_EQ(writer.expect({{"refused", message}})["again"], true);
    EXPECT_TRUE(becomes("finished_attempts = 1 FROM inbox WHERE id = '" + message + "'"));
  }
  EXPECT_THAT(told(state_sql("inbox")),
              testing::ElementsAre(testing::Pair(handled, "processed 1/1 leased"),
                                   testing::Pair(second_try, "to be tried again 1/1 leased"),
                                   testing::Pair(given_up, "to be tried again 1/1 leased"),
                                   testing::Pair(poisonous, "abandoned 2/1 leased"),
                                   testing::Pair(in_work, "in work 1/0 leased")));
  EXPECT_THAT(listed(proposed("public", "inbox")),
              testing::ElementsAre(testing::Pair(handled, "succeeded processed_at 1/1"),
                                   testing::Pair(second_try, "in_progress open leased 1/1"),
                                   testing::Pair(given_up, "in_progress open leased 1/1"),
                                   testing::Pair(poisonous, "failed abandoned_at 2/1"),
                                   testing::Pair(in_work, "in_progress open leased 1/0")));
  for (const std::string& message : {second_try, given_up}) {
    lease_is_over(message);
    writer.order({{"do", "look"}, {"into", "inbox"}});
    EXPECT_EQ(writer.expect({{"working", message}}),
              (Json{{"working", message}, {"started", 2}, {"finished", 1}}));
  }
  writer.order({{"do", "end"}, {"key", second_try}});
  writer.expect({{"finished", second_try}, {"box", "inbox"}});
  writer.order({{"do", "end"}, {"key", given_up}, {"error", "no"}});
  EXPECT_EQ(writer.expect({{"refused", given_up}})["again"], false);
  EXPECT_TRUE(becomes("abandoned_at IS NOT NULL FROM inbox WHERE id = '" + given_up + "'"));

  writer.order({{"do", "send"}, {"ids", {waiting}}, {"segment", in_work}});
  writer.order({{"do", "look"}, {"into", "outbox"}});
  writer.expect({{"finished", waiting}, {"box", "outbox"}});
  writer.order({{"do", "send"}, {"ids", {unsent}}});

  EXPECT_THAT(
      told(state_sql("inbox")),
      testing::ElementsAre(
          testing::Pair(handled, "processed 1/1 leased"), testing::Pair(second_try, "processed 2/2 leased"),
          testing::Pair(given_up, "abandoned 2/2 leased"), testing::Pair(poisonous, "abandoned 2/1 leased"),
          testing::Pair(in_work, "in work 1/0 leased"), testing::Pair(waiting, "waiting 0/0")));
  const auto boxes = [&](const std::string& box) { return listed(proposed("public", box)); };
  EXPECT_THAT(boxes("inbox"), testing::ElementsAre(testing::Pair(handled, "succeeded processed_at 1/1"),
                                                   testing::Pair(second_try, "succeeded processed_at 2/2"),
                                                   testing::Pair(given_up, "failed abandoned_at 2/2"),
                                                   testing::Pair(poisonous, "failed abandoned_at 2/1"),
                                                   testing::Pair(in_work, "in_progress open leased 1/0"),
                                                   testing::Pair(waiting, "in_progress open 0/0")));
  auto to_send = boxes("outbox");
  EXPECT_EQ(to_send[unsent], "in_progress open 0/0");
  to_send.erase(unsent);
  EXPECT_EQ(to_send.size(), 6U);
  EXPECT_THAT(to_send, testing::Each(testing::Pair(testing::_, "succeeded processed_at 1/1")));
  auto outbox = told(state_sql("outbox"));
  EXPECT_EQ(outbox[unsent], "waiting 0/0");
  outbox.erase(unsent);
  EXPECT_EQ(outbox.size(), 6U);
  EXPECT_THAT(outbox, testing::Each(testing::Pair(testing::_, "processed 1/1 leased")));

  const std::map<std::string, std::string> known{
      {"identity", "id (uuid)"},
      {"state", "processed_at, abandoned_at (timestamps)"},
      {"lease", "locked_until (deadline_sentinel)"},
      {"created_at", "created_at (timestamptz)"},
      {"completed_at", "processed_at (timestamptz)"},
      {"operation", "message_type (text)"},
      {"attempts", "started_attempts, finished_attempts (started_and_finished)"},
  };
  for (const auto& [table, kind] :
       {std::pair{"inbox", tables::Kind::inbox}, std::pair{"outbox", tables::Kind::outbox}}) {
    SCOPED_TRACE(table);
    const auto candidate = detected("public", table);
    ASSERT_TRUE(candidate);
    EXPECT_EQ(candidate->kind, kind) << candidate->why;
    expect_roles(*candidate, known);
  }

  writer.order({{"do", "end"}, {"key", in_work}});
  writer.expect({{"finished", in_work}, {"box", "inbox"}});
  writer.order({{"do", "look"}, {"into", "inbox"}});
  writer.expect({{"working", waiting}});
  const auto inbox = told(state_sql("inbox"));
  EXPECT_EQ(inbox.at(in_work), "processed 1/1 leased");
  EXPECT_EQ(inbox.at(waiting), "in work 1/0 leased");
}

class OpenworkflowTest : public WritersTest {
 protected:
  static constexpr const char* states =
      R"(SELECT idempotency_key, workflow_name || ' ' || status || ' ' || attempts
      || CASE WHEN worker_id IS NOT NULL THEN ' owned' ELSE '' END
      || CASE WHEN available_at > now() THEN ' leased' ELSE '' END
      || CASE WHEN output IS NOT NULL THEN ' ' || output::text ELSE '' END
      || CASE WHEN error IS NOT NULL THEN ' ' || (error->>'message') ELSE '' END FROM openworkflow.workflow_runs)";
};

TEST_F(OpenworkflowTest, TheTableSaysWhatTheProgramSaysWhileItRuns) {
  Writer writer("openworkflow.mjs", database);
  std::map<std::string, std::string> runs;
  const auto start = [&](const std::string& kind, const std::string& key) {
    return writer.order({{"do", "start"}, {"kind", kind}, {"key", key}}).at("id").get<std::string>();
  };
  for (const char* key : {"paid", "refused", "in work"}) runs[key] = start("charge", key);
  for (const char* key : {"second try", "given up"}) runs[key] = start("ship", key);
  runs["canceled"] = start("charge", "canceled");
  writer.order({{"do", "start"}, {"kind", "charge"}, {"key", "tomorrow"}, {"after", "24h"}});
  EXPECT_EQ(start("charge", "paid"), runs["paid"]) << "the key finds its run";
  EXPECT_THAT(told(states),
              testing::UnorderedElementsAre(
                  testing::Pair("paid", "charge pending 0"), testing::Pair("refused", "charge pending 0"),
                  testing::Pair("in work", "charge pending 0"), testing::Pair("second try", "ship pending 0"),
                  testing::Pair("given up", "ship pending 0"), testing::Pair("canceled", "charge pending 0"),
                  testing::Pair("tomorrow", "charge pending 0 leased")));
  writer.order({{"do", "cancel"}, {"id", runs["canceled"]}});
  writer.order({{"do", "work"}});
  for (const char* key : {"paid", "refused", "in work", "second try", "given up"})
    writer.expect({{"working", key}});
  writer.order({{"do", "end"}, {"key", "paid"}, {"with", {{"charge", "ch_1"}}}});
  writer.order({{"do", "end"}, {"key", "refused"}, {"error", "card declined"}});
  writer.expect({{"completed", "paid"}});
  EXPECT_EQ(writer.expect({{"failed_attempt", "refused"}})["status"], "failed");
  for (const char* key : {"second try", "given up"}) {
    writer.order({{"do", "end"}, {"key", key}, {"error", "no carrier"}});
    EXPECT_EQ(writer.expect({{"failed_attempt", key}})["status"], "pending");
    writer.expect({{"working", key}});
  }
  writer.order({{"do", "end"}, {"key", "second try"}, {"with", "shipped"}});
  writer.order({{"do", "end"}, {"key", "given up"}, {"error", "no carrier"}});
  writer.expect({{"completed", "second try"}});
  EXPECT_EQ(writer.expect({{"failed_attempt", "given up"}})["status"], "failed");
  EXPECT_THAT(told(states), testing::UnorderedElementsAre(
                                testing::Pair("paid", R"(charge completed 1 owned {"charge": "ch_1"})"),
                                testing::Pair("refused", "charge failed 1 card declined"),
                                testing::Pair("in work", "charge running 1 owned leased"),
                                testing::Pair("second try", R"(ship completed 2 owned "shipped")"),
                                testing::Pair("given up", "ship failed 2 no carrier"),
                                testing::Pair("canceled", "charge canceled 0"),
                                testing::Pair("tomorrow", "charge pending 0 leased")));

  EXPECT_THAT(
      listed(in_file(test::openworkflow_profile)),
      testing::UnorderedElementsAre(
          testing::Pair("paid", "succeeded completed 1"), testing::Pair("refused", "failed failed 1"),
          testing::Pair("in work", "in_progress running leased 1"),
          testing::Pair("second try", "succeeded completed 2"), testing::Pair("given up", "failed failed 2"),
          testing::Pair("canceled", "failed canceled 0"), testing::Pair("tomorrow", "released pending 0")));
  const auto candidate = detected("openworkflow", "workflow_runs");
  // An engine's runs need not be taken for keys; what is said of them must be right.
  if (candidate) {
    EXPECT_EQ(candidate->kind, tables::Kind::queue) << candidate->why;
    // Its key is unique for a day only, and by the program's care alone: the row's identity is the run.
    expect_roles(*candidate,
                 {{"identity", "namespace_id, id (composite)"},
                  {"state", "status (word)"},
                  {"created_at", "created_at (timestamptz)"},
                  {"updated_at", "updated_at (timestamptz)"},
                  {"completed_at", "finished_at (timestamptz)"},
                  {"attempts", "attempts (integer)"},
                  {"owner", "worker_id (text)"},
                  {"error", "error (jsonb)"}},
                 {{"tenant", "namespace_id (text)"},
                  {"operation", "workflow_name (text)"},
                  {"lease", "available_at (deadline)"},
                  {"due", "available_at (timestamptz)"}});
    expect_meanings(*candidate, {{"pending", "in_progress"},
                                 {"running", "in_progress"},
                                 {"completed", "succeeded"},
                                 {"failed", "failed"},
                                 {"canceled", "failed"}});
  }

  writer.order({{"do", "end"}, {"key", "in work"}, {"with", nullptr}});
  writer.expect({{"completed", "in work"}});
  EXPECT_EQ(told(states)["in work"].substr(0, 18), "charge completed 1");
}

class DbosTest : public WritersTest {
 protected:
  static constexpr const char* states =
      R"(SELECT workflow_uuid, status || ' ' || coalesce(executor_id, 'nobody') || ' ' || recovery_attempts
      || CASE WHEN completed_at IS NOT NULL THEN ' at rest' ELSE '' END FROM dbos.workflow_status)";
};

// As above. Who works on a workflow is a name, and until when nobody says.
constexpr const char* profile_of_workflows = R"(format = 1
[[profile]]
name = "workflows"
kind = "idempotency"
table = { schema = "dbos", name = "workflow_status" }
identity = ["workflow_uuid"]
key = "workflow_uuid"
operation = "name"
never_null = ["workflow_uuid", "created_at"]
attempts = "recovery_attempts"
owner = "executor_id"
[profile.state]
column = "status"
words = { PENDING = "in_progress", ENQUEUED = "released", SUCCESS = "succeeded", ERROR = "failed", CANCELLED = "failed" }
[profile.lease]
form = "owner_only"
[profile.times]
created_at = { column = "created_at", form = "epoch_ms" }
updated_at = { column = "updated_at", form = "epoch_ms" }
completed_at = { column = "completed_at", form = "epoch_ms" }
)";

TEST_F(DbosTest, TheTableSaysWhatTheProgramSaysWhileItRuns) {
  {
    Writer crashing("dbos.mjs", database, {{"ONCEOVER_EXECUTOR", "till-1"}});
    crashing.order({{"do", "start"}, {"key", "recovered"}});
    crashing.expect({{"working", "recovered"}});
    EXPECT_THAT(told(states), testing::ElementsAre(testing::Pair("recovered", "PENDING till-1 1")));
    crashing.kill();
  }
  Writer writer("dbos.mjs", database, {{"ONCEOVER_EXECUTOR", "till-1"}});
  writer.expect({{"working", "recovered"}});
  writer.order({{"do", "watch"}, {"key", "recovered"}});
  for (const char* key : {"paid", "refused", "in work", "canceled"}) {
    writer.order({{"do", "start"}, {"key", key}});
    writer.expect({{"working", key}});
  }
  writer.order({{"do", "enqueue"}, {"key", "first in line"}, {"queue", "line"}});
  writer.expect({{"working", "first in line"}});
  writer.order({{"do", "enqueue"}, {"key", "second in line"}, {"queue", "line"}});
  writer.order({{"do", "end"}, {"key", "paid"}, {"with", {{"charge", "ch_1"}}}});
  EXPECT_EQ(writer.expect({{"settled", "paid"}})["result"], (Json{{"charge", "ch_1"}}));
  writer.order({{"do", "end"}, {"key", "refused"}, {"error", "card declined"}});
  EXPECT_EQ(writer.expect({{"settled", "refused"}})["error"], "card declined");
  writer.order({{"do", "end"}, {"key", "recovered"}, {"with", 1}});
  writer.expect({{"settled", "recovered"}});
  writer.order({{"do", "cancel"}, {"key", "canceled"}});
  EXPECT_THAT(told(states),
              testing::UnorderedElementsAre(testing::Pair("recovered", "SUCCESS till-1 2 at rest"),
                                            testing::Pair("paid", "SUCCESS till-1 1 at rest"),
                                            testing::Pair("refused", "ERROR till-1 1 at rest"),
                                            testing::Pair("in work", "PENDING till-1 1"),
                                            testing::Pair("canceled", "CANCELLED till-1 1 at rest"),
                                            testing::Pair("first in line", "PENDING till-1 1"),
                                            testing::Pair("second in line", "ENQUEUED till-1 0")));
  EXPECT_THAT(listed(in_file(profile_of_workflows)),
              testing::UnorderedElementsAre(testing::Pair("recovered", "succeeded SUCCESS 2"),
                                            testing::Pair("paid", "succeeded SUCCESS 1"),
                                            testing::Pair("refused", "failed ERROR 1"),
                                            testing::Pair("in work", "in_progress PENDING 1"),
                                            testing::Pair("canceled", "failed CANCELLED 1"),
                                            testing::Pair("first in line", "in_progress PENDING 1"),
                                            testing::Pair("second in line", "released ENQUEUED 0")));
  const auto candidate = detected("dbos", "workflow_status");
  if (!candidate) return;
  EXPECT_EQ(candidate->kind, tables::Kind::queue) << candidate->why;
  // Answers and errors of this version lie in a table beside it; the columns are there for the rows of older
  // ones.
  expect_roles(*candidate,
               {{"state", "status (word)"},
                {"created_at", "created_at (epoch_ms)"},
                {"updated_at", "updated_at (epoch_ms)"},
                {"completed_at", "completed_at (epoch_ms)"},
                {"attempts", "recovery_attempts (integer)"},
                {"owner", "executor_id (text)"}},
               {{"identity", "workflow_uuid (text)"},
                {"operation", "name (text)"},
                {"response_body", "output (text)"},
                {"error", "error (text)"},
                {"lease", "workflow_deadline_epoch_ms (epoch_ms)"}});
  expect_meanings(*candidate, {{"PENDING", "in_progress"},
                               {"ENQUEUED", "in_progress"},
                               {"SUCCESS", "succeeded"},
                               {"ERROR", "failed"},
                               {"CANCELLED", "failed"}});
}

// Queues: what is settled is not run again by the program that runs meanwhile, and what is queued again is.
TEST_F(WritersTest, PgBossRunsWhatWasQueuedAgainAndNothingThatWasSettled) {
  Writer writer("pg_boss.mjs", database);
  writer.order({{"do", "setup"}});
  writer.order({{"do", "send"}, {"keys", {"good", "bad"}}});
  writer.order({{"do", "send"}, {"keys", {"tomorrow"}}, {"after", 86400}});
  writer.order({{"do", "work"}, {"workers", 2}});
  writer.expect({{"working", "good"}});
  writer.expect({{"working", "bad"}});
  writer.order({{"do", "end"}, {"key", "good"}});
  writer.order({{"do", "end"}, {"key", "bad"}, {"error", "declined"}});
  ASSERT_TRUE(
      becomes("count(*) = 2 FROM pgboss.job WHERE name = 'charge' AND state IN ('completed', 'failed')"));
  const auto candidate = detected("pgboss", "job");
  ASSERT_TRUE(candidate);
  EXPECT_EQ(candidate->kind, tables::Kind::queue) << candidate->why;
  EXPECT_EQ(candidate->role("state").columns, std::vector<std::string>{"state"});
  EXPECT_EQ(candidate->role("created_at").columns, std::vector<std::string>{"created_on"});
  EXPECT_EQ(candidate->role("completed_at").columns, std::vector<std::string>{"completed_on"});
  const tables::Profile p = proposed("pgboss", "job");
  EXPECT_EQ(listed(p).size(), 3U);

  const auto writes = proposed_writes("pgboss", "job");
  ASSERT_TRUE(writes.contains(tables::Verb::requeue));
  write_as_proposed(raw, p, writes.at(tables::Verb::requeue), "data ->> 'key' = 'bad'");
  writer.expect({{"working", "bad"}});
  ASSERT_TRUE(writes.contains(tables::Verb::succeed));
  write_as_proposed(raw, p, writes.at(tables::Verb::succeed), "data ->> 'key' = 'bad'");
  writer.order({{"do", "end"}, {"key", "bad"}});
  writer.order({{"do", "send"}, {"keys", {"after"}}});
  writer.expect({{"working", "after"}});
  writer.order({{"do", "end"}, {"key", "after"}});
  ASSERT_TRUE(becomes("count(*) = 3 FROM pgboss.job WHERE name = 'charge' AND state = 'completed'"));
  EXPECT_THAT(writer.unasked(), testing::Not(testing::Contains(testing::Truly(
                                    [](const Json& said) { return said.contains("working"); }))));
}

TEST_F(WritersTest, GraphileWorkerRunsWhatWasGivenBack) {
  Writer writer("graphile_worker.mjs", database);
  writer.order({{"do", "send"}, {"keys", {"good", "bad", "left"}}});
  for (const char* key : {"good", "bad", "left"}) writer.expect({{"working", key}});
  writer.order({{"do", "end"}, {"key", "good"}});
  writer.order({{"do", "end"}, {"key", "bad"}, {"error", "declined"}});
  ASSERT_TRUE(becomes("count(*) = 2 FROM graphile_worker._private_jobs"));
  ASSERT_TRUE(becomes("bool_or(last_error IS NOT NULL) FROM graphile_worker._private_jobs"));
  const auto candidate = detected("graphile_worker", "_private_jobs");
  ASSERT_TRUE(candidate);
  EXPECT_EQ(candidate->kind, tables::Kind::queue) << candidate->why;
  EXPECT_EQ(candidate->role("lease").columns, std::vector<std::string>{"locked_at"});
  EXPECT_EQ(candidate->role("owner").columns, std::vector<std::string>{"locked_by"});
  EXPECT_EQ(candidate->role("error").columns, std::vector<std::string>{"last_error"});
  const tables::Profile p = proposed("graphile_worker", "_private_jobs");
  EXPECT_EQ(listed(p).size(), 2U);
  writer.kill();
  // The lock outlives its holder for hours; given back, another worker takes the job at once. Its only try is
  // over: it gets another.
  Writer another("graphile_worker.mjs", database);
  const auto writes = proposed_writes("graphile_worker", "_private_jobs");
  ASSERT_TRUE(writes.contains(tables::Verb::release));
  raw.exec("UPDATE graphile_worker._private_jobs SET max_attempts = 2 WHERE key = 'left'");
  write_as_proposed(raw, p, writes.at(tables::Verb::release), "key = 'left'");
  another.expect({{"working", "left"}});
  another.order({{"do", "end"}, {"key", "left"}});
  EXPECT_TRUE(becomes("count(*) = 1 FROM graphile_worker._private_jobs"));
}

}  // namespace
}  // namespace onceover
