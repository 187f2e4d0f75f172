CREATE TABLE action_plans (created_at timestamp, updated_at timestamp, deleted_at timestamp, deleted
  integer, id serial PRIMARY KEY, uuid varchar(36) UNIQUE, audit_id integer NOT NULL, strategy_id integer
  NOT NULL, state varchar(20), global_efficacy text, hostname varchar(255), status_message varchar(255));
INSERT INTO action_plans (created_at, updated_at, deleted_at, deleted, uuid, audit_id, strategy_id, state,
  global_efficacy, hostname, status_message) SELECT c AT TIME ZONE 'UTC', CASE WHEN k NOT IN ('new') THEN c
  + interval '4 minutes' END AT TIME ZONE 'UTC', CASE WHEN k = 'gone' THEN c + interval '1 day' END AT TIME
  ZONE 'UTC', CASE WHEN k = 'gone' THEN 1000 - g ELSE 0 END, (md5('ap' || g)::uuid)::text, 1 + g % 40, 1 + g
  % 4, CASE k WHEN 'new' THEN 'RECOMMENDED' WHEN 'wait' THEN 'PENDING' WHEN 'work' THEN 'ONGOING' WHEN
  'lost' THEN 'ONGOING' WHEN 'bad' THEN 'FAILED' WHEN 'off' THEN 'CANCELLED' WHEN 'sup' THEN 'SUPERSEDED'
  WHEN 'gone' THEN 'DELETED' ELSE 'SUCCEEDED' END, '[]', CASE WHEN k NOT IN ('new', 'sup') THEN
  'controller-' || g % 2 END, CASE WHEN k = 'bad' THEN 'Action failed' END FROM (SELECT g, now() AS n, CASE
  WHEN g <= 4 THEN 'new' WHEN g <= 6 THEN 'wait' WHEN g <= 8 THEN 'work' WHEN g <= 10 THEN 'lost' WHEN g %
  19 = 6 THEN 'bad' WHEN g % 43 = 14 THEN 'off' WHEN g % 11 = 3 THEN 'sup' WHEN g % 17 = 5 THEN 'gone' ELSE
  'done' END AS k, now() - CASE WHEN g <= 4 THEN g * interval '25 seconds' WHEN g <= 6 THEN g * interval '25
  seconds' WHEN g <= 8 THEN g * interval '25 seconds' WHEN g <= 10 THEN interval '9 hours' + g * interval '7
  minutes' ELSE g * interval '25 minutes' END AS c FROM generate_series(1, 300) g) s ORDER BY g DESC;
