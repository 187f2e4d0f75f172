CREATE TABLE frame (pk_frame varchar(36) NOT NULL, pk_layer varchar(36) NOT NULL, pk_job varchar(36) NOT NULL,
  str_name varchar(256) NOT NULL, str_state varchar(24) NOT NULL, int_number bigint NOT NULL, int_depend_count
  bigint NOT NULL DEFAULT 0, int_exit_status bigint NOT NULL DEFAULT -1, int_retries bigint NOT NULL DEFAULT 0,
  int_mem_reserved bigint NOT NULL DEFAULT 0, int_mem_max_used bigint NOT NULL DEFAULT 0, int_dispatch_order bigint
  NOT NULL DEFAULT 0, str_host varchar(256), int_cores int NOT NULL DEFAULT 0, int_layer_order int NOT NULL,
  ts_started timestamptz(6), ts_stopped timestamptz(6), ts_last_run timestamptz(6), ts_updated timestamptz(6),
  int_version int DEFAULT 0, str_checkpoint_state varchar(12) NOT NULL DEFAULT 'DISABLED', int_checkpoint_count
  smallint NOT NULL DEFAULT 0, int_total_past_core_time int NOT NULL DEFAULT 0, CONSTRAINT c_frame_pk PRIMARY KEY
  (pk_frame));
CREATE UNIQUE INDEX c_frame_str_name_unq ON frame (str_name, pk_job);
CREATE INDEX i_frame_state_job ON frame (str_state, pk_job);
INSERT INTO frame SELECT md5('fr' || g)::uuid::text, md5('ly' || g % 4)::uuid::text, md5('jb' || g % 9)::uuid::text,
  lpad(g::text, 4, '0') || '-render', CASE k WHEN 'lost' THEN 'RUNNING' ELSE k END, g, CASE WHEN k = 'DEPEND' THEN 1
  ELSE 0 END, CASE k WHEN 'SUCCEEDED' THEN 0 WHEN 'DEAD' THEN 1 ELSE -1 END, CASE k WHEN 'DEAD' THEN 3 ELSE g % 2
  END, 3354624, CASE WHEN k IN ('SUCCEEDED', 'DEAD') THEN 2000000 + g ELSE 0 END, g, CASE WHEN k NOT IN ('WAITING',
  'DEPEND') THEN 'rndr' || g % 12 END, CASE WHEN k NOT IN ('WAITING', 'DEPEND') THEN 100 ELSE 0 END, 1, CASE WHEN k
  NOT IN ('WAITING', 'DEPEND') THEN c END, CASE WHEN k IN ('SUCCEEDED', 'DEAD', 'EATEN') THEN c + g * interval
  '9 seconds' END, CASE WHEN k IN ('SUCCEEDED', 'DEAD') THEN c END, c, 1 + g % 4, 'DISABLED', 0, CASE WHEN k IN
  ('SUCCEEDED', 'DEAD') THEN 90 + g ELSE 0 END FROM (SELECT g, now() AS n, CASE WHEN g <= 20 THEN 'WAITING' WHEN g
  <= 26 THEN 'RUNNING' WHEN g <= 36 THEN 'DEPEND' WHEN g <= 39 THEN 'lost' WHEN g % 17 = 0 THEN 'DEAD' WHEN g % 43 =
  0 THEN 'EATEN' ELSE 'SUCCEEDED' END AS k, now() - CASE WHEN g <= 36 THEN g * interval '25 seconds' WHEN g <= 39
  THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '12 minutes' END AS c FROM generate_series(1,
  230) g) s;
