CREATE TABLE outbox_message (
  id             bigserial PRIMARY KEY,
  aggregate_type varchar(255) NOT NULL,
  aggregate_id   bigint NOT NULL,
  event_type     varchar(255) NOT NULL,
  payload        jsonb NOT NULL,
  status         varchar(20) NOT NULL DEFAULT 'PENDING',
  error_message  text,
  created_at     timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at     timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
);
INSERT INTO outbox_message (aggregate_type, aggregate_id, event_type, payload, status, error_message, created_at, updated_at)
SELECT CASE WHEN n % 6 = 0 THEN 'Account' ELSE 'Transaction' END, CASE WHEN n % 6 = 0 THEN n / 6 ELSE n END,
       CASE WHEN n % 6 = 0 THEN 'account-created' ELSE 'transaction-created' END,
       CASE WHEN n % 6 = 0 THEN jsonb_build_object('id', n / 6, 'customerId', 40 + n, 'country', 'EE', 'reference', md5('r' || n)::uuid)
            ELSE jsonb_build_object('id', n, 'accountId', 1 + n / 6, 'balanceId', 1 + n / 3, 'amount', n * 10.5, 'direction', CASE WHEN n % 2 = 0 THEN 'IN' ELSE 'OUT' END,
                                    'description', 'Transfer', 'balanceAfterTransaction', 900 + n, 'currency', 'EUR', 'reference', md5('r' || n)::uuid) END,
       CASE WHEN n > 66 THEN 'PENDING' WHEN n % 13 = 0 THEN 'FAILED' ELSE 'SENT' END,
       CASE WHEN n <= 66 AND n % 13 = 0 THEN 'java.net.ConnectException: Connection refused' END,
       t, CASE WHEN n > 66 THEN t ELSE t + interval '830 milliseconds' END
FROM (SELECT n, now() - CASE WHEN n > 66 THEN (71 - n) * interval '150 milliseconds' ELSE (71 - n) * interval '17 minutes' END AS t FROM generate_series(1, 70) AS n) AS s
ORDER BY n;
