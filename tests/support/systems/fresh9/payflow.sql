CREATE TABLE webhook_deliveries (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), webhook_id uuid NOT NULL,
  event_id uuid NOT NULL, status text NOT NULL, attempts integer DEFAULT 0, last_attempt_at timestamp,
  next_retry_at timestamp, response_code integer);
INSERT INTO webhook_deliveries (id, webhook_id, event_id, status, attempts, last_attempt_at, next_retry_at,
  response_code) SELECT md5('pf' || g)::uuid, md5('wh' || g % 12)::uuid, md5('we' || g)::uuid, CASE k WHEN
  'new' THEN 'pending' WHEN 'lost' THEN 'pending' WHEN 'retry' THEN 'retrying' WHEN 'bad' THEN 'failed' ELSE
  'success' END, CASE k WHEN 'new' THEN 0 WHEN 'lost' THEN 0 WHEN 'retry' THEN 2 WHEN 'bad' THEN 5 ELSE 1
  END, CASE WHEN k IN ('new', 'lost') THEN NULL ELSE (c + ((2 + g * 37 % 89) * interval '1 second')) AT TIME
  ZONE 'UTC' END, CASE WHEN k IN ('retry') THEN (n + interval '3 minutes') AT TIME ZONE 'UTC' ELSE CASE WHEN
  k IN ('new', 'lost') THEN (c) AT TIME ZONE 'UTC' END END, CASE k WHEN 'new' THEN NULL::integer WHEN 'lost'
  THEN NULL::integer WHEN 'retry' THEN 503 WHEN 'bad' THEN 500 ELSE 200 END FROM (SELECT g, now() AS n, CASE
  WHEN g <= 3 THEN 'new' WHEN g <= 5 THEN 'retry' WHEN g <= 9 THEN 'lost' WHEN g % 31 = 10 THEN 'bad' ELSE
  'done' END AS k, now() - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 5 THEN g * interval '25
  seconds' WHEN g <= 9 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '6 minutes' END
  AS c FROM generate_series(1, 360) g) s ORDER BY s.c;
