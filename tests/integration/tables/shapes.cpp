// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/tables/shapes.h"

namespace onceover::tables {

// Rows are numbered i: most are finished, some are not, some have failed.
const std::vector<Shape>& shapes() {
  static const std::vector<Shape> all{
      {"api_idempotency_keys",
       R"(CREATE TABLE api_idempotency_keys (
            id bigserial PRIMARY KEY, account_id bigint NOT NULL, idempotency_key text NOT NULL, created_at timestamptz NOT NULL DEFAULT now(),
            locked_at timestamptz, http_method text NOT NULL, http_path text NOT NULL, request_params jsonb NOT NULL, step text NOT NULL,
            recovery_point text NOT NULL, response_code int, response_body jsonb, UNIQUE (account_id, idempotency_key));
          INSERT INTO api_idempotency_keys (account_id, idempotency_key, created_at, locked_at, http_method, http_path, request_params, step, recovery_point, response_code, response_body)
          SELECT i % 7, md5(i::text), now() - i * interval '1 min', CASE WHEN i % 4 = 0 THEN now() END, 'POST', '/rides',
                 jsonb_build_object('amount', i, 'currency', 'EUR', 'other', 1), 'x', CASE WHEN i % 4 = 0 THEN 'started' WHEN i % 4 = 1 THEN 'ride_booked' ELSE 'finished' END,
                 CASE WHEN i % 4 > 1 THEN 201 END, CASE WHEN i % 4 > 1 THEN '{"ok": true}'::jsonb END FROM generate_series(1, 300) i)",
       "idempotency",
       {{"identity", "account_id, idempotency_key (composite)"},
        {"tenant", "account_id (integer)"},
        {"operation", "http_method, http_path (composite)"},
        {"state", "recovery_point (word)"},
        {"lease", "locked_at (start_plus_constant)"},
        {"response_code", "response_code (integer)"},
        {"response_body", "response_body (jsonb)"},
        {"created_at", "created_at (timestamptz)"},
        {"amount", "request_params (path:/amount)"},
        {"currency", "request_params (path:/currency)"}}},
      {"idempotency_records",
       R"(CREATE TABLE idempotency_records (
            id uuid PRIMARY KEY DEFAULT gen_random_uuid(), idempotency_key varchar(255) NOT NULL, endpoint text NOT NULL, request_hash char(64) NOT NULL,
            status varchar(20) NOT NULL CHECK (status IN ('IN_PROGRESS', 'COMPLETED', 'FAILED')), response_status int, response_body text,
            lease_until timestamptz, locked_by text, attempts int NOT NULL DEFAULT 0, last_error text, created_at timestamptz NOT NULL DEFAULT now(),
            updated_at timestamptz NOT NULL DEFAULT now(), expires_at timestamptz NOT NULL DEFAULT now() + interval '24 hours',
            UNIQUE (idempotency_key, endpoint));
          INSERT INTO idempotency_records (idempotency_key, endpoint, request_hash, status, response_status, response_body)
          SELECT 'k' || i, '/pay', encode(sha256(i::text::bytea), 'hex'), 'COMPLETED', 200, 'ok' FROM generate_series(1, 50) i)",
       "idempotency",
       {{"identity", "idempotency_key, endpoint (composite)"},
        {"operation", "endpoint (text)"},
        {"state", "status (word)"},
        {"lease", "lease_until (deadline)"},
        {"fingerprint", "request_hash (hex)"},
        {"response_code", "response_status (integer)"},
        {"response_body", "response_body (text)"},
        {"created_at", "created_at (timestamptz)"},
        {"updated_at", "updated_at (timestamptz)"},
        {"expires_at", "expires_at (timestamptz)"},
        {"attempts", "attempts (integer)"},
        {"owner", "locked_by (text)"},
        {"error", "last_error (text)"}}},
      {"idempotent_requests",
       R"(CREATE TABLE idempotent_requests (k bytea PRIMARY KEY, in_flight boolean NOT NULL DEFAULT true, lease_expires_at bigint, owner text,
            code smallint, payload bytea, fencing_token bigint NOT NULL DEFAULT 0);
          INSERT INTO idempotent_requests SELECT sha256(i::text::bytea), i % 3 = 0, 1790000000 + i, 'w', NULL, NULL, i FROM generate_series(1, 50) i)",
       "idempotency",
       {{"identity", "k (bytea)"},
        {"state", "in_flight (flag)"},
        {"lease", "lease_expires_at (deadline)"},
        {"fence", "fencing_token (integer)"},
        {"owner", "owner (text)"}}},
      {"idempotent_act",
       R"(CREATE TABLE idempotent_act (key text, type text, client text, created_at timestamp NOT NULL, completed_at timestamp, result bytea, PRIMARY KEY (key, type, client));
          INSERT INTO idempotent_act SELECT 'k' || i, 'pay', 'svc', now()::timestamp - interval '1 h', CASE WHEN i % 5 > 0 THEN now()::timestamp END, '\x01' FROM generate_series(1, 50) i)",
       "idempotency",
       {{"identity", "key, type, client (composite)"},
        {"tenant", "client (text)"},
        {"operation", "type (text)"},
        {"state", "completed_at (timestamps)"},
        {"response_body", "result (bytea)"},
        {"created_at", "created_at (timestamp)"},
        {"completed_at", "completed_at (timestamp)"}}},
      {"message_inbox",
       R"(CREATE TABLE message_inbox (id uuid PRIMARY KEY, message_type text NOT NULL, payload jsonb NOT NULL, locked_until timestamptz NOT NULL DEFAULT to_timestamp(0),
            created_at timestamptz NOT NULL DEFAULT clock_timestamp(), processed_at timestamptz, abandoned_at timestamptz,
            started_attempts smallint NOT NULL DEFAULT 0, finished_attempts smallint NOT NULL DEFAULT 0);
          INSERT INTO message_inbox (id, message_type, payload, processed_at) SELECT gen_random_uuid(), 'm', '{}', CASE WHEN i % 3 = 0 THEN now() END FROM generate_series(1, 50) i)",
       "inbox",
       {{"identity", "id (uuid)"},
        {"operation", "message_type (text)"},
        {"state", "processed_at, abandoned_at (timestamps)"},
        {"lease", "locked_until (deadline_sentinel)"},
        {"created_at", "created_at (timestamptz)"},
        {"completed_at", "processed_at (timestamptz)"},
        {"attempts", "started_attempts, finished_attempts (started_and_finished)"}}},
      {"consumed_events",
       R"(CREATE TABLE consumed_events (consumer_name text, event_id text, creation_time bigint, PRIMARY KEY (consumer_name, event_id));
          INSERT INTO consumed_events SELECT 'billing', 'e' || i, 1790000000000 + i FROM generate_series(1, 50) i)",
       "inbox",
       {{"identity", "consumer_name, event_id (composite)"},
        {"operation", "consumer_name (text)"},
        {"state", " (presence)"},
        {"created_at", "creation_time (epoch_ms)"}}},
      {"EventDelivery",
       R"(CREATE TYPE "DeliveryStatus" AS ENUM ('PENDING', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'FILTERED');
          CREATE TABLE "EventDelivery" ("id" text NOT NULL, "organizationId" text NOT NULL, "externalEventId" text NOT NULL, "status" "DeliveryStatus" NOT NULL DEFAULT 'PENDING',
            "parsedEvent" jsonb, "rawBodyHash" text, "errorMessage" text, "createdAt" timestamp(3) NOT NULL DEFAULT current_timestamp, "updatedAt" timestamp(3) NOT NULL,
            "processedAt" timestamp(3), PRIMARY KEY ("id", "createdAt")) PARTITION BY RANGE ("createdAt");
          CREATE TABLE "EventDelivery_1" PARTITION OF "EventDelivery" FOR VALUES FROM ('2020-01-01') TO ('2100-01-01');
          INSERT INTO "EventDelivery" SELECT 'd' || i, 'o', 'e' || i, 'SUCCEEDED', '{}', encode(sha256(i::text::bytea), 'hex'), NULL, '2026-08-05', '2026-08-05', '2026-08-06' FROM generate_series(1, 50) i)",
       "inbox",
       {{"identity", "id (text)"},
        {"tenant", "?"},
        {"state", "status (enum)"},
        {"fingerprint", "rawBodyHash (hex)"},
        {"created_at", "createdAt (timestamp)"},
        {"updated_at", "updatedAt (timestamp)"},
        {"completed_at", "processedAt (timestamp)"},
        {"error", "errorMessage (text)"}}},
      {"event_outbox",
       R"(CREATE TABLE event_outbox (seq bigserial PRIMARY KEY, topic text NOT NULL, headers jsonb, payload jsonb NOT NULL, created_at timestamptz NOT NULL DEFAULT now(),
            published_at timestamptz, retries int NOT NULL DEFAULT 0, last_error text))",
       "outbox",
       {{"identity", "seq (integer)"},
        {"operation", "topic (text)"},
        {"state", "published_at (timestamps)"},
        {"created_at", "created_at (timestamptz)"},
        {"completed_at", "published_at (timestamptz)"},
        {"attempts", "retries (integer)"},
        {"error", "last_error (text)"}}},
      {"outgoing_messages",
       R"(CREATE TABLE outgoing_messages (dbid bigserial PRIMARY KEY, destination text NOT NULL, payload text NOT NULL, published smallint NOT NULL DEFAULT 0, creation_time bigint);
          INSERT INTO outgoing_messages (destination, payload, published, creation_time) SELECT 'orders', '{}', i % 2, 1790000000000 + i FROM generate_series(1, 50) i)",
       "outbox",
       {{"identity", "dbid (integer)"},
        {"operation", "destination (text)"},
        {"state", "published (code)"},
        {"created_at", "creation_time (epoch_ms)"}}},
      {"payment_requests_idempotency",
       R"(CREATE TABLE payment_requests_idempotency (
            merchant_id uuid NOT NULL, idem_key text NOT NULL, verb text NOT NULL, uri text NOT NULL, body_digest bytea NOT NULL, http_status smallint,
            answer bytea, created_at timestamptz NOT NULL, finished_at timestamptz, delete_after timestamptz NOT NULL, PRIMARY KEY (merchant_id, idem_key));
          INSERT INTO payment_requests_idempotency
          SELECT md5('m' || i % 3)::uuid, 'k' || i, 'POST', '/payments', sha256(i::text::bytea), CASE WHEN i % 4 > 0 THEN 201 END,
                 CASE WHEN i % 4 > 0 THEN '\x7b7d'::bytea END, now() - i * interval '1 min', CASE WHEN i % 4 > 0 THEN now() - i * interval '59 s' END,
                 now() - i * interval '1 min' + interval '1 day' FROM generate_series(1, 60) i)",
       "idempotency",
       {{"identity", "merchant_id, idem_key (composite)"},
        {"tenant", "merchant_id (uuid)"},
        {"operation", "verb, uri (composite)"},
        {"fingerprint", "body_digest (bytea)"},
        {"response_code", "http_status (integer)"},
        {"response_body", "answer (bytea)"},
        {"state", "finished_at (timestamps)"},
        {"created_at", "created_at (timestamptz)"},
        {"completed_at", "finished_at (timestamptz)"},
        {"expires_at", "delete_after (timestamptz)"}}},
      {"shop_outbox",
       R"(CREATE TABLE shop_outbox (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), eventtype text NOT NULL, payload jsonb NOT NULL, state text NOT NULL,
            occurredon timestamptz NOT NULL, publishedat timestamptz, timessent int NOT NULL DEFAULT 0);
          INSERT INTO shop_outbox (eventtype, payload, state, occurredon, publishedat)
          SELECT (ARRAY['CartFilled', 'CartEmptied'])[1 + i % 2], '{"cart": 1}', CASE WHEN i % 3 = 0 THEN 'waiting' ELSE 'published' END,
                 now() - i * interval '1 min', CASE WHEN i % 3 > 0 THEN now() - i * interval '59 s' END FROM generate_series(1, 60) i)",
       "outbox",
       {{"identity", "id (uuid)"},
        {"operation", "eventtype (text)"},
        {"state", "state (word)"},
        {"created_at", "occurredon (timestamptz)"},
        {"completed_at", "publishedat (timestamptz)"},
        {"attempts", "timessent (integer)"}}},
      {"inbox_of_parcels",
       R"(CREATE TABLE inbox_of_parcels (message_id text PRIMARY KEY, body bytea NOT NULL, status smallint NOT NULL, received_at timestamptz NOT NULL,
            handled_at timestamptz, claimed_at timestamptz, claimed_by text, keep_until timestamptz);
          INSERT INTO inbox_of_parcels SELECT 'p-' || i, '\x01', i % 3, now() - i * interval '1 min', CASE WHEN i % 3 = 2 THEN now() - i * interval '59 s' END,
                 CASE WHEN i % 3 = 1 THEN now() END, CASE WHEN i % 3 = 1 THEN 'w1' END, NULL FROM generate_series(1, 60) i)",
       "inbox",
       {{"identity", "message_id (text)"},
        {"state", "status (code)"},
        {"lease", "claimed_at (start_plus_constant)"},
        {"created_at", "received_at (timestamptz)"},
        {"completed_at", "handled_at (timestamptz)"},
        {"owner", "claimed_by (text)"}}},
      // What looks alike and is none of ours.
      {"orders",
       "CREATE TABLE orders (id bigserial PRIMARY KEY, customer_id bigint NOT NULL, total numeric, currency "
       "char(3), status text CHECK (status IN ('pending', 'paid', 'cancelled')), idempotency_key text "
       "UNIQUE, created_at timestamptz DEFAULT now())",
       "",
       {}},
      {"users",
       "CREATE TABLE users (id bigserial PRIMARY KEY, email text UNIQUE, password_hash text, failed_attempts "
       "int DEFAULT 0, locked_until timestamptz, created_at timestamptz)",
       "",
       {}},
      {"sessions",
       "CREATE TABLE sessions (id uuid PRIMARY KEY, user_id bigint, token text UNIQUE, expires_at "
       "timestamptz, created_at timestamptz)",
       "",
       {}},
      {"api_keys",
       "CREATE TABLE api_keys (id bigserial PRIMARY KEY, key_hash text UNIQUE, name text, expires_at "
       "timestamptz, last_used_at timestamptz)",
       "",
       {}},
      {"http_responses",
       "CREATE TABLE http_responses (key text PRIMARY KEY, url text, response_code int, response_body bytea, "
       "etag text, expires_at timestamptz)",
       "",
       {}},
      {"responses",
       "CREATE TABLE responses (key text PRIMARY KEY, status int, body bytea, expires_at timestamptz)",
       "",
       {}},
      {"schema_migrations",
       "CREATE TABLE schema_migrations (version bigint PRIMARY KEY, applied_at timestamptz, checksum text)",
       "",
       {}},
      {"job_locks",
       "CREATE TABLE job_locks (name varchar(64) PRIMARY KEY, lock_until timestamp, locked_at timestamp, "
       "locked_by varchar(255))",
       "",
       {}},
      {"messages",
       "CREATE TABLE messages (id bigserial PRIMARY KEY, room_id bigint, sender_id bigint, body text, "
       "sent_at timestamptz)",
       "",
       {}},
      {"email_messages",
       "CREATE TABLE email_messages (id bigserial PRIMARY KEY, recipient text, subject text, body text, "
       "status text CHECK (status IN ('queued', 'sent', 'failed')), sent_at timestamptz, attempts int)",
       "",
       {}},
      {"file_uploads",
       "CREATE TABLE file_uploads (id uuid PRIMARY KEY, sha256 text UNIQUE, status text CHECK (status IN "
       "('pending', 'done', 'failed')), created_at timestamptz)",
       "",
       {}},
      {"rate_limits",
       "CREATE TABLE rate_limits (key text PRIMARY KEY, count int, window_start timestamptz, expires_at "
       "timestamptz)",
       "",
       {}},
      {"domain_events",
       "CREATE TABLE domain_events (id bigserial PRIMARY KEY, type text, payload jsonb, aggregate_id text, "
       "version int, created_at timestamptz)",
       "",
       {}},
      {"payments",
       "CREATE TABLE payments (id uuid PRIMARY KEY, amount numeric, status text, request_id text UNIQUE, "
       "processed_at timestamptz, created_at timestamptz)",
       "",
       {}},
      {"event_guests",
       "CREATE TABLE event_guests (id bigserial PRIMARY KEY, event_id bigint NOT NULL, guest_id bigint NOT "
       "NULL, status text CHECK (status IN ('pending', 'confirmed', 'cancelled')), processed_at timestamptz, "
       "UNIQUE (event_id, guest_id))",
       "",
       {}},
      {"phone_outbox",
       "CREATE TABLE phone_outbox (id bigserial PRIMARY KEY, phone text NOT NULL, message text NOT NULL, "
       "sent_at timestamptz, attempts int)",
       "",
       {}},
      {"transfers",
       "CREATE TABLE transfers (id uuid PRIMARY KEY, amount bigint, idempotency_key text UNIQUE, "
       "request_hash text, status text, response jsonb, completed_at timestamptz)",
       "",
       {}},
      {"fetched_pages",
       "CREATE TABLE fetched_pages (digest text PRIMARY KEY, path text, code int, body bytea, state text);"
       "INSERT INTO fetched_pages SELECT md5(i::text), '/p/' || i, CASE WHEN i % 3 > 0 THEN 200 END, CASE "
       "WHEN i % 3 > 0 THEN '\\x01'::bytea END, CASE WHEN i % 3 > 0 THEN 'done' ELSE 'pending' END FROM "
       "generate_series(1, 60) i",
       "",
       {}},
  };
  return all;
}

}  // namespace onceover::tables
