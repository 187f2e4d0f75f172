CREATE TABLE saga_state (operation_id text PRIMARY KEY, operation_kind text NOT NULL, state text NOT NULL, quote_id text, created_at bigint NOT NULL, updated_at bigint NOT NULL, finalization_data text);
CREATE INDEX idx_saga_state_operation_kind ON saga_state (operation_kind);
CREATE INDEX idx_saga_state_quote_id ON saga_state (quote_id);
INSERT INTO saga_state (operation_id, operation_kind, state, quote_id, created_at, updated_at, finalization_data)
SELECT md5('sg' || g)::uuid::text, CASE WHEN m THEN 'melt' ELSE 'swap' END, st, CASE WHEN m THEN md5('qt' || g)::uuid::text END, c, CASE WHEN st = 'setup_complete' THEN c ELSE c + 1 + g % 6 END, CASE WHEN st = 'finalizing' THEN '{"total_spent":' || 100 + g || ',"payment_lookup_id":"' || md5('pl' || g) || '"}' END
FROM (SELECT g, g % 3 <> 0 AS m, CASE WHEN g % 3 = 0 THEN CASE WHEN g % 2 = 0 THEN 'signed' ELSE 'setup_complete' END WHEN g % 7 = 0 THEN 'finalizing' WHEN g % 5 < 2 THEN 'setup_complete' ELSE 'payment_attempted' END AS st, extract(epoch FROM now())::bigint - CASE WHEN g > 46 THEN 50000 + g * 900 ELSE g * 2 END AS c FROM generate_series(1, 56) g) s;
