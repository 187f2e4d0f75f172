CREATE TABLE workflow (workflow_id integer PRIMARY KEY, pki_realm text, workflow_type text, workflow_state
  text, workflow_last_update timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP, workflow_proc_state text,
  workflow_wakeup_at integer, workflow_count_try integer, workflow_reap_at integer, workflow_archive_at
  integer, workflow_session text, watchdog_key text);
CREATE INDEX watchdog_wakeup ON workflow (workflow_proc_state, watchdog_key, workflow_wakeup_at);
CREATE INDEX watchdog_reap ON workflow (workflow_proc_state, watchdog_key, workflow_reap_at);
INSERT INTO workflow (workflow_id, pki_realm, workflow_type, workflow_state, workflow_last_update,
  workflow_proc_state, workflow_wakeup_at, workflow_count_try, workflow_reap_at, workflow_archive_at,
  workflow_session, watchdog_key) SELECT 255 * (900 - g) + 255, (ARRAY['democa', 'userca'])[1 + g % 2],
  (ARRAY['certificate_enroll', 'crl_issuance', 'certificate_signing_request_v2'])[1 + g % 3], CASE k WHEN
  'man' THEN 'PENDING' WHEN 'pause' THEN 'ISSUANCE' WHEN 'lostp' THEN 'ISSUANCE' WHEN 'work' THEN
  'CHECK_CONSTRAINTS' WHEN 'lost' THEN 'CHECK_CONSTRAINTS' WHEN 'bad' THEN 'FAILURE' WHEN 'exc' THEN
  'ISSUANCE' ELSE 'SUCCESS' END, (c + interval '2 seconds')::timestamp(0), CASE k WHEN 'man' THEN 'manual'
  WHEN 'pause' THEN 'pause' WHEN 'lostp' THEN 'pause' WHEN 'work' THEN 'running' WHEN 'lost' THEN 'running'
  WHEN 'bad' THEN 'failed' WHEN 'exc' THEN 'retry_exceeded' ELSE 'finished' END, CASE k WHEN 'pause' THEN
  extract(epoch FROM n + interval '8 minutes')::integer WHEN 'lostp' THEN extract(epoch FROM c + interval
  '5 minutes')::integer ELSE 0 END, CASE k WHEN 'pause' THEN 2 WHEN 'lostp' THEN 2 WHEN 'exc' THEN 5 ELSE 0
  END, CASE k WHEN 'work' THEN extract(epoch FROM n + interval '4 minutes')::integer WHEN 'lost' THEN
  extract(epoch FROM c + interval '5 minutes')::integer ELSE 0 END, CASE k WHEN 'done' THEN extract(epoch
  FROM c + interval '30 days')::integer WHEN 'bad' THEN extract(epoch FROM c + interval '30 days')::integer
  ELSE NULL::integer END, 'user:' || g % 20, CASE k WHEN 'pause' THEN '__CATCHME' WHEN 'lostp' THEN
  '__CATCHME' ELSE '__NONE__' END FROM (SELECT g, now() AS n, CASE WHEN g <= 9 THEN 'man' WHEN g <= 11 THEN
  'work' WHEN g <= 15 THEN 'pause' WHEN g <= 18 THEN 'lost' WHEN g <= 20 THEN 'lostp' WHEN g % 41 = 13 THEN
  'bad' WHEN g % 67 = 22 THEN 'exc' ELSE 'done' END AS k, now() - CASE WHEN g <= 9 THEN g * interval
  '25 seconds' WHEN g <= 11 THEN g * interval '25 seconds' WHEN g <= 15 THEN g * interval '25 seconds' WHEN
  g <= 18 THEN interval '9 hours' + g * interval '7 minutes' WHEN g <= 20 THEN interval '9 hours' + g *
  interval '7 minutes' ELSE g * interval '35 minutes' END AS c FROM generate_series(1, 330) g) s ORDER BY
  s.c;
