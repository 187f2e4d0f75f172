CREATE TABLE idempotency_records (
  realm_id text NOT NULL,
  idempotency_key text NOT NULL,
  operation_type text NOT NULL,
  resource_id text NOT NULL,
  http_status integer,
  error_subtype text,
  response_summary text,
  response_headers text,
  finalized_at timestamp,
  created_at timestamp NOT NULL,
  updated_at timestamp NOT NULL,
  heartbeat_at timestamp,
  executor_id text,
  expires_at timestamp,
  PRIMARY KEY (realm_id, idempotency_key)
);
CREATE INDEX idx_idemp_realm_expires ON idempotency_records (realm_id, expires_at);

-- finished requests, success and terminal client errors
INSERT INTO idempotency_records
SELECT (ARRAY['POLARIS','acme','globex'])[1 + i % 3],
       md5('pol' || i)::uuid::text,
       (ARRAY['create-table','commit-table','drop-table','create-namespace','rename-table'])[1 + i % 5],
       'prod/sales' || (i % 7) || '/orders_' || i,
       CASE WHEN i % 6 = 0 THEN 409 WHEN i % 11 = 0 THEN 404 WHEN i % 5 IN (2, 4) THEN 204 ELSE 200 END,
       CASE WHEN i % 6 = 0 THEN (ARRAY['already_exists','namespace_not_empty'])[1 + i % 2] WHEN i % 11 = 0 THEN 'no_such_table' END,
       CASE WHEN i % 6 = 0 THEN '{"error":{"message":"Table already exists","type":"AlreadyExistsException","code":409}}'
            WHEN i % 11 = 0 THEN '{"error":{"message":"Table does not exist","type":"NoSuchTableException","code":404}}'
            WHEN i % 5 IN (2, 4) THEN NULL
            ELSE '{"metadata-location":"s3://lake/sales/orders_' || i || '/metadata/0000' || (i % 9) || '.json"}' END,
       CASE WHEN i % 5 = 1 THEN '{"Content-Type":"application/json"}' END,
       t + d, t, t + d, t + d * 0.6, 'polaris-' || (i % 4) || '-6c9f7d', t + interval '30 minutes'
FROM generate_series(1, 62) i,
     LATERAL (SELECT date_trunc('milliseconds', (now() AT TIME ZONE 'UTC') - i * interval '53 minutes') AS t,
                     (200 + i * 37) * interval '1 millisecond' AS d) x;
-- in flight, heartbeat fresh
INSERT INTO idempotency_records
SELECT (ARRAY['POLARIS','acme'])[1 + i % 2], md5('polrun' || i)::uuid::text,
       (ARRAY['commit-table','create-table'])[1 + i % 2], 'prod/events/clicks_' || i,
       NULL, NULL, NULL, NULL, NULL, t, t + i * interval '5 seconds', t + i * interval '5 seconds',
       'polaris-' || (i % 4) || '-6c9f7d', t + interval '30 minutes'
FROM generate_series(1, 7) i,
     LATERAL (SELECT date_trunc('milliseconds', (now() AT TIME ZONE 'UTC') - i * interval '5 seconds' - interval '2 seconds') AS t) x;
-- executor gone
INSERT INTO idempotency_records
SELECT 'globex', md5('poldead' || i)::uuid::text, 'commit-table', 'prod/hr/staff_' || i,
       NULL, NULL, NULL, NULL, NULL, t, t + interval '10 seconds', t + interval '10 seconds', 'polaris-9-0aa1b2', t + interval '30 minutes'
FROM generate_series(1, 3) i,
     LATERAL (SELECT date_trunc('milliseconds', (now() AT TIME ZONE 'UTC') - i * interval '19 minutes') AS t) x;
