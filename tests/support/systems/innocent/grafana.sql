CREATE TABLE user_auth_token (
  id bigserial PRIMARY KEY,
  user_id bigint NOT NULL,
  auth_token varchar(100) NOT NULL,
  prev_auth_token varchar(100) NOT NULL,
  user_agent varchar(255) NOT NULL,
  client_ip varchar(255) NOT NULL,
  auth_token_seen boolean NOT NULL,
  seen_at integer,
  rotated_at integer NOT NULL,
  created_at integer NOT NULL,
  updated_at integer NOT NULL,
  revoked_at integer
);
CREATE UNIQUE INDEX "UQE_user_auth_token_auth_token" ON user_auth_token (auth_token);
CREATE UNIQUE INDEX "UQE_user_auth_token_prev_auth_token" ON user_auth_token (prev_auth_token);
CREATE INDEX "IDX_user_auth_token_user_id" ON user_auth_token (user_id);
CREATE INDEX "IDX_user_auth_token_revoked_at" ON user_auth_token (revoked_at);
CREATE TABLE server_lock (
  id bigserial PRIMARY KEY,
  operation_uid varchar(100) NOT NULL,
  version bigint NOT NULL,
  last_execution bigint NOT NULL
);
CREATE UNIQUE INDEX "UQE_server_lock_operation_uid" ON server_lock (operation_uid);
INSERT INTO user_auth_token (user_id, auth_token, prev_auth_token, user_agent, client_ip, auth_token_seen, seen_at, rotated_at, created_at, updated_at, revoked_at)
SELECT 1+i%9, encode(sha256(('at'||i)::bytea),'hex'), encode(sha256(((CASE WHEN i%4=0 THEN 'at' ELSE 'pt' END)||i)::bytea),'hex'), 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', '198.51.100.'||i, i%4<>0, CASE WHEN i%4<>0 THEN c+600*(i%5)+4 ELSE 0 END, c+600*(i%5), c, CASE WHEN i%4<>0 THEN 0 ELSE 0 END, CASE WHEN i%11=0 THEN c+90000 ELSE 0 END
FROM generate_series(1,44) i CROSS JOIN LATERAL (SELECT extract(epoch FROM now()-i*interval '6 hours')::int c) s;
INSERT INTO server_lock (operation_uid, version, last_execution)
SELECT n, 40*o, extract(epoch FROM now())::bigint - o*131
FROM unnest(ARRAY['cleanup expired auth tokens','delete old login attempts','Delete stale snapshots','cleanup old annotations','migrate secrets to plugins','load dashboards','migrate secrets','cleanup query history','send usage stats','service account migration','expire old user invites','cleanup temp files','secrets rotation','delete stale short URLs','cleanup trash dashboards','cleanup expired cache','anon device cleanup','public dashboard metrics','sync external groups','plugin update check','plugin angular refresh','plugin keys refresh','alert rule versions cleanup','provisioning locks sweep']) WITH ORDINALITY u(n,o);
