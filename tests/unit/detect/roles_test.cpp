#include <gtest/gtest.h>

#include "tests/unit/detect/table_of.h"

namespace onceover::profile {

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
  table.serial("number").column("event_id", "uuid!").column("payload", "text!").unique({"event_id", "number"});
  EXPECT_EQ(table.role("identity"), "number (integer)");
}

TEST(Identity, AKeysHashIsAKeyAndNoFingerprint) {
  TableOf table("idempotency_keys");
  table.column("id", "text!", key("a")).unique({"id"}).column("endpoint", "text!").column("key_hash", "text!", digest());
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
    table.serial("id").column("payload", "jsonb!").column("publication_date", "timestamptz!", [](int row) { return Cell(at(row)); });
    table.column("completion_date", "timestamptz", end);
    return table;
  };
  EXPECT_EQ(outbox(but_each(3, [](int row) { return Cell(at(row, 9)); })).role("created_at"), "publication_date (timestamptz)");
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
  table.column("key", "text!").unique({"key"}).column("response", "jsonb").column("expires_at", "timestamptz!");
  EXPECT_EQ(table.role("expires_at"), "?");
  EXPECT_EQ(table.column("locked_until", "timestamptz").role("expires_at"), "expires_at (timestamptz)");
}

TEST(Lease, LastsUntilAndBeginsAt) {
  TableOf table("outbox");
  table.serial("id").column("payload", "jsonb!").column("processed_at", "timestamptz");
  EXPECT_EQ(TableOf(table).column("processing_until", "timestamptz!").role("lease"), "processing_until (deadline)");
  EXPECT_EQ(TableOf(table).column("claimed_at", "timestamptz").role("lease"), "claimed_at (start_plus_constant)");
  EXPECT_EQ(TableOf(table).column("acquired_at", "timestamptz").role("lease"), "acquired_at (start_plus_constant)");
  EXPECT_EQ(TableOf(table).column("processing_at", "timestamptz").role("lease"), "?");
  EXPECT_EQ(TableOf(table).column("visible_at", "timestamptz").role("lease"), "?");
}

TEST(Owner, HoldsARowBesideALeaseAndMayOwnItElsewhere) {
  TableOf table("outbox");
  table.serial("id").column("payload", "jsonb!").column("processed_at", "timestamptz").column("owner", "text");
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
  table.serial("id").column("payload", "jsonb!", always("{}")).column("locked_by", "text", but_each(2, key("w")));
  table.column("locked_at", "timestamptz", but_each(2, always(at(1)))).column("run_at", "timestamptz!", always(at(0)));
  return table;
}

Cells numbers(std::function<int(int)> of) {
  return [of = std::move(of)](int row) { return Cell(std::to_string(of(row))); };
}

}  // namespace

TEST(Operation, MayBeAJobsQueueWhereNothingElseSaysWhatItDoes) {
  EXPECT_EQ(jobs().column("attempts", "int!").role("operation"), "");
  EXPECT_EQ(jobs().column("attempts", "int!").column("queue_name", "text!", cycle({"mails", "sms"})).role("operation"), "queue_name (text)");
  EXPECT_EQ(jobs().column("attempts", "int!").column("queue_name", "text!", cycle({"default", "sms"})).role("operation"), "?")
      << "a default queue takes any work";
  EXPECT_EQ(jobs().column("attempts", "int!").column("queue_name", "text!").role("operation"), "?") << "no row shows one";
  EXPECT_EQ(jobs().column("attempts", "int!").column("queue", "text", cycle({"mails", "sms"})).role("operation"), "")
      << "a job may be in none";
  EXPECT_EQ(
      jobs().column("queue", "text!").column("job_class", "text!", cycle({"Mail", "Sms"})).column("attempts", "int!").role("operation"),
      "job_class (text)");
}

TEST(Attempts, AreWhatNeverExceedsTheOther) {
  const auto with = [](const Cells& retries) {
    return jobs().column("retries", "int!", retries).column("attempts", "int!", numbers([](int row) { return row % 4; }));
  };
  EXPECT_EQ(with(always("3")).role("attempts"), "attempts (integer)");
  EXPECT_EQ(with(always("2")).role("attempts"), "?") << "one is above it";
  EXPECT_EQ(with(numbers([](int row) { return row; })).role("attempts"), "?") << "both begin at 0";
}

TEST(Error, AnIdNamesAnErrorAndIsNone) {
  EXPECT_EQ(jobs().column("attempts", "int!").column("error_msg", "text").column("error_details_id", "text").role("error"),
            "error_msg (text)");
}

TEST(Owner, IsAJobsWorkerWhereItIsANumber) {
  EXPECT_EQ(jobs().column("task", "text!", cycle({"mail", "sms"})).column("attempts", "int!").role("operation"), "task (text)");
  TableOf table("jobs");
  table.serial("id").column("task", "text!").column("args", "jsonb!").column("attempts", "int!").column("worker", "bigint");
  table.column("started", "timestamptz").column("delayed", "timestamptz!").column("priority", "int!").column("queue", "text!");
  EXPECT_EQ(table.role("owner"), "worker (integer)");
}

TEST(Fence, OfATokenAndAVersionAPersonChooses) {
  const auto with = [](const char* other) {
    TableOf table("idempotency_records");
    table.column("key", "text!", key("k")).unique({"key"}).column("response", "jsonb").column("owner_token", "uuid");
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
  dead.serial("id").column("payload", "jsonb!").column("task_name", "text!").column("retries", "int!").column("failed_at", "timestamptz!");
  EXPECT_EQ(dead.kind(), "");
}

TEST(State, AnAnswerThatEveryRowHasTellsNone) {
  const auto with = [](const Cells& status) {
    TableOf table("idempotency_keys");
    table.column("key", "text!", key("k")).unique({"key"}).column("created_at", "timestamptz!", [](int row) { return Cell(at(row)); });
    return table.column("response_status", "int", status);
  };
  EXPECT_EQ(with(but_each(3, always("201"))).role("state"), "response_status (response_code)");
  EXPECT_EQ(with(cycle({"201", "402"})).role("state"), "?");
}

TEST(Amount, IsNoTotalOfRuns) {
  EXPECT_EQ(jobs().column("attempts", "int!").column("total_executions", "int!").role("amount"), "");
  EXPECT_EQ(jobs().column("attempts", "int!").column("total", "int!").role("amount"), "total (integer)");
}

}  // namespace onceover::profile
