CREATE TYPE job_state AS ENUM ('created','retry','active','completed','cancelled','failed');
CREATE TABLE queue (
  name text PRIMARY KEY, policy text, retry_limit int, retry_delay int, retry_backoff bool, expire_seconds int, retention_minutes int,
  dead_letter text REFERENCES queue (name), partition_name text, created_on timestamptz NOT NULL DEFAULT now(), updated_on timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE job (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  priority integer NOT NULL DEFAULT 0,
  data jsonb,
  state job_state NOT NULL DEFAULT 'created',
  retry_limit integer NOT NULL DEFAULT 2,
  retry_count integer NOT NULL DEFAULT 0,
  retry_delay integer NOT NULL DEFAULT 0,
  retry_backoff boolean NOT NULL DEFAULT false,
  start_after timestamptz NOT NULL DEFAULT now(),
  started_on timestamptz,
  singleton_key text,
  singleton_on timestamp,
  expire_in interval NOT NULL DEFAULT '15 minutes',
  created_on timestamptz NOT NULL DEFAULT now(),
  completed_on timestamptz,
  keep_until timestamptz NOT NULL DEFAULT now() + interval '14 days',
  output jsonb,
  dead_letter text REFERENCES queue (name) ON DELETE RESTRICT,
  policy text,
  PRIMARY KEY (name, id),
  CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED
);
CREATE UNIQUE INDEX job_i1 ON job (name, COALESCE(singleton_key, '')) WHERE state = 'created' AND policy = 'short';
CREATE UNIQUE INDEX job_i2 ON job (name, COALESCE(singleton_key, '')) WHERE state = 'active' AND policy = 'singleton';
CREATE UNIQUE INDEX job_i3 ON job (name, state, COALESCE(singleton_key, '')) WHERE state <= 'active' AND policy = 'stately';
CREATE UNIQUE INDEX job_i4 ON job (name, singleton_on, COALESCE(singleton_key, '')) WHERE state <> 'cancelled' AND singleton_on IS NOT NULL;
CREATE INDEX job_i5 ON job (name, start_after) INCLUDE (priority, created_on, id) WHERE state < 'active';
CREATE TABLE archive (LIKE job);
ALTER TABLE archive ADD PRIMARY KEY (name, id);
ALTER TABLE archive ADD archived_on timestamptz NOT NULL DEFAULT now();
CREATE INDEX archive_i1 ON archive (archived_on);
INSERT INTO queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_minutes, dead_letter, partition_name) VALUES
  ('charge-dlq', 'standard', NULL, NULL, NULL, NULL, NULL, NULL, 'j0c1'), ('charge', 'standard', 3, 10, true, 300, NULL, 'charge-dlq', 'j0c2'), ('mail', 'standard', NULL, NULL, NULL, NULL, NULL, NULL, 'j0c3');
-- completed
INSERT INTO job (name, data, state, retry_limit, retry_count, retry_delay, retry_backoff, start_after, started_on, expire_in, created_on, completed_on, keep_until, output, dead_letter, policy, singleton_key)
SELECT q, jsonb_build_object('orderId', g), 'completed', r, (g % 6 = 0)::int, CASE q WHEN 'charge' THEN 10 ELSE 0 END, q = 'charge', c, c + interval '1 second', CASE q WHEN 'charge' THEN interval '5 minutes' ELSE interval '15 minutes' END, c, c + interval '1.4 seconds', c + interval '14 days',
  CASE WHEN q = 'charge' THEN jsonb_build_object('chargeId', 'ch_' || g) END, CASE q WHEN 'charge' THEN 'charge-dlq' END, 'standard', CASE WHEN g % 5 = 0 THEN 'order-' || g END
