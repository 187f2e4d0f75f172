CREATE TABLE idempotency_keys (
  key        varchar(255) NOT NULL PRIMARY KEY,
  value      text NOT NULL,
  expires_at timestamp(0) without time zone NOT NULL,
  created_at timestamp(0) without time zone,
  updated_at timestamp(0) without time zone
);
INSERT INTO idempotency_keys
SELECT md5('order-submit-' || n)::uuid::text,
       'a:3:{s:7:"content";s:' || length(b) || ':"' || b || '";s:6:"status";i:' || (CASE WHEN n % 9 = 0 THEN 422 ELSE 201 END)
         || ';s:7:"headers";a:1:{s:12:"content-type";a:1:{i:0;s:16:"application/json";}}}',
       t + interval '60 seconds', t, t
FROM (SELECT n, CASE WHEN n % 9 = 0 THEN '{"message":"The amount field is required."}' ELSE '{"id":' || 7000 + n || ',"state":"paid","amount":' || n * 250 || '}' END AS b,
             (now() AT TIME ZONE 'UTC') - CASE WHEN n <= 8 THEN n * interval '6 seconds' ELSE n * interval '13 minutes' END AS t
      FROM generate_series(1, 64) AS n) AS s;
