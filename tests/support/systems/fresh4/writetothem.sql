CREATE TABLE message (id char(20) NOT NULL PRIMARY KEY, sender_name text NOT NULL, sender_email text NOT NULL,
  sender_addr text NOT NULL, sender_phone text, sender_postcode text NOT NULL, sender_ipaddr text NOT NULL,
  sender_referrer text, recipient_id integer NOT NULL, recipient_name text NOT NULL, recipient_type char(3) NOT NULL,
  recipient_email text, recipient_fax text,
  CHECK ((recipient_email IS NOT NULL AND recipient_fax IS NULL) OR (recipient_fax IS NOT NULL AND recipient_email IS NULL)),
  recipient_via boolean NOT NULL DEFAULT false, message text NOT NULL, state text NOT NULL,
  frozen boolean NOT NULL DEFAULT false, no_questionnaire boolean NOT NULL DEFAULT false, created integer NOT NULL,
  confirmed integer, laststatechange integer NOT NULL, lastaction integer, numactions integer NOT NULL DEFAULT 0,
  dispatched integer, cobrand text, cocode text, group_id char(20), language text NOT NULL DEFAULT 'en',
  message_type text);
CREATE INDEX message_state_idx ON message (state);
CREATE INDEX message_created_idx ON message (created);
CREATE INDEX message_frozen_idx ON message (frozen);
INSERT INTO message SELECT left(md5('wt' || g), 20), 'Person ' || g, 'p' || g || '@example.com', g || ' High Street',
  NULL, 'AB' || g % 20 || ' 1CD', '10.0.0.' || g % 250, NULL, 600 + g % 90, 'Rep ' || g % 90, 'WMC',
  'rep' || g % 90 || '@example.org', NULL, g % 11 = 0, CASE WHEN k IN ('finished', 'failed_closed')
  THEN '[ removed message of 900 characters ]' ELSE 'Dear representative, ' || g END, CASE k WHEN 'hold' THEN 'ready'
  ELSE k END, k = 'hold', false, t, CASE WHEN k NOT IN ('new', 'pending', 'failed_closed') THEN t + 400 END,
  t + CASE k WHEN 'new' THEN 0 WHEN 'pending' THEN 20 WHEN 'ready' THEN 400 WHEN 'hold' THEN 400 WHEN 'sent' THEN 700
  WHEN 'finished' THEN 1900000 ELSE 90000 END, CASE WHEN k IN ('pending', 'sent',
  'failed') OR k = 'ready' AND g % 2 = 0 THEN t + 800 END, CASE k WHEN 'pending' THEN 1 + g % 2 WHEN 'ready'
  THEN g % 2 WHEN 'sent' THEN 1 WHEN 'failed' THEN g % 5 ELSE 0 END, CASE WHEN k IN ('sent', 'finished')
  THEN t + 700 END, NULL, NULL, CASE WHEN g % 10 = 0 THEN left(md5('gr' || g / 10), 20) END, 'en', 'casework'
FROM (SELECT g, k, extract(epoch FROM c)::int AS t FROM (SELECT g, now() AS n, CASE WHEN g <= 2 THEN 'new'
  WHEN g <= 16 THEN 'pending' WHEN g <= 20 THEN 'ready' WHEN g <= 70 THEN 'sent' WHEN g <= 73 THEN 'hold'
  WHEN g <= 75 THEN 'ready' WHEN g % 9 = 0 THEN 'failed_closed' WHEN g % 31 = 0 THEN 'failed'
  ELSE 'finished' END AS k, now() - CASE WHEN g <= 70 THEN g * interval '6 minutes' WHEN g <= 75
  THEN interval '9 days' + g * interval '7 minutes' ELSE g * interval '7 hours' END AS c
FROM generate_series(1, 200) g) s) q;
