CREATE TABLE payments (id varchar(64) PRIMARY KEY, order_id varchar(64) NOT NULL, merchant_id uuid NOT NULL,
  amount integer NOT NULL, currency varchar(3) NOT NULL, method varchar(20) NOT NULL, vpa text,
  card_last4 varchar(4), card_network text, status varchar(20) DEFAULT 'pending', error_code text,
  error_description text, captured boolean DEFAULT false, created_at timestamp DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamp);
CREATE TABLE idempotency_keys (key varchar(255) NOT NULL, merchant_id uuid NOT NULL, response jsonb NOT NULL,
  created_at timestamp DEFAULT CURRENT_TIMESTAMP, expires_at timestamp NOT NULL, PRIMARY KEY (key, merchant_id));
CREATE TABLE refunds (id varchar(64) PRIMARY KEY, payment_id varchar(64) NOT NULL, merchant_id uuid NOT NULL,
  amount integer NOT NULL, reason text, status varchar(20) DEFAULT 'pending',
  created_at timestamp DEFAULT CURRENT_TIMESTAMP, processed_at timestamp);
CREATE INDEX idx_refunds_payment_id ON refunds (payment_id);
CREATE TABLE webhook_logs (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), merchant_id uuid NOT NULL,
  event varchar(50) NOT NULL, payload jsonb NOT NULL, status varchar(20) DEFAULT 'pending',
  attempts integer DEFAULT 0, last_attempt_at timestamp, next_retry_at timestamp, response_code integer,
  response_body text, created_at timestamp DEFAULT CURRENT_TIMESTAMP);
CREATE INDEX idx_webhooks_merchant ON webhook_logs (merchant_id);
CREATE INDEX idx_webhooks_status ON webhook_logs (status);
CREATE INDEX idx_webhooks_retry ON webhook_logs (next_retry_at) WHERE status = 'pending';
INSERT INTO payments SELECT 'pay_' || left(md5('pm' || g), 16), 'order_' || left(md5('od' || g), 16),
  md5('me' || g % 3)::uuid, 500 + g * 10, 'INR', CASE WHEN g % 2 = 0 THEN 'upi' ELSE 'card' END, CASE WHEN g % 2 = 0
  THEN 'user' || g || '@bank' END, CASE WHEN g % 2 = 1 THEN (4000 + g)::text END, CASE WHEN g % 2 = 1
  THEN 'visa' END, k, CASE WHEN k = 'failed' THEN 'PAYMENT_DECLINED' END, CASE WHEN k = 'failed'
  THEN 'Payment declined by processor' END, k = 'success' AND g % 6 = 0, c, CASE WHEN k <> 'pending'
  THEN c + interval '7 seconds' END
FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 3 THEN 'pending' WHEN g <= 5 THEN 'pending' WHEN g % 10 = 0
  THEN 'failed' ELSE 'success' END AS k, localtimestamp - CASE WHEN g <= 3 THEN g * interval '2 seconds' WHEN g <= 5
  THEN interval '8 hours' + g * interval '7 minutes' ELSE g * interval '31 minutes' END AS c
FROM generate_series(1, 180) g) s;
INSERT INTO idempotency_keys SELECT 'idem-' || md5('ik' || g), md5('me' || g % 3)::uuid, jsonb_build_object('id',
  'pay_' || left(md5('pm' || g), 16), 'status', 'pending'), c, c + interval '24 hours' FROM (SELECT g,
  localtimestamp - g * interval '31 minutes' AS c FROM generate_series(1, 90) g) s;
INSERT INTO refunds SELECT 'rfnd_' || left(md5('rf' || g), 16), 'pay_' || left(md5('pm' || g), 16),
  md5('me' || g % 3)::uuid, 100 + g, 'customer request', k, c, CASE WHEN k = 'processed'
  THEN c + interval '5 seconds' END
FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 3 THEN 'pending' WHEN g <= 5 THEN 'pending'
  ELSE 'processed' END AS k, localtimestamp - CASE WHEN g <= 3 THEN g * interval '2 seconds' WHEN g <= 5
  THEN interval '8 hours' + g * interval '7 minutes' ELSE g * interval '3 hours' END AS c
FROM generate_series(1, 90) g) s;
INSERT INTO webhook_logs SELECT md5('wh' || g)::uuid, md5('me' || g % 3)::uuid, (ARRAY['payment.success',
  'payment.failed', 'refund.processed'])[1 + g % 3], jsonb_build_object('event', g), CASE k WHEN 'again'
  THEN 'pending' ELSE k END, CASE k WHEN 'pending' THEN 0 WHEN 'again' THEN 1 + g % 4 WHEN 'failed' THEN 5
  ELSE 1 + g % 2 END, CASE WHEN k <> 'pending' THEN c + interval '1 second' END, CASE WHEN k = 'again'
  THEN n + g * interval '1 minute' WHEN k = 'failed' OR k = 'success' AND g % 2 = 1 THEN c + interval '1 minute' END,
  CASE WHEN k = 'success' THEN 200 END, CASE WHEN k = 'success' THEN 'OK' END, c
FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 4 THEN 'pending' WHEN g <= 13 THEN 'again' WHEN g <= 15
  THEN 'pending' WHEN g % 14 = 0 THEN 'failed' ELSE 'success' END AS k, localtimestamp - CASE WHEN g <= 13
  THEN g * interval '2 seconds' WHEN g <= 15 THEN interval '8 hours' + g * interval '7 minutes'
  ELSE g * interval '26 minutes' END AS c
FROM generate_series(1, 180) g) s;
