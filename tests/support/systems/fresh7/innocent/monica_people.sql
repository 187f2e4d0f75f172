CREATE TABLE user_notification_sent (id bigserial PRIMARY KEY, user_notification_channel_id bigint NOT NULL,
  sent_at timestamp(0) NOT NULL, subject_line varchar(255) NOT NULL, payload text, created_at timestamp(0),
  updated_at timestamp(0));
CREATE TABLE addressbook_subscriptions (id uuid PRIMARY KEY, user_id uuid NOT NULL, vault_id uuid NOT NULL,
  uri varchar(2096) NOT NULL, username varchar(1024) NOT NULL, password varchar(2048) NOT NULL, active boolean
  NOT NULL DEFAULT true, sync_way smallint NOT NULL DEFAULT 3, capabilities varchar(2048) NOT NULL,
  distant_sync_token varchar(512), last_batch varchar(255), frequency smallint NOT NULL DEFAULT 180,
  last_synchronized_at timestamp(0), created_at timestamp(0), updated_at timestamp(0));
INSERT INTO user_notification_sent (user_notification_channel_id, sent_at, subject_line, payload, created_at,
  updated_at) SELECT 1 + g % 20, localtimestamp - g * interval '9 hours', 'Birthday of ' || g, NULL,
  localtimestamp - g * interval '9 hours', localtimestamp - g * interval '9 hours' FROM generate_series(1,
  150) g;
INSERT INTO addressbook_subscriptions SELECT md5('ab' || g)::uuid, md5('us' || g)::uuid, md5('va' || g)::uuid,
  'https://dav.example/' || g, 'u' || g, 'secret', g % 8 > 0, 3, '[]', md5('to' || g), NULL, 180,
  localtimestamp - g * interval '20 minutes', localtimestamp - interval '90 days', localtimestamp - g *
  interval '20 minutes' FROM generate_series(1, 30) g;
