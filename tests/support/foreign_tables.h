// SPDX-License-Identifier: Apache-2.0
// Tables as other people build them, with rows in every state and the profile that reads them: for tests and
// pictures.
#pragma once

#include <memory>
#include <string>

#include "core/tables/profile.h"
#include "tests/support/raw.h"

namespace onceover::test {

using ProfilePtr = std::shared_ptr<const tables::Profile>;

namespace foreign {

inline tables::StateRule when_word(const std::string& column, const std::string& word, key::State state,
                                   bool may_retry = false) {
  return {{{.column = column, .is = tables::Condition::Is::one_of, .values = {word}}},
          state,
          word,
          state == key::State::failed ? std::optional(may_retry) : std::nullopt};
}
inline tables::Condition is_null(const std::string& column) {
  return {.column = column, .is = tables::Condition::Is::null};
}
inline tables::Condition not_null(const std::string& column) {
  return {.column = column, .is = tables::Condition::Is::not_null};
}

// The SHA-256, in hexadecimal, of {"amount":1250}.
inline const std::string payment_body = "{\"amount\":1250}";

}  // namespace foreign

// Keys of payments: identity of two columns, an enum as state, a table in partitions, a lease of 90 seconds
// since locked_at, who and how much inside the request. Eight rows, pay 8 the newest.
inline ProfilePtr payment_requests(RawConnection& raw) {
  using namespace foreign;
  raw.exec(
      "CREATE TYPE pay_state AS ENUM ('NEW', 'RUNNING', 'DONE', 'REJECTED');"
      "CREATE TABLE payment_requests (merchant_id bigint NOT NULL, request_id uuid NOT NULL, created "
      "timestamptz NOT NULL, phase pay_state NOT NULL, locked_at timestamptz, worker text, request jsonb NOT "
      "NULL, request_hash char(64) NOT NULL, http_status text, reply jsonb, problem text, started int NOT "
      "NULL DEFAULT 0, finished int NOT NULL DEFAULT 0, PRIMARY KEY (created, merchant_id, request_id)) "
      "PARTITION BY RANGE (created);"
      "CREATE TABLE payment_requests_old PARTITION OF payment_requests FOR VALUES FROM (MINVALUE) TO "
      "('2026-01-01');"
      "CREATE TABLE payment_requests_new PARTITION OF payment_requests FOR VALUES FROM ('2026-01-01') TO "
      "(MAXVALUE);");
  raw.exec(
      "INSERT INTO payment_requests SELECT 40 + i % 3, ('00000000-0000-4000-8000-00000000000' || i)::uuid, "
      "CASE i WHEN 1 THEN timestamptz '2025-12-31 23:00+00' ELSE timestamptz '2026-02-01 00:00+00' + i * "
      "interval '1 minute' END, (CASE WHEN i < 5 THEN 'DONE' WHEN i = 5 THEN 'REJECTED' ELSE 'RUNNING' "
      "END)::pay_state, CASE i WHEN 7 THEN now() - interval '20 minutes' WHEN 8 THEN now() + interval '1 "
      "hour' END, CASE WHEN i > 6 THEN 'pay-worker-' || i END, jsonb_build_object('customer', "
      "jsonb_build_object('name', 'Ms. <b>Example</b> ' || i), 'amount', '12.50', 'currency', 'EUR', 'ref', "
      "'ord-' || i), encode(sha256($1::bytea), 'hex'), CASE WHEN i < 5 THEN '201' WHEN i = 5 THEN '402' END, "
      "CASE WHEN i < 6 THEN jsonb_build_object('id', i, 'secret', 'sk_live') END, CASE i WHEN 5 THEN 'card "
      "declined: do not honour' END, 2, CASE WHEN i < 6 THEN 2 ELSE 1 END FROM generate_series(1, 8) i",
      {payment_body});
  raw.exec("ANALYZE payment_requests");
  const tables::Place customer{.column = "request", .path = "/customer/name"},
      amount{.column = "request", .path = "/amount"};
  const tables::Place currency{.column = "request", .path = "/currency"},
      reference{.column = "request", .path = "/ref"};
  return std::make_shared<tables::Profile>(
      tables::Profile{.name = "payments",
                      .schema = "public",
                      .table = "payment_requests",
                      .identity = {"created", "merchant_id", "request_id"},
                      .key = "request_id",
                      .tenant = "merchant_id",
                      .operation_name = "POST /payments",
                      .never_null = {"merchant_id", "request_id", "created", "phase"},
                      .states = {.column = "phase",
                                 .rules = {when_word("phase", "RUNNING", key::State::in_progress),
                                           when_word("phase", "NEW", key::State::released),
                                           when_word("phase", "DONE", key::State::succeeded),
                                           when_word("phase", "REJECTED", key::State::failed)}},
                      .lease = {.form = tables::Lease::Form::since,
                                .at = {.column = "locked_at"},
                                .length = std::chrono::seconds(90)},
                      .created_at = {.column = "created"},
                      .fingerprint = {.column = "request_hash", .form = tables::Digest::Form::hex},
                      .response_code = "http_status",
                      .response_body = {.column = "reply", .form = tables::Body::Form::json},
                      .payload = {.column = "request"},
                      .attempts = {"started", "finished"},
                      .owner = "worker",
                      .error = {.column = "problem"},
                      .customer = customer,
                      .amount = amount,
                      .currency = currency,
                      .reference = reference});
}

// Consumed events: two timestamps tell the state, and a text the failure. Nothing tells who works on one. Six
// rows: two waiting, three processed, one dead.
inline ProfilePtr consumed_events(RawConnection& raw) {
  using namespace foreign;
  raw.exec(
      "CREATE TABLE consumed_events (message_id text PRIMARY KEY, topic text NOT NULL, received_at "
      "timestamptz NOT NULL, processed_at timestamptz, failed_at timestamptz, last_error text, tries int NOT "
      "NULL DEFAULT 0, body bytea)");
  raw.exec(
      "INSERT INTO consumed_events SELECT 'msg-' || i, 'orders', now() - i * interval '10 minutes', CASE "
      "WHEN i > 3 THEN now() END, CASE i WHEN 3 THEN now() - interval '5 minutes' END, CASE i WHEN 3 THEN "
      "'<img src=x> timeout \"talking\" to stock' END, CASE i WHEN 3 THEN 7 ELSE 1 END, "
      "convert_to('{\"order\":' || i || '}', 'UTF8') FROM generate_series(1, 6) i");
  raw.exec("ANALYZE consumed_events");
  return std::make_shared<tables::Profile>(
      tables::Profile{.name = "orders inbox",
                      .kind = tables::Kind::inbox,
                      .schema = "public",
                      .table = "consumed_events",
                      .identity = {"message_id"},
                      .key = "message_id",
                      .operation = "topic",
                      .never_null = {"message_id", "topic", "received_at"},
                      .states = {.rules = {{{not_null("processed_at")}, key::State::succeeded, "processed"},
                                           {{not_null("failed_at")}, key::State::failed, "failed"}},
                                 .otherwise = tables::StateRule{{}, key::State::in_progress, "received"}},
                      .created_at = {.column = "received_at"},
                      .completed_at = {.column = "processed_at"},
                      .payload = {.column = "body", .holds = tables::Place::Holds::text},
                      .attempts = {"tries"},
                      .error = {.column = "last_error"}});
}

// Events to publish: times in milliseconds, a number as state. Five rows: two unsent, one that failed and is
// tried again, one dead, one sent.
inline ProfilePtr events_to_publish(RawConnection& raw) {
  using namespace foreign;
  raw.exec(
      "CREATE TABLE events_to_publish (id bigint PRIMARY KEY, created_ms bigint NOT NULL, sent smallint NOT "
      "NULL, retries int NOT NULL DEFAULT 0, err jsonb, event jsonb)");
  raw.exec(
      "INSERT INTO events_to_publish SELECT i, (extract(epoch FROM now() - i * interval '1 minute') * "
      "1000)::bigint, (ARRAY[0, 0, 2, 3, 1])[i], i, CASE WHEN i IN (3, 4) THEN jsonb_build_object('why', "
      "'broker down ' || i) END, jsonb_build_object('n', i) FROM generate_series(1, 5) i");
  raw.exec("ANALYZE events_to_publish");
  return std::make_shared<tables::Profile>(
      tables::Profile{.name = "outbox",
                      .kind = tables::Kind::outbox,
                      .schema = "public",
                      .table = "events_to_publish",
                      .identity = {"id"},
                      .key = "id",
                      .order = {"created_ms", "id"},
                      .never_null = {"id", "created_ms", "sent"},
                      .states = {.column = "sent",
                                 .rules = {when_word("sent", "0", key::State::in_progress),
                                           when_word("sent", "1", key::State::succeeded),
                                           when_word("sent", "2", key::State::failed, true),
                                           when_word("sent", "3", key::State::failed)}},
                      .created_at = {.column = "created_ms", .form = tables::TimeForm::epoch_ms},
                      .payload = {.column = "event"},
                      .attempts = {"retries"},
                      .error = {.column = "err", .path = "/why"}});
}

// Names and cells that are out to fool whoever quotes or shows them; keys are bytes, which are no text.
inline ProfilePtr hostile_table(RawConnection& raw) {
  using namespace foreign;
  const std::string table = "<img src=x> \"'; --" + std::string(45, 't');  // 63 bytes
  const std::string state = "St\"ate' <b>\xE2\x80\xAE";
  raw.exec("CREATE TABLE " + quoted_name(table) + " (\"select\" bytea PRIMARY KEY, " + quoted_name(state) +
           " text, \"a b\" text)");
  raw.exec("INSERT INTO " + quoted_name(table) +
           " VALUES ('\\xff00', '<img src=x>', E'quote\"\\'`;-- \\u202Egnp.exe'), ('plain', 'done', '<img "
           "src=/etc/passwd>')");
  return std::make_shared<tables::Profile>(
      tables::Profile{.name = "<b>hostile</b>",
                      .schema = "public",
                      .table = table,
                      .identity = {"select"},
                      .key = "select",
                      .states = {.column = state, .rules = {when_word(state, "done", key::State::succeeded)}},
                      .owner = "a b"});
}

// Work to do, sixty thousand rows of it done and one stuck: too many to be read unasked, and no index tells
// the one.
inline ProfilePtr jobs_without_index(RawConnection& raw) {
  raw.exec(
      "CREATE TABLE jobs (id bigint PRIMARY KEY, at timestamptz NOT NULL, until timestamptz, done boolean "
      "NOT NULL);"
      "INSERT INTO jobs SELECT i, timestamptz '2026-01-01', NULL, true FROM generate_series(1, 60000) i;"
      "INSERT INTO jobs VALUES (0, '2026-01-01', '2026-01-01 00:01', false)");
  raw.exec("ANALYZE jobs");
  auto jobs = std::make_shared<tables::Profile>();
  jobs->name = jobs->table = "jobs";
  jobs->schema = "public";
  jobs->identity = {"id"};
  jobs->key = "id";
  jobs->never_null = {"id", "at", "done"};
  jobs->states.rules = {
      {{{.column = "done", .is = tables::Condition::Is::yes}}, key::State::succeeded, "done"}};
  jobs->states.otherwise = tables::StateRule{{}, key::State::in_progress, "open"};
  jobs->lease.form = tables::Lease::Form::deadline;
  jobs->lease.at.column = "until";
  jobs->created_at.column = "at";
  return jobs;
}

}  // namespace onceover::test
