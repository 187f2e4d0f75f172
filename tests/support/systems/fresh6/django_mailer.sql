CREATE TABLE mailer_message (id bigserial PRIMARY KEY, message_data text NOT NULL, when_added timestamptz NOT NULL,
  priority smallint NOT NULL CHECK (priority >= 0), retry_count integer NOT NULL);
INSERT INTO mailer_message (message_data, when_added, priority, retry_count) SELECT encode(('mail ' || g)::bytea,
  'base64'), c, CASE WHEN g <= 20 THEN 1 + g % 3 ELSE 4 END, CASE WHEN g <= 20 THEN 0 ELSE g % 4 END FROM (SELECT g,
  now() AS n, 'x' AS k, now() - CASE WHEN g <= 20 THEN g * interval '25 seconds' WHEN g <= 40 THEN interval
  '5 hours' + g * interval '7 minutes' ELSE g * interval '1 hour' END AS c FROM generate_series(1, 40) g) s;
