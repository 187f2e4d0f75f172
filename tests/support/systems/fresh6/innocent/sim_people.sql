CREATE TABLE session (id text PRIMARY KEY, expires_at timestamp NOT NULL, token text NOT NULL UNIQUE, created_at
  timestamp NOT NULL, updated_at timestamp NOT NULL, ip_address text, user_agent text, user_id text NOT NULL,
  active_organization_id text);
CREATE TABLE rate_limit_bucket (key text PRIMARY KEY, tokens numeric NOT NULL, last_refill_at timestamp NOT NULL,
  updated_at timestamp NOT NULL DEFAULT now());
CREATE TABLE audit_log (id text PRIMARY KEY, workspace_id text, actor_id text, action text NOT NULL, resource_type
  text NOT NULL, resource_id text, actor_name text, actor_email text, resource_name text, description text, metadata
  jsonb DEFAULT '{}', ip_address text, user_agent text, created_at timestamp NOT NULL DEFAULT now());
INSERT INTO session SELECT md5('se' || g), c + interval '30 days', md5('to' || g), c, c + interval '2 days',
  '10.0.0.' || g % 200, 'Mozilla', 'user' || g % 40, NULL FROM (SELECT g, localtimestamp - g * interval '4 hours' AS
  c FROM generate_series(1, 160) g) s;
INSERT INTO rate_limit_bucket SELECT 'user' || g || ':sync', 40 - g % 30, localtimestamp - g * interval '1 minute',
  localtimestamp - g * interval '1 minute' FROM generate_series(1, 80) g;
INSERT INTO audit_log (id, workspace_id, actor_id, action, resource_type, resource_id, description, created_at)
  SELECT md5('au' || g), 'ws' || g % 4, 'user' || g % 40, (ARRAY['workflow.created', 'member.invited',
  'api_key.revoked'])[1 + g % 3], 'workflow', 'wf' || g % 50, 'did ' || g, localtimestamp - g * interval
  '22 minutes' FROM generate_series(1, 220) g;
