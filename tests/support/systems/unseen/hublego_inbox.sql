CREATE TABLE email_inbox (
  id uuid PRIMARY KEY NOT NULL,
  created_at timestamp DEFAULT now() NOT NULL,
  topic varchar(255) NOT NULL,
  key varchar(255) NOT NULL,
  value text NOT NULL,
  processed boolean DEFAULT false NOT NULL,
  attempt integer DEFAULT 1 NOT NULL
);
CREATE UNIQUE INDEX uq_email_key_value ON email_inbox (key, value);
INSERT INTO email_inbox (id, created_at, topic, key, value, processed, attempt)
SELECT md5('hb' || g)::uuid, localtimestamp - CASE WHEN g > 92 THEN (101 - g) * interval '300 milliseconds' WHEN g > 88 THEN interval '3 hours' ELSE (100 - g) * interval '21 minutes' END, 'email-notification', 'user-' || g % 17, '{"to":"user' || g || '@example.org","text":"Code ' || 1000 + g || '"}', g <= 88, CASE WHEN g BETWEEN 89 AND 92 THEN 40 + g ELSE 1 + (g % 22 = 0)::int END
FROM generate_series(1, 100) g;
