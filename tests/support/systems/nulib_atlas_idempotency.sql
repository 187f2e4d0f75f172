CREATE TABLE users (
  id bigserial PRIMARY KEY,
  email varchar NOT NULL DEFAULT '',
  nuid varchar,
  created_at timestamp(6) NOT NULL,
  updated_at timestamp(6) NOT NULL
);
CREATE TABLE idempotency_keys (
  id bigserial PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users (id),
  key varchar NOT NULL,
  resource_type varchar NOT NULL,
  resource_noid varchar NOT NULL,
  created_at timestamp(6) NOT NULL,
  updated_at timestamp(6) NOT NULL
);
CREATE UNIQUE INDEX index_idempotency_keys_on_user_id_and_key_and_resource_type ON idempotency_keys (user_id, key, resource_type);
CREATE INDEX index_idempotency_keys_on_user_id ON idempotency_keys (user_id);
INSERT INTO users (email, nuid, created_at, updated_at)
SELECT 'staff' || i || '@example.edu', lpad((1000 + i)::text, 9, '0'), t, t
FROM generate_series(1, 6) i, LATERAL (SELECT (now() AT TIME ZONE 'UTC') - i * interval '90 days' AS t) x;
-- a row of a batch load makes a Work and then a Blob under one key
INSERT INTO idempotency_keys (user_id, key, resource_type, resource_noid, created_at, updated_at)
SELECT 1 + i % 4, md5('batch' || i)::uuid::text, r, substr(translate(md5(r || i), 'aeiou01', 'bcdfghj'), 1, 9), t, t
FROM generate_series(1, 36) i, unnest(ARRAY['Work','Blob']) WITH ORDINALITY u(r, n),
     LATERAL (SELECT (now() AT TIME ZONE 'UTC') - i * interval '3 hours' + n * interval '4 seconds' AS t) x;
INSERT INTO idempotency_keys (user_id, key, resource_type, resource_noid, created_at, updated_at)
SELECT 5, md5('col' || i)::uuid::text, (ARRAY['Collection','FileSet'])[1 + i % 2], substr(translate(md5('c' || i), 'aeiou01', 'bcdfghj'), 1, 9), t, t
FROM generate_series(1, 12) i, LATERAL (SELECT (now() AT TIME ZONE 'UTC') - i * interval '2 days' AS t) x;
