CREATE TABLE sessions (
  id uuid NOT NULL PRIMARY KEY,
  issued_at timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamp NOT NULL,
  authenticated_at timestamp NOT NULL,
  identity_id uuid NOT NULL,
  created_at timestamp NOT NULL,
  updated_at timestamp NOT NULL,
  token varchar(39),
  active boolean DEFAULT false,
  nid uuid,
  logout_token varchar(39),
  aal varchar(4) NOT NULL DEFAULT 'aal1',
  authentication_methods jsonb NOT NULL
);
CREATE UNIQUE INDEX sessions_token_uq_idx ON sessions (token);
CREATE UNIQUE INDEX sessions_logout_token_uq_idx ON sessions (logout_token);
INSERT INTO sessions (id, issued_at, expires_at, authenticated_at, identity_id, created_at, updated_at, token, active, nid, logout_token, aal, authentication_methods)
SELECT md5('ss' || g)::uuid, t, t + interval '24 hours', t, md5('id' || g % 50)::uuid, t, t, 'ory_st_' || left(md5('tk' || g), 32), g % 6 > 0, md5('net')::uuid, 'ory_lo_' || left(md5('lt' || g), 32), CASE WHEN g % 8 = 0 THEN 'aal2' ELSE 'aal1' END, jsonb_build_array(jsonb_build_object('method', (ARRAY['password', 'code', 'oidc'])[1 + g % 3], 'aal', 'aal1'))
FROM (SELECT g, (now() AT TIME ZONE 'UTC') - g * interval '17 minutes' AS t FROM generate_series(1, 140) g) s;
