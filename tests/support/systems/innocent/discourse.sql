CREATE TABLE email_logs (
  id serial PRIMARY KEY,
  to_address varchar NOT NULL,
  email_type varchar NOT NULL,
  user_id integer,
  created_at timestamp without time zone NOT NULL,
  updated_at timestamp without time zone NOT NULL,
  reply_key varchar(32),
  post_id integer,
  topic_id integer,
  skipped boolean DEFAULT false,
  skipped_reason varchar
);
CREATE INDEX index_email_logs_on_created_at ON email_logs (created_at DESC);
CREATE INDEX index_email_logs_on_reply_key ON email_logs (reply_key);
CREATE INDEX index_email_logs_on_skipped_and_created_at ON email_logs (skipped, created_at);
CREATE INDEX index_email_logs_on_user_id_and_created_at ON email_logs (user_id, created_at DESC);
INSERT INTO email_logs (to_address, email_type, user_id, created_at, updated_at, reply_key, post_id, topic_id, skipped, skipped_reason)
SELECT 'member'||(i%19)||'@example.net', t, i%19+1, c, c, CASE WHEN t IN ('user_replied','user_mentioned') AND i%7<>0 THEN md5('rk'||i) END, CASE WHEN t<>'digest' THEN 3000+i END, CASE WHEN t<>'digest' THEN 410+i%30 END, i%7=0, CASE WHEN i%7=0 THEN (ARRAY['User was seen recently','Post deleted by author','User has exceeded the email limit'])[1+i%3] END
FROM generate_series(1,56) i CROSS JOIN LATERAL (SELECT (ARRAY['user_replied','digest','user_mentioned','user_private_message','user_replied'])[1+i%5] t, (now() AT TIME ZONE 'utc')-i*interval '37 minutes' c) s;
