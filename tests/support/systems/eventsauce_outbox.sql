-- EventSauce message outbox, PostgreSQL layout of the Doctrine repository.
CREATE TABLE outbox_messages (
  id bigserial NOT NULL PRIMARY KEY,
  consumed bool NOT NULL DEFAULT false,
  payload json NOT NULL
);
CREATE INDEX is_consumed ON outbox_messages (consumed, id ASC);

INSERT INTO outbox_messages (payload)
SELECT json_build_object(
  'headers', json_build_object(
    '__event_id', md5('e' || g)::uuid,
    '__event_type', (ARRAY['acme.billing.invoice_was_issued','acme.billing.invoice_was_paid','acme.billing.reminder_was_sent'])[1 + g % 3],
    '__aggregate_root_id', md5('inv' || (g / 3))::uuid,
    '__aggregate_root_id_type', 'acme.billing.invoice_id',
    '__aggregate_root_type', 'acme.billing.invoice',
    '__aggregate_root_version', 1 + g % 3,
    '__time_of_recording', to_char((now() AT TIME ZONE 'UTC') - make_interval(secs => (78 - g) * 51), 'YYYY-MM-DD HH24:MI:SS.US') || '+0000',
    '__time_of_recording_format', 'Y-m-d H:i:s.uO'),
  'payload', CASE g % 3
    WHEN 0 THEN json_build_object('number', 'F-2026-' || (1000 + g / 3), 'total', 4900 + g * 10, 'currency', 'EUR')
    WHEN 1 THEN json_build_object('paidAt', to_char(now(), 'YYYY-MM-DD'), 'method', 'sepa')
    ELSE json_build_object('level', 1, 'channel', 'mail') END)
FROM generate_series(1, 78) g;
-- relayed in order; the last sixteen are waiting
UPDATE outbox_messages SET consumed = true WHERE id IN (SELECT id FROM outbox_messages ORDER BY id LIMIT 62);
-- the oldest consumed ones were cleaned up
DELETE FROM outbox_messages WHERE id <= 12;
