CREATE TABLE ir_queue (
  id serial PRIMARY KEY,
  create_uid integer,
  create_date timestamp(6),
  write_date timestamp(6),
  write_uid integer,
  name varchar NOT NULL,
  data jsonb,
  enqueued_at timestamp(6) NOT NULL,
  dequeued_at timestamp(6),
  finished_at timestamp(6),
  scheduled_at timestamp(6),
  expected_at timestamp(6)
);
CREATE INDEX "ir_queue_scheduled_at_expected_at_dequeued_at_name_index" ON ir_queue (scheduled_at NULLS FIRST, expected_at NULLS FIRST, dequeued_at, name);

INSERT INTO ir_queue (create_uid, create_date, write_date, write_uid, name, data, enqueued_at, dequeued_at, finished_at, scheduled_at, expected_at)
SELECT 0, e, CASE WHEN k = 'done' THEN f END, CASE WHEN k = 'done' THEN 0 END, CASE WHEN g % 7 = 0 THEN 'notification' ELSE 'tryton' END,
       jsonb_build_object('model', (ARRAY['sale.sale', 'account.invoice', 'stock.shipment.out', 'purchase.purchase'])[1 + g % 4], 'method', (ARRAY['process', '_process', 'assign_try', 'quote'])[1 + g % 4], 'user', 1 + g % 5, 'context', '{"company": 1}'::jsonb, 'instances', 100 + g, 'args', '[]'::jsonb, 'kwargs', '{}'::jsonb),
       e, CASE WHEN k IN ('done', 'run', 'lost') THEN e + w END, CASE WHEN k = 'done' THEN f END,
       CASE WHEN k = 'later' THEN n + g * interval '17 minutes' WHEN g % 6 = 0 THEN e + interval '1 second' END, CASE WHEN g % 5 = 0 THEN e + interval '10 minutes' END
FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 5 THEN 'new' WHEN g <= 14 THEN 'later' WHEN g <= 18 THEN 'run' WHEN g <= 21 THEN 'lost' ELSE 'done' END AS k FROM generate_series(1, 130) g) s,
     LATERAL (SELECT CASE k WHEN 'new' THEN n - g * interval '400 milliseconds' WHEN 'later' THEN n - g * interval '2 minutes' WHEN 'run' THEN n - (g - 12) * interval '1 second' WHEN 'lost' THEN n - g * interval '50 minutes' ELSE n - g * interval '41 minutes' END AS e, interval '300 milliseconds' + g % 8 * interval '90 milliseconds' AS w) x,
     LATERAL (SELECT e + w + (1 + g % 20) * interval '450 milliseconds' AS f) y
ORDER BY e;
