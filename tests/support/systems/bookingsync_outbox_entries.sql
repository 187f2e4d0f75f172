CREATE TABLE outbox_entries (
  id bigserial PRIMARY KEY,
  resource_class character varying,
  resource_id character varying,
  event_name character varying NOT NULL,
  context character varying NOT NULL,
  processed_at timestamp(6) without time zone,
  arguments text NOT NULL DEFAULT '{}',
  changeset text NOT NULL DEFAULT '{}',
  causality_key character varying,
  failed_at timestamp(6) without time zone,
  retry_at timestamp(6) without time zone,
  error_class character varying,
  error_message character varying,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamp(6) without time zone NOT NULL,
  updated_at timestamp(6) without time zone NOT NULL
);
CREATE INDEX idx_outbox_enc_entries_on_resource_class_and_event ON outbox_entries (resource_class, event_name);
CREATE INDEX idx_outbox_enc_entries_on_resource_class_and_resource_id ON outbox_entries (resource_class, resource_id);
CREATE INDEX idx_outbox_enc_entries_on_topic ON outbox_entries (context);
CREATE INDEX idx_outbox_enc_entries_on_created_at ON outbox_entries (created_at);
CREATE INDEX idx_outbox_enc_entries_on_created_at_not_processed ON outbox_entries (created_at) WHERE processed_at IS NULL;
CREATE INDEX idx_outbox_enc_entries_on_c_key_crtd_at_n_proc ON outbox_entries (causality_key, created_at) WHERE processed_at IS NULL;
CREATE INDEX idx_outbox_enc_entries_on_resource_class_and_created_at ON outbox_entries (resource_class, created_at);
CREATE INDEX idx_outbox_enc_entries_on_resource_class_and_processed_at ON outbox_entries (resource_class, processed_at);

-- k: P processed, Q processed after failures (attempts stays, the error is cleared), F failed and tried again later, W waiting
INSERT INTO outbox_entries (resource_class, resource_id, event_name, context, processed_at, changeset, causality_key, failed_at, retry_at, error_class, error_message, attempts, created_at, updated_at)
SELECT cls, (5000 + n * 7 % 400)::text, lower(cls) || '_' || (ARRAY['created', 'updated', 'updated', 'destroyed'])[1 + n % 4], 'active_record',
       CASE k WHEN 'P' THEN t + (300 + n * 17 % 700) * interval '1 ms' WHEN 'Q' THEN t + interval '10.6 s' END,
       json_build_object('updated_at', json_build_array(to_char(t - interval '1 day', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), to_char(t, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), 'price', json_build_array((80 + n)::text, (85 + n)::text))::text,
       CASE WHEN n % 3 <> 0 THEN 'account-' || n % 12 END,
       CASE k WHEN 'F' THEN now() AT TIME ZONE 'UTC' - n % 4 * interval '25 s' - interval '4 s' END,
       CASE k WHEN 'F' THEN now() AT TIME ZONE 'UTC' - n % 4 * interval '25 s' - interval '4 s' + 5 * 2 ^ a * interval '1 s' END,
       CASE WHEN k = 'F' THEN CASE WHEN n % 2 = 0 THEN 'Kafka::DeliveryFailed' ELSE 'ActiveRecord::RecordNotFound' END END,
       CASE WHEN k = 'F' THEN CASE WHEN n % 2 = 0 THEN 'Failed to assign partitions to 1 messages' ELSE 'Couldn''t find ' || cls || ' with ''id''=' || 5000 + n * 7 % 400 END END,
       a, t, CASE k WHEN 'F' THEN now() AT TIME ZONE 'UTC' - n % 4 * interval '25 s' - interval '4 s' WHEN 'Q' THEN t + interval '700 ms' ELSE t END
FROM (SELECT n, k, CASE k WHEN 'Q' THEN 1 WHEN 'F' THEN 1 + n % 7 ELSE 0 END AS a, (ARRAY['Rental', 'Booking', 'Rate', 'Client'])[1 + n % 4] AS cls,
             (now() AT TIME ZONE 'UTC') - CASE k WHEN 'W' THEN (120 - n) * interval '45 ms' WHEN 'F' THEN interval '12 min' + n * interval '1 s' ELSE (120 - n) * interval '9 min' + interval '20 min' END AS t
      FROM (SELECT n, CASE WHEN n > 110 THEN 'W' WHEN n > 100 THEN 'F' WHEN n % 16 = 0 THEN 'Q' ELSE 'P' END AS k FROM generate_series(1, 118) n) a) b ORDER BY n;
-- failing for days
UPDATE outbox_entries SET created_at = created_at - interval '3 days', attempts = 15, retry_at = failed_at + 5 * 2 ^ 15 * interval '1 s' WHERE id IN (103, 104);
