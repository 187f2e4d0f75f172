CREATE TABLE cm_locks (id serial PRIMARY KEY, co_id integer, label varchar(32), pid integer, created
  timestamp, modified timestamp, UNIQUE (co_id, label));
CREATE TABLE cm_co_job_history_records (id serial PRIMARY KEY, co_job_id integer NOT NULL, record_key
  varchar(256), co_person_id integer, org_identity_id integer, comment varchar(256), status varchar(2),
  created timestamp, modified timestamp);
CREATE INDEX co_job_history_records_i1 ON cm_co_job_history_records (co_job_id);
INSERT INTO cm_locks (co_id, label, pid, created, modified) SELECT g, 'jobshell', 4000 + g, localtimestamp - g
  * interval '5 seconds', localtimestamp - g * interval '5 seconds' FROM generate_series(1, 6) g;
INSERT INTO cm_co_job_history_records (co_job_id, record_key, co_person_id, comment, status, created,
  modified) SELECT 1 + g / 10, 'k' || g, g, CASE WHEN g % 11 = 0 THEN 'No such person' ELSE 'Updated' END,
  CASE WHEN g % 11 = 0 THEN 'X' ELSE 'OK' END, localtimestamp - g * interval '6 minutes', localtimestamp - g *
  interval '6 minutes' FROM generate_series(1, 240) g;
