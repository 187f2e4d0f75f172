CREATE TABLE message_queue (id text PRIMARY KEY, status text, receiver_type text, configs jsonb, details
  jsonb, last_error text, max_tries integer, try_count integer, retryable boolean NOT NULL DEFAULT false,
  expired_at timestamptz, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL);
CREATE INDEX message_queue_status ON message_queue (status, receiver_type);
INSERT INTO message_queue (id, status, receiver_type, configs, details, last_error, max_tries, try_count,
  retryable, expired_at, created_at, updated_at) SELECT md5('si' || g)::uuid::text, CASE k WHEN 'new' THEN
  'enqueued' WHEN 'work' THEN 'pending' WHEN 'lost' THEN 'pending' WHEN 'retry' THEN 'failed' WHEN 'bad'
  THEN 'failed' ELSE 'published' END, (ARRAY['slack', 'pagerduty', 'http'])[1 + g % 3], '{}'::jsonb,
  jsonb_build_object('n', g), CASE WHEN k IN ('retry', 'bad') THEN 'slack: rate limited' END, 3, CASE k WHEN
  'new' THEN 0 WHEN 'work' THEN 0 WHEN 'lost' THEN 0 WHEN 'retry' THEN 1 WHEN 'bad' THEN 3 ELSE 1 END, k =
  'retry' OR (k = 'bad' AND g % 2 = 0), CASE WHEN g % 3 = 0 THEN c + interval '1 day' END, c, c + CASE k
  WHEN 'new' THEN interval '0' WHEN 'work' THEN interval '2 seconds' WHEN 'lost' THEN interval '2 seconds'
  ELSE ((2 + g * 37 % 89) * interval '1 second') END FROM (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'new'
  WHEN g <= 6 THEN 'work' WHEN g <= 9 THEN 'retry' WHEN g <= 13 THEN 'lost' WHEN g % 31 = 10 THEN 'bad' ELSE
  'done' END AS k, now() - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 6 THEN g * interval
  '25 seconds' WHEN g <= 9 THEN g * interval '25 seconds' WHEN g <= 13 THEN interval '9 hours' + g *
  interval '7 minutes' ELSE g * interval '7 minutes' END AS c FROM generate_series(1, 360) g) s ORDER BY s.c;
