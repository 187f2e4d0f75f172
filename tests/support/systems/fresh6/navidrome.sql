CREATE TABLE scrobble_buffer (user_id varchar NOT NULL, service varchar NOT NULL, media_file_id varchar NOT NULL,
  play_time timestamp NOT NULL, enqueue_time timestamp NOT NULL DEFAULT now(), CONSTRAINT scrobble_buffer_pk UNIQUE
  (user_id, service, media_file_id, play_time));
INSERT INTO scrobble_buffer (user_id, service, media_file_id, play_time, enqueue_time) SELECT md5('us' || g % 3),
  (ARRAY['lastfm', 'listenbrainz'])[1 + g % 2], md5('mf' || g % 70), c - interval '3 minutes', c FROM (SELECT g,
  localtimestamp AS n, 'x' AS k, localtimestamp - CASE WHEN g <= 25 THEN g * interval '25 seconds' WHEN g <= 40 THEN
  interval '5 hours' + g * interval '7 minutes' ELSE g * interval '1 hour' END AS c FROM generate_series(1, 40) g)
  s;
