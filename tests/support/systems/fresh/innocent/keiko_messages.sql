CREATE TABLE keiko_messages (id char(26) PRIMARY KEY, fingerprint char(36) NOT NULL UNIQUE, updated_at bigint NOT NULL, body text NOT NULL);
INSERT INTO keiko_messages SELECT '01' || upper(left(md5('m' || g), 24)), left(md5('f' || g) || '0000', 36), (extract(epoch FROM now() - g * interval '9 seconds') * 1000)::bigint, '{"kind":"runTask","n":' || g || '}' FROM generate_series(1, 130) g;
