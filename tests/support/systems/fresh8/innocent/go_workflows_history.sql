CREATE TABLE history (id bigserial PRIMARY KEY, event_id varchar(64) NOT NULL, sequence_id bigint NOT NULL,
  instance_id varchar(128) NOT NULL, execution_id varchar(128) NOT NULL, event_type integer NOT NULL,
  timestamp timestamptz NOT NULL, schedule_event_id bigint NOT NULL, visible_at timestamptz);
INSERT INTO history (event_id, sequence_id, instance_id, execution_id, event_type, timestamp,
  schedule_event_id) SELECT (md5('he' || g)::uuid)::text, g % 40, (md5('wi' || g % 50)::uuid)::text,
  (md5('we' || g % 50)::uuid)::text, 1 + g % 9, c, g % 9 FROM (SELECT g, now() AS n, 'done' AS k, now() - g
  * interval '9 minutes' AS c FROM generate_series(1, 800) g) s ORDER BY g DESC;
