-- spiral/idempotency, lease table of the Cycle driver (default name). All times are epoch seconds.
CREATE TABLE idempotency (
  key character varying(512) NOT NULL,
  state character varying(16) NOT NULL,
  token character varying(64) NULL,
  success boolean NULL,
  result text NULL,
  expire_time bigint NOT NULL,
  create_time bigint NOT NULL,
  PRIMARY KEY (key)
);
CREATE INDEX idempotency_index_expire_time_66f1c2a9d01b7 ON idempotency (expire_time);

-- completed calls, kept for a day from the end
INSERT INTO idempotency (key, state, token, success, result, expire_time, create_time)
SELECT (ARRAY['http:POST:/api/payments:','queue:payments.capture:','grpc:billing.Invoices/Issue:'])[1 + g % 3] || gen_random_uuid(),
       'COMPLETED', NULL, true,
       CASE WHEN g % 3 = 1 THEN NULL
            ELSE 'a:3:{s:6:"status";i:201;s:7:"headers";a:1:{s:12:"Content-Type";a:1:{i:0;s:16:"application/json";}}s:4:"body";s:' || length(b) || ':"' || b || '";}' END,
       t + 1 + g % 6 + 86400, t
FROM (SELECT g, '{"id":' || (4000 + g) || ',"state":"captured"}' b, extract(epoch FROM now())::bigint - g * 1500 t FROM generate_series(1, 44) g) s;
-- refused by the domain: the refusal is the cached outcome
INSERT INTO idempotency (key, state, token, success, result, expire_time, create_time)
SELECT 'http:POST:/api/payments:' || gen_random_uuid(), 'COMPLETED', NULL, false,
       'a:2:{s:5:"class";s:45:"App\Domain\Payment\InsufficientFundsException";s:7:"message";s:33:"Balance of account is not enough.";}',
       t + 1 + 86400, t
FROM (SELECT g, extract(epoch FROM now())::bigint - g * 5200 t FROM generate_series(1, 9) g) s;
-- at work, lock of thirty seconds
INSERT INTO idempotency (key, state, token, success, result, expire_time, create_time)
SELECT 'http:POST:/api/payments:' || gen_random_uuid(), 'PROCESSING', md5('tok' || g) , NULL, NULL, t + 30, t
FROM (SELECT g, extract(epoch FROM now())::bigint - g * 3 t FROM generate_series(1, 6) g) s;
-- a long import that renews its lock
INSERT INTO idempotency (key, state, token, success, result, expire_time, create_time)
SELECT 'queue:statements.import:2026-11-0' || g, 'PROCESSING', md5('long' || g), NULL, NULL,
       extract(epoch FROM now())::bigint + 10 + g * 4, extract(epoch FROM now())::bigint - 400 * g
FROM generate_series(1, 3) g;
-- died at work, lock over; and completed ones past their retention, not collected yet
INSERT INTO idempotency (key, state, token, success, result, expire_time, create_time)
SELECT 'queue:payments.capture:' || gen_random_uuid(), 'PROCESSING', md5('dead' || g), NULL, NULL, t + 30, t
FROM (SELECT g, extract(epoch FROM now())::bigint - 70 - g * 611 t FROM generate_series(1, 4) g) s;
INSERT INTO idempotency (key, state, token, success, result, expire_time, create_time)
SELECT 'http:POST:/api/payments:' || gen_random_uuid(), 'COMPLETED', NULL, true, 's:2:"ok";', t + 86402, t
FROM (SELECT g, extract(epoch FROM now())::bigint - 86400 - g * 300 t FROM generate_series(1, 7) g) s;
