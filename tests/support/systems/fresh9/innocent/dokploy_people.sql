CREATE TABLE session (id text PRIMARY KEY, expires_at timestamp NOT NULL, token text NOT NULL UNIQUE,
  created_at timestamp NOT NULL, updated_at timestamp NOT NULL, ip_address text, user_agent text, user_id
  text NOT NULL, impersonated_by text, active_organization_id text);
INSERT INTO session (id, expires_at, token, created_at, updated_at, ip_address, user_agent, user_id) SELECT
  md5('ds' || g), (c + interval '7 days') AT TIME ZONE 'UTC', md5('dt' || g), (c) AT TIME ZONE 'UTC', (c +
  interval '3 hours') AT TIME ZONE 'UTC', '10.0.0.' || g % 200, 'Mozilla/5.0', md5('du' || g % 20) FROM
  (SELECT g, now() AS n, 'done' AS k, now() - g * interval '60 minutes' AS c FROM generate_series(1, 260) g)
  s ORDER BY s.c;
