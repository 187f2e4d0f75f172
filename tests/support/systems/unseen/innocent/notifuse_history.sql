CREATE TABLE message_history (
  id varchar(255) NOT NULL PRIMARY KEY,
  contact_email varchar(255) NOT NULL,
  external_id varchar(255),
  broadcast_id varchar(255),
  automation_id varchar(36),
  transactional_notification_id varchar(32),
  list_id varchar(32),
  template_id varchar(32) NOT NULL,
  template_version integer NOT NULL,
  channel varchar(20) NOT NULL,
  status_info varchar(255),
  message_data jsonb NOT NULL,
  channel_options jsonb,
  attachments jsonb,
  sent_at timestamptz NOT NULL,
  delivered_at timestamptz,
  failed_at timestamptz,
  opened_at timestamptz,
  clicked_at timestamptz,
  bounced_at timestamptz,
  complained_at timestamptz,
  unsubscribed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX idx_message_history_contact_email ON message_history (contact_email);
CREATE INDEX idx_message_history_broadcast_id ON message_history (broadcast_id) WHERE broadcast_id IS NOT NULL;
CREATE INDEX idx_message_history_created_at_id ON message_history (created_at DESC, id DESC);
INSERT INTO message_history (id, contact_email, broadcast_id, list_id, template_id, template_version, channel, status_info, message_data, sent_at, delivered_at, failed_at, opened_at, clicked_at, bounced_at, created_at, updated_at)
SELECT 'ws1_' || md5('mh' || g)::uuid, 'reader' || g % 60 || '@example.net', md5('b' || g % 4)::uuid::text, 'news', 'spring-news', 2, 'email', CASE WHEN g % 20 = 0 THEN '550 5.1.1 user unknown' END, '{"data": {"first_name": "Ana"}}', t, CASE WHEN g % 20 > 0 AND g > 6 THEN t + interval '3 seconds' END, CASE WHEN g % 33 = 0 THEN t + interval '1 second' END, CASE WHEN g % 3 = 0 THEN t + interval '2 hours' END, CASE WHEN g % 12 = 0 THEN t + interval '3 hours' END, CASE WHEN g % 20 = 0 THEN t + interval '9 seconds' END, t, t + interval '9 seconds'
FROM (SELECT g, now() - g * interval '8 minutes' AS t FROM generate_series(1, 140) g) s;
