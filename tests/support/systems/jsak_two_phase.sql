CREATE TABLE two_phased_commit_transactions (
  id              bigserial PRIMARY KEY,
  finished_at     timestamptz,
  idempotence_key text NOT NULL UNIQUE,
  started_at      timestamptz NOT NULL,
  status          text NOT NULL,
  created_at      timestamptz DEFAULT now(),
  updated_at      timestamptz
);
CREATE INDEX idx__tpct__idempotence_key ON two_phased_commit_transactions (idempotence_key);

INSERT INTO two_phased_commit_transactions (finished_at, idempotence_key, started_at, status, created_at, updated_at)
SELECT CASE WHEN n < 50 THEN t + interval '340 milliseconds' END, md5('2pc' || n)::uuid::text, t,
       CASE WHEN n >= 50 THEN 'created' WHEN n % 6 = 0 THEN 'failed' ELSE 'success' END,
       t + interval '3 milliseconds', CASE WHEN n >= 50 THEN NULL WHEN n % 6 = 0 THEN t + interval '341 milliseconds' ELSE t + interval '9 milliseconds' END
FROM (SELECT n, CASE WHEN n >= 52 THEN now() - (55 - n) * interval '2 seconds' ELSE now() - (60 - n) * interval '26 minutes' END AS t
      FROM generate_series(1, 54) AS n) AS s
ORDER BY n;
