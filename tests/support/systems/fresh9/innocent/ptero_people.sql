CREATE TABLE users (id serial PRIMARY KEY, external_id varchar(191), uuid char(36) NOT NULL UNIQUE, username
  varchar(191) NOT NULL UNIQUE, email varchar(191) NOT NULL UNIQUE, name_first varchar(191), password text
  NOT NULL, remember_token varchar(191), language char(5) NOT NULL DEFAULT 'en', root_admin smallint NOT
  NULL DEFAULT 0, use_totp smallint NOT NULL DEFAULT 0, totp_authenticated_at timestamptz, gravatar smallint
  NOT NULL DEFAULT 1, created_at timestamp, updated_at timestamp);
INSERT INTO users (uuid, username, email, name_first, password, root_admin, use_totp, created_at,
  updated_at) SELECT md5('pu' || g)::uuid::text, 'player' || g, 'p' || g || '@example.org', 'N' || g, '$2y$'
  || md5('pw' || g), (g % 60 = 1)::integer, (g % 3 = 0)::integer, c::timestamp(0), (c + interval '9
  days')::timestamp(0) FROM (SELECT g, now() AS n, 'done' AS k, now() - g * interval '60 minutes' AS c FROM
  generate_series(1, 260) g) s ORDER BY s.c;
CREATE TABLE activity_logs (id bigserial PRIMARY KEY, batch char(36), event varchar(191) NOT NULL, ip
  varchar(191) NOT NULL, description text, actor_type varchar(191), actor_id bigint, api_key_id integer,
  properties json NOT NULL, timestamp timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP);
INSERT INTO activity_logs (event, ip, actor_type, actor_id, properties, timestamp) SELECT
  (ARRAY['auth:success', 'server:power.start', 'server:file.read', 'server:backup.start'])[1 + g % 4],
  '10.0.0.' || g % 200, 'user', 1 + g % 90, '{}'::json, c::timestamp(0) FROM (SELECT g, now() AS n, 'done'
  AS k, now() - g * interval '5 minutes' AS c FROM generate_series(1, 400) g) s ORDER BY s.c;
