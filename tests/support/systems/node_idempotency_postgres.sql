CREATE UNLOGGED TABLE idempotency (
  key VARCHAR(255) PRIMARY KEY,
  created_at TIMESTAMPTZ DEFAULT NOW() NOT NULL,
  data TEXT,
  expires_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX idx_idempotency_expires_at ON idempotency (expires_at);
CREATE FUNCTION remove_expired_idempotency_entries() RETURNS void AS $$
  DELETE FROM idempotency WHERE expires_at < NOW();
$$ LANGUAGE sql;
-- 1..54 answered (every ninth with an error), 55..60 at work or broken off; a day's retention counted anew from the answer.
INSERT INTO idempotency (key, created_at, data, expires_at)
SELECT 'node-idempotency:POST:' || path || ':' || gen_random_uuid(), t,
       CASE WHEN g > 54 THEN json_build_object('status', 'IN_PROGRESS', 'fingerPrint', fp)
            WHEN g % 9 = 0 THEN json_build_object('status', 'COMPLETE', 'fingerPrint', fp, 'response', json_build_object('additional', json_build_object('statusCode', 422), 'error', '{"message":"insufficient funds"}'))
            ELSE json_build_object('status', 'COMPLETE', 'fingerPrint', fp, 'response', json_build_object('additional', json_build_object('statusCode', 201), 'body', '{"id":"' || left(md5('p' || g), 12) || '","amount":' || g * 100 || '}')) END::text,
       t + interval '1 day' + CASE WHEN g > 54 THEN interval '0' ELSE g * interval '13 milliseconds' + interval '40 milliseconds' END
FROM generate_series(1, 60) AS g
CROSS JOIN LATERAL (SELECT CASE WHEN g % 5 = 0 THEN '/refunds' ELSE '/payments' END AS path, encode(sha256(('body ' || g)::bytea), 'hex') AS fp,
                           now() - CASE WHEN g > 57 THEN (61 - g) * interval '700 milliseconds' ELSE (61 - g) * interval '24 minutes 30 seconds' END AS t) AS x;
