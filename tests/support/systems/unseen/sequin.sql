CREATE TYPE consumer_event_state AS ENUM ('available', 'delivered');
CREATE TABLE consumer_events (
  consumer_id uuid NOT NULL,
  id serial NOT NULL,
  commit_lsn bigint NOT NULL,
  record_pks text[] NOT NULL,
  table_oid bigint NOT NULL,
  data jsonb NOT NULL,
  ack_id uuid NOT NULL DEFAULT gen_random_uuid(),
  not_visible_until timestamp(6),
  deliver_count integer NOT NULL DEFAULT 0,
  last_delivered_at timestamp(6),
  inserted_at timestamp(6) NOT NULL,
  updated_at timestamp(6) NOT NULL,
  replication_message_trace_id uuid NOT NULL,
  state consumer_event_state NOT NULL DEFAULT 'available',
  group_id varchar(255),
  commit_idx integer NOT NULL,
  PRIMARY KEY (consumer_id, id)
) PARTITION BY LIST (consumer_id);
CREATE UNIQUE INDEX consumer_events_consumer_id_ack_id_index ON consumer_events (consumer_id, ack_id);
CREATE INDEX consumer_events_consumer_id_record_pks_table_oid_index ON consumer_events (consumer_id, record_pks, table_oid);
CREATE INDEX consumer_events_consumer_id_not_visible_until_index ON consumer_events (consumer_id, not_visible_until);
CREATE INDEX consumer_events_consumer_id_commit_lsn_commit_idx_index ON consumer_events (consumer_id, commit_lsn, commit_idx);
CREATE TABLE consumer_events_orders PARTITION OF consumer_events FOR VALUES IN ('5f0f3c52-2f5e-4b3a-9d0e-6a4b6a1d7c01');
CREATE TABLE consumer_events_users PARTITION OF consumer_events FOR VALUES IN ('5f0f3c52-2f5e-4b3a-9d0e-6a4b6a1d7c02');
INSERT INTO consumer_events (consumer_id, id, commit_lsn, record_pks, table_oid, data, ack_id, not_visible_until, deliver_count, last_delivered_at, inserted_at, updated_at, replication_message_trace_id, state, group_id, commit_idx)
SELECT (ARRAY['5f0f3c52-2f5e-4b3a-9d0e-6a4b6a1d7c01', '5f0f3c52-2f5e-4b3a-9d0e-6a4b6a1d7c02'])[1 + g % 2]::uuid, g, 88112000 + g / 3, ARRAY[(300 + g)::text], 16412 + g % 2, jsonb_build_object('action', (ARRAY['insert', 'update'])[1 + g % 2], 'record', jsonb_build_object('id', 300 + g)), md5('ack' || g)::uuid,
       CASE WHEN k = 'wait' THEN n + (g - 40) * interval '8 seconds' WHEN k = 'run' THEN n + interval '12 seconds' + g % 10 * interval '1 second' WHEN k = 'lost' THEN n - interval '50 minutes' END, CASE k WHEN 'wait' THEN 1 + g % 7 WHEN 'run' THEN 1 + g % 3 WHEN 'lost' THEN 2 ELSE 0 END, CASE WHEN k = 'wait' THEN n - (g % 30) * interval '2 seconds' WHEN k = 'run' THEN n - interval '15 seconds' WHEN k = 'lost' THEN n - interval '51 minutes' END,
       n - CASE WHEN k = 'new' THEN g % 10 * interval '300 milliseconds' ELSE interval '1 hour' + g * interval '1 second' END, n - CASE WHEN k = 'new' THEN g % 10 * interval '300 milliseconds' WHEN k = 'lost' THEN interval '51 minutes' ELSE interval '15 seconds' END, md5('tr' || g)::uuid, CASE WHEN k IN ('run', 'lost') THEN 'delivered' ELSE 'available' END::consumer_event_state, (300 + g)::text, g % 3
FROM (SELECT g, now() AT TIME ZONE 'UTC' AS n, CASE WHEN g <= 30 THEN 'new' WHEN g <= 60 THEN 'wait' WHEN g <= 72 THEN 'run' ELSE 'lost' END AS k FROM generate_series(1, 75) g) s;
