CREATE TABLE idempotency_keys (
  key             text NOT NULL,
  user_id         uuid NOT NULL,
  status          text NOT NULL DEFAULT 'IN_PROGRESS',
  response_body   jsonb,
  response_status int,
  created_at      timestamptz DEFAULT now(),
  expires_at      timestamptz DEFAULT (now() + interval '24 hours'),
  PRIMARY KEY (key, user_id)
);
CREATE INDEX idx_idempotency_keys_user ON idempotency_keys (user_id, key);

INSERT INTO idempotency_keys (key, user_id, status, response_body, response_status, created_at, expires_at)
SELECT md5('gst-req-' || n)::uuid::text, md5('gst-user-' || n % 5)::uuid, 'COMPLETED',
       jsonb_build_object('invoice_id', md5('inv' || n)::uuid, 'status', 'UPLOADED', 'file_name', 'bill-' || (2400 + n) || '.pdf'),
       CASE WHEN n % 3 = 0 THEN 200 ELSE 201 END,
       now() - n * interval '71 minutes', now() - n * interval '71 minutes' + interval '24 hours'
FROM generate_series(1, 40) AS n;
INSERT INTO idempotency_keys (key, user_id, status, response_body, response_status, created_at, expires_at)
SELECT md5('gst-bad-' || n)::uuid::text, md5('gst-user-' || n % 5)::uuid, 'FAILED',
       CASE n % 3 WHEN 0 THEN '{"error": "Business not found"}'::jsonb
                  WHEN 1 THEN '{"error": "Invalid invoice type"}'::jsonb
                  ELSE '{"error": "Upload failed"}'::jsonb END,
       CASE n % 3 WHEN 0 THEN 404 WHEN 1 THEN 400 ELSE 500 END,
       now() - n * interval '3 hours', now() - n * interval '3 hours' + interval '24 hours'
FROM generate_series(1, 11) AS n;
INSERT INTO idempotency_keys (key, user_id, created_at, expires_at)
SELECT md5('gst-run-' || n)::uuid::text, md5('gst-user-' || n % 5)::uuid,
       CASE WHEN n <= 3 THEN now() - n * interval '2 seconds' ELSE now() - n * interval '5 hours' END,
       CASE WHEN n <= 3 THEN now() - n * interval '2 seconds' ELSE now() - n * interval '5 hours' END + interval '24 hours'
FROM generate_series(1, 7) AS n;
