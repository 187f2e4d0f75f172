CREATE TABLE prewire (prewire_uuid bigserial PRIMARY KEY, wire_method text NOT NULL, finished boolean NOT NULL
  DEFAULT false, failed boolean NOT NULL DEFAULT false, buf bytea NOT NULL) PARTITION BY RANGE (prewire_uuid);
CREATE TABLE prewire_default PARTITION OF prewire DEFAULT;
CREATE INDEX prepare_iteration_index ON prewire (finished);
CREATE TABLE work_shards (shard_serial_id bigserial UNIQUE, last_attempt bigint NOT NULL, start_row bigint NOT
  NULL, end_row bigint NOT NULL, completed boolean NOT NULL DEFAULT false, job_name varchar NOT NULL, PRIMARY
  KEY (job_name, start_row));
CREATE INDEX work_shards_index ON work_shards (job_name, completed, last_attempt);
INSERT INTO prewire (wire_method, finished, failed, buf) SELECT 'iban', CASE WHEN k IN ('done') THEN true ELSE
  false END, CASE WHEN k IN ('bad') THEN true ELSE false END, decode(md5('bf' || g), 'hex') FROM (SELECT g,
  now() AS n, CASE WHEN g <= 140 THEN 'done' WHEN g <= 142 THEN 'bad' WHEN g <= 180 THEN 'done' ELSE 'new' END
  AS k, now() - CASE WHEN g <= 5 THEN g * interval '25 seconds' ELSE g * interval '10 minutes' END AS c FROM
  generate_series(1, 186) g) s;
INSERT INTO work_shards (last_attempt, start_row, end_row, completed, job_name) SELECT extract(epoch FROM
  c)::bigint * 1000000, (200 - g) * 1024, (201 - g) * 1024, CASE WHEN k IN ('run', 'lost') THEN false ELSE
  true END, 'wirewatch-exchange-account-1' FROM (SELECT g, now() AS n, CASE WHEN g <= 1 THEN 'run' WHEN g <= 3
  THEN 'lost' ELSE 'done' END AS k, now() - CASE WHEN g <= 1 THEN g * interval '25 seconds' WHEN g <= 3 THEN
  interval '9 hours' + g * interval '7 minutes' ELSE g * interval '3 hours' END AS c FROM generate_series(1,
  160) g) s;
