CREATE TABLE notification_history (user_id bigint NOT NULL, template_id text NOT NULL, sent_time bigint NOT NULL,
  notification_group text NOT NULL);
CREATE TABLE push_tokens (user_id bigint NOT NULL, fcm_token text PRIMARY KEY, apns_token text, created_at bigint
  NOT NULL, updated_at bigint NOT NULL, last_notified_at bigint NOT NULL);
CREATE TABLE storage_bonus (bonus_id text PRIMARY KEY, type text NOT NULL CHECK (type IN ('REFERRAL', 'SIGN_UP',
  'ANNIVERSARY')), user_id bigint NOT NULL, storage bigint NOT NULL, valid_till bigint NOT NULL DEFAULT 0,
  revoke_reason text, is_revoked boolean NOT NULL DEFAULT false, created_at bigint NOT NULL, updated_at bigint NOT
  NULL);
CREATE TABLE task_lock (task_name text PRIMARY KEY, lock_until bigint NOT NULL, locked_at bigint NOT NULL, locked_by
  text NOT NULL);
INSERT INTO notification_history SELECT g, 'storage_limit_exceeded', (extract(epoch FROM c) * 1000000)::bigint, 'g'
  FROM (SELECT g, now() - g * interval '9 hours' AS c FROM generate_series(1, 110) g) s;
INSERT INTO push_tokens SELECT g, md5('fc' || g), CASE WHEN g % 2 = 0 THEN md5('ap' || g) END, (extract(epoch FROM
  c) * 1000000)::bigint, (extract(epoch FROM c + interval '1 day') * 1000000)::bigint, (extract(epoch FROM now() - g
  * interval '1 minute') * 1000000)::bigint FROM (SELECT g, now() - g * interval '2 days' AS c FROM
  generate_series(1, 100) g) s;
INSERT INTO storage_bonus SELECT 'REFERRAL-' || g, 'REFERRAL', g, 10737418240, 0, CASE WHEN g % 15 = 0 THEN 'abuse'
  END, g % 15 = 0, (extract(epoch FROM c) * 1000000)::bigint, (extract(epoch FROM c) * 1000000)::bigint FROM (SELECT
  g, now() - g * interval '2 days' AS c FROM generate_series(1, 80) g) s;
INSERT INTO task_lock SELECT 'task' || g, (extract(epoch FROM now() + interval '1 hour') * 1000000)::bigint,
  (extract(epoch FROM now()) * 1000000)::bigint, 'host1' FROM generate_series(1, 3) g;
