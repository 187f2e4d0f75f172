CREATE TABLE runs (id bigserial PRIMARY KEY, run_id varchar(255) UNIQUE, snapshot_id varchar(255),
  pipeline_name text, mode text, status varchar(63), run_body text, partition text, partition_set text,
  create_timestamp timestamp DEFAULT CURRENT_TIMESTAMP, update_timestamp timestamp DEFAULT
  CURRENT_TIMESTAMP, start_time double precision, end_time double precision, backfill_id varchar(255));
CREATE INDEX idx_run_status ON runs (status);
INSERT INTO runs (run_id, snapshot_id, pipeline_name, mode, status, run_body, create_timestamp,
  update_timestamp, start_time, end_time) SELECT md5('da' || g)::uuid::text, md5('sn' || g % 5),
  (ARRAY['orders_job', 'users_job', 'ml_job'])[1 + g % 3], 'default', CASE k WHEN 'new' THEN 'QUEUED' WHEN
  'start' THEN 'STARTING' WHEN 'work' THEN 'STARTED' WHEN 'lost' THEN 'STARTED' WHEN 'bad' THEN 'FAILURE'
  WHEN 'off' THEN 'CANCELED' ELSE 'SUCCESS' END, '{"run": ' || g || '}', (c) AT TIME ZONE 'UTC', (c + ((2 +
  g * 37 % 89) * interval '1 second')) AT TIME ZONE 'UTC', CASE WHEN k IN ('new', 'start') THEN NULL ELSE
  extract(epoch FROM c + interval '11 seconds')::double precision END, CASE WHEN k IN ('done', 'bad', 'off')
  THEN extract(epoch FROM c + interval '11 seconds' + ((1 + g * 37 % 23) * interval '1 minute'))::double
  precision END FROM (SELECT g, now() AS n, CASE WHEN g <= 4 THEN 'new' WHEN g <= 5 THEN 'start' WHEN g <= 8
  THEN 'work' WHEN g <= 11 THEN 'lost' WHEN g % 21 = 7 THEN 'bad' WHEN g % 73 = 24 THEN 'off' ELSE 'done'
  END AS k, now() - CASE WHEN g <= 4 THEN g * interval '25 seconds' WHEN g <= 5 THEN g * interval '25
  seconds' WHEN g <= 8 THEN g * interval '25 seconds' WHEN g <= 11 THEN interval '9 hours' + g * interval '7
  minutes' ELSE g * interval '11 minutes' END AS c FROM generate_series(1, 380) g) s ORDER BY s.c;
