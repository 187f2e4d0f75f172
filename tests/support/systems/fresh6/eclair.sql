CREATE TABLE sent (id text PRIMARY KEY, parent_id text NOT NULL, external_id text, payment_hash text NOT NULL,
  payment_preimage text, payment_type text NOT NULL, amount_msat bigint NOT NULL, fees_msat bigint,
  recipient_amount_msat bigint NOT NULL, recipient_node_id text NOT NULL, payment_request text, offer_id text,
  payer_key text, payment_route bytea, failures bytea, created_at timestamptz NOT NULL, completed_at timestamptz);
CREATE INDEX sent_parent_id_idx ON sent (parent_id);
CREATE INDEX sent_payment_hash_idx ON sent (payment_hash);
CREATE INDEX sent_created_idx ON sent (created_at);
INSERT INTO sent (id, parent_id, external_id, payment_hash, payment_preimage, payment_type, amount_msat, fees_msat,
  recipient_amount_msat, recipient_node_id, payment_request, payment_route, failures, created_at, completed_at)
  SELECT md5('id' || g)::uuid::text, md5('pa' || g / 2)::uuid::text, CASE WHEN g % 5 = 0 THEN 'inv-' || g END,
  md5('h' || g / 2) || md5('i' || g / 2), CASE k WHEN 'done' THEN md5('p' || g) || md5('q' || g) END, 'Standard',
  50000 + 1000 * g, CASE k WHEN 'done' THEN 10 + g % 40 END, 90000 + 1000 * g, '02' || md5('n' || g % 20) || md5('m'
  || g % 20), 'lnbc' || md5('r' || g), CASE k WHEN 'done' THEN '\x01'::bytea END, CASE k WHEN 'failed' THEN
  '\x02'::bytea END, c, CASE WHEN k IN ('done', 'failed') THEN c + interval '6 seconds' END FROM (SELECT g, now() AS
  n, CASE WHEN g <= 4 THEN 'new' WHEN g <= 7 THEN 'lost' WHEN g % 6 = 0 THEN 'failed' ELSE 'done' END AS k, now() -
  CASE WHEN g <= 4 THEN g * interval '25 seconds' WHEN g <= 7 THEN interval '9 hours' + g * interval '7 minutes'
  ELSE g * interval '25 minutes' END AS c FROM generate_series(1, 220) g) s;
