CREATE TABLE messages (id bigserial PRIMARY KEY, project_id bigint NOT NULL, campaign_id bigint, contact_id bigint,
  sender_id bigint, form_params_id bigint, form_id bigint, recipient_email text, recipient_name varchar(255),
  subject varchar(255), html_body text, text_body text, status smallint DEFAULT 0, priority smallint DEFAULT 100,
  render_attempt integer NOT NULL DEFAULT 0, receipt varchar(255), queued_at timestamp(0), sent_at timestamp(0),
  opened_at timestamp(0), clicked_at timestamp(0), failed_at timestamp(0), soft_bounce_received_at timestamp(0),
  hard_bounce_received_at timestamp(0), complaint_received_at timestamp(0), unsubscribed_at timestamp(0),
  inserted_at timestamp(0) NOT NULL, updated_at timestamp(0) NOT NULL);
CREATE INDEX messages_ready_for_delivery ON messages (sender_id, priority, inserted_at) WHERE status = 1;
CREATE INDEX queued_messages ON messages (sender_id) WHERE status = 2;
CREATE INDEX messages_with_body ON messages (status, updated_at) WHERE html_body IS NOT NULL OR text_body IS NOT
  NULL;
INSERT INTO messages (project_id, campaign_id, contact_id, sender_id, recipient_email, subject, html_body, status,
  render_attempt, receipt, queued_at, sent_at, opened_at, clicked_at, failed_at, hard_bounce_received_at,
  inserted_at, updated_at) SELECT 1, 1 + g / 60, g, 1, CASE WHEN k <> 'raw' THEN 'c' || g || '@example.com' END,
  CASE WHEN k <> 'raw' THEN 'News' END, CASE WHEN k IN ('ready', 'queued', 'lost') THEN '<p>x</p>' END, CASE k WHEN
  'raw' THEN 0 WHEN 'ready' THEN 1 WHEN 'queued' THEN 2 WHEN 'lost' THEN 2 WHEN 'failed' THEN -1 ELSE 10 END, CASE
  WHEN g % 50 = 0 THEN 1 ELSE 0 END, CASE WHEN k = 'sent' THEN md5('r' || g) END, CASE WHEN k NOT IN ('raw',
  'ready') THEN c + interval '20 seconds' END, CASE WHEN k = 'sent' THEN c + interval '30 seconds' END, CASE WHEN k
  = 'sent' AND g % 3 = 0 THEN c + interval '2 hours' END, CASE WHEN k = 'sent' AND g % 9 = 0 THEN c + interval
  '3 hours' END, CASE WHEN k = 'failed' THEN c + interval '31 seconds' END, CASE WHEN k = 'sent' AND g % 41 = 0 THEN
  c + interval '1 minute' END, c, c + interval '31 seconds' FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 4
  THEN 'raw' WHEN g <= 13 THEN 'ready' WHEN g <= 17 THEN 'queued' WHEN g <= 22 THEN 'lost' WHEN g % 22 = 0 THEN
  'failed' ELSE 'sent' END AS k, localtimestamp - CASE WHEN g <= 17 THEN g * interval '4 seconds' WHEN g <= 22 THEN
  interval '9 hours' + g * interval '7 minutes' ELSE g * interval '25 minutes' END AS c FROM generate_series(1, 260)
  g) s;
