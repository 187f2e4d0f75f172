CREATE TABLE session (
  sid    varchar NOT NULL COLLATE "default",
  sess   json NOT NULL,
  expire timestamp(6) NOT NULL
);
ALTER TABLE session ADD CONSTRAINT session_pkey PRIMARY KEY (sid) NOT DEFERRABLE INITIALLY IMMEDIATE;
CREATE INDEX "IDX_session_expire" ON session (expire);
INSERT INTO session
SELECT left(encode(sha256(convert_to('sid' || n, 'UTF8')), 'base64'), 32),
       json_build_object('cookie', json_build_object('originalMaxAge', 86400000, 'expires', now() + (1440 - n * 21) * interval '1 minute', 'httpOnly', true, 'path', '/'), 'user', json_build_object('id', n)),
       (now() AT TIME ZONE 'UTC') + (1440 - n * 21) * interval '1 minute'
FROM generate_series(1, 75) AS n;
