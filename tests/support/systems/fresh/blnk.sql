CREATE TABLE lineage_outbox (
  id bigserial PRIMARY KEY, transaction_id text NOT NULL, source_balance_id text, destination_balance_id text, provider text, lineage_type text NOT NULL, payload jsonb NOT NULL, status text NOT NULL DEFAULT 'pending', attempts int NOT NULL DEFAULT 0, max_attempts int NOT NULL DEFAULT 5, last_error text,
  created_at timestamp NOT NULL DEFAULT now(), processed_at timestamp, locked_until timestamp, inflight boolean NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX lineage_outbox_transaction_id_uidx ON lineage_outbox (transaction_id);
CREATE INDEX idx_lineage_outbox_pending ON lineage_outbox (status, created_at) WHERE status = 'pending';
INSERT INTO lineage_outbox (transaction_id, source_balance_id, destination_balance_id, provider, lineage_type, payload, status, attempts, last_error, created_at, processed_at, locked_until, inflight)
SELECT 'txn_' || md5('bt' || g)::uuid, 'bln_' || md5('b' || g % 9)::uuid, 'bln_' || md5('c' || g % 9)::uuid, CASE WHEN g % 2 = 0 THEN 'stripe' END, (ARRAY['credit', 'debit', 'both'])[1 + g % 3], jsonb_build_object('amount', 10 * g, 'currency', 'USD'),
       CASE k WHEN 'done' THEN 'completed' WHEN 'fail' THEN 'failed' WHEN 'run' THEN 'processing' WHEN 'lost' THEN 'processing' ELSE 'pending' END, CASE k WHEN 'retry' THEN 1 + g % 4 WHEN 'fail' THEN 5 ELSE 0 END, CASE WHEN k IN ('retry', 'fail') THEN 'failed to get balance: context deadline exceeded' END,
       c, CASE WHEN k = 'done' THEN c + interval '3 seconds' END, CASE k WHEN 'run' THEN n + interval '4 minutes' WHEN 'lost' THEN c + interval '5 minutes' END, g % 10 = 0
FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 8 THEN 'new' WHEN g <= 14 THEN 'retry' WHEN g <= 19 THEN 'run' WHEN g <= 23 THEN 'lost' WHEN g % 21 = 0 THEN 'fail' ELSE 'done' END AS k FROM generate_series(1, 130) g) s,
     LATERAL (SELECT CASE WHEN k IN ('new', 'run', 'retry') THEN n - g * interval '2 seconds' WHEN k = 'lost' THEN n - interval '3 hours' ELSE n - g * interval '20 minutes' END AS c) x;
