-- Tables as well-known systems make them: what their columns, keys, checks, enums, defaults and indexes are, and nothing else of them.
-- rows.sql fills them; tests/integration/detect/known_tables.cpp says what each column is for.

-- Keys of ride requests that are resumed from the last finished step.
CREATE SCHEMA rides;
CREATE TABLE rides.users (
  id bigserial PRIMARY KEY,
  email text UNIQUE NOT NULL CHECK (char_length(email) <= 255),
  stripe_customer_id text UNIQUE NOT NULL CHECK (char_length(stripe_customer_id) <= 50));
CREATE TABLE rides.idempotency_keys (
  id bigserial PRIMARY KEY,
  created_at timestamptz DEFAULT now() NOT NULL,
  idempotency_key text NOT NULL CHECK (char_length(idempotency_key) <= 100),
  last_run_at timestamptz DEFAULT now() NOT NULL,
  locked_at timestamptz DEFAULT now(),
  request_method text NOT NULL CHECK (char_length(request_method) <= 10),
  request_params jsonb NOT NULL,
  request_path text NOT NULL CHECK (char_length(request_path) <= 100),
  response_code int,
  response_body jsonb,
  recovery_point text NOT NULL CHECK (char_length(recovery_point) <= 50),
  user_id bigint NOT NULL REFERENCES rides.users ON DELETE RESTRICT);
CREATE UNIQUE INDEX ON rides.idempotency_keys (user_id, idempotency_key);
CREATE TABLE rides.staged_jobs (id bigserial PRIMARY KEY, job_name text NOT NULL, job_args jsonb NOT NULL);

-- Actions that run once; a row lock is all that says that one is at work.
CREATE SCHEMA actions;
CREATE TABLE actions.idempotent_action (
  key text, type text, client text,
  created_at timestamp NOT NULL, last_run_at timestamp, completed_at timestamp,
  result bytea, result_type varchar(255),
  PRIMARY KEY (key, type, client));
CREATE INDEX ON actions.idempotent_action (created_at);
CREATE TABLE actions.scheduled_tasks (
  task_name text, task_instance text, task_data bytea, execution_time timestamptz NOT NULL, picked boolean NOT NULL, picked_by text,
  last_success timestamptz, last_failure timestamptz, consecutive_failures int, last_heartbeat timestamptz, version bigint NOT NULL,
  PRIMARY KEY (task_name, task_instance));

-- An inbox and an outbox of one make: the beginning of time says that nobody holds the lease, and attempts are counted twice.
CREATE SCHEMA mailroom;
CREATE TABLE mailroom.inbox (
  id uuid PRIMARY KEY,
  aggregate_type text NOT NULL, aggregate_id text NOT NULL, message_type text NOT NULL, segment text,
  concurrency text DEFAULT 'sequential' NOT NULL CHECK (concurrency IN ('sequential', 'parallel')),
  payload jsonb NOT NULL, metadata jsonb,
  locked_until timestamptz DEFAULT to_timestamp(0) NOT NULL,
  created_at timestamptz DEFAULT clock_timestamp() NOT NULL,
  processed_at timestamptz, abandoned_at timestamptz,
  started_attempts smallint DEFAULT 0 NOT NULL, finished_attempts smallint DEFAULT 0 NOT NULL);
CREATE INDEX ON mailroom.inbox (segment);
CREATE INDEX ON mailroom.inbox (created_at);
CREATE INDEX ON mailroom.inbox (processed_at);
CREATE INDEX ON mailroom.inbox (abandoned_at);
CREATE INDEX ON mailroom.inbox (locked_until);
CREATE TABLE mailroom.outbox (LIKE mailroom.inbox INCLUDING ALL);

