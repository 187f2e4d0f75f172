CREATE TABLE mq_msgs (
  id uuid PRIMARY KEY,
  created_at timestamptz DEFAULT now(),
  attempt_at timestamptz DEFAULT now(),
  attempts int NOT NULL DEFAULT 5,
  retry_backoff interval NOT NULL DEFAULT '1 second',
  channel_name text NOT NULL,
  channel_args text NOT NULL,
  commit_interval interval,
  after_message_id uuid DEFAULT '00000000-0000-0000-0000-000000000000' REFERENCES mq_msgs (id) ON DELETE SET DEFAULT
);
INSERT INTO mq_msgs (id, channel_name, channel_args, after_message_id) VALUES ('00000000-0000-0000-0000-000000000000', '', '', NULL);
CREATE FUNCTION mq_uuid_exists(id uuid) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$ SELECT id IS NOT NULL AND id <> '00000000-0000-0000-0000-000000000000'::uuid $$;
CREATE INDEX mq_msgs_channel_name_channel_args_attempt_at_idx ON mq_msgs (channel_name, channel_args, attempt_at) WHERE id <> '00000000-0000-0000-0000-000000000000' AND NOT mq_uuid_exists(after_message_id);
CREATE INDEX mq_msgs_channel_name_channel_args_created_at_id_idx ON mq_msgs (channel_name, channel_args, created_at, id) WHERE id <> '00000000-0000-0000-0000-000000000000' AND after_message_id IS NOT NULL;
CREATE UNIQUE INDEX mq_msgs_channel_name_channel_args_after_message_id_idx ON mq_msgs (channel_name, channel_args, after_message_id);
CREATE TABLE mq_payloads (id uuid PRIMARY KEY, name text NOT NULL, payload_json jsonb, payload_bytes bytea);
-- waiting (attempts left = retries + 1)
INSERT INTO mq_msgs (id, created_at, attempt_at, attempts, retry_backoff, channel_name, channel_args, after_message_id)
SELECT md5('w' || g)::uuid, c, CASE WHEN g > 14 THEN now() + g * interval '5 minutes' ELSE c END, 5, interval '1 second', (ARRAY['billing',''])[1 + g % 2], '', NULL FROM (SELECT g, now() - g * interval '0.2 seconds' AS c FROM generate_series(1, 22) g) x;
-- an ordered channel: each one waits for the one before
INSERT INTO mq_msgs (id, created_at, attempt_at, attempts, channel_name, channel_args, after_message_id)
SELECT md5('o' || g)::uuid, now() - (5 - g) * interval '1 second', now() - (5 - g) * interval '1 second', 5, 'ledger', 'acct-1', CASE g WHEN 1 THEN '00000000-0000-0000-0000-000000000000'::uuid ELSE md5('o' || g - 1)::uuid END FROM generate_series(1, 4) g;
-- polled: attempt_at in the future until it is run again, kept alive by the worker; the backoff has doubled
INSERT INTO mq_msgs (id, created_at, attempt_at, attempts, retry_backoff, channel_name, channel_args, after_message_id)
SELECT md5('r' || g)::uuid, now() - g * interval '3 seconds', now() + g * interval '1.7 seconds', 5 - 1 - g % 3, interval '1 second' * power(2, 1 + g % 3), 'billing', '', NULL FROM generate_series(1, 8) g;
-- no attempt left: on its last run or given up
INSERT INTO mq_msgs (id, created_at, attempt_at, attempts, retry_backoff, channel_name, channel_args, after_message_id)
SELECT md5('d' || g)::uuid, now() - g * interval '7 hours', NULL, 0, interval '32 seconds', 'billing', '', NULL FROM generate_series(1, 5) g;
INSERT INTO mq_payloads (id, name, payload_json) SELECT id, (ARRAY['charge_card','send_mail'])[1 + get_byte(decode(substr(id::text, 1, 2), 'hex'), 0) % 2], jsonb_build_object('order_id', row_number() OVER (ORDER BY id)) FROM mq_msgs WHERE mq_uuid_exists(id);
