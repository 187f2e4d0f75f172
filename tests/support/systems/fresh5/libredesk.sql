CREATE TYPE message_type AS ENUM ('incoming', 'outgoing', 'activity');
CREATE TYPE message_sender_type AS ENUM ('agent', 'contact');
CREATE TYPE message_status AS ENUM ('received', 'sent', 'failed', 'pending');
CREATE TYPE content_type AS ENUM ('text', 'html');
CREATE TYPE sla_metric AS ENUM ('first_response', 'resolution', 'next_response');
CREATE TYPE sla_notification_type AS ENUM ('warning', 'breach');
CREATE TABLE conversation_messages (id bigserial PRIMARY KEY, created_at timestamptz DEFAULT now(), updated_at
  timestamptz DEFAULT now(), uuid uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE, type message_type NOT NULL, status
  message_status NOT NULL, private boolean NOT NULL DEFAULT false, conversation_id bigint NOT NULL, content_type
  content_type, content text, text_content text, source_id text, sender_id bigint NOT NULL, sender_type
  message_sender_type NOT NULL, meta jsonb DEFAULT '{}');
CREATE TABLE scheduled_sla_notifications (id bigserial PRIMARY KEY, created_at timestamptz DEFAULT now(), updated_at
  timestamptz DEFAULT now(), applied_sla_id bigint NOT NULL, sla_event_id bigint, metric sla_metric NOT NULL,
  notification_type sla_notification_type NOT NULL, recipients text[] NOT NULL, send_at timestamptz NOT NULL,
  processed_at timestamptz);
CREATE INDEX index_scheduled_sla_notifications_on_send_at ON scheduled_sla_notifications (send_at);
INSERT INTO conversation_messages (created_at, updated_at, type, status, conversation_id, content_type, content,
  text_content, source_id, sender_id, sender_type) SELECT c, CASE WHEN k IN ('sent', 'failed') THEN c + interval
  '5 seconds' ELSE c END, (CASE k WHEN 'received' THEN 'incoming' WHEN 'note' THEN 'activity' ELSE 'outgoing'
  END)::message_type, (CASE k WHEN 'note' THEN 'sent' WHEN 'lost' THEN 'pending' ELSE k END)::message_status, 1 + g
  % 40, 'html', '<p>Hi</p>', 'Hi', CASE WHEN k IN ('received', 'sent') THEN md5('s' || g) || '@example.com' END, 1 +
  g % 30, (CASE k WHEN 'received' THEN 'contact' ELSE 'agent' END)::message_sender_type FROM (SELECT g, now() AS n,
  CASE WHEN g <= 2 THEN 'pending' WHEN g <= 5 THEN 'lost' WHEN g % 23 = 0 THEN 'failed' WHEN g % 5 = 0 THEN 'note'
  WHEN g % 2 = 0 THEN 'received' ELSE 'sent' END AS k, now() - CASE WHEN g <= 2 THEN g * interval '25 seconds' WHEN
  g <= 5 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '25 minutes' END AS c FROM
  generate_series(1, 240) g) s;
INSERT INTO scheduled_sla_notifications (created_at, updated_at, applied_sla_id, metric, notification_type,
  recipients, send_at, processed_at) SELECT c, CASE WHEN k = 'done' THEN c + interval '241 minutes' ELSE c END, g,
  'resolution', 'warning', ARRAY['1'], CASE k WHEN 'later' THEN n + g * interval '20 minutes' ELSE c + interval
  '4 hours' END, CASE WHEN k = 'done' THEN c + interval '241 minutes' END FROM (SELECT g, now() AS n, CASE WHEN g <=
  12 THEN 'later' WHEN g <= 15 THEN 'lost' ELSE 'done' END AS k, now() - CASE WHEN g <= 12 THEN g * interval
  '25 seconds' WHEN g <= 15 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '50 minutes' END AS
  c FROM generate_series(1, 130) g) s;
