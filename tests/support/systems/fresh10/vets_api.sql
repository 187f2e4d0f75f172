CREATE TABLE async_transactions (id serial PRIMARY KEY, type varchar, user_uuid varchar, source_id varchar,
  source varchar, status varchar, transaction_id varchar, transaction_status varchar, created_at timestamp
  NOT NULL, updated_at timestamp NOT NULL, metadata_ciphertext text, needs_kms_rotation boolean NOT NULL
  DEFAULT false);
CREATE UNIQUE INDEX index_async_transactions_txn ON async_transactions (transaction_id, source);
CREATE INDEX index_async_transactions_user ON async_transactions (user_uuid);
INSERT INTO async_transactions (type, user_uuid, source_id, source, status, transaction_id,
  transaction_status, created_at, updated_at, metadata_ciphertext) SELECT
  (ARRAY['AsyncTransaction::VAProfile::EmailTransaction',
  'AsyncTransaction::VAProfile::AddressTransaction'])[1 + g % 2], md5('vu' || g % 120), (120000 - g)::text,
  'va_profile', CASE k WHEN 'work' THEN 'requested' WHEN 'lost' THEN 'requested' ELSE 'completed' END,
  md5('vt' || g)::uuid::text, CASE k WHEN 'work' THEN 'RECEIVED' WHEN 'lost' THEN 'RECEIVED' WHEN 'bad' THEN
  'REJECTED' WHEN 'nochg' THEN 'COMPLETED_NO_CHANGES_DETECTED' ELSE 'COMPLETED_SUCCESS' END, c::timestamp,
  (c + CASE k WHEN 'work' THEN interval '0' WHEN 'lost' THEN interval '0' ELSE ((2 + g * 37 % 89) * interval
  '1 second') END)::timestamp, encode(decode(md5('m' || g), 'hex'), 'base64') FROM (SELECT g, now() AS n,
  CASE WHEN g <= 3 THEN 'work' WHEN g <= 7 THEN 'lost' WHEN g % 31 = 10 THEN 'bad' WHEN g % 43 = 14 THEN
  'nochg' ELSE 'done' END AS k, now() - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 7 THEN
  interval '9 hours' + g * interval '7 minutes' ELSE g * interval '7 minutes' END AS c FROM
  generate_series(1, 380) g) s ORDER BY s.c;
