CREATE TABLE requests (request_id bigserial PRIMARY KEY, scope varchar(25), name varchar(255), requester
  varchar(20), request_type integer NOT NULL, username varchar(20), transform_tag varchar(20), workload_id
  integer, priority integer, status integer NOT NULL, substatus integer, oldstatus integer, locking integer
  NOT NULL, created_at timestamp NOT NULL DEFAULT localtimestamp, updated_at timestamp NOT NULL DEFAULT
  localtimestamp, next_poll_at timestamp, accessed_at timestamp, expired_at timestamp, new_retries integer,
  update_retries integer, max_new_retries integer, max_update_retries integer, locking_hostname varchar(50),
  locking_pid bigint, errors varchar(1024), request_metadata jsonb);
CREATE INDEX requests_status_poll_idx ON requests (status, locking, updated_at, next_poll_at, created_at);
INSERT INTO requests (scope, name, requester, request_type, username, workload_id, priority, status,
  substatus, locking, created_at, updated_at, next_poll_at, expired_at, new_retries, update_retries,
  max_new_retries, max_update_retries, locking_hostname, locking_pid, errors, request_metadata) SELECT
  'workflow', 'wf_' || g, 'panda', 2 + g % 3, 'user' || g % 20, 100 + g, g % 10, CASE k WHEN 'new' THEN 0
  WHEN 'tr' THEN 2 WHEN 'locked' THEN 2 WHEN 'lost' THEN 2 WHEN 'lostt' THEN 2 WHEN 'sub' THEN 4 WHEN 'bad'
  THEN 5 WHEN 'can' THEN 9 ELSE 3 END, CASE k WHEN 'tr' THEN 2 ELSE NULL::integer END, CASE k WHEN 'locked'
  THEN 1 WHEN 'lost' THEN 1 ELSE 0 END, c::timestamp, (c + CASE k WHEN 'new' THEN interval '0' WHEN 'tr'
  THEN interval '10 seconds' WHEN 'locked' THEN interval '10 seconds' WHEN 'lost' THEN interval '4 minutes'
  WHEN 'lostt' THEN interval '4 minutes' ELSE interval '2 hours' END)::timestamp, (CASE k WHEN 'new' THEN c
  WHEN 'tr' THEN n + interval '2 minutes' WHEN 'locked' THEN n + interval '2 minutes' WHEN 'lost' THEN c +
  interval '6 minutes' WHEN 'lostt' THEN c + interval '6 minutes' ELSE c + interval '2 hours'
  END)::timestamp, (c + interval '90 days')::timestamp, 0, CASE k WHEN 'bad' THEN 3 ELSE 0 END, 3, 0, CASE
  WHEN k IN ('locked', 'lost') THEN 'idds-' || g % 3 END, CASE WHEN k IN ('locked', 'lost') THEN 4000 + g
  END, CASE WHEN k IN ('bad', 'sub') THEN '{"msg": "no files"}' END, '{}'::jsonb FROM (SELECT g, now() AS n,
  CASE WHEN g <= 3 THEN 'new' WHEN g <= 12 THEN 'tr' WHEN g <= 14 THEN 'locked' WHEN g <= 17 THEN 'lost'
  WHEN g <= 19 THEN 'lostt' WHEN g % 29 = 9 THEN 'sub' WHEN g % 37 = 12 THEN 'bad' WHEN g % 71 = 23 THEN
  'can' ELSE 'done' END AS k, now() - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 12 THEN g *
  interval '25 seconds' WHEN g <= 14 THEN g * interval '25 seconds' WHEN g <= 17 THEN interval '9 hours' + g
  * interval '7 minutes' WHEN g <= 19 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval
  '40 minutes' END AS c FROM generate_series(1, 300) g) s ORDER BY s.c;
