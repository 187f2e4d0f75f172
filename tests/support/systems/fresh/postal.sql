CREATE TABLE queued_messages (
  id serial PRIMARY KEY, server_id integer, message_id integer, domain varchar(255), locked_by varchar(255), locked_at timestamp(6), retry_after timestamp(0),
  created_at timestamp(6), updated_at timestamp(6), ip_address_id integer, attempts integer DEFAULT 0, route_id integer, manual boolean DEFAULT false, batch_key varchar(255)
);
CREATE INDEX index_queued_messages_on_domain ON queued_messages (domain);
CREATE INDEX index_queued_messages_on_message_id ON queued_messages (message_id);
CREATE INDEX index_queued_messages_on_server_id ON queued_messages (server_id);
CREATE TABLE webhook_requests (
  id serial PRIMARY KEY, server_id integer, webhook_id integer, url varchar(255), event varchar(255), uuid varchar(255), payload text, attempts integer DEFAULT 0,
  retry_after timestamp(6), error text, created_at timestamp(6), locked_by varchar(255), locked_at timestamp(0)
);
CREATE INDEX index_webhook_requests_on_locked_by ON webhook_requests (locked_by);
CREATE INDEX index_webhook_requests_on_uuid ON webhook_requests (uuid);

INSERT INTO queued_messages (server_id, message_id, domain, locked_by, locked_at, retry_after, created_at, updated_at, ip_address_id, attempts, route_id, manual, batch_key)
SELECT 1 + g % 4, 50000 + g, 'example' || g % 9 || '.org', CASE WHEN k IN ('run', 'lost') THEN 'host:mail-1 pid:' || 300 + g || ' ' || left(md5('l' || g), 16) END,
       CASE k WHEN 'run' THEN n - g % 5 * interval '1 second' WHEN 'lost' THEN c + interval '2 minutes' END, CASE WHEN k IN ('retry', 'lost') THEN CASE k WHEN 'retry' THEN n + g * interval '40 seconds' ELSE c + interval '1 minute' END END,
       c, c, CASE WHEN g % 3 = 0 THEN 2 END, CASE k WHEN 'retry' THEN 1 + g % 7 WHEN 'lost' THEN 1 ELSE 0 END, NULL, g % 31 = 0, 'outgoing-example' || g % 9 || '.org'
FROM (SELECT g, now() AT TIME ZONE 'UTC' AS n, CASE WHEN g <= 20 THEN 'new' WHEN g <= 66 THEN 'retry' WHEN g <= 72 THEN 'run' ELSE 'lost' END AS k FROM generate_series(1, 76) g) s,
     LATERAL (SELECT CASE k WHEN 'new' THEN n - g * interval '2 seconds' WHEN 'retry' THEN n - g * interval '13 minutes' WHEN 'run' THEN n - g * interval '1 second' ELSE n - interval '3 hours' - g * interval '1 minute' END AS c) x;
INSERT INTO webhook_requests (server_id, webhook_id, url, event, uuid, payload, attempts, retry_after, error, created_at, locked_by, locked_at)
SELECT 1 + g % 4, 1 + g % 6, 'https://shop' || g % 6 || '.example.com/hooks', (ARRAY['MessageSent', 'MessageDelayed', 'MessageDeliveryFailed', 'MessageLinkClicked'])[1 + g % 4], md5('wr' || g)::uuid::text, '---' || chr(10) || 'message:' || chr(10) || '  id: ' || 50000 + g,
       CASE k WHEN 'retry' THEN 1 + g % 5 WHEN 'lost' THEN g % 2 ELSE 0 END, CASE WHEN k = 'retry' THEN n + g * interval '9 seconds' WHEN k = 'lost' AND g % 2 = 1 THEN c + interval '2 minutes' END,
       CASE WHEN k = 'retry' OR (k = 'lost' AND g % 2 = 1) THEN 'Couldn''t send to URL. Code received was ' || (ARRAY[500, 404, 503, -2])[1 + g % 4] END, c,
       CASE WHEN k IN ('run', 'lost') THEN 'host:mail-1 pid:' || 300 + g || ' ' || left(md5('k' || g), 16) END, CASE k WHEN 'run' THEN n - g % 4 * interval '1 second' WHEN 'lost' THEN c + interval '3 minutes' END
FROM (SELECT g, now() AT TIME ZONE 'UTC' AS n, CASE WHEN g <= 18 THEN 'new' WHEN g <= 55 THEN 'retry' WHEN g <= 60 THEN 'run' ELSE 'lost' END AS k FROM generate_series(1, 64) g) s,
     LATERAL (SELECT CASE k WHEN 'new' THEN n - g * interval '1 second' WHEN 'retry' THEN n - g * interval '70 seconds' WHEN 'run' THEN n - g * interval '1 second' ELSE n - interval '5 hours' - g * interval '1 minute' END AS c) x;
