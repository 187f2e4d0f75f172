// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/unit/tables/table_of.h"

namespace onceover::tables {

using namespace test;

TEST(Kind, ABoxIsNoneByItsNameAlone) {
  EXPECT_EQ(TableOf("support_inboxes").serial("id").column("name", "text!").column("greeting", "text").kind(),
            "");
  EXPECT_EQ(TableOf("outbox").serial("id").column("name", "text!").kind(), "");
  EXPECT_EQ(TableOf("idempotency_settings").serial("id").column("hours", "int!").kind(), "");
}

TEST(Kind, EventsAloneAreAHistory) {
  TableOf table("billing_events");
  table.serial("id")
      .column("event_id", "uuid!")
      .unique({"event_id"})
      .column("event_type", "text!")
      .column("payload", "jsonb!");
  EXPECT_EQ(table.kind(), "");
  EXPECT_EQ(table.column("processed_at", "timestamptz").kind(), "inbox");
}

TEST(Kind, PicturesAreProcessedAndArticlesPublishedToo) {
  TableOf pictures("processed_pictures");
  pictures.serial("id")
      .column("data", "bytea!")
      .column("processed_at", "timestamptz")
      .column("status", "text!", cycle({"pending", "done"}));
  EXPECT_EQ(pictures.kind(), "");
  TableOf articles("published_articles");
  articles.serial("id").column("content", "text!").column("published_at", "timestamptz");
  EXPECT_EQ(articles.kind(), "");
  EXPECT_EQ(articles.column("event_type", "text!").kind(), "outbox");
}

TEST(Kind, AStreamsNumberedEventsAreTheTruthAndNotOnTheirWay) {
  TableOf table("published_events");
  table.serial("id")
      .column("stream_id", "text!")
      .column("version", "int!")
      .column("event_type", "text!")
      .column("payload", "jsonb!");
  EXPECT_EQ(table.column("published_at", "timestamptz").kind(), "outbox");
  EXPECT_EQ(table.unique({"stream_id", "version"}).kind(), "");
}

TEST(Kind, WhatCarriesTheKeyItWasMadeUnderIsItself) {
  const auto with_key = [](const std::string& name) {
    TableOf table(name);
    table.serial("id")
        .column("idempotency_key", "text!")
        .unique({"idempotency_key"})
        .column("result", "jsonb");
    return table;
  };
  EXPECT_EQ(with_key("calls").kind(), "idempotency");
  EXPECT_EQ(with_key("calls").referenced_by(2).kind(), "");
  EXPECT_EQ(with_key("calls").column("amount", "int!").column("currency", "text!").kind(), "");
}

TEST(Kind, WhatPeopleGoToReadOrClickIsNotOnItsWay) {
  TableOf appointments("calendar_events");
  appointments.column("event_id", "uuid!").unique({"event_id"}).column("payload", "jsonb!");
  appointments.column("status", "text!", cycle({"pending", "done"}));
  EXPECT_EQ(appointments.kind(), "inbox");
  EXPECT_EQ(appointments.column("title", "text!")
                .column("starts_at", "timestamptz!")
                .column("ends_at", "timestamptz")
                .kind(),
            "");
  TableOf visits("page_views");
  visits.column("event_id", "uuid!")
      .unique({"event_id"})
      .column("event_type", "text!")
      .column("received_at", "timestamptz!");
  visits.column("processed", "bool");
  EXPECT_EQ(visits.kind(), "inbox");
  EXPECT_EQ(visits.column("session_key", "text!").column("url", "text!").kind(), "");
  TableOf articles("articles");
  articles.serial("id")
      .column("body", "text!")
      .column("type", "text!")
      .column("status", "text!")
      .column("published_at", "timestamptz");
  EXPECT_EQ(articles.kind(), "outbox");
  EXPECT_EQ(articles.column("slug", "text!").kind(), "");
}

TEST(Kind, AnEventsIdIsNoKeyOfARequest) {
  const auto with = [](const std::string& name) {
    return TableOf("records")
        .column("id", "text!")
        .unique({"id"})
        .column(name, "text!")
        .unique({name})
        .column("response", "bytea")
        .kind();
  };
  EXPECT_EQ(with("idempotent_request_id"), "idempotency");
  EXPECT_EQ(with("idempotent_event_id"), "");
}

TEST(Kind, KeysThatJobsRunUnderAreKeys) {
  const auto with_key = [](const std::string& name) {
    TableOf table(name);
    table.serial("id")
        .column("idempotency_key", "text!")
        .unique({"idempotency_key"})
        .column("job_name", "text!");
    return table.column("locked_at", "timestamptz").kind();
  };
  EXPECT_EQ(with_key("job_keys"), "idempotency");
  EXPECT_EQ(with_key("jobs"), "");
}

TEST(Kind, AnOutboxMayPointAtWhatItTells) {
  TableOf table("outbox_messages");
  table.serial("id")
      .column("subject_id", "text!")
      .column("status", "text!", cycle({"queued", "published", "failed"}));
  EXPECT_EQ(table.kind(), "");
  EXPECT_EQ(table.column("subject_type", "text!").kind(), "outbox");
}

TEST(Kind, ABoxIsOneWhateverItsNameIsRunTogetherWith) {
  TableOf table("regionoutbox");
  table.serial("id").column("payload", "jsonb!").column("scheduled_for", "timestamptz!");
  EXPECT_EQ(table.kind(), "outbox");
}

TEST(Kind, WhatPeopleReadIsNoOutbox) {
  TableOf table("outbox");
  table.serial("id").column("payload", "text!").column("sent_at", "timestamptz").column("attempts", "int!");
  EXPECT_EQ(table.kind(), "outbox");
  EXPECT_EQ(TableOf(table).column("recipient_phone", "text!").kind(), "");
  EXPECT_EQ(TableOf(table).column("subject", "text!").column("recipient", "text!").kind(), "");
  EXPECT_EQ(TableOf(table).column("read_at", "timestamptz").kind(), "");
}

TEST(Kind, AnEventThatPeopleGoToIsNotOneThatIsConsumed) {
  TableOf table("event_guests");
  table.serial("id").column("event_id", "bigint!").column("guest", "text!").unique({"event_id", "guest"});
  table.column("processed_at", "timestamptz").column("state", "text!", cycle({"pending", "cancelled"}));
  EXPECT_EQ(table.kind(), "");
  EXPECT_EQ(table.column("consumer", "text!").kind(), "inbox");
}

TEST(Kind, ABrokersCoordinatesNameWhatCameIn) {
  TableOf table("consumer_records");
  table.serial("id").column("topic", "text!").column("partition", "int!").column("record_offset", "bigint!");
  table.unique({"topic", "partition", "record_offset"}).column("value", "bytea").column("retries", "int!");
  EXPECT_EQ(table.kind(), "inbox");
  EXPECT_EQ(table.role("identity"), "topic, partition, record_offset (composite)");
}

TEST(Kind, WhatTheOutboxOfOthersSentIsReceived) {
  TableOf table("outbox_received");
  table.serial("id")
      .column("message_id", "text!")
      .unique({"message_id"})
      .column("body", "jsonb")
      .column("headers", "jsonb");
  EXPECT_EQ(table.kind(), "inbox");
}

TEST(Kind, NamesThatTheServerFoldedAreRead) {
  TableOf table("outbox");
  table.column("id", "uuid!")
      .unique({"id"})
      .column("occurredon", "timestamptz!")
      .column("messagetype", "text!");
  table.column("payload", "text!").column("processedat", "timestamptz");
  EXPECT_EQ(table.role("created_at"), "occurredon (timestamptz)");
  EXPECT_EQ(table.role("completed_at"), "processedat (timestamptz)");
  EXPECT_EQ(table.role("operation"), "messagetype (text)");
}

TEST(Kind, JobsMayBeKnownByTheirStateAlone) {
  const auto with = [](const std::vector<std::string>& words) {
    TableOf table("jobs");
    table.serial("id").column("type", "text!").column("error", "text").column("parameters", "jsonb!");
    return table.column("state", "text!", cycle(words));
  };
  EXPECT_EQ(with({"open", "processing", "done"}).kind(), "queue");
  EXPECT_EQ(with({"open", "done"}).kind(), "") << "no worker is shown";
  EXPECT_EQ(with({"open", "processing", "done"}).column("title", "text!").kind(), "") << "a job advert";
  EXPECT_EQ(with({"open", "processing", "done"}).column("due_date", "timestamptz").kind(), "") << "a board";
}

TEST(Kind, AnEventsUniqueIdBesideItsOwnKeyIsItsSenders) {
  const auto with = [](const char* name, bool unique) {
    TableOf table("shop_event");
    table.serial("id")
        .column(name, "text!", key("evt_"))
        .column("webhook_message", "text!")
        .column("processed", "bool!");
    if (unique) table.unique({name});
    return table.kind();
  };
  EXPECT_EQ(with("shop_id", true), "inbox");
  EXPECT_EQ(with("shop_id", false), "");
}

TEST(Kind, WhatWorkersLockAndTryAgainIsAQueueWhateverItsNouns) {
  const auto with = [](const std::string& name, const char* column, const char* type) {
    TableOf table(name);
    table.serial("id")
        .column(column, type)
        .column("payload", "jsonb!", always("{}"))
        .column("queue_name", "text!");
    table.column("status", "text!").words({"queued", "sending", "sent", "failed"}).column("attempts", "int!");
    return table.column("locked_by", "text").column("locked_until", "timestamptz");
  };
  EXPECT_EQ(with("mail_queue", "recipient", "text!").kind(), "queue");
  EXPECT_EQ(with("payout_queue", "amount", "numeric!").column("currency", "text!").kind(), "queue");
  EXPECT_EQ(with("step_tasks", "step_slug", "text!").kind(), "queue");
  EXPECT_EQ(with("archived_jobs", "job_class", "text!").kind(), "") << "nothing takes up what is over";
}

TEST(Kind, AWebhooksErrorIsASignOfItsHandling) {
  TableOf table("webhook_events");
  table.column("id", "uuid!")
      .unique({"id"})
      .column("payload", "text!")
      .column("processed", "bool")
      .column("created_at", "timestamptz!");
  EXPECT_EQ(table.kind(), "");
  EXPECT_EQ(table.column("error", "text").kind(), "inbox");
}

TEST(Kind, WhatIsTriedAgainUntilAnEndpointTakesItGoesOut) {
  const auto with = [](const char* column) {
    TableOf table("webhook_events");
    table.column("id", "uuid!").unique({"id"}).column("event_type", "text!").column("payload", "jsonb!");
    table.column("status", "text!", cycle({"PENDING", "COMPLETED", "FAILED"}))
        .column("processed_at", "timestamptz");
    return table.column("attempts", "int!").column("last_error", "text").column(column, "uuid!");
  };
  EXPECT_EQ(with("endpoint_id").kind(), "outbox");
  EXPECT_EQ(with("account_id").kind(), "inbox");
  EXPECT_EQ(with("endpoint_id").column("raw_body_hash", "text!").kind(), "inbox")
      << "a sender's body is kept";
}

}  // namespace onceover::tables
