CREATE TABLE messages (
  id serial PRIMARY KEY,
  content text,
  account_id integer NOT NULL,
  inbox_id integer NOT NULL,
  conversation_id integer NOT NULL,
  message_type integer NOT NULL,
  created_at timestamp NOT NULL,
  updated_at timestamp NOT NULL,
  private boolean DEFAULT false NOT NULL,
  status integer DEFAULT 0,
  source_id text,
  content_type integer DEFAULT 0 NOT NULL,
  content_attributes json DEFAULT '{}',
  sender_type varchar,
  sender_id bigint,
  external_source_ids jsonb DEFAULT '{}',
  additional_attributes jsonb DEFAULT '{}',
  processed_message_content text,
  sentiment jsonb DEFAULT '{}'
);
CREATE INDEX index_messages_on_account_id ON messages (account_id);
CREATE INDEX index_messages_on_inbox_id ON messages (inbox_id);
CREATE INDEX index_messages_on_conversation_id ON messages (conversation_id);
CREATE INDEX index_messages_on_source_id ON messages (source_id);
CREATE INDEX index_messages_on_sender_type_and_sender_id ON messages (sender_type, sender_id);
CREATE TABLE webhooks (
  id bigserial PRIMARY KEY,
  account_id integer,
  inbox_id integer,
  url text,
  created_at timestamp NOT NULL,
  updated_at timestamp NOT NULL,
  webhook_type integer DEFAULT 0,
  subscriptions jsonb DEFAULT '["conversation_status_changed", "conversation_updated", "conversation_created", "contact_created", "contact_updated", "message_created", "message_updated", "webwidget_triggered"]',
  name varchar
);
CREATE UNIQUE INDEX index_webhooks_on_account_id_and_url ON webhooks (account_id, url);
INSERT INTO messages (content, account_id, inbox_id, conversation_id, message_type, created_at, updated_at, private, status, source_id, content_type, content_attributes, sender_type, sender_id, processed_message_content)
SELECT m, 1+i%2, 3+i%3, 100+i/4, mt, c, CASE WHEN st>0 THEN c+interval '6 seconds' ELSE c END, mt=1 AND i%10=1, st, CASE WHEN mt<2 AND i%10<>1 THEN 'wamid.HBgL'||upper(substr(md5('w'||i),1,28)) END, 0,
 CASE WHEN st=3 THEN '{"external_error":"131047: Re-engagement message"}'::json ELSE '{}' END, CASE mt WHEN 0 THEN 'Contact' WHEN 1 THEN 'User' END, CASE mt WHEN 0 THEN 500+i/4 WHEN 1 THEN 4 END, m
FROM generate_series(1,60) i CROSS JOIN LATERAL (SELECT (ARRAY[0,1,0,1,2])[1+i%5] mt, (ARRAY[0,1,2,0,2,3,0,0])[1+i%8] x, (now() AT TIME ZONE 'utc')-(61-i)*interval '13 minutes' c) s
CROSS JOIN LATERAL (SELECT CASE WHEN mt=1 THEN x ELSE 0 END st, (ARRAY['Hi, where is my parcel?','Hello! Let me check that for you.','Order number is 48213','It left our warehouse this morning.','Conversation was marked resolved by Anna'])[1+i%5] m) q;
INSERT INTO webhooks (account_id, inbox_id, url, created_at, updated_at, webhook_type, subscriptions, name)
SELECT 1+i%3, CASE WHEN i%6=0 THEN 3 END, 'https://hooks'||i||'.example.com/chatwoot', c, c+ (i%4)*interval '1 day', CASE WHEN i%6=0 THEN 1 ELSE 0 END, CASE WHEN i%2=0 THEN '["message_created","conversation_created"]'::jsonb ELSE '["conversation_status_changed","contact_created"]' END, CASE WHEN i%3=0 THEN 'CRM sync '||i END
FROM generate_series(1,24) i CROSS JOIN LATERAL (SELECT (now() AT TIME ZONE 'utc')-i*interval '8 days' c) s;
