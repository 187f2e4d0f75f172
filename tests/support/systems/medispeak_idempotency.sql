-- Medispeak API v2: answers kept per API token and Idempotency-Key.
CREATE TABLE idempotency_keys (
  id bigserial PRIMARY KEY,
  api_token_id bigint NOT NULL,
  created_at timestamp(6) without time zone NOT NULL,
  expires_at timestamp(6) without time zone,
  key character varying NOT NULL,
  request_fingerprint character varying,
  response_body jsonb,
  response_status integer,
  updated_at timestamp(6) without time zone NOT NULL
);
CREATE UNIQUE INDEX index_idempotency_keys_on_token_and_key ON idempotency_keys (api_token_id, key);
CREATE INDEX index_idempotency_keys_on_api_token_id ON idempotency_keys (api_token_id);

-- sessions created: fingerprint is the hash of the body
INSERT INTO idempotency_keys (api_token_id, created_at, expires_at, key, request_fingerprint, response_body, response_status, updated_at)
SELECT 1 + g % 4, t, t + interval '24 hours', gen_random_uuid()::text, encode(sha256(('body' || g)::bytea), 'hex'),
       jsonb_build_object('id', 3000 + g, 'status', 'created', 'mode', 'batch', 'modality', 'audio', 'language', NULL,
                          'created_at', to_char(t, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'transcript', NULL, 'outputs', '[]'::jsonb), 201, t
FROM (SELECT g, (now() AT TIME ZONE 'UTC') - make_interval(mins => g * 44) t FROM generate_series(1, 30) g) s;
-- sessions committed: fingerprint names the session
INSERT INTO idempotency_keys (api_token_id, created_at, expires_at, key, request_fingerprint, response_body, response_status, updated_at)
SELECT 1 + g % 4, t, t + interval '24 hours', 'commit-' || gen_random_uuid(), 'commit:' || (3000 + g),
       jsonb_build_object('id', 3000 + g, 'status', 'processing'), 202, t
FROM (SELECT g, (now() AT TIME ZONE 'UTC') - make_interval(mins => g * 44 - 6) t FROM generate_series(1, 20) g) s;
-- refusals are answers too and are kept in the same way
INSERT INTO idempotency_keys (api_token_id, created_at, expires_at, key, request_fingerprint, response_body, response_status, updated_at)
SELECT 1 + g % 4, t, t + interval '24 hours', gen_random_uuid()::text,
       CASE WHEN g % 2 = 0 THEN 'commit:' || (2990 + g) ELSE encode(sha256(('badbody' || g)::bytea), 'hex') END,
       jsonb_build_object('error', jsonb_build_object('code', CASE WHEN g % 2 = 0 THEN 'insufficient_credits' ELSE 'validation_error' END,
         'message', CASE WHEN g % 2 = 0 THEN 'Not enough credit' ELSE 'outputs is empty' END, 'request_id', gen_random_uuid(), 'details', '{}'::jsonb)),
       CASE WHEN g % 2 = 0 THEN 402 ELSE 422 END, t
FROM (SELECT g, (now() AT TIME ZONE 'UTC') - make_interval(mins => g * 101) t FROM generate_series(1, 9) g) s;
-- older than a day: ignored by look-ups, never removed
INSERT INTO idempotency_keys (api_token_id, created_at, expires_at, key, request_fingerprint, response_body, response_status, updated_at)
SELECT 1 + g % 5, t, t + interval '24 hours', gen_random_uuid()::text, encode(sha256(('obody' || g)::bytea), 'hex'),
       jsonb_build_object('id', 2000 + g, 'status', 'created', 'mode', 'batch', 'modality', 'document'), 201, t
FROM (SELECT g, (now() AT TIME ZONE 'UTC') - interval '1 day' - make_interval(hours => g * 5) t FROM generate_series(1, 26) g) s;
