// SPDX-License-Identifier: Apache-2.0
// What our library does for producers and consumers, and a plan of another user, by the rights of each.
#include "core/inbox/inbox.h"
#include "core/outbox/outbox.h"
#include "core/pg/transaction.h"
#include "tests/integration/rights/commands_fixture.h"

namespace onceover::oncectl {

// What a service's own code does: no command of ours, but the library.
TEST_F(Commands, TheLibraryOfProducersAndConsumers) {
  const auto open = [&](DbRole role) {
    return pg::Connection::open({.conninfo = database_.conninfo() + " user=" + user_of(role)}).value();
  };
  auto producer = open(DbRole::producer);
  outbox::Event event{.topic = "t", .aggregate_id = "a", .payload = "{}"};
  const auto statement = outbox::enqueue_statement(event).value();
  ASSERT_TRUE(producer.exec(statement.sql, statement.params));
  auto consumer = open(DbRole::consumer);
  inbox::Inbox box(consumer, "c");
  for (const DbRole role : {DbRole::viewer, DbRole::service, DbRole::relay, DbRole::reconciler,
                            DbRole::approver, DbRole::reaper}) {
    auto other = open(role);
    EXPECT_FALSE(other.exec(statement.sql, statement.params)) << roles::word(role);
    inbox::Inbox theirs(other, "c");
    EXPECT_FALSE(theirs.begin({.source = "s", .id = "x"}, "w")) << roles::word(role);
  }
  const auto begun = box.begin({.source = "s", .id = "e-1"}, "w").value();
  ASSERT_TRUE(std::holds_alternative<inbox::Begun>(begun));
  auto attempt = std::get<inbox::Begun>(begun).attempt;
  EXPECT_TRUE(std::holds_alternative<inbox::Done>(box.renew(attempt).value()));
  EXPECT_TRUE(std::holds_alternative<inbox::Done>(box.finish(attempt).value()));
  EXPECT_TRUE(std::holds_alternative<inbox::Duplicate>(box.begin({.source = "s", .id = "e-1"}, "w").value()));
  EXPECT_EQ(box.run_known({.source = "s", .id = "e-2"}, {}).value(), inbox::Answer::accepted);
  auto transaction = pg::Transaction::begin(consumer, {}).value();
  std::vector<inbox::Event> many{{.source = "s", .id = "m-1"}, {.source = "s", .id = "m-2"}};
  many[0].aggregate = inbox::Aggregate{"t", "a", 2};
  many[1].aggregate = inbox::Aggregate{"t", "a", 1};
  EXPECT_EQ(box.accept_within(many).value(),
            (std::vector<inbox::Answer>{inbox::Answer::accepted, inbox::Answer::stale}));
  ASSERT_TRUE(transaction.commit());
  EXPECT_EQ(
      raw_.scalar(
          "SELECT string_agg(event_id, ' ' ORDER BY event_id) FROM onceover.inbox WHERE state = 'succeeded'"),
      "e-1 e-2 m-1");
}

// One person's plan does not act with another one's rights unseen: its table and writes are those of its
// description, whatever its maker says. F40: what runs is shown from the data, and not from its label.
TEST_F(Commands, APlanOfAnotherUserRunsOnlyAsItWasShown) {
  raw_.exec(
      "CREATE TABLE public.salaries (id text PRIMARY KEY, status text NOT NULL, made timestamptz DEFAULT "
      "now()); INSERT INTO public.salaries VALUES ('ceo', 'dead')");
  const std::string toml = R"(format = 1
[[profile]]
name = "onceover.keys"
kind = "inbox"
table = { schema = "public", name = "salaries" }
identity = ["id"]
key = "id"
operation_name = "pay"
[profile.state]
column = "status"
words = { new = "in_progress", done = "succeeded", dead = "failed" }
[profile.times]
created_at = "made"
[profile.writes.discard]
declared = true
delete = true
)";
  test::RawConnection mallory(database_.conninfo() + " user=" + user_of(DbRole::reconciler));
  const auto make = [&](const std::string& name, const std::string& description) {
    mallory.exec("BEGIN");
    const std::string id = mallory.scalar(
        "SELECT onceover.create_plan($1, 'discard', $2, NULL, NULL, 'cleaning up', 'INC-1', NULL, 'all', "
        "'{\"although_held\": false, \"error_share\": 0.1, \"error_count\": 10, \"rate\": 0, \"lease_us\": "
        "0, \"within_window\": false, \"cancel\": false, \"max_tries\": 3, \"max_attempts\": 8}', 1, 'm', "
        "'h', 'p', NULL)",
        {name, description});
    mallory.exec("SELECT onceover.freeze_items(" + id +
                 ", '{1}', '{0}', '{\"\"}', '{pay}', '{ceo}', ARRAY['[\"ceo\"]'], ARRAY['{\"state\": "
                 "\"dead\"}'], '{0}')");
    mallory.exec("COMMIT");
  };
  make("tidy", toml);
  const auto shown = ctl_json({"plan", "show", "tidy"}).json();
  EXPECT_EQ(shown["relation"], R"("public"."salaries")");
  EXPECT_EQ(shown["writes"][0], R"(discard: DELETE FROM "public"."salaries")");
  EXPECT_EQ(shown["mine"], false);
  EXPECT_EQ(ctl_json({"plan", "list"}).json()["plans"][0]["relation"], R"("public"."salaries")");
  for (const char* act : {"dry-run", "run"}) {
    const Ran ran = ctl({"plan", act, "tidy", "--without-dry-run"});
    EXPECT_NE(
        ctl(std::string(act) == "run" ? std::vector<std::string>{"plan", act, "tidy", "--without-dry-run"}
                                      : std::vector<std::string>{"plan", act, "tidy"})
            .code,
        0)
        << act;
  }
  const Ran unconfirmed = ctl({"plan", "run", "tidy", "--without-dry-run"});
  EXPECT_EQ(unconfirmed.code, 1);
  EXPECT_THAT(unconfirmed.err, testing::HasSubstr(R"(DELETE FROM "public"."salaries")"));
  EXPECT_NE(ctl({"plan", "run", "tidy", "--without-dry-run", "--confirm", "wrong"}).code, 0);
  EXPECT_EQ(raw_.scalar("SELECT count(*) FROM public.salaries"), "1");
  const Ran dry = ctl({"plan", "dry-run", "tidy", "--confirm", shown["confirm"].get<std::string>()});
  EXPECT_EQ(dry.code, 0) << dry.err;
  EXPECT_THAT(dry.err, testing::HasSubstr(R"(DELETE FROM "public"."salaries")"));
  const Ran ran = ctl({"plan", "run", "tidy", "--confirm", shown["confirm"].get<std::string>()});
  EXPECT_EQ(ran.code, 0) << ran.err << ran.out;
  EXPECT_EQ(raw_.scalar("SELECT count(*) FROM public.salaries"), "0");
  // Our own tables have our own descriptions.
  for (const char* table : {"keys", "audit", "cases"}) {
    std::string of_ours = toml;
    of_ours.replace(of_ours.find("\"public\""), 8, "\"onceover\"")
        .replace(of_ours.find("salaries"), 8, table);
    make(table, of_ours);
    const auto json = ctl_json({"plan", "show", table}).json();
    EXPECT_EQ(json["writes"], nullptr) << table;
    EXPECT_EQ(ctl({"plan", "run", table, "--without-dry-run"}).code, 2) << table;
  }
}

}  // namespace onceover::oncectl
