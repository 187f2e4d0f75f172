CREATE TABLE authentication_events (id bigserial PRIMARY KEY, created_at timestamptz NOT NULL, user_id
  bigint, result smallint NOT NULL, ip_address inet, provider text NOT NULL, user_name text NOT NULL);
INSERT INTO authentication_events (created_at, user_id, result, ip_address, provider, user_name) SELECT c, 1
  + g % 90, (g % 8 > 0)::integer, ('10.0.0.' || g % 200)::inet, (ARRAY['standard', 'ldap'])[1 + g % 2],
  'user' || g % 90 FROM (SELECT g, now() AS n, 'done' AS k, now() - g * interval '4 minutes' AS c FROM
  generate_series(1, 420) g) s ORDER BY s.c;
