CREATE TABLE jobs (id serial PRIMARY KEY, worker varchar(32) NOT NULL, job_type varchar(32) NOT NULL,
  job_input text NOT NULL, status smallint NOT NULL DEFAULT 0, retries integer NOT NULL DEFAULT 0, message
  text NOT NULL, progress integer NOT NULL DEFAULT 0, org_id integer NOT NULL DEFAULT 0, process_id
  varchar(36), date_created timestamp NOT NULL, date_modified timestamp NOT NULL);
INSERT INTO jobs (worker, job_type, job_input, status, retries, message, progress, org_id, process_id,
  date_created, date_modified) SELECT (ARRAY['default', 'email', 'cache', 'prio'])[1 + g % 4],
  (ARRAY['pull', 'push', 'publish_event', 'cache_feeds'])[1 + g % 4], 'Event: ' || g, CASE k WHEN 'new' THEN
  1 WHEN 'work' THEN 2 WHEN 'lost' THEN 2 WHEN 'bad' THEN 3 ELSE 4 END, 0, CASE k WHEN 'new' THEN 'Job
  queued.' WHEN 'work' THEN 'Pulling.' WHEN 'lost' THEN 'Pulling.' WHEN 'bad' THEN 'Could not reach server.'
  ELSE 'Job done.' END, CASE k WHEN 'new' THEN 0 WHEN 'work' THEN 10 * (g % 8) WHEN 'lost' THEN 10 * (g % 8)
  WHEN 'bad' THEN 0 ELSE 100 END, 1 + g % 4, md5('pi' || g)::uuid::text, c::timestamp(0), (c + CASE WHEN k
  IN ('new') THEN interval '0' ELSE ((2 + g * 37 % 89) * interval '1 second') END)::timestamp(0) FROM
  (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'new' WHEN g <= 5 THEN 'work' WHEN g <= 8 THEN 'lost' WHEN g
  % 25 = 8 THEN 'bad' ELSE 'done' END AS k, now() - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g
  <= 5 THEN g * interval '25 seconds' WHEN g <= 8 THEN interval '9 hours' + g * interval '7 minutes' ELSE g
  * interval '12 minutes' END AS c FROM generate_series(1, 350) g) s ORDER BY s.c;
