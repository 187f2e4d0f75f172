-- EricksonLopez.Idempotency, PostgreSQL store. status: 1 processing, 2 completed, 3 failed.
CREATE TABLE idempotency_records (
  id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  scope varchar(64) NOT NULL,
  idempotency_key varchar(128) NOT NULL,
  fingerprint varchar(64) NOT NULL,
  status smallint NOT NULL,
  owner_token uuid NOT NULL,
  concurrency_version int NOT NULL DEFAULT 1,
  response_status_code int NULL,
  response_headers jsonb NULL,
  response_body bytea NULL,
  created_at_utc timestamptz NOT NULL,
  lease_expires_at_utc timestamptz NOT NULL,
  completed_at_utc timestamptz NULL,
  retention_expires_at_utc timestamptz NOT NULL,
  CONSTRAINT pk_idempotency_records PRIMARY KEY (tenant_id, scope, idempotency_key)
);
CREATE INDEX ix_idempotency_records_retention ON idempotency_records (retention_expires_at_utc) WHERE status = 2;
CREATE INDEX ix_idempotency_records_stale_processing ON idempotency_records (lease_expires_at_utc) WHERE status = 1;

-- completed: claimed at t, lease t + 30 s, answer at t + d, kept seven days from the answer
INSERT INTO idempotency_records
SELECT gen_random_uuid(), ten, scope, gen_random_uuid()::text, encode(sha256(('req' || g)::bytea), 'hex'), 2, gen_random_uuid(), 1,
       CASE WHEN g % 6 = 0 THEN 202 WHEN g % 11 = 0 THEN 204 ELSE 201 END,
       CASE WHEN g % 11 = 0 AND g % 6 <> 0 THEN '{}'::jsonb
            ELSE jsonb_build_object('Content-Type', jsonb_build_array('application/json; charset=utf-8'),
                                    'Location', jsonb_build_array(scope || '/' || (5000 + g))) END,
       CASE WHEN g % 11 = 0 AND g % 6 <> 0 THEN ''::bytea ELSE convert_to('{"id":' || (5000 + g) || ',"total":' || (g * 7 + 10) || '.50,"status":"accepted"}', 'UTF8') END,
       t, t + interval '30 seconds', t + d, t + d + interval '7 days'
FROM (SELECT g, (ARRAY['00000000-0000-0000-0000-000000000000','7c9e6679-7425-40de-944b-e07fc1f90ae7','16fd2706-8baf-433b-82eb-8c7fada847da']::uuid[])[1 + g % 3] ten,
             (ARRAY['/api/orders','/api/payments','payments.refund'])[1 + g % 3] scope,
             now() - make_interval(hours => g * 3, mins => g) t, make_interval(secs => 0.2 + (g % 7) * 0.4) d
      FROM generate_series(1, 40) g) s;
-- completed only after a second owner took the key over
INSERT INTO idempotency_records
SELECT gen_random_uuid(), '7c9e6679-7425-40de-944b-e07fc1f90ae7', '/api/payments', 'order-' || (880 + g) || '-pay', encode(sha256(('r2' || g)::bytea), 'hex'),
       2, gen_random_uuid(), 2, 201, '{"Content-Type": ["application/json; charset=utf-8"]}', convert_to('{"id":' || (9100 + g) || '}', 'UTF8'),
       t, t + interval '30 seconds', t + interval '900 milliseconds', t + interval '900 milliseconds 7 days'
FROM (SELECT g, now() - make_interval(hours => 5 * g) t FROM generate_series(1, 4) g) s;
-- failed: 4xx or 5xx answer or an exception; nothing stored but the time
INSERT INTO idempotency_records
SELECT gen_random_uuid(), '16fd2706-8baf-433b-82eb-8c7fada847da', (ARRAY['/api/payments','/api/orders'])[1 + g % 2], gen_random_uuid()::text,
       encode(sha256(('bad' || g)::bytea), 'hex'), 3, gen_random_uuid(), CASE WHEN g % 4 = 0 THEN 3 ELSE 1 END, NULL, NULL, NULL,
       t, t + interval '30 seconds', t + make_interval(secs => 0.1 * g), CASE WHEN g % 4 = 0 THEN t - interval '2 minutes' ELSE t END + interval '7 days'
FROM (SELECT g, now() - make_interval(hours => g, mins => 13) t FROM generate_series(1, 12) g) s;
-- at work
INSERT INTO idempotency_records
SELECT gen_random_uuid(), '7c9e6679-7425-40de-944b-e07fc1f90ae7', '/api/payments', gen_random_uuid()::text, encode(sha256(('run' || g)::bytea), 'hex'),
       1, gen_random_uuid(), 1, NULL, NULL, NULL, t, t + interval '30 seconds', NULL, t + interval '7 days'
FROM (SELECT g, now() - make_interval(secs => g * 4) t FROM generate_series(1, 5) g) s;
-- at work for the second time after a failure: the time of the failure stays in the row, so does the first retention
INSERT INTO idempotency_records
SELECT gen_random_uuid(), '16fd2706-8baf-433b-82eb-8c7fada847da', '/api/orders', 'cart-' || (31 + g), encode(sha256(('again' || g)::bytea), 'hex'),
       1, gen_random_uuid(), 2, NULL, NULL, NULL, t, t + interval '30 seconds', t - interval '42 seconds', t - interval '43 seconds' + interval '7 days'
FROM (SELECT g, now() - make_interval(secs => g * 6) t FROM generate_series(1, 3) g) s;
-- the process died: lease over, the next request may take the key
INSERT INTO idempotency_records
SELECT gen_random_uuid(), '00000000-0000-0000-0000-000000000000', '/api/orders', gen_random_uuid()::text, encode(sha256(('dead' || g)::bytea), 'hex'),
       1, gen_random_uuid(), 1, NULL, NULL, NULL, t, t + interval '30 seconds', NULL, t + interval '7 days'
FROM (SELECT g, now() - make_interval(mins => g * 17) t FROM generate_series(1, 4) g) s;
-- retention over, cleanup has not come by
INSERT INTO idempotency_records
SELECT gen_random_uuid(), '00000000-0000-0000-0000-000000000000', '/api/orders', gen_random_uuid()::text, encode(sha256(('exp' || g)::bytea), 'hex'),
       2, gen_random_uuid(), 1, 201, '{"Content-Type": ["application/json; charset=utf-8"]}', convert_to('{"id":' || g || '}', 'UTF8'),
       t, t + interval '30 seconds', t + interval '1 second', t + interval '1 second 7 days'
FROM (SELECT g, now() - interval '7 days' - make_interval(mins => g * 6) t FROM generate_series(1, 6) g) s;
