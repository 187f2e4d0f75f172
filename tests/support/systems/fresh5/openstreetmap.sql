CREATE TYPE gpx_visibility_enum AS ENUM ('private', 'public', 'trackable', 'identifiable');
CREATE TABLE gpx_files (id bigserial PRIMARY KEY, user_id bigint NOT NULL, visible boolean NOT NULL DEFAULT true,
  name varchar NOT NULL DEFAULT '', size bigint, latitude double precision, longitude double precision, timestamp
  timestamp NOT NULL, description varchar NOT NULL DEFAULT '', inserted boolean NOT NULL, visibility
  gpx_visibility_enum NOT NULL DEFAULT 'trackable');
CREATE INDEX gpx_files_timestamp_idx ON gpx_files (timestamp);
CREATE INDEX gpx_files_user_id_idx ON gpx_files (user_id);
INSERT INTO gpx_files (user_id, visible, name, size, latitude, longitude, timestamp, description, inserted,
  visibility) SELECT 1 + g % 40, g % 25 > 0, 'ride' || g || '.gpx', CASE WHEN k = 'ok' THEN 900 + g END, CASE WHEN k
  = 'ok' THEN 52.1 END, CASE WHEN k = 'ok' THEN 4.9 END, c, 'A ride', k = 'ok', 'identifiable' FROM (SELECT g,
  localtimestamp AS n, CASE WHEN g <= 2 THEN 'new' WHEN g <= 6 THEN 'lost' ELSE 'ok' END AS k, localtimestamp - CASE
  WHEN g <= 2 THEN g * interval '25 seconds' WHEN g <= 6 THEN interval '9 hours' + g * interval '7 minutes' ELSE g *
  interval '3 hours' END AS c FROM generate_series(1, 190) g) s;
