CREATE TABLE attempts (id char(27) PRIMARY KEY, event_id char(27), endpoint_id char(27), status varchar(20) NOT NULL,
  attempt_number smallint NOT NULL DEFAULT 1, scheduled_at timestamptz(3), attempted_at timestamptz(3),
  error_code varchar(30), request jsonb, response jsonb, ws_id char(27),
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP(3), updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP(3),
  trigger_mode varchar(10) NOT NULL DEFAULT 'INITIAL', exhausted boolean NOT NULL DEFAULT false);
CREATE INDEX idx_attempts_event_id ON attempts (event_id);
CREATE INDEX idx_attempts_endpoint_id ON attempts (endpoint_id);
CREATE INDEX idx_attempts_ws_id ON attempts (ws_id);
CREATE INDEX idx_attempts_status ON attempts (status);
INSERT INTO attempts SELECT left(md5('at' || g), 27), left(md5('ev' || g / 2), 27), left(md5('ep' || g % 5), 27),
  CASE k WHEN 'new' THEN 'INIT' WHEN 'later' THEN 'INIT' WHEN 'run' THEN 'QUEUED' WHEN 'lost' THEN 'QUEUED'
  WHEN 'bad' THEN 'FAILED' WHEN 'off' THEN 'CANCELED' ELSE 'SUCCESSFUL' END, CASE WHEN k = 'later' OR g % 14 = 0
  THEN 2 + g % 2 ELSE 1 END, CASE WHEN k = 'later' THEN n + g * interval '5 minutes' ELSE c END, CASE
  WHEN k IN ('bad', 'ok') THEN c + interval '1 second' END, CASE WHEN k = 'bad' THEN (ARRAY['TIMEOUT',
  'UNKNOWN'])[1 + g % 2] WHEN k = 'off' THEN 'ENDPOINT_DISABLED' END, CASE WHEN k IN ('bad', 'ok')
  THEN '{"method":"POST","url":"https://example.com/hook","headers":null,"body":null}'::jsonb END, CASE
  WHEN k = 'ok' OR k = 'bad' AND g % 2 = 0 THEN jsonb_build_object('status', CASE k WHEN 'ok' THEN 200 ELSE 500 END,
  'latency', 40 + g) END, left(md5('ws'), 27), c, CASE WHEN k IN ('new', 'later') THEN c WHEN k IN ('run', 'lost')
  THEN c + interval '1 second' ELSE c + interval '2 seconds' END, CASE WHEN k = 'later' OR g % 14 = 0
  THEN 'AUTOMATIC' ELSE 'INITIAL' END, k = 'bad' AND g % 4 = 0
FROM (SELECT g, now() AS n, CASE WHEN g <= 6 THEN 'new' WHEN g <= 15 THEN 'later' WHEN g <= 20 THEN 'run'
  WHEN g <= 23 THEN 'lost' WHEN g % 11 = 0 THEN 'bad' WHEN g % 37 = 0 THEN 'off' ELSE 'ok' END AS k, now() - CASE
  WHEN g <= 20 THEN g * interval '3 seconds' WHEN g <= 23 THEN interval '8 hours' + g * interval '7 minutes'
  ELSE g * interval '12 minutes' END AS c
FROM generate_series(1, 200) g) s;
