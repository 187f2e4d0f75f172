CREATE TYPE note_status_enum AS ENUM ('open', 'closed', 'hidden');
CREATE TABLE changesets (id bigserial PRIMARY KEY, user_id bigint NOT NULL, created_at timestamp NOT NULL, min_lat
  integer, max_lat integer, min_lon integer, max_lon integer, closed_at timestamp NOT NULL, num_changes integer NOT
  NULL DEFAULT 0);
CREATE TABLE notes (id bigserial PRIMARY KEY, latitude integer NOT NULL, longitude integer NOT NULL, tile bigint NOT
  NULL, updated_at timestamp NOT NULL, created_at timestamp NOT NULL, status note_status_enum NOT NULL, closed_at
  timestamp, description text NOT NULL DEFAULT '', user_id bigint, user_ip inet);
CREATE TABLE messages (id bigserial PRIMARY KEY, from_user_id bigint NOT NULL, title varchar NOT NULL, body text NOT
  NULL, sent_on timestamp NOT NULL, message_read boolean NOT NULL DEFAULT false, to_user_id bigint NOT NULL,
  to_user_visible boolean NOT NULL DEFAULT true, from_user_visible boolean NOT NULL DEFAULT true, muted boolean NOT
  NULL DEFAULT false);
INSERT INTO changesets (user_id, created_at, min_lat, max_lat, min_lon, max_lon, closed_at, num_changes) SELECT g %
  40, c, 520000000, 520001000, 49000000, 49001000, c + interval '1 hour', g % 300 FROM (SELECT g, localtimestamp - g
  * interval '40 minutes' AS c FROM generate_series(1, 160) g) s;
INSERT INTO notes (latitude, longitude, tile, updated_at, created_at, status, closed_at, description, user_id)
  SELECT 520000000 + g, 49000000 + g, 3221331576, c + interval '5 days', c, (CASE WHEN g % 3 = 0 THEN 'open' WHEN g
  % 41 = 0 THEN 'hidden' ELSE 'closed' END)::note_status_enum, CASE WHEN g % 3 > 0 THEN c + interval '5 days' END,
  'Shop is gone', g FROM (SELECT g, localtimestamp - g * interval '20 hours' AS c FROM generate_series(1, 170) g) s;
INSERT INTO messages (from_user_id, title, body, sent_on, message_read, to_user_id) SELECT g % 30, 'Hello',
  'Nice edit', c, g > 20, g % 25 FROM (SELECT g, localtimestamp - g * interval '10 hours' AS c FROM
  generate_series(1, 120) g) s;
