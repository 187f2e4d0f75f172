CREATE TYPE alert_delivery_trigger AS ENUM ('alert', 'resend', 'probe');
CREATE TYPE alert_delivery_state AS ENUM ('pending', 'failed', 'delivered');
CREATE TABLE webhook_delivery (id uuid PRIMARY KEY, alert_id uuid NOT NULL, rx_id uuid NOT NULL,
  triggered_by alert_delivery_trigger NOT NULL, attempts smallint NOT NULL, time_created timestamptz NOT
  NULL, time_completed timestamptz, state alert_delivery_state NOT NULL, deliverator_id uuid, time_leased
  timestamptz, CONSTRAINT attempts_is_non_negative CHECK (attempts >= 0), CONSTRAINT
  active_deliveries_have_started_timestamps CHECK (deliverator_id IS NULL OR (deliverator_id IS NOT NULL AND
  time_leased IS NOT NULL)), CONSTRAINT time_completed_iff_not_pending CHECK ((state = 'pending' AND
  time_completed IS NULL) OR (state != 'pending' AND time_completed IS NOT NULL)));
CREATE UNIQUE INDEX one_webhook_event_dispatch_per_rx ON webhook_delivery (alert_id, rx_id) WHERE
  triggered_by = 'alert';
CREATE INDEX webhook_deliveries_in_flight ON webhook_delivery (time_created, id) WHERE time_completed IS
  NULL;
INSERT INTO webhook_delivery (id, alert_id, rx_id, triggered_by, attempts, time_created, time_completed,
  state, deliverator_id, time_leased) SELECT md5('wd' || g)::uuid, md5('al' || g)::uuid, md5('rx' || g %
  4)::uuid, CASE WHEN g % 37 = 0 THEN 'resend' ELSE 'alert' END::alert_delivery_trigger, CASE k WHEN 'new'
  THEN 0 WHEN 'retry' THEN 1 WHEN 'bad' THEN 3 ELSE 1 END, c, CASE WHEN k IN ('done', 'bad') THEN c +
  interval '4 seconds' END, CASE k WHEN 'new' THEN 'pending' WHEN 'work' THEN 'pending' WHEN 'lost' THEN
  'pending' WHEN 'retry' THEN 'pending' WHEN 'bad' THEN 'failed' ELSE 'delivered'::alert_delivery_state END,
  CASE WHEN k IN ('work', 'lost', 'done', 'bad') THEN md5('nx' || g % 3)::uuid END, CASE WHEN k = 'work'
  THEN n - interval '5 seconds' WHEN k IN ('lost', 'done', 'bad') THEN c + interval '2 seconds' END FROM
  (SELECT g, now() AS n, CASE WHEN g <= 4 THEN 'new' WHEN g <= 7 THEN 'retry' WHEN g <= 10 THEN 'work' WHEN
  g <= 13 THEN 'lost' WHEN g % 45 = 15 THEN 'bad' ELSE 'done' END AS k, now() - CASE WHEN g <= 4 THEN g *
  interval '25 seconds' WHEN g <= 7 THEN g * interval '25 seconds' WHEN g <= 10 THEN g * interval '25
  seconds' WHEN g <= 13 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '5 minutes' END
  AS c FROM generate_series(1, 520) g) s ORDER BY g DESC;
CREATE TYPE saga_state AS ENUM ('running', 'unwinding', 'done', 'abandoned');
CREATE TYPE saga_abandon_reason AS ENUM ('omdb', 'unrecoverable', 'orphaned');
CREATE TABLE saga (id uuid PRIMARY KEY, creator uuid NOT NULL, time_created timestamptz NOT NULL, name
  varchar(128) NOT NULL, saga_dag jsonb NOT NULL, saga_state saga_state NOT NULL, current_sec uuid,
  adopt_generation integer NOT NULL, adopt_time timestamptz NOT NULL, abandon_time timestamptz,
  abandon_reason saga_abandon_reason, abandon_comment text, CONSTRAINT abandoned_requires_metadata CHECK
  (saga_state != 'abandoned' OR (abandon_time IS NOT NULL AND abandon_reason IS NOT NULL AND abandon_comment
  IS NOT NULL)));
INSERT INTO saga (id, creator, time_created, name, saga_dag, saga_state, current_sec, adopt_generation,
  adopt_time, abandon_time, abandon_reason, abandon_comment) SELECT md5('sg' || g)::uuid, md5('nx' || g %
  3)::uuid, c, (ARRAY['instance-create', 'disk-delete', 'vpc-create'])[1 + g % 3], '{"nodes": []}'::jsonb,
  CASE k WHEN 'work' THEN 'running' WHEN 'lost' THEN 'running' WHEN 'undo' THEN 'unwinding' WHEN 'bad' THEN
  'abandoned' ELSE 'done'::saga_state END, md5('nx' || g % 3)::uuid, 1, c, CASE WHEN k = 'bad' THEN c +
  interval '1 day' END, CASE WHEN k = 'bad' THEN 'omdb'::saga_abandon_reason END, CASE WHEN k = 'bad' THEN
  'stuck, see ticket' END FROM (SELECT g, now() AS n, CASE WHEN g <= 4 THEN 'work' WHEN g <= 5 THEN 'undo'
  WHEN g <= 8 THEN 'lost' WHEN g % 99 = 33 THEN 'bad' ELSE 'done' END AS k, now() - CASE WHEN g <= 4 THEN g
  * interval '25 seconds' WHEN g <= 5 THEN g * interval '25 seconds' WHEN g <= 8 THEN interval '9 hours' + g
  * interval '7 minutes' ELSE g * interval '8 minutes' END AS c FROM generate_series(1, 400) g) s ORDER BY g
  DESC;
