CREATE TABLE outboxevent (
  id uuid NOT NULL PRIMARY KEY,
  aggregatetype varchar(255) NOT NULL,
  aggregateid varchar(255) NOT NULL,
  type varchar(255) NOT NULL,
  payload jsonb,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX outboxevent_created_at_idx ON outboxevent (created_at);

INSERT INTO outboxevent (id, aggregatetype, aggregateid, type, payload, created_at)
SELECT gen_random_uuid(), CASE WHEN g % 4 = 0 THEN 'Customer' ELSE 'Order' END, CASE WHEN g % 4 = 0 THEN 'c-' || (g % 8) ELSE (2000 + g / 3)::text END,
       CASE g % 4 WHEN 0 THEN 'CustomerUpdated' WHEN 1 THEN 'OrderCreated' WHEN 2 THEN 'OrderLineUpdated' ELSE 'OrderPaid' END,
       CASE g % 4 WHEN 0 THEN jsonb_build_object('customerId', g % 8, 'email', 'c' || g || '@example.org')
                  WHEN 3 THEN jsonb_build_object('orderId', 2000 + g / 3, 'amount', 99.5 + g, 'currency', 'EUR')
                  ELSE jsonb_build_object('orderId', 2000 + g / 3, 'lineItems', jsonb_build_array(jsonb_build_object('sku', 'S-' || g, 'qty', 1 + g % 4))) END,
       now() - (73 - g) * interval '19 minutes 0.117 seconds'
FROM generate_series(1, 72) g;
