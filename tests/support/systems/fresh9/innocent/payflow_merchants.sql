CREATE TABLE audit_logs (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), merchant_id uuid NOT NULL, actor_id
  text, action text NOT NULL, resource_type text, resource_id text, metadata jsonb, created_at timestamp
  DEFAULT CURRENT_TIMESTAMP);
INSERT INTO audit_logs (id, merchant_id, actor_id, action, resource_type, resource_id, metadata, created_at)
  SELECT md5('pa' || g)::uuid, md5('pm' || g % 12)::uuid, 'u' || g % 20, (ARRAY['payment.create',
  'refund.create', 'key.rotate'])[1 + g % 3], (ARRAY['payment', 'refund'])[1 + g % 2], md5('ri' || g),
  '{}'::jsonb, (c) AT TIME ZONE 'UTC' FROM (SELECT g, now() AS n, 'done' AS k, now() - g * interval '6
  minutes' AS c FROM generate_series(1, 350) g) s ORDER BY s.c;
