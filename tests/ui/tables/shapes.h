// SPDX-License-Identifier: GPL-3.0-or-later
// Tables as other people build them, for the tests of this room.
#pragma once

namespace onceover::ui {

// Keys with a lock that began once and a length that is written nowhere; words for the state.
inline constexpr const char* paymentRequests = R"(
CREATE SCHEMA billing;
CREATE TABLE billing.payment_requests (
  id bigserial PRIMARY KEY,
  merchant_id text NOT NULL,
  idempotency_key text NOT NULL,
  status text NOT NULL CHECK (status IN ('NEW', 'RUNNING', 'DONE', 'BROKEN')),
  locked_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  request jsonb NOT NULL,
  UNIQUE (merchant_id, idempotency_key));
INSERT INTO billing.payment_requests (merchant_id, idempotency_key, status, locked_at, created_at, request)
SELECT 'shop-' || i % 3, 'req-' || lpad(i::text, 3, '0'), (ARRAY['NEW', 'RUNNING', 'DONE', 'BROKEN'])[1 + i % 4],
       CASE WHEN i % 4 = 1 THEN now() - interval '1 hour' END, now() - i * interval '1 minute',
       jsonb_build_object('buyer', 'c-' || i, 'total', i * 10)
FROM generate_series(1, 40) i;
ANALYZE billing.payment_requests;)";

// Events that were consumed: all that is known is that the row is there.
inline constexpr const char* consumedEvents = R"(
CREATE TABLE consumed_events (
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (consumer, event_id));
INSERT INTO consumed_events (consumer, event_id) SELECT 'mailer', gen_random_uuid() FROM generate_series(1, 5);
ANALYZE consumed_events;)";

// Names that would be markup, SQL or several lines if anybody took them for it.
inline constexpr const char* hostile = R"(
CREATE SCHEMA "<b>s</b>";
CREATE TABLE "<b>s</b>"."<img src=x> ""quoted"" & co
keys" (
  "idempotency_key" text PRIMARY KEY,
  "status" text NOT NULL CHECK ("status" IN ('pending', 'done')),
  "<i>who</i>" text,
  "drop'table" text,
  response_code int,
  response_body jsonb,
  created_at timestamptz NOT NULL DEFAULT now());
INSERT INTO "<b>s</b>"."<img src=x> ""quoted"" & co
keys" (idempotency_key, status, "<i>who</i>", "drop'table", created_at) VALUES ('<script>', 'done', '<u>eve</u>', E'\u202Egnp.exe', now());)";

}  // namespace onceover::ui