-- Webhooks that came in, in partitions by month: the key carries the partition's column. And promises found again by their key.
CREATE SCHEMA hooks;
CREATE TYPE hooks."RuntimeEnvironmentType" AS ENUM ('PRODUCTION', 'STAGING', 'DEVELOPMENT', 'PREVIEW');
CREATE TYPE hooks."WebhookDeliveryStatus" AS ENUM ('PENDING', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'FILTERED');
CREATE TYPE hooks."WaitpointStatus" AS ENUM ('PENDING', 'COMPLETED');
CREATE TYPE hooks."WaitpointType" AS ENUM ('RUN', 'DATETIME', 'MANUAL', 'BATCH');
CREATE TABLE hooks."WebhookDelivery" (
  "id" text, "friendlyId" text NOT NULL, "webhookEndpointId" text NOT NULL, "organizationId" text NOT NULL, "projectId" text NOT NULL,
  "runtimeEnvironmentId" text NOT NULL, "environmentType" hooks."RuntimeEnvironmentType" NOT NULL, "externalDeliveryId" text NOT NULL,
  "idempotencyKey" text NOT NULL, "runId" text, "status" hooks."WebhookDeliveryStatus" DEFAULT 'PENDING' NOT NULL,
  "isTest" boolean DEFAULT false NOT NULL, "parsedEvent" jsonb, "headers" jsonb, "rawBodyHash" text, "errorMessage" text,
  "filterReason" text, "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP, "updatedAt" timestamp(3) NOT NULL, "processedAt" timestamp(3),
  PRIMARY KEY ("id", "createdAt")) PARTITION BY RANGE ("createdAt");
