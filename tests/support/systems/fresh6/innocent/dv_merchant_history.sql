CREATE TABLE webhook_send_histories (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), tx_id uuid NOT NULL,
  send_queue_job_id uuid, type varchar(255) NOT NULL, url varchar(255) NOT NULL, status varchar(255) NOT NULL,
  request json, response text, response_status_code integer, created_at timestamp NOT NULL, updated_at timestamp,
  is_manual boolean DEFAULT false, store_id uuid);
CREATE INDEX idx_store_id ON webhook_send_histories (store_id);
CREATE TABLE settings (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), model_id uuid, model_type varchar(255), name
  varchar(255) NOT NULL, value varchar(255) NOT NULL, created_at timestamp, updated_at timestamp);
INSERT INTO webhook_send_histories (tx_id, send_queue_job_id, type, url, status, request, response,
  response_status_code, created_at, store_id) SELECT md5('tx' || g)::uuid, md5('wq' || g)::uuid, 'PaymentReceived',
  'https://shop.example/' || g % 4, CASE WHEN g % 8 = 0 THEN 'failed' ELSE 'success' END, '{}', 'ok', CASE WHEN g %
  8 = 0 THEN 500 ELSE 200 END, localtimestamp - g * interval '25 minutes', md5('st' || g % 3)::uuid FROM
  generate_series(1, 220) g;
INSERT INTO settings (model_id, model_type, name, value, created_at, updated_at) SELECT md5('us' || g)::uuid,
  'user', (ARRAY['transfers_status', 'mailer_state'])[1 + g % 2], (ARRAY['enabled', 'disabled'])[1 + g % 2], c, c
  FROM (SELECT g, localtimestamp - g * interval '3 days' AS c FROM generate_series(1, 60) g) s;
