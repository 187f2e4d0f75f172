CREATE TABLE q_orders (
  msg_id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  read_ct int DEFAULT 0 NOT NULL,
  enqueued_at timestamp with time zone DEFAULT now() NOT NULL,
  vt timestamp with time zone NOT NULL,
  message jsonb,
  headers jsonb
);
CREATE TABLE a_orders (
  msg_id bigint PRIMARY KEY,
  read_ct int DEFAULT 0 NOT NULL,
  enqueued_at timestamp with time zone DEFAULT now() NOT NULL,
  archived_at timestamp with time zone DEFAULT now() NOT NULL,
  vt timestamp with time zone NOT NULL,
  message jsonb,
  headers jsonb
);
CREATE INDEX q_orders_vt_idx ON q_orders (vt ASC);
CREATE INDEX archived_at_idx_orders ON a_orders (archived_at);

-- waiting, delayed, read and still invisible, read and visible again
INSERT INTO q_orders (msg_id, read_ct, enqueued_at, vt, message, headers) OVERRIDING SYSTEM VALUE
SELECT 400 + g,
       CASE s WHEN 3 THEN 1 + g % 2 WHEN 4 THEN 1 + g % 4 ELSE 0 END, e.t,
       CASE s WHEN 1 THEN e.t WHEN 2 THEN e.t + interval '10 minutes' WHEN 3 THEN now() + interval '30 seconds' - (g % 7) * interval '2.7 seconds' ELSE now() - (g % 5) * interval '41 seconds' - interval '3 seconds' END,
       jsonb_build_object('order_id', 8000 + g, 'action', CASE WHEN g % 3 = 0 THEN 'refund' ELSE 'ship' END),
       CASE WHEN g % 6 = 0 THEN jsonb_build_object('trace', md5('h' || g)) END
FROM (SELECT g, CASE WHEN g <= 6 THEN 4 WHEN g <= 16 THEN 3 WHEN g <= 22 THEN 2 ELSE 1 END AS s FROM generate_series(1, 48) g) q,
LATERAL (SELECT now() - CASE s WHEN 4 THEN (49 - g) * interval '40 seconds' WHEN 3 THEN (49 - g) * interval '3 seconds' WHEN 2 THEN (49 - g) * interval '2 seconds' ELSE (49 - g) * interval '0.7 seconds' END AS t) e;
ALTER TABLE q_orders ALTER COLUMN msg_id RESTART WITH 449;

INSERT INTO a_orders (msg_id, read_ct, enqueued_at, archived_at, vt, message, headers)
SELECT 300 + g, 1 + (g % 10) / 9, e.t, e.t + interval '4.2 seconds', e.t + interval '31.1 seconds', jsonb_build_object('order_id', 7900 + g, 'action', 'ship'), NULL
FROM generate_series(1, 60) g, LATERAL (SELECT now() - (120 - g) * interval '11 minutes' AS t) e;