FROM (SELECT g, (ARRAY['charge','mail'])[1 + g % 2] AS q, CASE g % 2 WHEN 0 THEN 3 ELSE 2 END AS r, now() - g * interval '16 minutes' AS c FROM generate_series(1, 34) g) x;
INSERT INTO job (name, data, start_after, created_on, keep_until, retry_limit, retry_delay, retry_backoff, expire_in, dead_letter, policy, priority)
SELECT 'charge', jsonb_build_object('orderId', 100 + g), s, c, s + interval '14 days', 3, 10, true, interval '5 minutes', 'charge-dlq', 'standard', g % 3
FROM (SELECT g, now() - g * interval '1 second' AS c, CASE WHEN g > 12 THEN now() + g * interval '1 hour' ELSE now() - g * interval '1 second' END AS s FROM generate_series(1, 18) g) x;
-- active: the last two have outlived expire_in
INSERT INTO job (name, data, state, retry_limit, retry_count, retry_delay, retry_backoff, start_after, started_on, expire_in, created_on, keep_until, dead_letter, policy, output)
SELECT 'charge', jsonb_build_object('orderId', 200 + g), 'active', 3, g % 2, 10, true, a - interval '1 second', a, interval '5 minutes', a - interval '9 minutes', a + interval '14 days', 'charge-dlq', 'standard', CASE WHEN g % 2 = 1 THEN '{"name": "Error", "message": "psp timeout"}'::jsonb END
FROM (SELECT g, now() - CASE WHEN g > 6 THEN g * interval '1 minute' ELSE g * interval '8 seconds' END AS a FROM generate_series(1, 8) g) x;
-- failed once and waiting for the next try: started_on stays from the last run, output holds the error
INSERT INTO job (name, data, state, retry_limit, retry_count, retry_delay, retry_backoff, start_after, started_on, expire_in, created_on, keep_until, output, dead_letter, policy)
SELECT 'charge', jsonb_build_object('orderId', 300 + g), 'retry', 3, g % 3, 10, true, now() + g * interval '6 seconds', now() - interval '9 seconds', interval '5 minutes', now() - interval '3 minutes', now() + interval '14 days', '{"name": "Error", "message": "psp timeout", "stack": "Error: psp timeout\n    at charge (/app/charge.js:12:9)"}', 'charge-dlq', 'standard' FROM generate_series(1, 7) g;
INSERT INTO job (name, data, state, retry_limit, retry_count, retry_delay, retry_backoff, start_after, started_on, expire_in, created_on, completed_on, keep_until, output, dead_letter, policy)
SELECT 'charge', jsonb_build_object('orderId', 400 + g), 'failed', 3, 3, 10, true, f - interval '3 seconds', f - interval '2 seconds', interval '5 minutes', f - interval '5 minutes', f, f + interval '13 days', CASE WHEN g = 1 THEN '{"value": {"message": "job failed by timeout in active state"}}'::jsonb ELSE '{"name": "Error", "message": "card declined"}' END, 'charge-dlq', 'standard'
FROM (SELECT g, now() - g * interval '70 minutes' AS f FROM generate_series(1, 5) g) x;
INSERT INTO job (name, data, output, retry_limit, keep_until, created_on, start_after) SELECT 'charge-dlq', data, output, retry_limit, keep_until + interval '14 days', completed_on, completed_on FROM job WHERE state = 'failed';
INSERT INTO job (name, data, state, start_after, created_on, completed_on, policy) SELECT 'mail', '{"to": "a@example.com"}', 'cancelled', now() + interval '1 day', now() - interval '2 hours', now() - g * interval '11 minutes', 'standard' FROM generate_series(1, 3) g;
INSERT INTO archive (id, name, data, state, retry_limit, retry_count, retry_delay, retry_backoff, priority, start_after, started_on, expire_in, created_on, completed_on, keep_until, policy, archived_on)
SELECT gen_random_uuid(), 'mail', jsonb_build_object('n', g), 'completed', 2, 0, 0, false, 0, c, c + interval '1 second', interval '15 minutes', c, c + interval '2 seconds', c + interval '14 days', 'standard', c + interval '12 hours 1 minute' FROM (SELECT g, now() - interval '14 hours' - g * interval '20 minutes' AS c FROM generate_series(1, 24) g) x;
