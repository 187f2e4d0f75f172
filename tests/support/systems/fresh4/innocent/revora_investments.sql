CREATE TABLE audit_logs (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), user_id uuid, action varchar(255) NOT NULL,
  resource varchar(255), details text, ip_address inet, user_agent text, created_at timestamptz DEFAULT now());
CREATE TABLE sessions (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), user_id uuid NOT NULL,
  token_ref text NOT NULL UNIQUE, expires_at timestamptz NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
INSERT INTO audit_logs SELECT md5('al' || g)::uuid, md5('us' || g % 20)::uuid, (ARRAY['LOGIN', 'INVEST',
  'LOGOUT'])[1 + g % 3], 'offering', '{}', '10.0.0.1', 'Mozilla/5.0',
  now() - g * interval '22 minutes' FROM generate_series(1, 150) g;
INSERT INTO sessions SELECT md5('ss' || g)::uuid, md5('us' || g % 20)::uuid, md5('tr' || g), c + interval '7 days', c
  FROM (SELECT g, now() - g * interval '3 hours' AS c FROM generate_series(1, 120) g) s;
