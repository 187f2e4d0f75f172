CREATE TABLE payments_inbox (
  id           bigserial PRIMARY KEY,
  topic        text NOT NULL,
  partition    int NOT NULL,
  "offset"     bigint NOT NULL,
  key          bytea,
  payload      jsonb NOT NULL,
  received_at  timestamptz NOT NULL DEFAULT now(),
  processed_at timestamptz
);
CREATE UNIQUE INDEX payments_inbox_uniq_tpo ON payments_inbox (topic, partition, "offset");
CREATE TABLE payments_outbox (
  id           bigserial PRIMARY KEY,
  agg_type     text NOT NULL,
  agg_id       uuid NOT NULL,
  topic        text NOT NULL,
  key          bytea,
  headers      jsonb NOT NULL DEFAULT '[]'::jsonb,
  payload      jsonb NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  available_at timestamptz NOT NULL DEFAULT now(),
  published_at timestamptz,
  error        text,
  retries      int NOT NULL DEFAULT 0
);
CREATE INDEX payments_outbox_pub_null ON payments_outbox (published_at) WHERE published_at IS NULL;
CREATE INDEX payments_outbox_available ON payments_outbox (available_at) WHERE published_at IS NULL;
CREATE INDEX payments_outbox_agg ON payments_outbox (agg_type, agg_id);

INSERT INTO payments_inbox (topic, partition, "offset", key, payload, received_at, processed_at)
SELECT 'orders.events', n % 3, 40000 + n / 3, decode(md5('order' || n), 'hex'),
       jsonb_build_object('event', 'order.created', 'version', 1, 'order_id', md5('order' || n)::uuid, 'user_id', md5('user' || n % 12)::uuid,
                          'amount_cents', 1001 + n * 37, 'currency', 'RUB', 'status', 'new', 'created_at', t - interval '2 seconds'),
       t, CASE WHEN n IN (13, 38) OR n = 70 THEN NULL ELSE t + interval '14 milliseconds' END
FROM (SELECT n, CASE WHEN n = 70 THEN now() - interval '1 second' ELSE now() - (71 - n) * interval '9 minutes' END AS t FROM generate_series(1, 70) AS n) AS s
ORDER BY n;

INSERT INTO payments_outbox (agg_type, agg_id, topic, key, payload, created_at, available_at, published_at, error, retries)
SELECT 'payment', md5('payment' || n)::uuid, 'payments.events', decode(md5('order' || n), 'hex'),
       jsonb_build_object('event', 'payment.' || o, 'version', 1, 'payment_id', md5('payment' || n)::uuid, 'order_id', md5('order' || n)::uuid,
                          'user_id', md5('user' || n % 12)::uuid, 'amount_cents', 1001 + n * 37, 'currency', 'RUB', 'status', o, 'processed_at', t)
         || CASE WHEN o = 'failed' THEN '{"reason": "insufficient_funds"}'::jsonb ELSE '{}'::jsonb END,
       t,
       CASE WHEN n IN (20, 33) THEN t + interval '900 milliseconds' WHEN n = 66 THEN now() + interval '40 seconds' WHEN n = 67 THEN now() + interval '2 seconds' ELSE t END,
       CASE WHEN n >= 66 THEN NULL WHEN n IN (20, 33) THEN t + interval '2 seconds' ELSE t + interval '600 milliseconds' END,
       CASE WHEN n IN (66, 67) THEN 'NOT_ENOUGH_REPLICAS: Messages are rejected since there are fewer in-sync replicas than required.' END,
       CASE n WHEN 20 THEN 1 WHEN 33 THEN 1 WHEN 66 THEN 8 WHEN 67 THEN 3 ELSE 0 END
FROM (SELECT n, CASE WHEN (1001 + n * 37) % 5 = 0 THEN 'failed' ELSE 'confirmed' END AS o,
             CASE WHEN n >= 68 THEN now() - interval '400 milliseconds' WHEN n = 67 THEN now() - interval '5 seconds' ELSE now() - (71 - n) * interval '9 minutes' END AS t
      FROM generate_series(1, 70) AS n WHERE n NOT IN (13, 38)) AS s
ORDER BY n;
