CREATE TABLE idempotency_records (principal_scope varchar(255) NOT NULL, idempotency_key varchar(255) NOT
  NULL, request_hash char(64) NOT NULL, method varchar(16) NOT NULL, request_path varchar(512) NOT NULL,
  status_code integer, created_at timestamptz NOT NULL, completed_at timestamptz, PRIMARY KEY
  (principal_scope, idempotency_key), CONSTRAINT idempotency_records_hash_ck CHECK (request_hash ~
  '^[0-9a-f]{64}$'), CONSTRAINT idempotency_records_status_ck CHECK (status_code IS NULL OR status_code
  BETWEEN 100 AND 599));
CREATE INDEX idempotency_records_created_idx ON idempotency_records (created_at);
INSERT INTO idempotency_records (principal_scope, idempotency_key, request_hash, method, request_path,
  status_code, created_at, completed_at) SELECT 'user:' || g % 50, md5('pr' || g)::uuid::text, md5('p1' ||
  g) || md5('p2' || g), 'POST', (ARRAY['/api/orders', '/api/uploads'])[1 + g % 2], CASE WHEN k IN ('done',
  'bad') THEN CASE k WHEN 'bad' THEN 409 ELSE 201 END END, c, CASE WHEN k IN ('done', 'bad') THEN c +
  interval '70 milliseconds' * (1 + g % 30) END FROM (SELECT g, now() AS n, CASE WHEN g <= 2 THEN 'work'
  WHEN g <= 6 THEN 'lost' WHEN g % 29 = 9 THEN 'bad' ELSE 'done' END AS k, now() - CASE WHEN g <= 2 THEN g *
  interval '25 seconds' WHEN g <= 6 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval
  '4 minutes' END AS c FROM generate_series(1, 380) g) s ORDER BY s.c;
