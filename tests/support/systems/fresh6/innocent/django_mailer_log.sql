CREATE TABLE mailer_messagelog (id bigserial PRIMARY KEY, message_data text, when_added timestamptz NOT NULL,
  priority smallint NOT NULL, message_id text, when_attempted timestamptz NOT NULL, result varchar(1) NOT NULL,
  log_message text NOT NULL);
CREATE TABLE mailer_dontsendentry (id bigserial PRIMARY KEY, to_address varchar(254) NOT NULL, when_added
  timestamptz NOT NULL);
INSERT INTO mailer_messagelog (message_data, when_added, priority, message_id, when_attempted, result, log_message)
  SELECT encode(('mail ' || g)::bytea, 'base64'), c, 2, '<' || md5('m' || g) || '@example.com>', c + interval
  '50 seconds', CASE WHEN g % 17 = 0 THEN '3' WHEN g % 29 = 0 THEN '2' ELSE '1' END, CASE WHEN g % 17 = 0 THEN
  'recipient refused' ELSE '' END FROM (SELECT g, now() - g * interval '20 minutes' AS c FROM generate_series(1,
  220) g) s;
INSERT INTO mailer_dontsendentry (to_address, when_added) SELECT 'x' || g || '@example.com', now() - g * interval
  '3 days' FROM generate_series(1, 40) g;
