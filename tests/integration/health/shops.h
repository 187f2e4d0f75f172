// SPDX-License-Identifier: Apache-2.0
// Tables of several makers that are as they should be: from each, one thing is taken away at a time.
#pragma once

#include <string>

#include "core/tables/profile.h"
#include "tests/support/foreign_tables.h"
#include "tests/support/raw.h"

namespace onceover::health {

// A word as state, a deadline as lease, bytes as answer, an id beside the key.
inline tables::Profile orders(test::RawConnection& raw) {
  raw.exec(
      "CREATE TABLE orders (id bigint GENERATED ALWAYS AS IDENTITY, tenant text NOT NULL, key text NOT NULL, "
      "status text NOT NULL, locked_until timestamptz, hash bytea NOT NULL, code int, body bytea, tries int "
      "NOT NULL DEFAULT 1, created_at timestamptz NOT NULL, completed_at timestamptz, expires_at "
      "timestamptz, PRIMARY KEY (tenant, key)) WITH (fillfactor = 80);"
      "CREATE INDEX orders_by_age ON orders (created_at, key);");
  raw.exec(
      "INSERT INTO orders (tenant, key, status, locked_until, hash, code, body, created_at, completed_at, "
      "expires_at) SELECT 'shop-' || i % 3, 'k-' || md5(i::text), CASE WHEN i > 25 THEN 'RUNNING' WHEN i > "
      "20 THEN 'REJECTED' ELSE 'DONE' END, CASE WHEN i > 25 THEN now() + interval '1 minute' END, "
      "sha256(i::text::bytea), CASE WHEN i <= 25 THEN 201 END, CASE WHEN i <= 25 THEN '{}'::bytea END, t, "
      "CASE WHEN i <= 25 THEN t + interval '2 seconds' END, CASE WHEN i <= 25 THEN t + interval '3 days' END "
      "FROM generate_series(1, 30) i, LATERAL (SELECT now() - i * interval '40 minutes' AS t) born; ANALYZE "
      "orders");
  using test::foreign::when_word;
  tables::Profile p{.name = "orders",
                    .schema = "public",
                    .table = "orders",
                    .identity = {"tenant", "key"},
                    .key = "key",
                    .tenant = "tenant"};
  p.operation_name = "order";
  p.never_null = {"tenant", "key", "status", "created_at"};
  p.states = {"status",
              {when_word("status", "RUNNING", key::State::in_progress),
               when_word("status", "DONE", key::State::succeeded),
               when_word("status", "REJECTED", key::State::failed)},
              {}};
  p.lease = {.form = tables::Lease::Form::deadline, .at = {.column = "locked_until"}};
  p.fingerprint = {.column = "hash"};
  p.response_code = "code";
  p.response_body = {.column = "body"};
  p.attempts = {"tries"};
  p.created_at.column = "created_at";
  p.completed_at.column = "completed_at";
  p.expires_at.column = "expires_at";
  return p;
}

// Answered or not as state, a beginning as lease, a uuid as key, text as answer, times as numbers, and
// partitions.
inline tables::Profile refunds(test::RawConnection& raw) {
  raw.exec(
      "CREATE SCHEMA \"Bank\"; CREATE TABLE \"Bank\".refunds (key uuid NOT NULL, born bigint NOT NULL, "
      "begun_at timestamptz, answered_at timestamptz, ends timestamptz, digest text NOT NULL, answer text, "
      "PRIMARY KEY (born, key)) PARTITION BY RANGE (born);"
      "CREATE TABLE \"Bank\".refunds_all PARTITION OF \"Bank\".refunds FOR VALUES FROM (0) TO (MAXVALUE);");
  raw.exec(
      "INSERT INTO \"Bank\".refunds SELECT gen_random_uuid(), EXTRACT(epoch FROM t)::bigint, now(), CASE "
      "WHEN i > 4 THEN t + interval '1 second' END, CASE WHEN i > 4 THEN t + interval '2 days' END, "
      "encode(sha256(i::text::bytea), 'hex'), CASE WHEN i > 4 THEN 'ok' END FROM generate_series(1, 20) i, "
      "LATERAL (SELECT now() - i * interval '30 minutes' AS t) b; ANALYZE \"Bank\".refunds");
  tables::Profile p{
      .name = "refunds", .schema = "Bank", .table = "refunds", .identity = {"born", "key"}, .key = "key"};
  p.operation_name = "refund";
  p.never_null = {"born", "key"};
  p.states.rules = {{{test::foreign::is_null("answered_at")}, key::State::in_progress, "open"},
                    {{test::foreign::not_null("answered_at")}, key::State::succeeded, "answered"}};
  p.lease = {
      .form = tables::Lease::Form::since, .at = {.column = "begun_at"}, .length = std::chrono::seconds(90)};
  p.fingerprint = {.column = "digest", .form = tables::Digest::Form::hex};
  p.response_body = {.column = "answer", .form = tables::Body::Form::text};
  p.created_at = {.column = "born", .form = tables::TimeForm::epoch_s};
  p.completed_at.column = "answered_at";
  p.expires_at.column = "ends";
  return p;
}

// Consumed events: numbers as states.
inline tables::Profile inbox(test::RawConnection& raw) {
  raw.exec(
      "CREATE TABLE consumed (consumer text NOT NULL, event text NOT NULL, step smallint NOT NULL, tries int "
      "NOT NULL DEFAULT 0, seen_at timestamptz NOT NULL, PRIMARY KEY (consumer, event)); CREATE INDEX ON "
      "consumed (seen_at);"
      "INSERT INTO consumed SELECT 'mail', 'e' || i, i % 3, 1, now() - i * interval '1 minute' FROM "
      "generate_series(1, 20) i; ANALYZE consumed");
  tables::Profile p{.name = "consumed",
                    .kind = tables::Kind::inbox,
                    .schema = "public",
                    .table = "consumed",
                    .identity = {"consumer", "event"},
                    .key = "event",
                    .operation = "consumer"};
  p.never_null = {"consumer", "event", "step", "seen_at"};
  p.states = {"step",
              {test::foreign::when_word("step", "0", key::State::in_progress),
               test::foreign::when_word("step", "1", key::State::succeeded),
               test::foreign::when_word("step", "2", key::State::failed)},
              {}};
  p.attempts = {"tries"};
  p.created_at.column = "seen_at";
  return p;
}

// Events on their way: a time when they were sent.
inline tables::Profile outbox(test::RawConnection& raw) {
  raw.exec(
      "CREATE TABLE events (id bigserial PRIMARY KEY, payload jsonb NOT NULL, made_at timestamptz NOT NULL "
      "DEFAULT now(), sent_at timestamptz); CREATE INDEX ON events (id) WHERE sent_at IS NULL;"
      "INSERT INTO events (payload, sent_at) SELECT '{}', CASE WHEN i < 15 THEN now() END FROM "
      "generate_series(1, 20) i; ANALYZE events");
  tables::Profile p{.name = "events",
                    .kind = tables::Kind::outbox,
                    .schema = "public",
                    .table = "events",
                    .identity = {"id"},
                    .key = "id"};
  p.operation_name = "events";
  p.never_null = {"id", "made_at"};
  p.states.rules = {{{test::foreign::is_null("sent_at")}, key::State::in_progress, "waiting"},
                    {{test::foreign::not_null("sent_at")}, key::State::succeeded, "sent"}};
  p.payload = {.column = "payload"};
  p.created_at.column = "made_at";
  p.completed_at.column = "sent_at";
  return p;
}

}  // namespace onceover::health
