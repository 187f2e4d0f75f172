CREATE TABLE contact_reminder_scheduled (id bigserial PRIMARY KEY, user_notification_channel_id bigint NOT
  NULL, contact_reminder_id bigint NOT NULL, scheduled_at timestamp(0) NOT NULL, triggered_at timestamp(0),
  created_at timestamp(0), updated_at timestamp(0));
INSERT INTO contact_reminder_scheduled (user_notification_channel_id, contact_reminder_id, scheduled_at,
  triggered_at, created_at, updated_at) SELECT 1 + g % 20, g, CASE WHEN k IN ('later') THEN date_trunc('day',
  n) + g * interval '1 day' + interval '9 hours' ELSE CASE WHEN k IN ('lost') THEN c + interval '2 hours' ELSE
  date_trunc('minute', c) END END, CASE WHEN k IN ('done') THEN c + interval '50 seconds' END, CASE WHEN k IN
  ('lost') THEN c - interval '1 day' ELSE c - interval '20 days' END, CASE WHEN k IN ('done') THEN c +
  interval '50 seconds' ELSE c - interval '20 days' END FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 60
  THEN 'later' WHEN g <= 63 THEN 'lost' ELSE 'done' END AS k, localtimestamp - CASE WHEN g <= 60 THEN g *
  interval '25 seconds' WHEN g <= 63 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval
  '2 hours' END AS c FROM generate_series(1, 200) g) s;
