// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/tables/detect/columns.h"
#include "tests/unit/tables/table_of.h"

namespace onceover::tables {

using namespace test;

TEST(Identity, AUniqueIndexThatMayMissRowsNamesNone) {
  TableOf table("outbox");
  table.column("id", "text!", key("a")).unique({"id"}).column("payload", "text!");
  table.column("request_id", "text", but_each(3, key("r"))).unique({"request_id"});
  EXPECT_EQ(table.role("identity"), "id (text)");
  TableOf rare("outbox");  // no NULL was sampled; the planner knows of some
  rare.column("id", "text!", key("a")).unique({"id"}).column("payload", "text!");
  rare.column("request_id", "text", key("r")).null_share(0.01).unique({"request_id"});
  EXPECT_EQ(rare.role("identity"), "id (text)");
}

TEST(Identity, AnIndexThatAddsToAKeyIsNoKey) {
  TableOf table("outbox");
  table.serial("number")
      .column("event_id", "uuid!")
      .column("payload", "text!")
      .unique({"event_id", "number"});
  EXPECT_EQ(table.role("identity"), "number (integer)");
}

TEST(Identity, AKeysHashIsAKeyAndNoFingerprint) {
  TableOf table("idempotency_keys");
  table.column("id", "text!", key("a"))
      .unique({"id"})
      .column("endpoint", "text!")
      .column("key_hash", "text!", digest());
  table.unique({"endpoint", "key_hash"}).column("request_hash", "text!", digest());
  EXPECT_EQ(table.role("identity"), "endpoint, key_hash (composite)");
  EXPECT_EQ(table.role("fingerprint"), "request_hash (hex)");
}

TEST(Operation, AnIdNamesAThingAndNotWhatIsDone) {
  TableOf table("idempotency_keys");
  table.column("operation_id", "text!", key("op")).unique({"operation_id"}).column("response", "jsonb");
  EXPECT_EQ(table.role("operation"), "");
  EXPECT_EQ(table.column("endpoint", "text!").role("operation"), "endpoint (text)");
}

TEST(Created, IsWhatEveryRowHasBeforeItsEnd) {
  const auto outbox = [](const Cells& end) {
    TableOf table("outbox");
    table.serial("id").column("payload", "jsonb!").column("publication_date", "timestamptz!", [](int row) {
      return Cell(at(row));
    });
    table.column("completion_date", "timestamptz", end);
    return table;
  };
  EXPECT_EQ(outbox(but_each(3, [](int row) { return Cell(at(row, 9)); })).role("created_at"),
            "publication_date (timestamptz)");
  EXPECT_EQ(outbox(but_each(3, always(at(0)))).role("created_at"), "?");
}

TEST(Created, FirstSeenIsItAndLastSeenTheLastChange) {
  TableOf table("idempotency_keys");
  table.column("key", "text!").unique({"key"}).column("response", "jsonb");
  table.column("first_seen_at", "timestamptz!").column("last_seen_at", "timestamptz!");
  EXPECT_EQ(table.role("created_at"), "first_seen_at (timestamptz)");
  EXPECT_EQ(table.role("updated_at"), "last_seen_at (timestamptz)");
}

TEST(Expires, IsARetentionWhereFinishedRowsAloneHaveIt) {
  const auto inbox = [](int every) {
    TableOf table("inbox");
    table.column("message_id", "text!", key("m")).unique({"message_id"}).column("body", "bytea!");
    table.column("status", "text!", [](int row) { return Cell(row % 3 == 0 ? "incoming" : "handled"); });
    table.column("keep_until", "timestamptz", but_each(every, always(at(59))));
    return table;
  };
  EXPECT_EQ(inbox(3).role("expires_at"), "keep_until (timestamptz)");
  EXPECT_EQ(inbox(2).role("expires_at"), "?");
}

TEST(Expires, IsARetentionBesideALease) {
  TableOf table("idempotency_keys");
  table.column("key", "text!")
      .unique({"key"})
      .column("response", "jsonb")
      .column("expires_at", "timestamptz!");
  EXPECT_EQ(table.role("expires_at"), "?");
  EXPECT_EQ(table.column("locked_until", "timestamptz").role("expires_at"), "expires_at (timestamptz)");
}

TEST(Lease, LastsUntilAndBeginsAt) {
  TableOf table("outbox");
  table.serial("id").column("payload", "jsonb!").column("processed_at", "timestamptz");
  EXPECT_EQ(TableOf(table).column("processing_until", "timestamptz!").role("lease"),
            "processing_until (deadline)");
  EXPECT_EQ(TableOf(table).column("claimed_at", "timestamptz").role("lease"),
            "claimed_at (start_plus_constant)");
  EXPECT_EQ(TableOf(table).column("acquired_at", "timestamptz").role("lease"),
            "acquired_at (start_plus_constant)");
  EXPECT_EQ(TableOf(table).column("processing_at", "timestamptz").role("lease"), "?");
  EXPECT_EQ(TableOf(table).column("visible_at", "timestamptz").role("lease"), "?");
}

TEST(Owner, HoldsARowBesideALeaseAndMayOwnItElsewhere) {
  TableOf table("outbox");
  table.serial("id")
      .column("payload", "jsonb!")
      .column("processed_at", "timestamptz")
      .column("owner", "text");
  EXPECT_EQ(table.role("owner"), "?");
  EXPECT_EQ(table.column("locked_until", "timestamptz").role("owner"), "owner (text)");
}

TEST(Attempts, AreCountedUnderManyNamesAndAreNoTime) {
  for (const char* name : {"times_sent", "number_of_attempts", "requeue_count", "error_count"}) {
    TableOf table("outbox");
    table.serial("id").column("payload", "jsonb!").column(name, "int!", always("0"));
    EXPECT_EQ(table.role("attempts"), std::string(name) + " (integer)");
  }
  TableOf table("outbox");
  table.serial("id").column("payload", "jsonb!").column("retry_delay", "int!");
  EXPECT_EQ(table.role("attempts"), "");
}

TEST(Attempts, CountedInANumericAreNoMoney) {
  TableOf table("export_jobs");
  table.serial("id")
      .column("input", "jsonb!", always("{}"))
      .column("task_name", "text!", always("export"))
      .column("queue", "text!");
  table.column("status", "text!")
      .words({"queued", "processing", "done", "failed"})
      .column("locked_until", "timestamptz");
  table.column("total_tried", "numeric", cycle({"0", "1.00", "3.00"}));
  EXPECT_EQ(table.role("attempts"), "total_tried (numeric)");
  EXPECT_EQ(table.role("amount"), "");
}

TEST(Identity, APartialUniqueIndexHidesNoPrimaryKey) {
  TableOf table("idempotency_keys");
  table.column("id", "uuid!", key("u")).unique({"id"}).generated();
  table.column("idempotency_key", "text", but_each(4, key("k")))
      .unique({"idempotency_key"})
      .only_where("(idempotency_key IS NOT NULL)");
  table.column("response_body", "jsonb").column("request_hash", "text!", digest());
  EXPECT_EQ(table.role("identity"), "id (uuid)");
  EXPECT_EQ(table.detected()->role("identity").asks.size(), 1U) << "several rows may have one key";
}

TEST(Subject, IsOfARequestAndNeitherOfAnEventNorOfAnAnswer) {
  const Cells order = always(R"({"amount": 5, "currency": "EUR"})");
  TableOf table("idempotency_keys");
  table.column("key", "text!", key("k")).unique({"key"}).column("request_params", "jsonb!", order);
  EXPECT_EQ(table.role("amount"), "request_params (path:/amount)");
  TableOf event("outbox");
  event.serial("id").column("payload", "jsonb!", order);
  EXPECT_EQ(event.role("amount"), "");
  TableOf answer("idempotency_keys");
  answer.column("key", "text!", key("k")).unique({"key"}).column("response_body", "jsonb!", order);
  EXPECT_EQ(answer.role("amount"), "");
  TableOf unseen("idempotency_keys");
  unseen.column("key", "text!").unique({"key"}).column("request_params", "jsonb!");
  EXPECT_EQ(unseen.role("amount"), "?");
}

namespace {

// Jobs that a worker takes: everything but what says what they do.
TableOf jobs() {
  TableOf table("jobs");
  table.serial("id")
      .column("payload", "jsonb!", always("{}"))
      .column("locked_by", "text", but_each(2, key("w")));
  table.column("locked_at", "timestamptz", but_each(2, always(at(1))))
      .column("run_at", "timestamptz!", always(at(0)));
  return table;
}

}  // namespace

TEST(Operation, MayBeAJobsQueueWhereNothingElseSaysWhatItDoes) {
  EXPECT_EQ(jobs().column("attempts", "int!").role("operation"), "");
  EXPECT_EQ(jobs()
                .column("attempts", "int!")
                .column("queue_name", "text!", cycle({"mails", "sms"}))
                .role("operation"),
            "queue_name (text)");
  EXPECT_EQ(jobs()
                .column("attempts", "int!")
                .column("queue_name", "text!", cycle({"default", "sms"}))
                .role("operation"),
            "?")
      << "a default queue takes any work";
  EXPECT_EQ(jobs().column("attempts", "int!").column("queue_name", "text!").role("operation"), "?")
      << "no row shows one";
  EXPECT_EQ(
      jobs().column("attempts", "int!").column("queue", "text", cycle({"mails", "sms"})).role("operation"),
      "")
      << "a job may be in none";
  EXPECT_EQ(jobs()
                .column("queue", "text!")
                .column("job_class", "text!", cycle({"Mail", "Sms"}))
                .column("attempts", "int!")
                .role("operation"),
            "job_class (text)");
}

TEST(Error, AnIdNamesAnErrorAndIsNone) {
  EXPECT_EQ(jobs()
                .column("attempts", "int!")
                .column("error_msg", "text")
                .column("error_details_id", "text")
                .role("error"),
            "error_msg (text)");
}

TEST(Owner, IsAJobsWorkerWhereItIsANumber) {
  EXPECT_EQ(
      jobs().column("task", "text!", cycle({"mail", "sms"})).column("attempts", "int!").role("operation"),
      "task (text)");
  TableOf table("jobs");
  table.serial("id")
      .column("task", "text!")
      .column("args", "jsonb!")
      .column("attempts", "int!")
      .column("worker", "bigint");
  table.column("started", "timestamptz")
      .column("delayed", "timestamptz!")
      .column("priority", "int!")
      .column("queue", "text!");
  EXPECT_EQ(table.role("owner"), "worker (integer)");
}

TEST(Fence, OfATokenAndAVersionAPersonChooses) {
  const auto with = [](const char* other) {
    TableOf table("idempotency_records");
    table.column("key", "text!", key("k"))
        .unique({"key"})
        .column("response", "jsonb")
        .column("owner_token", "uuid");
    return table.column(other, "bigint!");
  };
  EXPECT_EQ(with("size").role("fence"), "owner_token (uuid)");
  EXPECT_EQ(with("concurrency_version").role("fence"), "?");
}

TEST(Kind, ANameAloneMakesNoInboxAndDeadLettersNone) {
  TableOf recipients("inbox_message_recipient");
  recipients.serial("id").column("message_id", "bigint!").column("address", "text!");
  EXPECT_EQ(recipients.kind(), "");
  TableOf dead("celery_outbox_dead_letter");
  dead.serial("id")
      .column("payload", "jsonb!")
      .column("task_name", "text!")
      .column("retries", "int!")
      .column("failed_at", "timestamptz!");
  EXPECT_EQ(dead.kind(), "");
}

TEST(State, AnAnswerThatEveryRowHasTellsNone) {
  const auto with = [](const Cells& status) {
    TableOf table("idempotency_keys");
    table.column("key", "text!", key("k")).unique({"key"}).column("created_at", "timestamptz!", [](int row) {
      return Cell(at(row));
    });
    return table.column("response_status", "int", status);
  };
  EXPECT_EQ(with(but_each(3, always("201"))).role("state"), "response_status (response_code)");
  EXPECT_EQ(with(cycle({"201", "402"})).role("state"), "?");
}

TEST(Amount, IsInHundredthsWhereItsNameSaysSoAndNowhereElse) {
  for (const auto& [name, decimals] :
       {std::pair{"amount_cents", 2}, std::pair{"amountCents", 2}, std::pair{"total_pence", 2},
        std::pair{"amount_minor", 2}, std::pair{"amount", 0}, std::pair{"total_amount", 0},
        std::pair{"amount_percent", 0}, std::pair{"total_century", 0}}) {
    EXPECT_EQ(likely_amount_decimals({.name = name, .type = ColumnFacts::Type::integer}), decimals) << name;
  }
}

TEST(Amount, IsNoTotalOfRuns) {
  EXPECT_EQ(jobs().column("attempts", "int!").column("total_executions", "int!").role("amount"), "");
  EXPECT_EQ(jobs().column("attempts", "int!").column("total", "int!").role("amount"), "total (integer)");
}

TEST(Amount, IsNoNumberOfThings) {
  const auto with = [](const char* type) {
    return jobs().column("attempts", "int!").column("signatures_total", type);
  };
  EXPECT_EQ(with("int!").role("amount"), "");
  EXPECT_EQ(with("int!").column("currency", "text!").role("amount"), "signatures_total (integer)");
  EXPECT_EQ(with("numeric!").role("amount"), "signatures_total (numeric)");
}

TEST(ResponseCode, IsNoCodeOfAnError) {
  const auto with = [](const char* name) {
    return jobs().column("attempts", "int!").column(name, "smallint!", cycle({"0", "0", "520"}));
  };
  EXPECT_EQ(with("code").role("response_code"), "code (integer)");
  EXPECT_EQ(with("error_code").role("response_code"), "");
  EXPECT_EQ(with("exit_code").role("response_code"), "");
}

namespace {

// Jobs of which four wait and eight are done.
TableOf sends() {
  TableOf table("mail_jobs");
  table.serial("id").column("input", "jsonb!", always("{}")).column("retries", "int!", always("1"));
  return table.column("status", "text!", cycle({"pending", "completed", "completed"}))
      .column("worker_id", "text", cycle({"w1"}))
      .column("created", "timestamptz!", always(at(0)));
}

}  // namespace

TEST(Completed, IsWhatEveryRowThatSucceededHasWhateverItsName) {
  const auto with = [](const char* name, const Cells& time) {
    return sends().column(name, "timestamptz", time).role("completed_at");
  };
  EXPECT_EQ(with("success_time", but_each(3, always(at(5)))), "success_time (timestamptz)");
  EXPECT_EQ(with("success_time", but_each(4, always(at(5)))), "") << "rows that wait have it";
  EXPECT_EQ(with("purge_after", but_each(3, always(at(5)))), "") << "named for something else";
  EXPECT_EQ(sends()
                .column("success_time", "timestamptz", but_each(3, always(at(5))))
                .column("echo_time", "timestamptz", but_each(3, always(at(6))))
                .role("completed_at"),
            "")
      << "two have it";
}

TEST(Due, IsTheNextTimeOfAnything) {
  EXPECT_EQ(sends().column("next_notify_time", "timestamptz", always(at(5))).role("due"),
            "next_notify_time (timestamptz)");
}

TEST(Error, IsReadWhereItIsWrittenAsOneWord) {
  EXPECT_EQ(sends().column("errormsg", "text", but_each(3, always("refused"))).role("error"),
            "errormsg (text)");
}

TEST(Due, IsNotWhenItWasSent) {
  const auto with = [](const Cells& sent) {
    return sends().column("send_date_time", "timestamptz", sent).role("due");
  };
  EXPECT_EQ(with(but_each(3, always(at(5)))), "") << "only rows that were sent have it";
  EXPECT_EQ(with(always(at(5))), "send_date_time (timestamptz)");
}

TEST(Due, IsNoStart) {
  const double now_s = 1785600000;  // 2026-08-01 16:00
  const auto with = [=](const Cells& start) {
    TableOf table("job_queue");
    table.serial("id").column("attempts", "int!").column("payload", "jsonb!").read_at(now_s);
    table.column("status", "text!", cycle({"queued", "running", "done"}));
    return table.column("start_time", "timestamptz", start).role("due");
  };
  EXPECT_EQ(with([](int row) { return Cell(at(row)); }), "start_time (timestamptz)");
  EXPECT_EQ(with([](int row) { return row % 3 == 0 ? Cell() : Cell(at(row, 0, row % 3)); }),
            "start_time (timestamptz)")
      << "it lies ahead in some rows";
  EXPECT_EQ(with([](int row) { return row % 3 == 0 ? Cell() : Cell(at(row)); }), "");
}

TEST(Completed, EndsWhatAnotherTimeBegan) {
  const auto with = [](const Cells& end) {
    return jobs()
        .column("attempts", "int!")
        .column("start_time", "timestamptz", but_each(3, [](int row) { return Cell(at(row)); }))
        .column("end_time", "timestamptz", end)
        .role("completed_at");
  };
  EXPECT_EQ(with([](int row) { return row % 3 == 1 ? Cell(at(row, 9)) : Cell(); }), "end_time (timestamptz)");
  EXPECT_EQ(with([](int row) { return row % 3 == 0 ? Cell(at(row, 9)) : Cell(); }), "?")
      << "rows that have not begun have it";
}

TEST(Attempts, AreErrorsBesideTheLastOne) {
  const auto with = [](const char* name) { return jobs().column(name, "int!", cycle({"0", "2"})); };
  EXPECT_EQ(with("errors").column("error", "text").role("attempts"), "errors (integer)");
  EXPECT_EQ(with("errors").role("attempts"), "") << "of what, it does not say";
  EXPECT_EQ(with("fail_count").role("attempts"), "fail_count (integer)");
}

TEST(Owner, OfAMessageIsItsConsumer) {
  TableOf table("message_queue");
  table.serial("id").column("body", "text!", key("b")).column("queue", "text!", cycle({"a", "b"}));
  table.column("delayed_until", "timestamptz").column("consumer_id", "text", but_each(2, key("c")));
  EXPECT_EQ(table.role("owner"), "consumer_id (text)");
}

TEST(Owner, IsNotTheMessageThatAWorkerGot) {
  const auto with = [](const char* name) {
    TableOf table("job_queue");
    table.serial("id")
        .column("attempts", "int!")
        .column("payload", "jsonb!")
        .column("run_at", "timestamptz!");
    return table.column(name, "text").role("owner");
  };
  EXPECT_EQ(with("worker_message_id"), "");
  EXPECT_EQ(with("worker_id"), "worker_id (text)");
}

namespace {

// Every third row is not finished.
bool is_open(int row) { return row % 3 == 0; }

Cells unless_open(Cells value) {
  return [value = std::move(value)](int row) { return is_open(row) ? Cell() : value(row); };
}

Cells when_open(Cells value) {
  return [value = std::move(value)](int row) { return is_open(row) ? value(row) : Cell(); };
}

// Keys with a state, created each minute.
TableOf keys() {
  TableOf table("idempotency_keys");
  table.column("key", "text!", key("k")).unique({"key"});
  table.column("state", "text!", [](int row) { return Cell(is_open(row) ? "in_progress" : "completed"); });
  return table.column("created_at", "timestamptz!", [](int row) { return Cell(at(row)); });
}

}  // namespace

TEST(Lease, ThatLiesAheadIsAnEnd) {
  TableOf table = jobs();
  table.column("attempts", "int!");
  EXPECT_EQ(table.role("lease"), "locked_at (start_plus_constant)");
  const double now_s = seconds_of(at(1), "timestamptz").value();
  EXPECT_EQ(TableOf(table).read_at(now_s + 3600).role("lease"), "locked_at (start_plus_constant)");
  EXPECT_EQ(TableOf(table).read_at(now_s - 3600).role("lease"), "locked_at (deadline)");
  EXPECT_EQ(TableOf("jobs")
                .serial("id")
                .column("payload", "jsonb!")
                .column("lock_exp_time", "timestamptz")
                .column("run_at", "timestamptz!")
                .column("attempts", "int!")
                .role("lease"),
            "lock_exp_time (deadline)");
}

TEST(Lease, BeginsWhereRowsAreProcessedAndNotWhereTheyWait) {
  const auto with = [](const Cells& at_work) {
    TableOf table("outbox");
    table.serial("id").column("payload", "jsonb!", always("{}"));
    return table.column("status", "text!", cycle({"pending", "processing", "sent"}))
        .column("processing_at", "timestamptz", at_work);
  };
  EXPECT_EQ(with([](int row) { return row % 3 == 1 ? Cell(at(1)) : Cell(); }).role("lease"),
            "processing_at (start_plus_constant)");
  EXPECT_EQ(with([](int row) { return row % 3 != 2 ? Cell(at(1)) : Cell(); }).role("lease"), "?")
      << "rows that wait have it, too";
}

TEST(Lease, ThatEachRowBeginsWithMayEndWithAnExpiry) {
  TableOf table("idempotency_keys");
  table.column("key", "text!", key("k"))
      .unique({"key"})
      .column("response", "jsonb")
      .column("expires_at", "timestamptz!");
  EXPECT_EQ(TableOf(table).column("claimed_at", "timestamptz").role("lease"),
            "claimed_at (start_plus_constant)");
  EXPECT_EQ(table.column("claimed_at", "timestamptz!").defaults("now()").role("lease"), "?");
}

TEST(Expires, IsHoursAwayByItsDefault) {
  const auto by = [](const std::string& span) {
    TableOf table("idempotency_keys");
    table.column("key", "text!")
        .unique({"key"})
        .column("response", "jsonb")
        .column("expires_at", "timestamptz!");
    return table.defaults("(now() + '" + span + "'::interval)").role("expires_at");
  };
  for (const char* span : {"24:00:00", "1 day", "7 days", "1 mon"})
    EXPECT_EQ(by(span), "expires_at (timestamptz)") << span;
  for (const char* span : {"00:10:00", "a while"}) EXPECT_EQ(by(span), "?") << span;
}

TEST(Identity, AJobsOptionalUniqueKeyMayMissRows) {
  const auto with = [](const char* type) {
    TableOf table = TableOf("jobs")
                        .column("id", "uuid!")
                        .unique({"id"})
                        .column("attempts", "int!")
                        .column("run_at", "timestamptz!");
    table.column("locked_at", "timestamptz")
        .column("job_class", "text!")
        .column("unique_key", type)
        .unique({"unique_key"});
    return table.role("identity");
  };
  EXPECT_EQ(with("text"), "id (uuid)");
  EXPECT_NE(with("text!"), "") << "several may";
}

TEST(Expires, IsARetentionWhereNoRowIsUnfinished) {
  TableOf table("idempotency_keys");
  table.column("key", "text!", key("k")).unique({"key"}).column("response", "text!", always(R"({"id":1})"));
  table.column("expires_at", "timestamptz!", always(at(0)));
  EXPECT_EQ(table.role("state"), " (presence)");
  EXPECT_EQ(table.role("expires_at"), "expires_at (timestamptz)");
}

TEST(Expires, IsNoEndThatShowsTheState) {
  TableOf table = jobs();
  table.column("attempts", "int!").column("finished_at", "timestamptz").column("expired_at", "timestamptz");
  EXPECT_EQ(table.role("state"), "finished_at, expired_at (timestamps)");
  EXPECT_EQ(table.role("expires_at"), "");
}

TEST(ResponseBody, IsAbsentWhereTheStatusIs) {
  const auto with = [](const Cells& body) {
    return keys()
        .column("status_code", "int", unless_open(always("201")))
        .column("body", "text", body)
        .role("response_body");
  };
  EXPECT_EQ(with(unless_open(always("{}"))), "body (text)");
  EXPECT_EQ(with(always("{}")), "?") << "a request is there from the beginning";
  EXPECT_EQ(with(when_open(always("{}"))), "?");
}

TEST(ResponseBody, IsEmptyWhereTheStatusSaysSo) {
  const auto with = [](const Cells& body) {
    TableOf table("idempotency_keys");
    table.column("key", "text!", key("k"))
        .unique({"key"})
        .column("status_code", "int!", cycle({"200", "204", "200"}));
    return table.column("body", "text", body).role("response_body");
  };
  EXPECT_EQ(with(cycle({"{}", "", "{}"})), "body (text)");
  EXPECT_EQ(with(always("{}")), "?");
}

TEST(ResponseBody, HasAStatusInEachValue) {
  const auto with = [](const std::string& value) {
    TableOf table("idempotency_keys");
    table.column("key", "text!", key("k")).unique({"key"}).column("created_at", "timestamptz!");
    return table.column("value", "text!", [value](int row) { return Cell(value + std::to_string(row)); })
        .role("response_body");
  };
  EXPECT_EQ(with(R"({"status":201,"body":1)"), "value (text)");
  EXPECT_EQ(with(R"({"status":"paid","total":201})"), "?");
  EXPECT_EQ(with(R"({"status":20145})"), "?") << "no status of HTTP has so many digits";
}

TEST(ResponseBody, OfAJobMayBeForItsLog) {
  EXPECT_EQ(jobs().column("attempts", "int!").column("output", "text").role("response_body"), "?");
  EXPECT_EQ(jobs().column("attempts", "int!").column("response_body", "text").role("response_body"),
            "response_body (text)");
}

TEST(Fingerprint, ThatIsNamedAsOfTheRequestMayBeWrittenWithTheAnswer) {
  const auto with = [](const char* name) {
    return keys()
        .column("status_code", "int", unless_open(always("201")))
        .column("response", "text", unless_open(always("{}")))
        .column(name, "text", unless_open(digest()))
        .role("fingerprint");
  };
  EXPECT_EQ(with("request_fingerprint"), "request_fingerprint (hex)");
  EXPECT_EQ(with("content_hash"), "?");
}

TEST(Fence, IsDrawnForEachClaim) {
  const auto with = [](const char* name, const Cells& token) {
    return keys().column(name, "text", token).role("fence");
  };
  EXPECT_EQ(with("lease_id", when_open(key("l"))), "lease_id (text)");
  EXPECT_EQ(with("lease_id", when_open(always("l"))), "") << "of a worker";
  EXPECT_EQ(with("reservation_id", key("r")), "") << "it may be what was ordered";
  EXPECT_EQ(with("token", key("t")), "") << "no lease shows that rows are claimed";
  EXPECT_EQ(keys().column("locked_until", "timestamptz").column("token", "text!", key("t")).role("fence"),
            "token (text)");
}

TEST(Owner, ThatIsNumberedMayBeACustomer) {
  TableOf table("outbox");
  table.serial("id").column("payload", "jsonb!", always("{}")).column("topic", "text!", always("orders"));
  table.column("processed_at", "timestamptz", unless_open(always(at(1))));
  EXPECT_EQ(TableOf(table).column("owner_id", "int!", cycle({"1", "3", "4"})).role("owner"), "?")
      << "customers";
}

TEST(Owner, BeganAJob) {
  const auto with = [](const Cells& by) {
    TableOf table("jobs");
    table.serial("id")
        .column("payload", "jsonb!", always("{}"))
        .column("run_at", "timestamptz!")
        .column("attempts", "int!");
    table.column("status", "text!", cycle({"queued", "running", "done"}));
    return table.column("started_by", "text", by).role("owner");
  };
  EXPECT_EQ(with([](int row) { return row % 3 == 0 ? Cell() : Cell("w1"); }), "started_by (text)");
  EXPECT_EQ(with([](int row) { return row % 3 == 2 ? Cell("w1") : Cell(); }), "")
      << "only finished rows have it";
}

TEST(Attempts, DoNotCountDown) {
  const auto retries = [](const Cells& cells) { return jobs().column("retries", "int!", cells); };
  EXPECT_EQ(retries(cycle({"0", "0", "1"})).role("attempts"), "retries (integer)");
  EXPECT_EQ(retries(cycle({"3", "3", "2"})).role("attempts"), "?");
  EXPECT_EQ(retries(cycle({"0", "1", "2"})).defaults("5").role("attempts"), "?");
  EXPECT_EQ(
      retries(cycle({"3", "3", "2"})).column("attempts", "int!", cycle({"1", "1", "2"})).role("attempts"),
      "attempts (integer)");
}

TEST(Operation, IsThePathOfARequestWithoutAMethod) {
  EXPECT_EQ(keys().column("response", "jsonb").column("request_path", "text").role("operation"),
            "request_path (text)");
  EXPECT_EQ(keys()
                .column("response", "jsonb")
                .column("request_path", "text")
                .column("http_method", "text")
                .role("operation"),
            "http_method, request_path (composite)");
  EXPECT_EQ(keys().column("response", "jsonb").column("path", "text").role("operation"), "?");
}

TEST(Operation, IsWhatRecursInTheIdentity) {
  const auto with = [](const Cells& what) {
    TableOf table("idempotency_keys");
    table.column("key", "text!", key("k")).column("tool", "text!", what).unique({"key", "tool"});
    return table.column("response", "jsonb").role("operation");
  };
  EXPECT_EQ(with(cycle({"refund", "charge"})), "tool (text)");
  EXPECT_EQ(with(key("tool-")), "") << "an id";
  EXPECT_EQ(with(cycle({"shop 1", "shop 2"})), "");
}

TEST(Operation, IsAnEventsNameWhereValuesSayWhatHappened) {
  const auto with = [](const Cells& name) {
    TableOf table("outbox");
    table.serial("id").column("payload", "jsonb!", always("{}")).column("sent_at", "timestamptz");
    return table.column("name", "text!", name).role("operation");
  };
  EXPECT_EQ(with(cycle({"order.created", "order.paid"})), "name (text)");
  EXPECT_EQ(with(cycle({"Smith", "Miller"})), "?");
}

TEST(Tenant, IsWhoseCredentialItIs) {
  const auto with = [](const char* name) {
    TableOf table("idempotency_keys");
    table.column("key", "text!", key("k"))
        .column(name, "bigint!")
        .unique({name, "key"})
        .column("response", "jsonb");
    return table.role("tenant");
  };
  EXPECT_EQ(with("api_token_id"), "api_token_id (integer)");
  EXPECT_EQ(with("realm_id"), "realm_id (integer)");
  EXPECT_EQ(with("parcel_id"), "?");
}

TEST(Due, IsWhenAnAttemptIsMadeAgain) {
  TableOf table("export_jobs");
  table.serial("id")
      .column("input", "jsonb!", always("{}"))
      .column("status", "text!", cycle({"pending", "retrying", "completed"}));
  table.column("worker_id", "text", cycle({"w1"}))
      .column("retries", "int!", always("1"))
      .column("created", "timestamptz!", always(at(0)));
  table.column("retry_after", "timestamptz", but_each(3, always(at(5))));
  EXPECT_EQ(table.role("due"), "retry_after (timestamptz)");
}

TEST(Completed, IsANameForAnEndThatOnlyFinishedRowsHave) {
  EXPECT_EQ(keys()
                .column("response", "jsonb")
                .column("closed_at", "timestamptz", unless_open(always(at(30))))
                .role("completed_at"),
            "closed_at (timestamptz)");
  EXPECT_EQ(keys()
                .column("response", "jsonb")
                .column("closed_at", "timestamptz", always(at(30)))
                .role("completed_at"),
            "?");
}

// As numbers, 0 says that there is none: by its rows, or by the default of rows that were not read.
TEST(Completed, IsATimeThatIsZeroUntilThen) {
  const auto jobs = [](std::vector<std::string> words, const Cells& ended) {
    TableOf table("job_runs");
    table.serial("id")
        .column("job_type", "text!", always("sync"))
        .column("status", "text!", cycle(std::move(words)))
        .column("locked_by", "text");
    table.column("job_finished_at", "bigint!", ended).defaults("0");
    EXPECT_EQ(table.role("created_at"), "?");
    return table.role("completed_at");
  };
  const auto ended = [](int row) { return Cell(std::to_string(1787918400000 + row)); };
  EXPECT_EQ(jobs({"done", "queued"}, [&](int row) { return row % 2 == 1 ? Cell("0") : ended(row); }),
            "job_finished_at (epoch_ms)");
  EXPECT_EQ(jobs({"done", "failed"}, ended), "job_finished_at (epoch_ms)");
}

TEST(Owner, IsWhatRowsHaveThatAreWorkedOn) {
  const auto jobs = [](const Cells& by) {
    TableOf table("job_runs");
    table.serial("id")
        .column("job_type", "text!", always("sync"))
        .column("status", "text!", cycle({"running", "queued", "done"}))
        .column("scheduled_at", "timestamptz!", always(at(0)));
    return table.column("collector", "text", by).role("owner");
  };
  EXPECT_EQ(jobs([](int row) { return row % 3 == 1 ? Cell() : Cell("c" + std::to_string(row % 2)); }),
            "collector (text)");
  EXPECT_EQ(jobs([](int row) { return row % 3 == 1 ? Cell() : Cell("c" + std::to_string(row)); }), "")
      << "each row has its own";
  EXPECT_EQ(jobs([](int row) { return row % 3 == 2 ? Cell("c1") : Cell(); }), "") << "of finished rows only";
}

TEST(Error, IsItsCodeWhereNothingElseSaysIt) {
  EXPECT_EQ(keys().column("response", "jsonb").column("error_code", "text").role("error"),
            "error_code (text)");
  EXPECT_EQ(keys()
                .column("response", "jsonb")
                .column("error_code", "text")
                .column("error_message", "text")
                .role("error"),
            "error_message (text)");
}

TEST(Identity, OfAnOutboxIsNotWhatTheEventIsAbout) {
  TableOf table("outbox_events");
  table.column("id", "uuid!", key("u")).generated().unique({"id"});
  table.column("aggregate_id", "uuid!", key("a")).unique({"aggregate_id"});
  table.column("event_name", "text!", always("order.created")).column("payload", "jsonb!", always("{}"));
  table.column("published_at", "timestamptz", but_each(3, always(at(1))));
  EXPECT_EQ(table.role("identity"), "id (uuid)");
}

TEST(Identity, ARowOfTasksIsCalledByItsTaskId) {
  const auto with = [](const char* name) {
    TableOf table("sync_tasks");
    table.serial("id")
        .column(name, "text!", key("t"))
        .unique({name})
        .column("locked_by", "text")
        .column("locked_at", "timestamptz");
    return table.column("attempts", "int!").column("args", "jsonb!").column("type", "text!").role("identity");
  };
  EXPECT_EQ(with("task_id"), "task_id (text)");
  EXPECT_EQ(with("order_id"), "id (integer)");
}

TEST(Due, OfTwoTimesThatWhichLiesAheadIsTheDueTime) {
  TableOf table("jobs");
  table.serial("id")
      .column("payload", "jsonb!")
      .column("locked_at", "timestamptz")
      .column("attempts", "int!")
      .read_at(0);
  table.column("run_time", "timestamptz!", always("2026-01-01 00:00:00+00"));
  table.column("start_time", "timestamptz", but_each(2, always("1969-01-01 00:00:00+00")));
  EXPECT_EQ(table.role("due"), "?");
  EXPECT_EQ(table.read_at(86400).role("due"), "run_time (timestamptz)");
}

TEST(Lease, ADeadlineOfSendingEndsIt) {
  const auto with = [](const char* column) {
    TableOf table("outgoing_messages");
    table.serial("id")
        .column("message_type", "text!", cycle({"a", "b"}))
        .column("retry_count", "int!")
        .column("payload", "jsonb!");
    return table.column("status", "text!", cycle({"pending", "sending", "sent"}))
        .column(column, "timestamptz", but_each(3, always(at(0))));
  };
  EXPECT_EQ(with("sending_deadline").role("lease"), "sending_deadline (deadline)");
  EXPECT_EQ(with("sending_since").role("lease"), "sending_since (start_plus_constant)");
}

TEST(Lease, WhatIsOverWasDelivered) {
  const auto with = [] {
    TableOf table("push_jobs");
    table.serial("id")
        .column("payload", "jsonb!", always("{}"))
        .column("retries", "int!")
        .column("deliver_after", "timestamptz");
    return table.column("delivered_at", "timestamptz", but_each(3, always(at(1))));
  };
  EXPECT_EQ(with().role("lease"), "delivered_at (start_plus_constant)") << "finished rows vanish";
  EXPECT_EQ(with().column("completed", "bool!", cycle({"true", "false"})).role("lease"), "");
}

TEST(Due, OfTwoTimesTheNextOneIsIt) {
  TableOf table = jobs();
  table.column("attempts", "int!").column("start_time", "timestamptz", but_each(2, always(at(0))));
  const auto next = but_each(3, always(at(0)));
  EXPECT_EQ(table.column("next_poll_time", "timestamptz", next).role("due"), "next_poll_time (timestamptz)");
}

}  // namespace onceover::tables
