CREATE TABLE blobs (created_epoch_milli bigint, start_block_number bigint, end_block_number bigint, blob_hash
  varchar(256), status smallint, start_block_timestamp bigint, end_block_timestamp bigint, batches_count integer,
  expected_shnarf varchar(256), blob_compression_proof jsonb, PRIMARY KEY (start_block_number, end_block_number));
CREATE TABLE forced_transactions (created_epoch_milli bigint NOT NULL, updated_epoch_milli bigint NOT NULL,
  ftx_number bigint PRIMARY KEY, inclusion_result smallint NOT NULL, simulated_execution_block_number bigint NOT
  NULL, simulated_execution_block_timestamp bigint NOT NULL, ftx_block_number_deadline bigint NOT NULL,
  ftx_rolling_hash bytea NOT NULL, ftx_rlp bytea NOT NULL, proof_status smallint NOT NULL);
CREATE INDEX idx_forced_transactions_proof_status ON forced_transactions (proof_status);
INSERT INTO blobs SELECT (extract(epoch FROM c) * 1000)::bigint, 900000 - g * 30, 900029 - g * 30, '0x' || md5('bl'
  || g), CASE WHEN k = 'ok' THEN 1 ELSE 2 END, (extract(epoch FROM c - interval '1 hour') * 1000)::bigint,
  (extract(epoch FROM c - interval '30 minutes') * 1000)::bigint, 3, '0x' || md5('sh' || g), CASE WHEN k = 'ok' THEN
  '{"proof": "0x"}'::jsonb END FROM (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'new' WHEN g <= 7 THEN 'lost' ELSE
  'ok' END AS k, now() - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 7 THEN interval '9 hours' + g *
  interval '7 minutes' ELSE g * interval '25 minutes' END AS c FROM generate_series(1, 160) g) s;
INSERT INTO forced_transactions SELECT (extract(epoch FROM c) * 1000)::bigint, (extract(epoch FROM c + interval
  '2 minutes') * 1000)::bigint, 1000 - g, CASE WHEN g % 6 = 0 THEN 2 ELSE 1 END, 900000 - g, (extract(epoch FROM c)
  * 1000)::bigint, 900500 - g, '\x01', '\x02', CASE k WHEN 'new' THEN 1 WHEN 'asked' THEN 2 WHEN 'lost' THEN 2 ELSE
  3 END FROM (SELECT g, now() AS n, CASE WHEN g <= 1 THEN 'new' WHEN g <= 3 THEN 'asked' WHEN g <= 5 THEN 'lost'
  ELSE 'ok' END AS k, now() - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 5 THEN interval '9 hours' +
  g * interval '7 minutes' ELSE g * interval '4 hours' END AS c FROM generate_series(1, 70) g) s;
