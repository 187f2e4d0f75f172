CREATE TABLE event_logs (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL,
  created_at timestamp(6) NOT NULL,
  created_date date,
  environment_id uuid,
  event_type_id uuid NOT NULL,
  idempotency_key varchar,
  metadata jsonb,
  request_log_id uuid,
  resource_id uuid NOT NULL,
  resource_type varchar NOT NULL,
  updated_at timestamp(6) NOT NULL,
  whodunnit_id uuid,
  whodunnit_type varchar
);
CREATE INDEX index_event_logs_on_account_id_and_created_at ON event_logs (account_id, created_at DESC);
CREATE UNIQUE INDEX index_event_logs_on_idempotency_key ON event_logs (idempotency_key);
CREATE INDEX index_event_logs_on_event_type_id ON event_logs (event_type_id);
CREATE INDEX index_event_logs_on_request_log_id ON event_logs (request_log_id);
INSERT INTO event_logs (id, account_id, created_at, created_date, event_type_id, idempotency_key, metadata, request_log_id, resource_id, resource_type, updated_at, whodunnit_id, whodunnit_type)
SELECT md5('el' || g)::uuid, md5('acc' || g % 3)::uuid, t, t::date, md5('et' || g % 9)::uuid, encode(sha256(convert_to('ek' || g, 'UTF8')), 'hex'), CASE WHEN g % 4 = 0 THEN jsonb_build_object('code', 'VALID') END, md5('rl' || g / 2)::uuid, md5('lic' || g % 40)::uuid, (ARRAY['License', 'Machine', 'User'])[1 + g % 3], t, md5('u' || g % 8)::uuid, 'User'
FROM (SELECT g, (now() AT TIME ZONE 'UTC') - g * interval '7 minutes' AS t FROM generate_series(1, 140) g) s;
