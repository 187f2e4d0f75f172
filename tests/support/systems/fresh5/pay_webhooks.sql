CREATE TABLE webhook_delivery_queue (id bigserial PRIMARY KEY, send_at timestamptz NOT NULL, created_date
  timestamptz NOT NULL, delivery_result text, status_code int, webhook_message_id int NOT NULL, delivery_status
  varchar(64) NOT NULL CHECK (delivery_status IN ('SUCCESSFUL', 'FAILED', 'PENDING', 'WILL_NOT_SEND')),
  delivery_response_time_in_millis integer);
CREATE INDEX webhook_delivery_queue_send_at_status_idx ON webhook_delivery_queue (send_at, delivery_status);
INSERT INTO webhook_delivery_queue (send_at, created_date, delivery_result, status_code, webhook_message_id,
  delivery_status, delivery_response_time_in_millis) SELECT CASE k WHEN 'later' THEN n + g * interval '3 minutes'
  WHEN 'FAILED' THEN c + interval '5 minutes' ELSE c END, c, CASE k WHEN 'SUCCESSFUL' THEN '200 OK' WHEN 'FAILED'
  THEN 'HTTP Timeout' WHEN 'WILL_NOT_SEND' THEN 'Webhook not active' END, CASE WHEN k = 'SUCCESSFUL' THEN 200 END,
  g, CASE k WHEN 'later' THEN 'PENDING' WHEN 'lost' THEN 'PENDING' ELSE k END, CASE WHEN k IN ('SUCCESSFUL',
  'FAILED') THEN 90 + g END FROM (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'PENDING' WHEN g <= 8 THEN 'later'
  WHEN g <= 11 THEN 'lost' WHEN g % 9 = 0 THEN 'FAILED' WHEN g % 31 = 0 THEN 'WILL_NOT_SEND' ELSE 'SUCCESSFUL' END
  AS k, now() - CASE WHEN g <= 8 THEN g * interval '25 seconds' WHEN g <= 11 THEN interval '9 hours' + g * interval
  '7 minutes' ELSE g * interval '25 minutes' END AS c FROM generate_series(1, 220) g) s;
