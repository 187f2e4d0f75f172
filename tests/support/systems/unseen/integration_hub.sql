CREATE TABLE idempotency_keys (
  id serial PRIMARY KEY,
  key text UNIQUE NOT NULL,
  response jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX idx_idempotency_key ON idempotency_keys (key);
CREATE TABLE webhook_outbox (
  id bigserial PRIMARY KEY,
  event_id text NOT NULL,
  payload jsonb NOT NULL,
  status text NOT NULL DEFAULT 'PENDING',
  attempt_count integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz DEFAULT now(),
  created_at timestamptz DEFAULT now()
);
CREATE UNIQUE INDEX idx_webhook_event_id ON webhook_outbox (event_id);
INSERT INTO idempotency_keys (key, response, created_at)
SELECT 'wallet:' || (ARRAY['debit', 'credit'])[1 + g % 2] || ':' || md5('ref' || g)::uuid, jsonb_build_object('status', CASE WHEN g % 16 = 0 THEN 'REJECTED' ELSE 'OK' END, 'balance', 1000 + g * 3), now() - g * interval '14 minutes' FROM generate_series(1, 90) g;
INSERT INTO webhook_outbox (event_id, payload, status, attempt_count, next_attempt_at, created_at)
SELECT 'evt_' || md5('wh' || g), jsonb_build_object('type', 'transaction.settled', 'ref', md5('ref' || g % 90)::uuid), st, CASE st WHEN 'SUCCESS' THEN 1 + (g % 13 = 0)::int WHEN 'FAILED' THEN 5 ELSE CASE WHEN g > 112 THEN 0 ELSE 1 + g % 3 END END,
       CASE WHEN st = 'PENDING' AND g <= 112 THEN now() + (g - 105) * interval '1 second' WHEN st = 'FAILED' THEN c + interval '1 minute' ELSE c END, c
FROM (SELECT g, CASE WHEN g > 104 THEN 'PENDING' WHEN g % 18 = 0 THEN 'FAILED' ELSE 'SUCCESS' END AS st, now() - CASE WHEN g > 112 THEN (121 - g) * interval '400 milliseconds' WHEN g > 104 THEN interval '30 seconds' ELSE (130 - g) * interval '12 minutes' END AS c FROM generate_series(1, 120) g) s ORDER BY g;
