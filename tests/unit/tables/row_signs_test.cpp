// SPDX-License-Identifier: Apache-2.0
// Tables whose names say nothing: what their rows alone show.
#include <gtest/gtest.h>

#include "core/tables/detect/columns.h"
#include "tests/unit/tables/table_of.h"

namespace onceover::tables {

using namespace test;

namespace {

std::string a_time(int row) { return at(row); }

// Without a name that says anything, and without rows that show a life.
TableOf mute() {
  TableOf table("tabelle");
  table.column("a", "text!", key("k-")).unique({"a"});
  return table;
}

}  // namespace

// A key of its own, few values, and it is separate: 5 points of 7.
TableOf base() { return mute().column("b", "text!", cycle({"gelb", "rot"})); }

TEST(RowSigns, EachCounts) {
  ASSERT_FALSE(may_be(base().column("c", "text!", key("x")).facts()));
  EXPECT_TRUE(may_be(base().column("c", "jsonb!", always("{\"n\": 1}")).facts())) << "documents";
  EXPECT_TRUE(may_be(base().column("c", "bytea!", key("\\x00ff")).facts())) << "bytes";
  EXPECT_TRUE(may_be(base().column("c", "text!", cycle({"order.created", "order.paid"})).facts()))
      << "what happened";
  EXPECT_TRUE(may_be(base().column("c", "text", but_each(2, key("TimeoutException: "))).facts())) << "errors";
  EXPECT_TRUE(may_be(
      base().column("c", "timestamptz!", a_time).column("d", "timestamptz", but_each(3, a_time)).facts()))
      << "a beginning and an end";
  // and a state: 6
  const auto lives = [] { return mute().column("b", "text!", cycle({"PENDING", "DONE"})); };
  ASSERT_FALSE(may_be(lives().column("c", "text!", key("x")).facts()));
  EXPECT_TRUE(may_be(lives().column("c", "text", but_each(2, cycle({"node-1", "node-2"}))).facts()))
      << "workers";
}

TEST(RowSigns, WhatPeopleBuyAndWriteWeighsAgainst) {
  const auto events = [] { return base().column("c", "jsonb!", always("{\"n\": 1}")); };
  ASSERT_TRUE(may_be(events().column("d", "text!", key("x")).facts()));
  EXPECT_FALSE(may_be(events().column("d", "numeric!", cycle({"9.90", "12.50"})).facts())) << "money";
  EXPECT_FALSE(may_be(events().column("d", "text!", key("Please call back after lunch ")).facts()))
      << "sentences";
  EXPECT_FALSE(may_be(events().column("d", "bool!", always("true")).facts())) << "a switch";
}

TEST(RowSigns, MachinesTakeSecondsAndPeopleDays) {
  const auto with = [](const Cells& end) {
    return mute()
        .column("b", "text!", key("x"))
        .column("c", "timestamptz!", always(at(0)))
        .column("d", "timestamptz", but_each(3, end))
        .column("e", "text!", cycle({"PENDING", "DONE"}));
  };
  EXPECT_TRUE(may_be(with(always(at(0, 5))).facts()));
  EXPECT_TRUE(may_be(with(always(at(0, 5))).facts())->find("less than an hour") != std::string::npos);
  EXPECT_FALSE(may_be(with(always(at(0, 5, 9))).column("f", "bool!", always("true")).facts()));
}

TEST(RowSigns, ATimeAheadIsOneBesideTheServersClock) {
  TableFacts facts =
      mute().column("b", "text!", cycle({"PENDING", "DONE"})).column("c", "timestamptz!", a_time).facts();
  const double first = seconds_of(a_time(0), "timestamptz").value();
  facts.now_s = first + 86400;
  EXPECT_FALSE(may_be(facts));
  facts.now_s = first + 60;
  EXPECT_TRUE(may_be(facts));
}

TEST(RowSigns, NamesInEnglishForSomethingElseSayMoreThanRows) {
  const auto with = [](const std::string& name) {
    TableOf table(name);
    table.column("id", "text!", key("k-"))
        .unique({"id"})
        .column("status", "text!", cycle({"PENDING", "DONE"}));
    return may_be(table.column("payload", "bytea!", key("\\x00ff")).facts()).has_value();
  };
  EXPECT_TRUE(with("calls"));
  EXPECT_FALSE(with("device_tokens"));
  EXPECT_FALSE(with("calls_archive"));
}

TEST(RowSigns, EnglishWordsAreReadWhereTheyAreWrittenAsOne) {
  const auto measures = [](const char* const(&names)[4], const std::string& table) {
    return TableOf(table)
        .column(names[0], "text!", key("k-"))
        .unique({names[0]})
        .column(names[1], "timestamptz!", a_time)
        .column(names[2], "timestamptz", but_each(3, a_time))
        .column(names[3], "text!", cycle({"gelb", "rot"}));
  };
  EXPECT_TRUE(may_be(measures({"kennung", "anfang", "schluss", "art"}, "daten").facts()));
  EXPECT_FALSE(
      may_be(measures({"serialnumber", "requestints", "responsetime", "servicecode"}, "opdata").facts()));
  // What a machine has seen changes no more; what is handled has a state.
  const char* const seen[] = {"event_id", "start_time", "end_time", "node"};
  EXPECT_FALSE(may_be(measures({seen[0], seen[1], seen[2], seen[3]}, "cluster_events").facts()));
  EXPECT_TRUE(may_be(measures({seen[0], seen[1], seen[2], seen[3]}, "cluster_events")
                         .column("state", "text!", cycle({"PENDING", "DONE"}))
                         .facts()));
}

TEST(RowSigns, ATableThatOthersReferToDoesNotStandByItself) {
  const auto table = [] {
    return mute().column("b", "text!", cycle({"gelb", "rot"})).column("c", "jsonb!", always("{\"n\": 1}"));
  };
  ASSERT_TRUE(may_be(table().facts()));
  EXPECT_FALSE(may_be(table().referenced_by(1).facts()));
}

namespace {

// A table with a time of creation and one more column for each kind of work, and little else.
TableOf created(const std::string& name) {
  TableOf table(name);
  return table.serial("id").column("created_at", "timestamptz!", a_time);
}
bool hinted(const TableOf& table) { return may_be(table.facts()).has_value(); }
TableOf stepped(const std::string& name, const std::vector<std::string>& words) {
  return created(name).column("status", "text!", cycle(words));
}

}  // namespace

TEST(WorkSigns, StepsOfBothHalvesBesideATimeAreHinted) {
  EXPECT_TRUE(hinted(stepped("exports", {"queued", "processing", "done"})));
  EXPECT_TRUE(hinted(stepped("receipts", {"created", "delivered", "delivery_failed"})))
      << "a failure that is named with its step";
  EXPECT_TRUE(hinted(stepped("copies", {"uploading", "complete", "error"})
                         .column("error", "text", but_each(2, always("x")))))
      << "a word for what goes on";
  EXPECT_FALSE(hinted(stepped("carts", {"active", "converted", "abandoned"})));
  EXPECT_FALSE(hinted(stepped("parcels", {"pending", "shipped", "delivered"}))) << "no program fails";
  EXPECT_FALSE(hinted(stepped("imports", {"succeeded", "failed"}))) << "nothing waits";
  EXPECT_FALSE(hinted(stepped("swaps", {"queued", "processing", "done"})
                          .column("payment_status", "text!", cycle({"paid", "due"}))))
      << "a thing with two states";
  EXPECT_FALSE(hinted(stepped("plans", {"waiting", "acquired", "complete", "error"})
                          .column("next_run_at", "timestamptz!", a_time)
                          .column("previous_run_at", "timestamptz", a_time)))
      << "it begins again and again";
  EXPECT_FALSE(hinted(TableOf("calls_made")
                          .serial("id")
                          .column("start_time", "timestamptz!", a_time)
                          .column("status", "text!", cycle({"running", "done", "failed"}))))
      << "each row has begun";
}

TEST(WorkSigns, PayoutsAreWorkWhereTheyGetAReference) {
  const auto with = [](const std::string& name, const char* reference) {
    return hinted(stepped(name, {"accepted", "processing", "confirming", "succeed", "failed"})
                      .column("amount", "numeric!", always("0.50"))
                      .column("currency", "text!", always("btc"))
                      .column(reference, "text", but_each(2, key("0x"))));
  };
  EXPECT_TRUE(with("withdraws", "txid"));
  EXPECT_TRUE(with("pending_payouts", "gateway_reference"));
  EXPECT_FALSE(with("invoices", "txid"));
  EXPECT_FALSE(with("withdraws", "note"));
}

TEST(WorkSigns, AQueueFromWhichFinishedRowsVanishIsHinted) {
  EXPECT_TRUE(hinted(created("mail_queue").column("failed", "smallint!", cycle({"0", "0", "2"}))));
  EXPECT_TRUE(hinted(created("pending_deletions").column("is_deleted", "bool!", cycle({"true", "false"}))));
  EXPECT_FALSE(hinted(created("queue_workers").column("failed", "smallint!", cycle({"0", "0", "2"}))));
  EXPECT_FALSE(hinted(created("topics_queue")
                          .column("queue_name", "text!", key("q"))
                          .unique({"queue_name"})
                          .column("failed", "smallint!", cycle({"0", "0", "2"}))))
      << "a row for each queue";
}

TEST(WorkSigns, WhoWorksWhoIsInvitedAndWhatIsPlannedIsNoWork) {
  const auto ahead = [](const std::string& name) {
    return created(name).column("expires_at", "timestamptz!", a_time).read_at(1);
  };
  EXPECT_TRUE(hinted(ahead("pending_deletions")));
  EXPECT_FALSE(hinted(ahead("pending_users").column("email", "text!", key("a@"))));
  const auto beats = [](const std::string& name) {
    return created(name)
        .column("last_heartbeat", "timestamptz!", a_time)
        .column("status", "text!", cycle({"online", "offline"}));
  };
  EXPECT_TRUE(hinted(
      beats("render_work").column("priority", "int", cycle({"1"})).column("payload", "jsonb", always("{}"))));
  EXPECT_FALSE(hinted(beats("render_workers")
                          .column("priority", "int", cycle({"1"}))
                          .column("payload", "jsonb", always("{}"))));
  const auto plan = [](const char* column) {
    return created("jobs")
        .column("next_run_at", "timestamptz!", a_time)
        .column("enabled", "bool!", cycle({"true", "false"}))
        .column(column, "text!", always("0 3 * * *"))
        .column("args", "jsonb!", always("{}"))
        .read_at(1);
  };
  EXPECT_TRUE(hinted(plan("note")));
  EXPECT_FALSE(hinted(plan("cron")));
}

TEST(WorkSigns, ADigestUnderAUniqueIdIsARequestsThatIsCarriedOutOnce) {
  const auto digest = [](int row) { return Cell(std::string(60, 'a') + std::to_string(1000 + row)); };
  const auto with = [&](const Cells& cells) {
    TableOf table("duplicate_check");
    table.column("transfer_id", "text!", key("t")).unique({"transfer_id"}).column("hash", "text!", cells);
    return table.column("created", "timestamptz!", a_time).defaults("now()");
  };
  EXPECT_TRUE(hinted(with(digest)));
  EXPECT_FALSE(hinted(with(key("file"))));
  EXPECT_FALSE(hinted(with(digest).column("path", "text!", key("/file"))));
}

// Names say what rows alone do not: programs try again, and the row is work.
TEST(WorkSigns, WorkThatProgramsTryAgainIsHintedWhateverItIsOf) {
  const auto mails = [] {
    return TableOf("outgoing_mails")
        .column("id", "bigint!", [](int row) { return std::to_string(row); })
        .column("recipient", "text!", key("someone@example.org/"))
        .column("subject", "text!", always("Your invoice"))
        .column("body", "text!", always("Please pay."));
  };
  const auto hint = [](const TableOf& table) { return may_be(table.facts()).value_or(""); };
  EXPECT_EQ(hint(mails()), "");
  EXPECT_EQ(hint(mails().column("sent_at", "timestamptz", but_each(3, a_time))), "")
      << "people send mails, too";
  EXPECT_EQ(hint(mails().column("tries", "int!", always("1"))), "") << "what is tried waits for nothing";
  EXPECT_EQ(
      hint(
          mails().column("tries", "int!", always("1")).column("sent_at", "timestamptz", but_each(3, a_time))),
      "It may hold work that programs do: attempts are counted; a column shows what is done; a column holds "
      "what the work needs; its name speaks of work.");
  EXPECT_NE(hint(mails()
                     .column("locked_at", "timestamptz", but_each(3, a_time))
                     .column("status", "text!", cycle({"PENDING", "SENT"}))),
            "");
  EXPECT_EQ(hint(TableOf("mail_schedules")
                     .column("tries", "int!", always("1"))
                     .column("next_run_at", "timestamptz!", a_time)
                     .column("body", "text!", always("x"))),
            "")
      << "when work is made, and not the work";
}

TEST(WorkSigns, CodesOfWhichOnlySomeHaveATimeAreHinted) {
  const auto with = [](std::vector<std::string> codes) {
    return created("chroots")
        .column("status", "int!", cycle(std::move(codes)))
        .column("ended_on", "timestamptz", but_each(3, a_time));
  };
  EXPECT_TRUE(hinted(with({"9", "1", "2"})));
  EXPECT_FALSE(hinted(with({"0", "1", "1"}))) << "a flag";
  EXPECT_FALSE(hinted(created("chroots").column("status", "int!", cycle({"9", "1", "2"}))))
      << "no time changes with it";
  const auto kept_as = [](const char* type, std::vector<std::string> codes) {
    return created("chroots")
        .column("status", type, cycle(std::move(codes)))
        .column("ended_on", "timestamptz", but_each(3, a_time));
  };
  EXPECT_TRUE(hinted(kept_as("numeric!", {"0", "2", "3"})));
  EXPECT_TRUE(hinted(kept_as("text!", {"R", "T", "f"}))) << "letters";
  EXPECT_FALSE(hinted(kept_as("text!", {"red", "tan", "fog"})));
}

TEST(WorkSigns, ATimeThatRowsLackUntilTheyAreDueIsAnEnd) {
  const auto with = [](const Cells& sent) {
    return created("reminders_planned")
        .read_at(1785600000)  // 2026-08-01 16:00
        .column("scheduled_at", "timestamptz!",
                [](int row) { return row % 3 == 0 ? at(row, 0, 2) : at(row); })
        .column("handed_over_at", "timestamptz", sent)
        .column("attempt_of", "text!", always("mail"));
  };
  EXPECT_TRUE(hinted(with([](int row) { return row % 3 == 0 ? Cell() : Cell(at(row, 9)); })));
  EXPECT_FALSE(hinted(with([](int row) { return row % 3 == 0 ? Cell() : Cell(at(row == 1 ? 0 : row)); })))
      << "one was before";
}

TEST(WorkSigns, AnIndexOfWhatIsDoneIsForPrograms) {
  const auto with = [](bool indexed) {
    TableOf table("prewire");
    table.serial("id").column("finished", "bool!", cycle({"true", "false"}));
    table.column("failed", "bool!", cycle({"false", "false", "true"})).column("buf", "bytea!", key("\\x"));
    TableFacts facts = table.facts();
    if (indexed) facts.indexes.push_back({.columns = {"finished"}});
    return may_be(facts).has_value();
  };
  EXPECT_TRUE(with(true));
  EXPECT_FALSE(with(false));
}

TEST(WorkSigns, AJobOfAJobIsAJobAndAQueuesNameIsNone) {
  const auto with = [](const char* refers_to) {
    TableOf table = stepped("imports", {"queued", "processing", "done"});
    TableFacts facts = table.column("parent_job_id", "bigint", but_each(2, always("1"))).facts();
    facts.columns.back().references = refers_to;
    return may_be(facts).has_value();
  };
  EXPECT_TRUE(with("public.imports"));
  EXPECT_FALSE(with("public.jobs")) << "a step of a job";
  const auto queue = [] {
    return created("task_queue")
        .column("name", "text!", key("q"))
        .column("paused", "bool!", cycle({"t", "f"}));
  };
  EXPECT_TRUE(hinted(queue()));
  EXPECT_FALSE(hinted(queue().column("capacity", "int!", always("100"))));
}

TEST(WorkSigns, TheWordsOfAColumnSayWhatItsNameDoesNot) {
  const auto with = [](const char* name, std::vector<std::string> words) {
    return created("operations")
        .column(name, "text!", cycle(std::move(words)))
        .column("error", "text!", always(""));
  };
  EXPECT_TRUE(hinted(with("opstatus", {"Initialized", "Pending", "Succeeded", "Failed"})));
  EXPECT_FALSE(hinted(with("opstatus", {"Initialized", "Pending", "Succeeded", "Failed", "odd"})))
      << "each word must be known";
  EXPECT_FALSE(hinted(with("event_type", {"Initialized", "Pending", "Succeeded", "Failed"})));
}

TEST(WorkSigns, MailsThatAreQueuedAndChargesThatWereTriedAreWork) {
  const auto mails = [](const char* waits) {
    return stepped("mails", {waits, "sent", "fail"}).column("parameters", "text!", always("{}"));
  };
  EXPECT_TRUE(hinted(mails("queued")));
  EXPECT_FALSE(hinted(mails("created")));
  const auto charges = [](const char* time) {
    return stepped("charges", {"open", "processing", "failed", "succeeded"})
        .column("amount", "bigint!", cycle({"500", "900"}))
        .column("currency_code", "text!", cycle({"EUR", "USD"}))
        .column(time, "timestamptz", but_each(2, a_time));
  };
  EXPECT_TRUE(hinted(charges("last_attempt")));
  EXPECT_FALSE(hinted(charges("last_visit")));
}

TEST(WorkSigns, ATimeOfTheNextRoundIsNoPlan) {
  EXPECT_TRUE(hinted(stepped("transactions", {"prepared", "aborting", "failed", "succeed"})
                         .column("next_cron_time", "timestamptz", but_each(3, a_time))
                         .column("next_cron_interval", "int", cycle({"10", "20"}))));
}

TEST(WorkSigns, WhatIsCompletedArchivedOrPreferredIsNoWork) {
  const auto words = std::vector<std::string>{"queued", "processing", "done"};
  ASSERT_TRUE(hinted(stepped("compactions", words)));
  EXPECT_FALSE(hinted(stepped("completed_compactions", words)));
  EXPECT_FALSE(hinted(stepped("worker_archivetask", words)));
  EXPECT_FALSE(hinted(stepped("routes", words).column("is_default", "bool", cycle({"true", "false"}))));
  EXPECT_FALSE(
      hinted(stepped("payin_steps", words).column("payin", "bigint!", key("1")).unique({"payin", "status"})))
      << "a row for each state that a thing was in";
}

}  // namespace onceover::tables
