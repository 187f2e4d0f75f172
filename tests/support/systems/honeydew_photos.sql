CREATE TABLE photos (
  tag          varchar(255),
  should_fail  boolean,
  sleep        integer,
  "from"       bytea,
  id           uuid PRIMARY KEY,
  honeydew_classify_photos_lock    bigint DEFAULT (CAST(EXTRACT(epoch FROM now()) * 1000 AS bigint)) - (CAST(EXTRACT(epoch FROM timestamp '1994-03-26 04:20:00') * 1000 AS bigint)),
  honeydew_classify_photos_private bytea,
  inserted_at  timestamp(0) NOT NULL,
  updated_at   timestamp(0) NOT NULL
);
CREATE INDEX photos_honeydew_classify_photos_lock_index ON photos (honeydew_classify_photos_lock);

INSERT INTO photos (id, tag, honeydew_classify_photos_lock, inserted_at, updated_at)
SELECT md5('photo' || n)::uuid, (ARRAY['newt', 'cat', 'bridge', 'beach'])[1 + n % 4], NULL, t, t + interval '4 seconds'
FROM (SELECT n, (now() AT TIME ZONE 'UTC') - n * interval '51 minutes' AS t FROM generate_series(1, 40) AS n) AS s;
INSERT INTO photos (id, inserted_at, updated_at)
SELECT md5('wait' || n)::uuid, (now() AT TIME ZONE 'UTC') - n * interval '1 second', (now() AT TIME ZONE 'UTC') - n * interval '1 second' FROM generate_series(1, 8) AS n;
INSERT INTO photos (id, honeydew_classify_photos_private, inserted_at, updated_at)
SELECT md5('again' || n)::uuid, decode('836101', 'hex'), (now() AT TIME ZONE 'UTC') - n * interval '9 seconds', (now() AT TIME ZONE 'UTC') - n * interval '9 seconds' FROM generate_series(1, 3) AS n;
INSERT INTO photos (id, honeydew_classify_photos_lock, inserted_at, updated_at)
SELECT md5('run' || n)::uuid, CAST(EXTRACT(epoch FROM now()) * 1000 AS bigint) + 300000 - n * 4000, (now() AT TIME ZONE 'UTC') - n * interval '4 seconds', (now() AT TIME ZONE 'UTC') - n * interval '4 seconds'
FROM generate_series(1, 6) AS n;
INSERT INTO photos (id, honeydew_classify_photos_lock, inserted_at, updated_at)
SELECT md5('stale' || n)::uuid, CAST(EXTRACT(epoch FROM now()) * 1000 AS bigint) - n * 41000, (now() AT TIME ZONE 'UTC') - interval '7 minutes', (now() AT TIME ZONE 'UTC') - interval '7 minutes'
FROM generate_series(1, 3) AS n;
INSERT INTO photos (id, should_fail, honeydew_classify_photos_lock, inserted_at, updated_at)
SELECT md5('gone' || n)::uuid, true, -1, (now() AT TIME ZONE 'UTC') - n * interval '5 hours', (now() AT TIME ZONE 'UTC') - n * interval '5 hours' FROM generate_series(1, 5) AS n;
