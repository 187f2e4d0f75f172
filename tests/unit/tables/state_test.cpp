// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "core/tables/detect/columns.h"
#include "core/tables/detect/looks.h"
#include "core/tables/detect/proposal.h"
#include "tests/unit/tables/table_of.h"

namespace onceover::tables {

using namespace test;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

namespace {

TableOf outbox() {
  TableOf table("outbox");
  table.serial("id").column("type", "text!").column("payload", "jsonb!").column("created_at", "timestamptz!");
  return table;
}

}  // namespace

TEST(State, PublishedIsAStationWhereCompletedComesBehindIt) {
  EXPECT_THAT(outbox().column("status", "text!").words({"NEW", "PUBLISHED"}).meanings(),
              ElementsAre(Pair("NEW", "in_progress"), Pair("PUBLISHED", "succeeded")));
  EXPECT_THAT(
      outbox().column("status", "text!").words({"NEW", "PUBLISHED", "COMPLETED"}).meanings(),
      ElementsAre(Pair("COMPLETED", "succeeded"), Pair("NEW", "in_progress"), Pair("PUBLISHED", "unknown")));
}

TEST(State, AWordWhoseRowsNeverGetATimeOfCompletionIsDoubted) {
  TableOf table = outbox();
  table.column("status", "text!", cycle({"ok", "done", "pending"}));
  table.column("processed_at", "timestamptz", [](int row) { return row % 3 == 1 ? Cell(at(row)) : Cell(); });
  EXPECT_THAT(table.meanings(),
              ElementsAre(Pair("done", "succeeded"), Pair("ok", "unknown"), Pair("pending", "in_progress")));
}

TEST(State, AWordWhoseRowsNeverEndIsDoubtedWhateverTheEndIsCalled) {
  TableOf table = outbox();
  table.column("status", "text!", cycle({"OK", "DONE", "RUNNING"}));
  table.column("end_time", "timestamptz", [](int row) { return row % 3 == 0 ? Cell(at(row)) : Cell(); });
  EXPECT_THAT(table.meanings(),
              ElementsAre(Pair("DONE", "unknown"), Pair("OK", "succeeded"), Pair("RUNNING", "in_progress")));
}

TEST(State, ASuccessThatFewRowsHaveIsDoubtedBesideAnUnknownWordOfMost) {
  const auto with = [](const char* most) {
    return outbox()
        .column("status", "text!",
                [=](int row) {
                  return Cell(row == 0 ? "COMPLETED" : row < 3 ? "RUNNING" : most);
                })
        .meanings()["COMPLETED"];
  };
  EXPECT_EQ(with("REPORTED"), "unknown");
  EXPECT_EQ(with("FAILED"), "succeeded");
}

TEST(State, IsTheRowsOwnAndNotWhatAnotherSystemSays) {
  TableOf table = outbox();
  table.column("status", "text!", cycle({"OK", "ERROR", "RUNNING"}));
  EXPECT_EQ(table.column("external_status", "text!", cycle({"SUCCEEDED", "FAILED", "RUNNING"})).role("state"),
            "status (word)");
}

TEST(State, OfTwoNumbersThatCouldBeHttpsNeitherTellsTheState) {
  TableOf table("idempotency_keys");
  table.column("key", "text!", key("k")).unique({"key"}).column("response", "jsonb");
  table.column("result_status_code", "int", [](int row) { return row % 3 == 0 ? Cell() : Cell("200"); });
  EXPECT_EQ(table.role("state"), "result_status_code (response_code)");
  table.column("status", "smallint!", cycle({"100", "200", "300"}));
  EXPECT_EQ(table.role("state"), "?");
}

TEST(State, ANumberedStateIsKnownAndItsCodesAreAsked) {
  TableOf table = outbox();
  table.column("state", "int!", cycle({"0", "1", "2"}));
  table.column("processed_on", "timestamptz", [](int row) { return row % 3 == 1 ? Cell(at(row)) : Cell(); });
  EXPECT_EQ(table.role("state"), "state (code)");
  EXPECT_THAT(table.meanings(),
              ElementsAre(Pair("0", "unknown"), Pair("1", "succeeded"), Pair("2", "unknown")));
}

TEST(State, WithoutARowTheColumnIsKnownAndNoWord) {
  TableOf table = outbox();
  table.column("status", "text!");
  EXPECT_EQ(table.role("state"), "status (word)");
  EXPECT_THAT(table.meanings(), IsEmpty());
}

TEST(State, NamedAsItItIsKnownAndItsUnknownWordsAreAsked) {
  const auto with = [](const Cells& words) { return outbox().column("status", "text!", words); };
  EXPECT_EQ(with(cycle({"A", "B"})).role("state"), "status (word)");
  EXPECT_THAT(with(cycle({"A", "B"})).meanings(), ElementsAre(Pair("A", "unknown"), Pair("B", "unknown")));
  EXPECT_EQ(with(key("order ")).role("state"), "?") << "each row has its own";
  EXPECT_EQ(
      with(cycle({"A", "B"})).column("sent_at", "timestamptz", but_each(2, always(at(1)))).role("state"), "?")
      << "or that time is it";
}

TEST(State, ATimeThatIsThereFromTheBeginningTellsNoState) {
  TableOf table("handled_messages");
  table.column("message_id", "text!", key("m")).unique({"message_id"}).column("handler_type", "text");
  table.column("processed_at", "timestamptz", [](int row) { return Cell(at(row)); }).defaults("now()");
  EXPECT_EQ(table.role("state"), " (presence)");
  EXPECT_EQ(table.role("completed_at"), "processed_at (timestamptz)") << "it is written once it is done";
}

TEST(State, AnOutboxWithoutAWordAboutSendingIsAsked) {
  EXPECT_EQ(outbox().kind(), "outbox");
  EXPECT_EQ(outbox().role("state"), "?");
}

TEST(State, WhatCameInWasPublishedByOthers) {
  TableOf table("inbox");
  table.column("message_id", "text!")
      .unique({"message_id"})
      .column("payload", "jsonb!")
      .column("published_at", "timestamptz");
  table.column("received_at", "timestamptz!").column("processed_at", "timestamptz");
  EXPECT_EQ(table.role("state"), "processed_at (timestamps)");
  EXPECT_EQ(table.role("completed_at"), "processed_at (timestamptz)");
}

TEST(State, AnOutboxWhoseRowsAreTriedAgainKeepsWhatWaits) {
  EXPECT_EQ(outbox().column("attempts", "int!").role("state"), " (presence)");
  EXPECT_EQ(outbox().column("attempts", "int!").meanings(),
            (std::map<std::string, std::string>{{"present", "in_progress"}}));
  EXPECT_EQ(outbox().column("attempts", "int!").column("gone", "bool!").role("state"), "?")
      << "that may be it";
  EXPECT_EQ(outbox().column("attempts", "int!").column("enqueued_at", "timestamptz").role("state"), "?")
      << "and so may that";
  EXPECT_EQ(outbox().column("attempts", "int!").column("flag", "int!", cycle({"0", "1"})).role("state"), "?")
      << "and so may a number";
}

TEST(State, OfACodeForWhatIsDoneAndANumberedStateAPersonChooses) {
  TableOf table = outbox();
  table.column("flag_published", "smallint!", cycle({"1", "2"}));
  EXPECT_EQ(table.column("p_status", "smallint!", cycle({"2", "3"})).role("state"), "?");
}

TEST(State, ANumberWithDecimalsMayBeACode) {
  TableOf table = outbox();
  table.column("status", "numeric!", cycle({"0", "2", "3"}));
  EXPECT_EQ(table.column("sent_at", "timestamptz", but_each(3, always(at(1)))).role("state"),
            "status (code)");
}

TEST(State, ARowThatIsOverWithoutTheTimeOfItsEndIsAsked) {
  const auto with = [](const Cells& active) {
    TableOf table = outbox();
    table.column("sent_at", "timestamptz", [](int row) { return row % 3 == 0 ? Cell(at(row)) : Cell(); });
    return table.column("active", "smallint!", active).role("state");
  };
  EXPECT_EQ(with(cycle({"0", "1", "0"})), "?") << "some were dropped";
  EXPECT_EQ(with(cycle({"0", "1", "1"})), "sent_at (timestamps)") << "both say the same";
}

TEST(State, ARowThatMayNotLackItsAnswerIsAnswered) {
  const auto with = [](const char* type, const Cells& body) {
    TableOf table("idempotency_keys");
    table.column("key", "text!", key("k")).unique({"key"}).column("created_at", "timestamptz!", [](int row) {
      return Cell(at(row));
    });
    return table.column("response", type, body);
  };
  EXPECT_EQ(with("text!", always("{\"id\":1}")).role("state"), " (presence)");
  EXPECT_EQ(with("text", always("{\"id\":1}")).role("state"), "?") << "a row without one may come";
  EXPECT_EQ(with("text!", cycle({"{\"id\":1}", ""})).role("state"), "?")
      << "an empty one may mean that there is none yet";
  EXPECT_EQ(with("text!", always("{\"id\":1}")).column("lock_token", "text").role("state"), "?")
      << "it may tell who works on the row";
}

TEST(State, ARowThatIsDoneMayGetAnError) {
  const auto with = [](const Cells& error) {
    return outbox()
        .column("processed_at", "timestamptz", but_each(3, always(at(1))))
        .column("error", "text", error)
        .role("state");
  };
  EXPECT_EQ(with([](int) { return Cell(); }), "processed_at, error (done_and_error)") << "no row has one yet";
  EXPECT_EQ(with([](int row) { return row % 3 == 0 ? Cell("503") : Cell(); }),
            "processed_at, error (done_and_error)")
      << "what is unfinished and has one may have failed, or is tried again";
  EXPECT_EQ(outbox()
                .column("processed_at", "timestamptz", but_each(3, always(at(1))))
                .column("error", "text", [](int) { return Cell(); })
                .column("attempts", "int!")
                .role("state"),
            "processed_at (timestamps)")
      << "an error is that of an attempt";
}

TEST(State, AStatusThatEachRowHasShowsNoUnfinishedOnes) {
  const auto with = [](const Cells& status) {
    TableOf table("idempotency_keys");
    table.column("key", "text!", key("k"))
        .unique({"key"})
        .column("response", "jsonb")
        .column("response_status", "int", status);
    return table.role("state");
  };
  EXPECT_EQ(with(always("200")), "?");
  EXPECT_EQ(with(but_each(3, always("200"))), "response_status (response_code)");
}

TEST(State, OfTwoWordsForAFailureOneIsAsked) {
  EXPECT_THAT(outbox().column("status", "text!").words({"DONE", "ERROR", "NEW"}).meanings(),
              ElementsAre(Pair("DONE", "succeeded"), Pair("ERROR", "failed"), Pair("NEW", "in_progress")));
  EXPECT_THAT(outbox().column("status", "text!").words({"DONE", "ERROR", "FAILED", "NEW"}).meanings(),
              ElementsAre(Pair("DONE", "succeeded"), Pair("ERROR", "unknown"), Pair("FAILED", "failed"),
                          Pair("NEW", "in_progress")));
}

TEST(State, OfTwoWordsOfFailureThatWithFewerAttemptsIsAsked) {
  const auto with = [](const char* tries_of_failed) {
    TableOf table("jobs");
    table.serial("id").column("payload", "jsonb!").column("locked_at", "timestamptz");
    table.column("status", "text!", cycle({"waiting", "failed", "aborted", "done"}));
    return table.column("attempts", "int!", cycle({"0", tries_of_failed, "4", "1"})).meanings();
  };
  EXPECT_THAT(with("2"), testing::Contains(Pair("failed", "unknown")));
  EXPECT_THAT(with("2"), testing::Contains(Pair("aborted", "failed")));
  EXPECT_THAT(with("4"), testing::Contains(Pair("failed", "failed")));
}

TEST(State, AWordForWhatGoesOnIsWorkUnderWay) {
  EXPECT_THAT(outbox().column("status", "text!").words({"queued", "uploading", "done", "warning"}).meanings(),
              ElementsAre(Pair("done", "succeeded"), Pair("queued", "in_progress"),
                          Pair("uploading", "in_progress"), Pair("warning", "unknown")));
}

TEST(State, ANoteThatMostRowsLackIsNone) {
  const auto with = [](int every) {
    TableOf table("jobs");
    table.serial("id")
        .column("payload", "jsonb!")
        .column("locked_at", "timestamptz")
        .column("run_at", "timestamptz!");
    table.column("attempts", "int!").column("completed_at", "timestamptz", but_each(2, always(at(1))));
    return table.column("status", "text",
                        [every](int row) { return row % every == 0 ? Cell("Importing rows") : Cell(); });
  };
  EXPECT_EQ(with(4).role("state"), "completed_at (timestamps)");
  EXPECT_EQ(with(1).role("state"), "?");
}

TEST(State, OfAJobIsNoTextThatHoldsPaths) {
  const auto with = [](const char* name, const Cells& cells) {
    TableOf table("jobs");
    table.serial("id")
        .column("payload", "jsonb!")
        .column("locked_at", "timestamptz")
        .column("run_at", "timestamptz!");
    return table.column("attempts", "int!").column(name, "text!", cells).role("state");
  };
  EXPECT_EQ(with("method", cycle({"Mail.send", "Report.make"})), " (presence)");
  EXPECT_EQ(with("method", cycle({"new", "old"})), "?");
  EXPECT_EQ(with("resource", key("r")), " (presence)") << "each row has its own";
}

TEST(State, OfAJobMayBeATimeThatSomeRowsLack) {
  TableOf table("jobs");
  table.serial("id")
      .column("payload", "jsonb!")
      .column("locked_at", "timestamptz")
      .column("run_at", "timestamptz!");
  table.column("attempts", "int!");
  EXPECT_EQ(TableOf(table).column("gone_at", "timestamptz", but_each(2, always(at(1)))).role("state"), "?");
  EXPECT_EQ(TableOf(table).column("dequeued_at", "timestamptz", but_each(2, always(at(1)))).role("state"),
            "dequeued_at (timestamps)");
}

namespace {

// The states of rows that are set (or true) in these columns: by the rules that detection found.
struct RulesOf {
  States states;
  std::string operator()(std::initializer_list<std::string_view> set) const {
    const auto holds = [&](const Condition& c) {
      const bool is_set = std::ranges::find(set, c.column) != set.end();
      return is_set == (c.is == Condition::Is::yes || c.is == Condition::Is::not_null);
    };
    for (const StateRule& rule : states.rules) {
      if (std::ranges::all_of(rule.when, holds)) return std::string(key::word(rule.state));
    }
    return states.otherwise ? std::string(key::word(states.otherwise->state)) : "unknown";
  }
};

TableOf captures(const Cells& completed, const Cells& has_error) {
  TableOf table("capture_jobs");
  table.serial("id").column("input", "jsonb!", always("{}")).column("task_name", "text!", always("capture"));
  table.column("attempts", "int!", always("1"))
      .column("run_at", "timestamptz!", always(at(0)))
      .column("processing", "bool!", always("false"));
  return table.column("completed_at", "timestamptz", completed).column("has_error", "bool", has_error);
}

}  // namespace

TEST(State, AFlagOfFailureBesideATimeOfCompletionIsReadAsTheOwnerReadsThem) {
  const auto done = but_each(3, always(at(1)));
  const TableOf table = captures(done, [](int row) { return Cell(row % 6 == 0 ? "true" : "false"); });
  EXPECT_EQ(table.role("state"), "completed_at, has_error (timestamps)");
  const RulesOf of{table.detected()->role("state").states};
  EXPECT_EQ(of({"completed_at"}), "succeeded");
  EXPECT_EQ(of({"has_error"}), "failed");
  EXPECT_EQ(of({}), "in_progress") << "it waits, or a worker has it";
}

TEST(State, WhatWasCalledOffHasNotFailed) {
  TableOf table("capture_jobs");
  table.serial("id").column("input", "jsonb!", always("{}")).column("attempts", "int!", always("1"));
  table.column("run_at", "timestamptz!", always(at(0)))
      .column("processed_at", "timestamptz", but_each(3, always(at(1))))
      .column("canceled_at", "timestamptz", [](int row) { return row % 6 == 0 ? Cell(at(2)) : Cell(); });
  EXPECT_EQ(table.role("state"), "processed_at (timestamps)");
  const Proposal p = propose(*table.detected(), table.facts());
  ASSERT_EQ(p.profile.set_aside.size(), 1U);
  EXPECT_EQ(p.profile.set_aside[0].column, "canceled_at");
}

TEST(State, AStatusOfAMessageIsNoTextForPeople) {
  const auto inbox = [](const char* name) {
    TableOf table("inbox_messages");
    table.column("message_id", "text!", key("m")).unique({"message_id"}).column("payload", "jsonb!");
    return table.column(name, "text!", cycle({"PENDING", "PROCESSED"})).role("state");
  };
  EXPECT_EQ(inbox("message_status"), "message_status (word)");
  EXPECT_EQ(inbox("status_message"), "?");
}

TEST(State, ARowThatIsBothDoneAndFailedIsAsked) {
  const TableOf table =
      captures(always(at(1)), [](int row) { return Cell(row % 6 == 0 ? "true" : "false"); });
  const RoleAnswer answer = table.detected()->role("state");
  EXPECT_EQ(answer.asks.size(), 1U);
  EXPECT_EQ(RulesOf{answer.states}({"completed_at", "has_error"}), "unknown");
  EXPECT_EQ(RulesOf{answer.states}({"has_error"}), "failed");
}

TEST(State, WhatIsNotDoneAndHasAnErrorIsAskedWhereNothingIsTriedAgain) {
  const auto webhooks = [] {
    TableOf table("webhook_events");
    table.column("id", "uuid!", key("u"))
        .unique({"id"})
        .column("payload", "text!", always("{}"))
        .column("created_at", "timestamptz!", always(at(0)));
    table.column("processed", "bool", [](int row) { return Cell(row % 3 == 0 ? "false" : "true"); });
    return table.column("error", "text", [](int row) { return row % 6 == 0 ? Cell("503") : Cell(); });
  };
  const RoleAnswer answer = webhooks().detected()->role("state");
  EXPECT_EQ(answer.form, "done_and_error");
  EXPECT_EQ(answer.asks.size(), 1U);
  EXPECT_EQ(RulesOf{answer.states}({"error"}), "unknown");
  EXPECT_EQ(RulesOf{answer.states}({}), "in_progress");
  EXPECT_EQ(RulesOf{answer.states}({"processed", "error"}), "succeeded");
  EXPECT_EQ(webhooks().column("attempts", "int!", always("1")).role("state"), "processed (flag)")
      << "the error is that of an attempt";
}

TEST(State, AnEmptyTextIsNoError) {
  const auto steps = [](const Cells& error) {
    return captures(but_each(3, always(at(1))), always("false")).column("error_msg", "text!", error);
  };
  EXPECT_EQ(steps(always("")).role("state"), "completed_at, has_error (timestamps)");
  TableOf table("deployment_jobs");
  table.serial("id").column("input", "jsonb!", always("{}")).column("task_name", "text!", always("setup"));
  table.column("attempts", "int!", always("1")).column("run_at", "timestamptz!", always(at(0)));
  table.column("completed_at", "timestamptz", but_each(3, always(at(1))));
  table.column("error_msg", "text!", [](int row) { return Cell(row % 4 == 1 ? "refused" : ""); });
  const RoleAnswer answer = table.detected()->role("state");
  EXPECT_EQ(answer.form, "done_and_error") << answer.why;
  ASSERT_FALSE(answer.states.rules.empty());
  const Condition& none = answer.states.rules.front().when.back();
  EXPECT_EQ(none.column, "error_msg");
  EXPECT_EQ(none.values, std::vector<std::string>{""});
}

TEST(State, AFinishedRowWithAnErrorIsAskedWhereNoWordMeansFailure) {
  const auto jobs = [](std::vector<std::string> words) {
    TableOf table("deployment_jobs");
    table.serial("id")
        .column("job_class", "text!", always("Receipt"))
        .column("input", "jsonb!", always("{}"));
    table.column("state", "text!", cycle(std::move(words)));
    return table.column("error", "jsonb!",
                        [](int row) { return Cell(row % 3 == 1 ? R"({"message": "no route"})" : "{}"); });
  };
  const RoleAnswer answer = jobs({"enqueued", "finished"}).detected()->role("state");
  EXPECT_EQ(answer.columns, (std::vector<std::string>{"state", "error"}));
  ASSERT_EQ(answer.asks.size(), 1U);
  EXPECT_THAT(answer.asks.front(), testing::HasSubstr("\"finished\" that have \"error\" may have failed"));
  const auto done = std::ranges::find(answer.states.rules, key::State::succeeded, &StateRule::state);
  ASSERT_NE(done, answer.states.rules.end());
  ASSERT_EQ(done->when.size(), 2U);
  EXPECT_EQ(done->when.back().values, std::vector<std::string>{"{}"});
  EXPECT_EQ(jobs({"enqueued", "finished", "failed"}).role("state"), "state (word)") << "a word says it";
  EXPECT_EQ(jobs({"enqueued", "finished"}).column("attempts", "int!", always("2")).role("state"),
            "state (word)")
      << "the error is that of an attempt";
}

TEST(State, WhatHasEndedWithoutSuccessHasFailed) {
  const auto jobs = [](const char* name, std::string type, const Cells& flag) {
    TableOf table("backup_jobs");
    table.serial("id").column("job_class", "text!", always("Backup")).column("input", "jsonb!", always("{}"));
    table.column("completed_at", "timestamptz", but_each(3, always(at(1))));
    return detect_as(table.column(name, std::move(type), flag).facts(), Kind::queue).role("state");
  };
  const RoleAnswer good =
      jobs("is_successful", "bool!", [](int row) { return Cell(row % 3 == 1 ? "true" : "false"); });
  const RulesOf by_success{good.states};
  EXPECT_EQ(good.columns, (std::vector<std::string>{"completed_at", "is_successful"}));
  EXPECT_EQ(by_success({"completed_at", "is_successful"}), "succeeded");
  EXPECT_EQ(by_success({"completed_at"}), "failed");
  EXPECT_EQ(by_success({}), "in_progress");
  // As a number, and as a document.
  const RoleAnswer bad = jobs("error", "smallint", [](int row) { return Cell(row % 3 == 2 ? "1" : "0"); });
  EXPECT_EQ(bad.columns, (std::vector<std::string>{"completed_at", "error"}));
  EXPECT_EQ(bad.asks.size(), 1U) << "some rows have both";
  const RoleAnswer told = jobs("error_info", "jsonb",
                               [](int row) { return row % 3 == 2 ? Cell(R"({"message": "x"})") : Cell(); });
  EXPECT_EQ(told.form, "done_and_error");
}

TEST(State, OfAStageIsNoStep) {
  TableOf table("stages");
  table.serial("stage_id")
      .column("stage_kind", "text!", always("pipeline"))
      .column("stage_status", "text!", cycle({"pending", "running", "success", "warped"}));
  const RoleAnswer answer = detect_as(table.facts(), Kind::queue).role("state");
  EXPECT_EQ(answer.meanings.at("warped"), "unknown");
  EXPECT_FALSE(answer.states.otherwise);
}

// Where finished jobs are deleted, a job that is not pending may wait as well.
TEST(State, AFlagForWorkUnderWayDoesNotShowItsEnd) {
  TableOf table("export_jobs");
  table.serial("id").column("input", "jsonb!", always("{}")).column("task_name", "text!", always("export"));
  table.column("attempts", "int!", always("1")).column("run_at", "timestamptz!", always(at(0)));
  table.column("is_pending", "bool!", [](int row) { return Cell(row % 3 == 0 ? "true" : "false"); });
  EXPECT_THAT(table.meanings(), ElementsAre(Pair("false", "unknown"), Pair("true", "in_progress")));
}

TEST(State, AQueueWithATimeOfCompletionKeepsWhatIsDone) {
  const TableOf table = captures(but_each(4, always(at(1))), always("false"));
  EXPECT_EQ(table.meanings().at("completed_at"), "succeeded");
}

TEST(State, AnAnswersStatusIs0UntilThereIsOne) {
  const auto keys = [](const Cells& code) {
    TableOf table("idempotency_keys");
    table.column("key", "text!", key("k")).unique({"key"}).column("created_at", "timestamptz!", [](int row) {
      return Cell(at(row));
    });
    return table.column("status_code", "int!", code).column("response_body", "jsonb!", always(R"({"id":1})"));
  };
  TableOf table = keys(cycle({"0", "201", "404"}));
  const RoleAnswer answer = table.detected()->role("state");
  EXPECT_EQ(table.role("state"), "status_code (response_code)");
  ASSERT_EQ(answer.states.rules.size(), 2U);
  EXPECT_EQ(answer.states.rules[0].when[0].values, std::vector<std::string>{"0"});
  EXPECT_EQ(answer.states.rules[0].state, key::State::in_progress);
  EXPECT_EQ(answer.states.rules[1].when[0].is, Condition::Is::between);
  EXPECT_FALSE(answer.states.otherwise) << "another status is unknown";
  EXPECT_EQ(table.role("response_code"), "status_code (integer)");
  EXPECT_EQ(table.column("lock_token", "text").role("state"), "?") << "a lock may show who works on the row";
  const States present = keys(always("201")).detected()->role("state").states;
  EXPECT_FALSE(present.otherwise) << "a row that was not sampled may have no answer";
  EXPECT_EQ(present, answer.states);
}

TEST(State, AnEmptyDocumentIsNoAnswer) {
  const auto with = [](const Cells& body) {
    TableOf table("idempotency_keys");
    table.column("key", "text!", key("k")).unique({"key"}).column("response_body", "jsonb!", body);
    return table.role("state");
  };
  EXPECT_EQ(with(always(R"({"id":1})")), " (presence)");
  EXPECT_EQ(with(cycle({R"({"id":1})", "{}"})), "?");
  EXPECT_EQ(with(always("null")), "?");
}

TEST(State, SeveralNumbersSayMoreThanAFlag) {
  const auto with = [](const Cells& codes) {
    TableOf table("import_jobs");
    table.serial("id").column("attempts", "int!").column("job_type", "text!", cycle({"csv", "xml"}));
    table.column("scheduled_at", "timestamptz!", always(at(0)))
        .column("is_published", "bool!", cycle({"true", "false"}));
    return table.column("status", "int!", codes);
  };
  EXPECT_EQ(with(cycle({"1", "2", "3"})).role("state"), "status (code)");
  EXPECT_EQ(with(always("-1")).role("state"), "is_published (flag)") << "one number says nothing";
}

namespace {

TableOf resolved(const char* final_word, const Cells& resolution) {
  TableOf table("job_queue");
  table.serial("id").column("attempts", "int!").column("job_type", "text!", cycle({"csv", "xml"}));
  table.column("status", "text!", [=](int row) {
    return Cell(row % 3 == 0 ? "queued" : row % 3 == 1 ? "running" : final_word);
  });
  return table.column("resolution", "text", resolution);
}

}  // namespace

TEST(State, WhereASecondColumnShowsHowAFinishedRowEndedBothAreTheState) {
  const auto end = [](int row) {
    return row % 3 == 2 ? Cell(row % 2 == 0 ? "success" : "failure") : Cell("queued");
  };
  for (const char* final_word : {"done", "stopped"}) {
    TableOf table = resolved(final_word, end);
    EXPECT_EQ(table.role("state"), "status, resolution (word)");
    const std::string word(final_word);
    EXPECT_THAT(table.meanings(),
                testing::UnorderedElementsAre(Pair(word + ": failure", "failed"),
                                              Pair(word + ": success", "succeeded"),
                                              Pair("queued", "in_progress"), Pair("running", "in_progress")));
    const auto cells = [&](const std::string& resolution) {
      return std::map<std::string, Cell>{{"status", word}, {"resolution", resolution}};
    };
    const RoleAnswer answer = table.detected()->role("state");
    const auto state = [&](const std::map<std::string, Cell>& row) {
      const auto rule = rule_of(answer.states, [&](const std::string& column) { return &row.at(column); });
      return rule ? std::string(key::word(answer.states.rules.at(*rule).state)) : "unknown";
    };
    EXPECT_EQ(state(cells("failure")), "failed");
    EXPECT_EQ(state(cells("success")), "succeeded");
    EXPECT_EQ(state(cells("other")), "unknown");
    EXPECT_EQ(state({{"status", "running"}, {"resolution", std::nullopt}}), "in_progress");
  }
  EXPECT_EQ(resolved("done", always("success")).role("state"), "status (word)") << "no row failed";
  EXPECT_EQ(resolved("done", always("success")).words({"success", "failure"}).meanings().at("done: failure"),
            "failed")
      << "no row failed yet";
  EXPECT_EQ(
      resolved("done", [](int row) { return Cell(row % 2 == 0 ? "approved" : "rejected"); }).role("state"),
      "status (word)")
      << "a person's decision";
  const auto tested = [](int row) { return Cell(row % 2 == 0 ? "passed" : "failed"); };
  EXPECT_EQ(resolved("done", tested).meanings().at("done: passed"), "unknown");
  EXPECT_EQ(resolved("done", tested).meanings().at("done: failed"), "failed");
  EXPECT_EQ(resolved("failed", end).role("state"), "status (word)") << "the state itself says so";
}

TEST(State, WhatAFinishedCodesOutcomeMeansIsAsked) {
  TableOf table("job_queue");
  table.serial("id").column("attempts", "int!").column("job_type", "text!", cycle({"csv", "xml"}));
  table.column("locked_by", "text").column("server_state", "int!", cycle({"2", "4", "5"}));
  table.column("outcome", "int!",
               [](int row) { return Cell(row % 3 == 2 ? std::to_string(1 + row % 2) : "0"); });
  EXPECT_EQ(table.role("state"), "server_state, outcome (code)");
  EXPECT_THAT(table.meanings(), ElementsAre(Pair("2", "unknown"), Pair("4", "unknown"),
                                            Pair("5: 1", "unknown"), Pair("5: 2", "unknown")));
  EXPECT_EQ(table.detected()->role("state").asks.size(), 4U);
}

TEST(State, TheLastStatusIsItWhereNoOtherColumnIs) {
  const auto with = [] {
    return outbox().column("last_status", "text!").words({"pending", "sending", "delivered"});
  };
  EXPECT_EQ(with().column("status_details", "text!", always("")).role("state"), "last_status (word)");
  EXPECT_EQ(with().column("status", "text!", cycle({"pending", "sent"})).role("state"), "status (word)");
}

TEST(State, ARowThatFailedAndHasADueTimeIsAsked) {
  const auto ended = [](int row) { return row % 6 == 0 || row % 3 == 1 ? Cell(at(row)) : Cell(); };
  const auto failed = [](int row) { return Cell(row % 3 == 0 ? "true" : "false"); };
  TableOf table = captures(ended, failed);
  EXPECT_EQ(RulesOf{table.detected()->role("state").states}({"has_error"}), "failed");
  table.column("retry_at", "timestamptz", [](int row) { return row % 6 == 3 ? Cell(at(59)) : Cell(); });
  EXPECT_EQ(RulesOf{table.detected()->role("state").states}({"has_error"}), "unknown");
  EXPECT_EQ(table.detected()->role("state").asks.size(), 2U);
}

}  // namespace onceover::tables
