CREATE TYPE "state" AS ENUM ('queued', 'consumed', 'rejected', 'done');
CREATE TABLE queue (
  message_id uuid PRIMARY KEY,
  queue_name text NOT NULL DEFAULT 'default',
  "state" "state",
  mtime timestamptz DEFAULT (now() AT TIME ZONE 'UTC'),
  message jsonb,
  "result" jsonb,
  result_ttl timestamptz
);
CREATE INDEX ON queue ("state", mtime);
CREATE FUNCTION pg_temp.msg(mid uuid, q text, actor text, at timestamptz, opts jsonb) RETURNS jsonb LANGUAGE sql AS
$$ SELECT jsonb_build_object('queue_name', q, 'actor_name', actor, 'args', jsonb_build_array(substr(mid::text, 1, 4)), 'kwargs', '{}'::jsonb,
     'options', opts, 'message_id', mid, 'message_timestamp', (extract(epoch FROM at) * 1000)::bigint) $$;
INSERT INTO queue (message_id, queue_name, "state", mtime, message, "result", result_ttl)
SELECT m, q, 'done', t + (i % 20) * interval '150 milliseconds', pg_temp.msg(m, q, a, t, CASE WHEN i % 12 = 0 THEN '{"retries": 1}' ELSE '{}' END::jsonb),
       CASE WHEN a = 'resize_image' THEN jsonb_build_object('width', 640, 'path', '/media/' || i || '.webp') END,
       CASE WHEN a = 'resize_image' THEN t + interval '2 seconds' + interval '10 minutes' END
FROM generate_series(1, 64) i,
     LATERAL (SELECT md5('dq' || i)::uuid AS m, CASE WHEN i % 4 = 0 THEN 'mail' ELSE 'default' END AS q,
                     CASE WHEN i % 4 = 0 THEN 'send_mail' WHEN i % 3 = 0 THEN 'resize_image' ELSE 'sync_account' END AS a,
                     now() - i * interval '2 hours' AS t) x;
INSERT INTO queue (message_id, queue_name, "state", mtime, message)
SELECT m, 'default', 'queued', t, pg_temp.msg(m, 'default', 'sync_account', t, '{}')
FROM generate_series(1, 12) i, LATERAL (SELECT md5('dqq' || i)::uuid AS m, now() - i * interval '600 milliseconds' AS t) x;
-- waiting for another attempt
INSERT INTO queue (message_id, queue_name, "state", mtime, message)
SELECT m, 'default.DQ', 'queued', t, pg_temp.msg(m, 'default.DQ', 'sync_account', t,
       jsonb_build_object('retries', 1 + i % 3, 'traceback', 'Traceback (most recent call last): ... TimeoutError', 'eta', (extract(epoch FROM now() + i * interval '1 minute') * 1000)::bigint))
FROM generate_series(1, 6) i, LATERAL (SELECT md5('dqr' || i)::uuid AS m, now() - i * interval '4 minutes' AS t) x;
INSERT INTO queue (message_id, queue_name, "state", mtime, message)
SELECT m, 'default', 'consumed', t, pg_temp.msg(m, 'default', 'sync_account', t - interval '1 second', '{}')
FROM generate_series(1, 6) i, LATERAL (SELECT md5('dqc' || i)::uuid AS m, now() - CASE WHEN i = 6 THEN interval '3 hours' ELSE i * interval '2 seconds' END AS t) x;
INSERT INTO queue (message_id, queue_name, "state", mtime, message)
SELECT m, 'mail', 'rejected', t, pg_temp.msg(m, 'mail', 'send_mail', t - interval '1 day',
       '{"retries": 20, "traceback": "Traceback (most recent call last): ... SMTPRecipientsRefused"}')
FROM generate_series(1, 8) i, LATERAL (SELECT md5('dqx' || i)::uuid AS m, now() - i * interval '1 day' AS t) x;
