CREATE TABLE messages (id serial PRIMARY KEY, mid text NOT NULL, time integer NOT NULL, expires integer NOT NULL,
  topic text NOT NULL, message text NOT NULL, title text NOT NULL, priority integer NOT NULL, tags text NOT NULL,
  click text NOT NULL, icon text NOT NULL, actions text NOT NULL, attachment_name text NOT NULL, attachment_type
  text NOT NULL, attachment_size integer NOT NULL, attachment_expires integer NOT NULL, attachment_url text NOT
  NULL, attachment_deleted integer NOT NULL, sender text NOT NULL, "user" text NOT NULL, content_type text NOT NULL,
  encoding text NOT NULL, published integer NOT NULL);
CREATE INDEX idx_mid ON messages (mid);
CREATE INDEX idx_time ON messages (time);
CREATE INDEX idx_topic ON messages (topic);
CREATE INDEX idx_expires ON messages (expires);
INSERT INTO messages (mid, time, expires, topic, message, title, priority, tags, click, icon, actions,
  attachment_name, attachment_type, attachment_size, attachment_expires, attachment_url, attachment_deleted, sender,
  "user", content_type, encoding, published) SELECT left(md5('mi' || g), 12), CASE k WHEN 'later' THEN extract(epoch
  FROM n + g * interval '50 minutes') ELSE extract(epoch FROM c) END, CASE k WHEN 'later' THEN extract(epoch FROM n
  + g * interval '50 minutes') + 43200 ELSE extract(epoch FROM c) + 43200 END, 'topic' || g % 12, 'disk full on ' ||
  g, CASE WHEN g % 3 = 0 THEN 'Alert' ELSE '' END, g % 6, CASE WHEN g % 4 = 0 THEN 'warning' ELSE '' END, '', '',
  '', '', '', 0, 0, '', 0, '10.0.0.' || g % 9, '', '', '', CASE WHEN k IN ('later', 'lost') THEN 0 ELSE 1 END FROM
  (SELECT g, now() AS n, CASE WHEN g <= 9 THEN 'later' WHEN g <= 11 THEN 'lost' ELSE 'done' END AS k, now() - CASE
  WHEN g <= 9 THEN g * interval '25 seconds' WHEN g <= 11 THEN interval '4 hours' + g * interval '7 minutes' ELSE g
  * interval '3 minutes' END AS c FROM generate_series(1, 220) g) s;
