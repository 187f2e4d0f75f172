-- ADE (Automatic Data Extractor) API: recorded answers of POST requests.
-- the system runs on PostgreSQL 18, which has this function built in; here a stand-in
CREATE FUNCTION uuidv7() RETURNS uuid LANGUAGE sql VOLATILE AS
$$ SELECT (lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid $$;
CREATE TABLE idempotency_keys (
  id uuid DEFAULT uuidv7() NOT NULL,
  idempotency_key varchar(128) NOT NULL,
  scope_key varchar(128) NOT NULL,
  request_hash varchar(64) NOT NULL,
  response_status integer NOT NULL,
  response_headers jsonb,
  response_body jsonb,
  expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (id),
  CONSTRAINT uq_idempotency_scope UNIQUE (idempotency_key, scope_key)
);
CREATE INDEX ix_idempotency_expires_at ON idempotency_keys (expires_at);

-- runs and documents of workspaces; absent headers are stored as a JSON null
INSERT INTO idempotency_keys (idempotency_key, scope_key, request_hash, response_status, response_headers, response_body, expires_at, created_at, updated_at)
SELECT 'idem_' || replace(gen_random_uuid()::text, '-', ''),
       'workspace:' || md5('ws' || (g % 4))::uuid || ':user:' || md5('u' || (g % 7))::uuid,
       encode(sha256(('r' || g)::bytea), 'hex'), 201, 'null'::jsonb,
       CASE WHEN g % 3 = 0
            THEN jsonb_build_object('id', md5('doc' || g)::uuid, 'name', 'remittance-' || g || '.xlsx', 'byteSize', 20480 + g * 331, 'uploader', jsonb_build_object('email', 'ops' || (g % 7) || '@example.org'))
            ELSE jsonb_build_object('id', md5('run' || g)::uuid, 'object', 'ade.run', 'status', 'queued', 'workspace_id', md5('ws' || (g % 4))::uuid, 'created_at', to_char(t AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) END,
       t + interval '24 hours', t, t
FROM (SELECT g, now() - make_interval(mins => g * 29) t FROM generate_series(1, 46) g) s;
-- keys of users outside of a workspace: API keys, with a header that is replayed
INSERT INTO idempotency_keys (idempotency_key, scope_key, request_hash, response_status, response_headers, response_body, expires_at, created_at, updated_at)
SELECT gen_random_uuid()::text, 'user:' || md5('u' || (g % 7))::uuid, encode(sha256(('k' || g)::bytea), 'hex'), 201,
       jsonb_build_object('Cache-Control', 'no-store'),
       jsonb_build_object('id', md5('key' || g)::uuid, 'prefix', substr(md5('p' || g), 1, 8), 'name', 'CI ' || g),
       t + interval '24 hours', t, t
FROM (SELECT g, now() - make_interval(hours => g * 2) t FROM generate_series(1, 8) g) s;
-- the same key in two scopes
INSERT INTO idempotency_keys (idempotency_key, scope_key, request_hash, response_status, response_headers, response_body, expires_at, created_at, updated_at)
SELECT 'import-2026-11-23', 'workspace:' || md5('ws' || g)::uuid || ':user:' || md5('u1')::uuid, encode(sha256(('same' || g)::bytea), 'hex'), 201, 'null',
       jsonb_build_object('runs', jsonb_build_array(jsonb_build_object('id', md5('b' || g)::uuid, 'status', 'queued'))),
       now() + interval '20 hours', now() - interval '4 hours', now() - interval '4 hours'
FROM generate_series(1, 2) g;
-- a day over; they go when the same key comes again
INSERT INTO idempotency_keys (idempotency_key, scope_key, request_hash, response_status, response_headers, response_body, expires_at, created_at, updated_at)
SELECT 'idem_' || replace(gen_random_uuid()::text, '-', ''), 'workspace:' || md5('ws2')::uuid || ':user:' || md5('u3')::uuid,
       encode(sha256(('old' || g)::bytea), 'hex'), 201, 'null', jsonb_build_object('id', md5('orun' || g)::uuid, 'object', 'ade.run', 'status', 'queued'),
       t + interval '24 hours', t, t
FROM (SELECT g, now() - interval '1 day' - make_interval(hours => g * 3) t FROM generate_series(1, 18) g) s;
