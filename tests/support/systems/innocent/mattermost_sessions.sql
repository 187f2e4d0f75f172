CREATE TABLE IF NOT EXISTS sessions (
    id VARCHAR(26) PRIMARY KEY,
    token VARCHAR(26),
    createat bigint,
    expiresat bigint,
    lastactivityat bigint,
    userid VARCHAR(26),
    deviceid VARCHAR(512),
    roles VARCHAR(64),
    isoauth boolean,
    props VARCHAR(1000)
);
ALTER TABLE sessions ADD COLUMN IF NOT EXISTS expirednotify boolean;
CREATE INDEX IF NOT EXISTS idx_sessions_user_id ON sessions (userid);
CREATE INDEX IF NOT EXISTS idx_sessions_token ON sessions (token);
CREATE INDEX IF NOT EXISTS idx_sessions_expires_at ON sessions (expiresat);
CREATE INDEX IF NOT EXISTS idx_sessions_create_at ON sessions (createat);
CREATE INDEX IF NOT EXISTS idx_sessions_last_activity_at ON sessions (lastactivityat);
CREATE TABLE IF NOT EXISTS tokens (
    token VARCHAR(64) PRIMARY KEY,
    createat bigint,
    type VARCHAR(64),
    extra VARCHAR(2048)
);
CREATE TABLE IF NOT EXISTS uploadsessions (
    id VARCHAR(26) PRIMARY KEY,
    type VARCHAR(32),
    createat bigint,
    userid VARCHAR(26),
    channelid VARCHAR(26),
    filename VARCHAR(256),
    path VARCHAR(512),
    filesize bigint,
    fileoffset bigint
);
CREATE INDEX IF NOT EXISTS idx_uploadsessions_user_id ON uploadsessions(userid);
CREATE INDEX IF NOT EXISTS idx_uploadsessions_create_at ON uploadsessions(createat);
CREATE INDEX IF NOT EXISTS idx_uploadsessions_type ON uploadsessions(type);
ALTER TABLE uploadsessions ADD COLUMN IF NOT EXISTS remoteid VARCHAR(26);
ALTER TABLE uploadsessions ADD COLUMN IF NOT EXISTS reqfileid VARCHAR(26);

CREATE FUNCTION pg_temp.mid(s text) RETURNS text LANGUAGE sql AS $$ SELECT substr(translate(md5(s), '02', 'yk'), 1, 26) $$;
CREATE FUNCTION pg_temp.ms(i interval) RETURNS bigint LANGUAGE sql AS $$ SELECT (extract(epoch FROM now() + i) * 1000)::bigint $$;
INSERT INTO sessions
SELECT pg_temp.mid('s' || n), pg_temp.mid('st' || n), c, CASE WHEN n % 15 = 0 THEN 0 ELSE c + 2592000000 END, least(c + n * 3600000 * 5, pg_temp.ms('-4 s')), pg_temp.mid('u' || n % 31), CASE WHEN n % 4 = 0 THEN 'apple_rn-v2:' || md5('dev' || n) || md5('e' || n) ELSE '' END,
       CASE WHEN n % 30 = 0 THEN 'system_user system_admin' ELSE 'system_user' END, n % 22 = 0, '{"browser":"Chrome/128.0","csrf":"' || pg_temp.mid('cs' || n) || '","isMobile":"false","os":"Linux","platform":"Linux"}', n % 13 = 0
FROM generate_series(1, 90) n, LATERAL (SELECT pg_temp.ms(n * interval '-9 h') AS c) x;
INSERT INTO tokens
SELECT pg_temp.mid('t' || n) || pg_temp.mid('tt' || n) || 'abcdefghijkl', pg_temp.ms(n * interval '-47 min'), ty, CASE ty WHEN 'oauth' THEN '' WHEN 'team_invitation' THEN '{"teamId":"' || pg_temp.mid('team' || n % 3) || '","email":"guest' || n || '@example.org"}' ELSE '{"UserId":"' || pg_temp.mid('u' || n % 31) || '","Email":"user' || n % 31 || '@example.org"}' END
FROM (SELECT n, (ARRAY['verify_email', 'password_recovery', 'team_invitation', 'oauth'])[1 + n % 4] AS ty FROM generate_series(1, 48) n) x;
INSERT INTO uploadsessions
SELECT pg_temp.mid('up' || n), CASE WHEN n % 20 = 0 THEN 'import' ELSE 'attachment' END, pg_temp.ms(n * interval '-3 h'), pg_temp.mid('u' || n % 31), CASE WHEN n % 20 <> 0 THEN pg_temp.mid('ch' || n % 9) ELSE '' END, 'video' || n || '.mp4', '20261124/teams/noteam/channels/' || pg_temp.mid('ch' || n % 9) || '/users/' || pg_temp.mid('u' || n % 31) || '/' || pg_temp.mid('up' || n) || '/video' || n || '.mp4', 5000000 + n * 77777, CASE WHEN n % 3 = 0 THEN 0 ELSE 1048576 * (n % 5) END, '', ''
FROM generate_series(1, 44) n;
