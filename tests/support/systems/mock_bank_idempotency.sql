CREATE TABLE idempotency_records (
    id          text PRIMARY KEY,
    status_code integer NOT NULL,
    request     text NOT NULL,
    response    text NOT NULL,
    org_id      text NOT NULL,
    created_at  timestamptz DEFAULT now() NOT NULL,
    updated_at  timestamptz DEFAULT now() NOT NULL
);
CREATE INDEX idx_idempotency_records_org_id ON idempotency_records (org_id);

INSERT INTO idempotency_records (id, status_code, request, response, org_id, created_at, updated_at)
SELECT md5('idem' || n)::uuid::text, CASE WHEN n % 7 = 0 THEN 200 WHEN n % 13 = 0 THEN 202 ELSE 201 END,
       rtrim(replace(encode(convert_to(format('{"data":{"payment":{"amount":"%s.00","currency":"BRL"},"proxy":"cliente-%s"}}', 10 + n, n), 'UTF8'), 'base64'), E'\n', ''), '='),
       rtrim(replace(encode(convert_to(format('{"data":{"paymentId":"%s","status":"RCVD"},"meta":{"requestDateTime":"2025-05-02T10:%s:00Z"}}', md5('pay' || n)::uuid, 10 + n % 50), 'UTF8'), 'base64'), E'\n', ''), '='),
       '', t, t
FROM (SELECT n, now() - make_interval(mins => n * 143) AS t FROM generate_series(1, 48) n) s;
