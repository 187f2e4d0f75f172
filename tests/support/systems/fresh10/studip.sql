CREATE TABLE mail_queue_entries (mail_queue_id char(32) PRIMARY KEY, mail text NOT NULL, message_id
  char(32), user_id char(32), tries integer NOT NULL DEFAULT 0, last_try integer NOT NULL DEFAULT 0, mkdate
  integer NOT NULL, chdate integer NOT NULL);
CREATE INDEX mail_queue_message ON mail_queue_entries (message_id);
CREATE INDEX mail_queue_user ON mail_queue_entries (user_id);
INSERT INTO mail_queue_entries (mail_queue_id, mail, message_id, user_id, tries, last_try, mkdate, chdate)
  SELECT md5('mq' || g), '{"subject":"Neue Nachricht ' || g || '"}', CASE WHEN k IN ('new', 'lost') THEN
  md5('ms' || g / 9) ELSE CASE WHEN g % 2 = 0 THEN md5('ms' || g / 9) END END, md5('us' || g % 70), CASE k
  WHEN 'new' THEN 0 WHEN 'lost' THEN 0 WHEN 'retry' THEN 1 + g % 12 ELSE 25 END, CASE k WHEN 'new' THEN 0
  WHEN 'lost' THEN 0 WHEN 'retry' THEN extract(epoch FROM n - g * interval '15 seconds')::integer ELSE
  extract(epoch FROM c + interval '25 hours')::integer END, extract(epoch FROM c)::integer, CASE k WHEN
  'new' THEN extract(epoch FROM c)::integer WHEN 'lost' THEN extract(epoch FROM c)::integer WHEN 'retry'
  THEN extract(epoch FROM n - g * interval '15 seconds')::integer ELSE extract(epoch FROM c + interval
  '25 hours')::integer END FROM (SELECT g, now() AS n, CASE WHEN g <= 30 THEN 'new' WHEN g <= 36 THEN 'lost'
  WHEN g <= 96 THEN 'retry' ELSE 'done' END AS k, now() - CASE WHEN g <= 30 THEN g * interval '25 seconds'
  WHEN g <= 36 THEN interval '9 hours' + g * interval '7 minutes' WHEN g <= 96 THEN g * interval
  '25 seconds' ELSE g * interval '150 minutes' END AS c FROM generate_series(1, 205) g) s ORDER BY s.c;
