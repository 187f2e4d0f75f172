CREATE TABLE tasks (id integer NOT NULL, service_id integer NOT NULL, facility_id integer NOT NULL, schedule
  timestamp NOT NULL, recurrence integer NOT NULL, delay integer NOT NULL, status varchar NOT NULL, start_time
  timestamp, end_time timestamp, engine_id integer DEFAULT 1, created_at timestamp DEFAULT
  statement_timestamp() NOT NULL, err_message varchar, created_by_uid integer, modified_by_uid integer,
  CONSTRAINT task_pk PRIMARY KEY (id), CONSTRAINT task_u UNIQUE (service_id, facility_id), CONSTRAINT
  task_stat_chk CHECK (status IN ('WAITING', 'PLANNED', 'GENERATING', 'GENERROR', 'GENERATED', 'SENDING',
  'DONE', 'SENDERROR', 'ERROR', 'WARNING')));
INSERT INTO tasks (id, service_id, facility_id, schedule, recurrence, delay, status, start_time, end_time,
  created_at, err_message) SELECT g, 1 + g % 20, g, c, CASE WHEN k IN ('SENDERROR', 'GENERROR') THEN 0 ELSE 2
  END, 10, CASE k WHEN 'lost' THEN 'SENDING' ELSE k END, CASE WHEN k IN ('WAITING', 'PLANNED') THEN NULL ELSE
  c + interval '5 seconds' END, CASE WHEN k IN ('DONE', 'SENDERROR', 'GENERROR', 'WARNING') THEN c + interval
  '50 seconds' END, c - interval '90 days' - g * interval '1 hour', CASE WHEN k IN ('SENDERROR', 'GENERROR')
  THEN 'connection timed out' END FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 2 THEN 'WAITING' WHEN g
  <= 4 THEN 'PLANNED' WHEN g <= 5 THEN 'GENERATING' WHEN g <= 7 THEN 'SENDING' WHEN g <= 10 THEN 'lost' WHEN g
  % 12 = 0 THEN 'SENDERROR' WHEN g % 17 = 0 THEN 'GENERROR' WHEN g % 41 = 0 THEN 'WARNING' ELSE 'DONE' END AS
  k, localtimestamp - CASE WHEN g <= 7 THEN g * interval '25 seconds' WHEN g <= 10 THEN interval '9 hours' + g
  * interval '7 minutes' ELSE g * interval '30 minutes' END AS c FROM generate_series(1, 180) g) s;