CREATE INDEX ON hooks."WebhookDelivery" ("webhookEndpointId", "createdAt" DESC);
CREATE TABLE hooks."WebhookDelivery_august" PARTITION OF hooks."WebhookDelivery" FOR VALUES FROM ('2026-08-01') TO ('2026-09-01');
CREATE TABLE hooks."WebhookDelivery_september" PARTITION OF hooks."WebhookDelivery" FOR VALUES FROM ('2026-09-01') TO ('2026-10-01');
CREATE TABLE hooks."Waitpoint" (
  "id" text PRIMARY KEY, "friendlyId" text NOT NULL, "type" hooks."WaitpointType" NOT NULL,
  "status" hooks."WaitpointStatus" DEFAULT 'PENDING' NOT NULL, "completedAt" timestamp(3), "idempotencyKey" text NOT NULL,
  "userProvidedIdempotencyKey" boolean NOT NULL, "idempotencyKeyExpiresAt" timestamp(3), "inactiveIdempotencyKey" text,
  "completedAfter" timestamp(3), "output" text, "outputType" text DEFAULT 'application/json' NOT NULL,
  "outputIsError" boolean DEFAULT false NOT NULL, "projectId" text NOT NULL, "environmentId" text NOT NULL,
  "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL, "updatedAt" timestamp(3) NOT NULL, "tags" text[]);
CREATE UNIQUE INDEX ON hooks."Waitpoint" ("environmentId", "idempotencyKey");

-- Messages of a bus, in and out. Where a message is delayed, "ExpiresAt" is when it is due.
CREATE SCHEMA bus;
CREATE TABLE bus."received" (
  "Id" bigint PRIMARY KEY, "Version" varchar(20) NOT NULL, "Name" varchar(200) NOT NULL, "Group" varchar(200), "Content" text,
  "Retries" int NOT NULL, "Added" timestamp NOT NULL, "ExpiresAt" timestamp, "StatusName" varchar(50) NOT NULL);
CREATE INDEX ON bus."received" ("ExpiresAt", "StatusName");
CREATE INDEX ON bus."received" ("Version", "ExpiresAt", "StatusName");
CREATE TABLE bus."published" (
  "Id" bigint PRIMARY KEY, "Version" varchar(20) NOT NULL, "Name" varchar(200) NOT NULL, "Content" text, "Retries" int NOT NULL,
  "Added" timestamp NOT NULL, "ExpiresAt" timestamp, "StatusName" varchar(50) NOT NULL);
CREATE INDEX ON bus."published" ("ExpiresAt", "StatusName");
CREATE TABLE bus."lock" ("Key" varchar(128) PRIMARY KEY, "Instance" varchar(256), "LastLockTime" timestamp NOT NULL);

-- What was received, by being there at all; and what is to be published. Times are milliseconds. Nothing ever writes received_messages.published.
CREATE SCHEMA log;
CREATE TABLE log.received_messages (
  consumer_id varchar(1000), message_id varchar(1000), creation_time bigint, published smallint DEFAULT 0, PRIMARY KEY (consumer_id, message_id));
CREATE SEQUENCE log.message_ids;
CREATE TABLE log.message (
  dbid bigint DEFAULT nextval('log.message_ids') PRIMARY KEY, id varchar(1000), destination text NOT NULL, headers text NOT NULL,
  payload text NOT NULL, published smallint DEFAULT 0, message_partition smallint, creation_time bigint);
CREATE TABLE log.cdc_monitoring (reader_id varchar(1000) PRIMARY KEY, last_time bigint);

-- What every system has beside them, and what looks alike.
CREATE SCHEMA others;
CREATE TABLE others.orders (
  id bigserial PRIMARY KEY, customer_id bigint NOT NULL, status text NOT NULL CHECK (status IN ('pending', 'processing', 'completed', 'failed')),
  total numeric(12, 2) NOT NULL, currency char(3) NOT NULL, idempotency_key text UNIQUE, created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz NOT NULL, completed_at timestamptz);
CREATE TABLE others.users (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(), email text UNIQUE NOT NULL, password_hash text NOT NULL, status text NOT NULL,
  failed_attempts int DEFAULT 0 NOT NULL, locked_until timestamptz, last_error text, created_at timestamptz NOT NULL, updated_at timestamptz);
CREATE TABLE others.sessions (
  key text PRIMARY KEY, user_id uuid NOT NULL, data jsonb NOT NULL, created_at timestamptz NOT NULL, expires_at timestamptz NOT NULL,
  ip text, user_agent text);
CREATE INDEX ON others.sessions (expires_at);
CREATE TABLE others.api_keys (
  id bigserial PRIMARY KEY, tenant_id bigint NOT NULL, key_hash char(64) UNIQUE NOT NULL, status text NOT NULL CHECK (status IN ('active', 'revoked')),
  created_at timestamptz NOT NULL, expires_at timestamptz, last_used_at timestamptz);
CREATE TABLE others.http_cache (
  key text PRIMARY KEY, request_method text NOT NULL, url text NOT NULL, status_code int NOT NULL, headers jsonb NOT NULL, body bytea,
  created_at timestamptz NOT NULL, expires_at timestamptz NOT NULL, etag text);
CREATE TABLE others.cache_entries (cache_key varchar(255) PRIMARY KEY, value text NOT NULL, expiration int NOT NULL);
CREATE TABLE others.schema_migrations (version varchar(255) PRIMARY KEY, applied_at timestamptz NOT NULL, success boolean NOT NULL, checksum int);
CREATE TABLE others.flyway_schema_history (
  installed_rank int PRIMARY KEY, version varchar(50), description varchar(200) NOT NULL, type varchar(20) NOT NULL, script varchar(1000) NOT NULL,
  checksum int, installed_by varchar(100) NOT NULL, installed_on timestamp DEFAULT now() NOT NULL, execution_time int NOT NULL, success boolean NOT NULL);
CREATE TABLE others.shedlock (name varchar(64) PRIMARY KEY, lock_until timestamp NOT NULL, locked_at timestamp NOT NULL, locked_by varchar(255) NOT NULL);
CREATE TABLE others.distributed_locks (
  lock_key text PRIMARY KEY, owner text NOT NULL, fencing_token bigint NOT NULL, acquired_at timestamptz NOT NULL, expires_at timestamptz NOT NULL);
