CREATE TABLE submission (id serial PRIMARY KEY, created timestamptz NOT NULL DEFAULT now(), handled_at
  timestamptz, handled boolean DEFAULT false, account_id integer, application_id integer,
  application_version varchar, source_id integer, fingerprint integer[] NOT NULL, length smallint NOT NULL
  CHECK (length > 0), bitrate smallint CHECK (bitrate > 0), format varchar, format_id integer, meta jsonb,
  meta_gid uuid, meta_id integer, mbid uuid, puid uuid, foreignid varchar, foreignid_id integer);
CREATE INDEX submission_idx_handled ON submission (id) WHERE handled = false;
INSERT INTO submission (created, handled_at, handled, account_id, application_id, application_version,
  fingerprint, length, bitrate, format, meta, mbid) SELECT c, CASE WHEN k = 'done' THEN c + interval '20
  seconds' END, k = 'done', 1 + g % 40, 1 + g % 5, '1.' || g % 4, ARRAY[g * 7919, g * 104729, g], 100 + g %
  300, 320, 'FLAC', jsonb_build_object('track', 'Song ' || g), md5('mb' || g)::uuid FROM (SELECT g, now() AS
  n, CASE WHEN g <= 6 THEN 'new' WHEN g <= 9 THEN 'lost' ELSE 'done' END AS k, now() - CASE WHEN g <= 6 THEN
  g * interval '25 seconds' WHEN g <= 9 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval
  '5 minutes' END AS c FROM generate_series(1, 520) g) s ORDER BY g DESC;
