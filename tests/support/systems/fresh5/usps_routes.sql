CREATE TABLE webhook_deliveries (id uuid PRIMARY KEY, tenant_id uuid NOT NULL, subscription_id uuid, event_type text
  NOT NULL, url text NOT NULL, secret text, payload jsonb NOT NULL, status text NOT NULL DEFAULT 'pending', attempts
  int NOT NULL DEFAULT 0, next_attempt_at timestamptz DEFAULT now(), last_error text, created_at timestamptz DEFAULT
  now(), updated_at timestamptz DEFAULT now(), delivered_at timestamptz, response_code int, latency_ms int,
  dedup_key text);
CREATE INDEX idx_wd_tenant_status_next ON webhook_deliveries (tenant_id, status, next_attempt_at);
CREATE UNIQUE INDEX uq_wd_dedup ON webhook_deliveries (tenant_id, event_type, url, dedup_key);
INSERT INTO webhook_deliveries SELECT md5('wd' || g)::uuid, md5('tn' || g % 4)::uuid, md5('su' || g % 6)::uuid,
  (ARRAY['stop.completed', 'route.started'])[1 + g % 2], 'https://hooks.example.org/' || g % 6, 's3', '{}', CASE k
  WHEN 'lost' THEN 'pending' ELSE k END, CASE k WHEN 'retry' THEN 2 WHEN 'failed' THEN 9 ELSE 0 END, CASE k WHEN
  'retry' THEN n + g * interval '2 minutes' ELSE c END, CASE WHEN k IN ('retry', 'failed') THEN 'status 503' END, c,
  c + interval '2 seconds', CASE WHEN k = 'delivered' THEN c + interval '2 seconds' END, CASE k WHEN 'delivered'
  THEN 200 WHEN 'retry' THEN 503 WHEN 'failed' THEN 503 END, CASE WHEN k <> 'pending' AND k <> 'lost' THEN 80 + g
  END, md5('dk' || g) FROM (SELECT g, now() AS n, CASE WHEN g <= 2 THEN 'pending' WHEN g <= 6 THEN 'retry' WHEN g <=
  9 THEN 'lost' WHEN g % 17 = 0 THEN 'failed' ELSE 'delivered' END AS k, now() - CASE WHEN g <= 6 THEN g * interval
  '25 seconds' WHEN g <= 9 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '25 minutes' END AS
  c FROM generate_series(1, 200) g) s;
