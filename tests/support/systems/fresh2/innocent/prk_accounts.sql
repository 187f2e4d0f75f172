CREATE TABLE accounts (id uuid PRIMARY KEY, name text NOT NULL, balance bigint NOT NULL DEFAULT 0, currency text NOT NULL DEFAULT 'USD', created_at timestamptz NOT NULL);
CREATE TABLE api_keys (id uuid PRIMARY KEY, name text NOT NULL, key_hash text NOT NULL UNIQUE, account_id uuid, is_active boolean NOT NULL DEFAULT true, created_at timestamptz NOT NULL DEFAULT now(), last_used_at timestamptz);
CREATE INDEX idx_api_keys_account ON api_keys (account_id);
CREATE TABLE webhook_endpoints (id uuid PRIMARY KEY, url text NOT NULL, secret text NOT NULL, events jsonb NOT NULL DEFAULT '[]', is_active boolean NOT NULL DEFAULT true, created_at timestamptz NOT NULL DEFAULT now());
INSERT INTO accounts SELECT md5('ac' || g)::uuid, 'Account ' || g, g * 1234, CASE WHEN g % 6 = 0 THEN 'EUR' ELSE 'USD' END, now() - g * interval '4 days' FROM generate_series(1, 60) g;
INSERT INTO api_keys SELECT md5('ak' || g)::uuid, 'key ' || g, encode(sha256(convert_to('k' || g, 'UTF8')), 'hex'), md5('ac' || g)::uuid, g % 9 <> 0, now() - g * interval '4 days', CASE WHEN g % 3 <> 0 THEN now() - g * interval '2 hours' END FROM generate_series(1, 45) g;
INSERT INTO webhook_endpoints SELECT md5('ep' || g)::uuid, 'https://shop' || g || '.example.com/hooks', 'whsec_' || md5('s' || g), '["transaction.deposit"]', g % 5 <> 0, now() - g * interval '6 days' FROM generate_series(1, 40) g;
