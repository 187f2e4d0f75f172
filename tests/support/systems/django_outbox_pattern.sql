CREATE TABLE published (
  id uuid NOT NULL PRIMARY KEY,
  version varchar(100) NULL,
  destination varchar(255) NOT NULL,
  body jsonb NOT NULL,
  added timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  retry integer NOT NULL CHECK (retry >= 0),
  status integer NOT NULL,
  headers jsonb NOT NULL
);
CREATE INDEX published_added_5ae5f0_idx ON published (added);
CREATE INDEX published_status_27c9ec_btree ON published (status);
CREATE TABLE received (
  id uuid NOT NULL PRIMARY KEY,
  headers jsonb NULL,
  body jsonb NULL,
  added timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  retry integer NOT NULL CHECK (retry >= 0),
  status integer NOT NULL,
  msg_id varchar(100) NULL UNIQUE
);
CREATE INDEX received_added_13a9f2_idx ON received (added);
CREATE INDEX received_msg_id_8bd1c7_like ON received (msg_id varchar_pattern_ops);

-- 1 schedule, 2 succeeded, -1 failed after 50 tries
INSERT INTO published (id, version, destination, body, added, expires_at, retry, status, headers)
SELECT i.id, v.v, '/topic/VirtualTopic.' || CASE WHEN g % 3 = 0 THEN 'order-shipped' ELSE 'order-created' END || coalesce('.' || v.v, ''),
       jsonb_build_object('order_id', 300 + g, 'status', CASE WHEN g % 3 = 0 THEN 'shipped' ELSE 'created' END, 'total', (g * 19.9)::text),
       a.d,
       CASE WHEN s.v = -1 THEN a.d + interval '52 minutes' + interval '15 days' ELSE a.d + interval '1 day' END,
       CASE s.v WHEN -1 THEN 50 WHEN 2 THEN CASE WHEN g % 14 = 0 THEN 4 WHEN g % 11 = 0 THEN 1 ELSE 0 END ELSE 0 END,
       s.v,
       jsonb_build_object('dop-msg-id', i.id, 'dop-msg-destination', '/topic/VirtualTopic.' || CASE WHEN g % 3 = 0 THEN 'order-shipped' ELSE 'order-created' END || coalesce('.' || v.v, ''), 'dop-msg-type', 'Published',
                          'dop-msg-sent-time', to_char((a.d + CASE s.v WHEN 1 THEN interval '0' WHEN 2 THEN interval '1.3 seconds' ELSE interval '52 minutes' END) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'dop-correlation-id', md5('c' || g)::uuid)
FROM generate_series(1, 70) g,
LATERAL (SELECT md5('pub' || g)::uuid AS id) i,
LATERAL (SELECT CASE WHEN g % 5 = 0 THEN NULL ELSE 'v1' END AS v) v,
LATERAL (SELECT CASE WHEN g <= 7 OR g = 61 THEN 1 WHEN g % 17 = 0 THEN -1 ELSE 2 END AS v) s,
LATERAL (SELECT now() - CASE WHEN g <= 7 THEN g * interval '140 milliseconds' ELSE g * interval '3 hours 19 minutes 0.40213 seconds' END AS d) a;

INSERT INTO received (id, headers, body, added, expires_at, retry, status, msg_id)
SELECT gen_random_uuid(),
       jsonb_build_object('dop-msg-id', m.id, 'destination', '/topic/VirtualTopic.payment-approved.v1', 'message-id', 'T_listener-' || g || '@@session-' || substr(md5('s'), 1, 12) || '@@' || g, 'subscription', md5('sub')::uuid, 'content-length', '61'),
       jsonb_build_object('payment_id', md5('pay' || g)::uuid, 'order_id', 300 + g), a.d, a.d + interval '1 day', 0, 2, m.id::text
FROM generate_series(1, 45) g,
LATERAL (SELECT md5('rec' || g)::uuid AS id) m,
LATERAL (SELECT now() - g * interval '5 hours 2 minutes 0.90317 seconds' AS d) a;
