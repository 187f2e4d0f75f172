CREATE TABLE outbox_events (id uuid NOT NULL PRIMARY KEY, event jsonb NOT NULL, created_at timestamptz NOT NULL
  DEFAULT now(), published_at timestamptz, trace_id text, span_id text);
CREATE INDEX events_publisshed_idx ON outbox_events (published_at);
INSERT INTO outbox_events SELECT md5('oe' || g)::uuid, json_build_object('key', 'OrderPaid', 'id', g), c, CASE WHEN
  k = 'done' THEN c + interval '300 milliseconds' END, md5('tr' || g), left(md5('sp' || g), 16) FROM (SELECT g,
  now() AS n, CASE WHEN g <= 3 THEN 'new' WHEN g <= 8 THEN 'lost' ELSE 'done' END AS k, now() - CASE WHEN g <= 3
  THEN g * interval '25 seconds' WHEN g <= 8 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval
  '25 minutes' END AS c FROM generate_series(1, 240) g) s;
