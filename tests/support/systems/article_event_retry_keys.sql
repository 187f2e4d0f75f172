CREATE TABLE idempotency_keys (
  event_id      text NOT NULL,
  request_hash  text,
  status        text NOT NULL DEFAULT 'processing',
  response_data jsonb,
  error_message text,
  retry_count   int NOT NULL DEFAULT 0,
  created_at    timestamptz NOT NULL DEFAULT now(),
  updated_at    timestamptz NOT NULL DEFAULT now(),
  completed_at  timestamptz,
  CONSTRAINT pk_idempotency PRIMARY KEY (event_id)
);
CREATE INDEX idx_idempotency_stale ON idempotency_keys (status, updated_at) WHERE status = 'processing';

INSERT INTO idempotency_keys
SELECT 'evt_' || left(md5('e' || n), 16), md5('body' || n), 'completed', jsonb_build_object('order_id', 800 + n, 'rows', 1 + n % 3), NULL,
       CASE WHEN n % 8 = 0 THEN 1 ELSE 0 END, t, t + interval '2 seconds', t + interval '2 seconds'
FROM (SELECT n, now() - n * interval '19 minutes' AS t FROM generate_series(1, 42) AS n) AS s;
INSERT INTO idempotency_keys
SELECT 'evt_' || left(md5('f' || n), 16), md5('fbody' || n), 'failed', NULL,
       CASE n % 2 WHEN 0 THEN 'deadlock detected' ELSE 'insert or update violates foreign key constraint' END,
       n % 3, t, t + interval '5 seconds', NULL
FROM (SELECT n, now() - n * interval '83 minutes' AS t FROM generate_series(1, 9) AS n) AS s;
INSERT INTO idempotency_keys (event_id, request_hash, status, retry_count, created_at, updated_at)
SELECT 'evt_' || left(md5('p' || n), 16), md5('pbody' || n), 'processing', CASE WHEN n = 2 THEN 1 ELSE 0 END,
       CASE WHEN n <= 4 THEN now() - n * interval '20 seconds' - CASE WHEN n = 2 THEN interval '9 minutes' ELSE interval '0' END ELSE now() - n * interval '11 minutes' END,
       CASE WHEN n <= 4 THEN now() - n * interval '20 seconds' ELSE now() - n * interval '11 minutes' END
FROM generate_series(1, 7) AS n;
