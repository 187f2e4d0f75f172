CREATE TABLE jaiminho_event (
  id bigserial NOT NULL PRIMARY KEY,
  created_at timestamp with time zone NOT NULL,
  sent_at timestamp with time zone NULL,
  function bytea NULL,
  kwargs bytea NULL,
  message bytea NULL,
  stream varchar(100) NULL,
  strategy varchar(100) NULL
);

INSERT INTO jaiminho_event (created_at, sent_at, function, kwargs, message, stream, strategy)
SELECT c.d,
       CASE WHEN g > 66 OR g = 31 THEN NULL WHEN k.s = 'keep-order' THEN c.d + interval '0.7 seconds' + (g % 4) * interval '300 milliseconds' WHEN g % 12 = 0 THEN c.d + interval '6 minutes 1.2 seconds' ELSE c.d + interval '41 milliseconds' END,
       decode('8004951f000000000000008c', 'hex') || convert_to('notifications.publishers', 'UTF8') || decode('948c', 'hex') || convert_to(CASE WHEN g % 3 = 0 THEN 'publish_shipment' ELSE 'publish_order' END, 'UTF8') || decode('94932e', 'hex'),
       CASE WHEN g % 4 = 0 THEN decode('80049518000000000000007d948c', 'hex') || convert_to('priority', 'UTF8') || decode('944b0' || (g % 9) || '732e', 'hex') END,
       decode('800495290000000000000028', 'hex') || convert_to('{"order_id": ' || (800 + g) || '}', 'UTF8') || decode('9485942e', 'hex'),
       CASE g % 3 WHEN 0 THEN 'shipments' END,
       k.s
FROM generate_series(1, 72) g,
LATERAL (SELECT CASE WHEN g % 3 = 0 THEN 'keep-order' ELSE 'publish-on-commit' END AS s) k,
LATERAL (SELECT now() - CASE WHEN g > 66 THEN (73 - g) * interval '160 milliseconds' ELSE (73 - g) * interval '51 minutes 0.11709 seconds' END AS d) c;
