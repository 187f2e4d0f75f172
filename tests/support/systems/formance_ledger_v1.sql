CREATE TABLE idempotency (
    "key"          varchar,
    "date"         varchar,
    "status_code"  int,
    "headers"      varchar,
    "body"         varchar,
    "request_hash" varchar,
    PRIMARY KEY ("key")
);

INSERT INTO idempotency
SELECT CASE WHEN i % 5 = 0 THEN 'payout-batch-' || (2200 + i) ELSE gen_random_uuid()::text END,
       to_char((now() - i * interval '3 hours 7 minutes') AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || 'Z',
       CASE WHEN i % 9 = 0 THEN 204 ELSE 200 END,
       '{"Access-Control-Allow-Origin":["*"],"Content-Type":["application/json; charset=utf-8"]}',
       CASE WHEN i % 9 = 0 THEN ''
            ELSE '{"data":[{"postings":[{"source":"world","destination":"users:' || lpad(i::text, 4, '0') || ':main","amount":' || (i * 137) % 9000 + 100
                 || ',"asset":"USD/2"}],"reference":"","metadata":{},"txid":' || i || ',"timestamp":"'
                 || to_char((now() - i * interval '3 hours 7 minutes') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || '"}]}' END,
       rtrim(translate(encode(sha256(('/ledger01/transactions' || i)::bytea), 'base64'), '+/', '-_'), '=')
FROM generate_series(1, 72) i;
