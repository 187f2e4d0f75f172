CREATE TABLE delayed_work (id bigserial PRIMARY KEY, locked_by varchar(255), created_at timestamp, run_at
  timestamp, stage integer, priority integer, work_unique_name varchar(255), strand varchar(255), state
  text);
CREATE INDEX index_delayed_work_on_locked_by ON delayed_work (locked_by) WHERE locked_by IS NULL;
CREATE INDEX index_delayed_work_on_strand ON delayed_work (strand);
INSERT INTO delayed_work (locked_by, created_at, run_at, stage, priority, work_unique_name, strand, state)
  SELECT CASE WHEN k IN ('work', 'lost') THEN 'node-' || g % 3 END, c::timestamp, CASE WHEN k = 'later' THEN
  n + g * interval '9 minutes' ELSE c END::timestamp, 1, g % 100, (ARRAY['com.x.MailWork',
  'com.x.SyncWork'])[1 + g % 2], 's' || g % 4, '{"n":' || g || '}' FROM (SELECT g, now() AS n, CASE WHEN g
  <= 90 THEN 'new' WHEN g <= 200 THEN 'later' WHEN g <= 216 THEN 'work' WHEN g <= 220 THEN 'lost' ELSE
  'done' END AS k, now() - CASE WHEN g <= 90 THEN g * interval '25 seconds' WHEN g <= 200 THEN g * interval
  '25 seconds' WHEN g <= 216 THEN g * interval '25 seconds' WHEN g <= 220 THEN interval '9 hours' + g *
  interval '7 minutes' ELSE g * interval '1 minutes' END AS c FROM generate_series(1, 220) g) s ORDER BY g
  DESC;
