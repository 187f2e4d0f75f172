CREATE TABLE inbox_events (id uuid PRIMARY KEY, source varchar(100) NOT NULL, message_id text NOT NULL,
  event_type varchar(100) NOT NULL, payload jsonb NOT NULL, received_at timestamptz NOT NULL DEFAULT now(),
  processed_at timestamptz, attempt_count integer NOT NULL DEFAULT 0, next_attempt_at timestamptz NOT NULL
  DEFAULT now(), last_error text, dead boolean NOT NULL DEFAULT false, CONSTRAINT uq_inbox_source_message_id
  UNIQUE (source, message_id), CONSTRAINT ck_inbox_attempt_count_nonnegative CHECK (attempt_count >= 0));
CREATE INDEX idx_inbox_due_unprocessed ON inbox_events (next_attempt_at, received_at) WHERE processed_at IS
  NULL AND dead = false;
INSERT INTO inbox_events (id, source, message_id, event_type, payload, received_at, processed_at,
  attempt_count, next_attempt_at, last_error, dead) SELECT md5('sq' || g)::uuid, (ARRAY['payment-service',
  'sqs', 'sns'])[1 + g % 3], md5('sm' || g)::uuid::text, (ARRAY['payment.captured', 'order.placed'])[1 + g %
  2], jsonb_build_object('n', g), c, CASE WHEN k IN ('done') THEN c + ((2 + g * 37 % 89) * interval '1
  second') END, CASE k WHEN 'retry' THEN 2 WHEN 'bad' THEN 10 ELSE 0 END, CASE k WHEN 'retry' THEN n +
  interval '4 minutes' WHEN 'bad' THEN c + interval '2 hours' ELSE c END, CASE WHEN k IN ('retry', 'bad')
  THEN 'timeout' END, k = 'bad' FROM (SELECT g, now() AS n, CASE WHEN g <= 4 THEN 'new' WHEN g <= 7 THEN
  'retry' WHEN g <= 11 THEN 'lost' WHEN g % 43 = 14 THEN 'bad' ELSE 'done' END AS k, now() - CASE WHEN g <=
  4 THEN g * interval '25 seconds' WHEN g <= 7 THEN g * interval '25 seconds' WHEN g <= 11 THEN interval '9
  hours' + g * interval '7 minutes' ELSE g * interval '5 minutes' END AS c FROM generate_series(1, 380) g) s
  ORDER BY s.c;
