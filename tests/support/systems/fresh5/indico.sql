CREATE TABLE static_sites (id serial PRIMARY KEY, event_id integer NOT NULL, state smallint NOT NULL, requested_dt
  timestamp NOT NULL, creator_id integer NOT NULL, filename varchar, content_type varchar, size bigint,
  storage_backend varchar, storage_file_id varchar, md5 varchar, CONSTRAINT valid_enum_state CHECK (state = ANY
  (ARRAY[0, 1, 2, 3, 4])));
CREATE INDEX ix_static_sites_event_id ON static_sites (event_id);
CREATE INDEX ix_static_sites_creator_id ON static_sites (creator_id);
INSERT INTO static_sites (event_id, state, requested_dt, creator_id, filename, content_type, size, storage_backend,
  storage_file_id, md5) SELECT 1 + g % 30, CASE k WHEN 'new' THEN 0 WHEN 'run' THEN 1 WHEN 'lost' THEN 1 WHEN 'bad'
  THEN 3 WHEN 'old' THEN 4 ELSE 2 END, c, 1 + g % 9, CASE WHEN k IN ('ok', 'old') THEN 'offline_site_event_' || g ||
  '.zip' END, CASE WHEN k IN ('ok', 'old') THEN 'application/zip' END, CASE WHEN k IN ('ok', 'old') THEN 60000 + g
  END, CASE WHEN k IN ('ok', 'old') THEN 'default' END, CASE WHEN k = 'ok' THEN 'event/' || g END, CASE WHEN k IN
  ('ok', 'old') THEN md5('x' || g) END FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 1 THEN 'new' WHEN g <= 3
  THEN 'run' WHEN g <= 5 THEN 'lost' WHEN g % 12 = 0 THEN 'bad' WHEN g % 2 = 0 THEN 'old' ELSE 'ok' END AS k,
  localtimestamp - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 5 THEN interval '9 hours' + g *
  interval '7 minutes' ELSE g * interval '20 hours' END AS c FROM generate_series(1, 80) g) s;
