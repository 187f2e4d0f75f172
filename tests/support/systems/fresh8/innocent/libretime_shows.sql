CREATE TABLE cc_schedule (id serial PRIMARY KEY, starts timestamp NOT NULL, ends timestamp NOT NULL, file_id
  integer, stream_id integer, clip_length interval DEFAULT '00:00:00', fade_in time DEFAULT '00:00:00',
  fade_out time DEFAULT '00:00:00', cue_in interval NOT NULL, cue_out interval NOT NULL, media_item_played
  boolean DEFAULT 'f', instance_id integer NOT NULL, playout_status smallint NOT NULL DEFAULT 1, broadcasted
  smallint NOT NULL DEFAULT 0, position integer NOT NULL DEFAULT 0);
INSERT INTO cc_schedule (starts, ends, file_id, clip_length, cue_in, cue_out, media_item_played,
  instance_id, broadcasted, position) SELECT (n - interval '20 hours' + g * interval '4 minutes') AT TIME
  ZONE 'UTC', (n - interval '20 hours' + (g + 1) * interval '4 minutes') AT TIME ZONE 'UTC', g, interval '4
  minutes', interval '0', interval '4 minutes', g < 300, 1 + g / 15, CASE WHEN g < 300 THEN 1 ELSE 0 END, g
  % 15 FROM (SELECT g, now() AS n, 'done' AS k, now() - g * interval '9 minutes' AS c FROM
  generate_series(1, 500) g) s ORDER BY g DESC;
CREATE TABLE cc_playout_history (id serial PRIMARY KEY, file_id integer, starts timestamp NOT NULL, ends
  timestamp, instance_id integer);
INSERT INTO cc_playout_history (file_id, starts, ends, instance_id) SELECT g, c AT TIME ZONE 'UTC', CASE
  WHEN g > 1 THEN c + interval '4 minutes' END AT TIME ZONE 'UTC', 1 + g / 15 FROM (SELECT g, now() AS n,
  'done' AS k, now() - g * interval '4 minutes' AS c FROM generate_series(1, 600) g) s ORDER BY g DESC;
