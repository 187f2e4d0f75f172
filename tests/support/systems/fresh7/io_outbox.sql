CREATE TABLE outbox_event (event_id varchar(36) PRIMARY KEY, event_type varchar(128) NOT NULL, aggregate_type
  varchar(64), aggregate_id varchar(128), tenant_id varchar(64), payload jsonb NOT NULL, headers jsonb, status
  smallint NOT NULL, attempts integer NOT NULL DEFAULT 0, available_at timestamptz NOT NULL, created_at
  timestamptz NOT NULL, done_at timestamptz, last_error text, locked_by varchar(128), locked_at timestamptz);
CREATE INDEX idx_status_available ON outbox_event (status, available_at, created_at);
INSERT INTO outbox_event (event_id, event_type, aggregate_type, aggregate_id, payload, headers, status,
  attempts, available_at, created_at, done_at, last_error, locked_by, locked_at) SELECT md5('oe' ||
  g)::uuid::text, (ARRAY['UserCreated', 'OrderPlaced'])[1 + g % 2], 'order', (g / 2)::text,
  jsonb_build_object('id', g), '{}', CASE k WHEN 'done' THEN 1 WHEN 'retry' THEN 2 WHEN 'dead' THEN 3 ELSE 0
  END, CASE k WHEN 'retry' THEN 2 WHEN 'dead' THEN 10 ELSE CASE WHEN g % 23 = 0 THEN 1 ELSE 0 END END, CASE
  WHEN k IN ('retry') THEN n + g * interval '30 seconds' ELSE c END, c, CASE WHEN k IN ('done', 'dead') THEN c
  + interval '2 seconds' END, CASE WHEN k IN ('retry', 'dead') THEN 'connection refused' END, CASE WHEN k IN
  ('held', 'lost') THEN 'poller-' || g % 2 END, CASE WHEN k IN ('held', 'lost') THEN c + interval '1 second'
  END FROM (SELECT g, now() AS n, CASE WHEN g <= 2 THEN 'new' WHEN g <= 4 THEN 'held' WHEN g <= 6 THEN 'retry'
  WHEN g <= 9 THEN 'lost' WHEN g % 19 = 0 THEN 'dead' ELSE 'done' END AS k, now() - CASE WHEN g <= 6 THEN g *
  interval '25 seconds' WHEN g <= 9 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval
  '12 minutes' END AS c FROM generate_series(1, 240) g) s;
