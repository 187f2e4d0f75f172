CREATE TABLE users (id SERIAL PRIMARY KEY, username varchar(255), email varchar(255));
CREATE TABLE features (
  created_at timestamp with time zone default now(),
  name varchar(255) PRIMARY KEY NOT NULL,
  description text,
  type text,
  stale boolean default false,
  last_seen_at timestamp with time zone,
  archived_at timestamp with time zone
);
CREATE TABLE IF NOT EXISTS environments (
    name          VARCHAR (100) NOT NULL PRIMARY KEY,
    display_name  VARCHAR (255),
    created_at    timestamp with time zone DEFAULT now()
);
CREATE TABLE IF NOT EXISTS feature_environments (
    environment   VARCHAR (100) NOT NULL DEFAULT ':global:' REFERENCES environments(name) ON DELETE CASCADE,
    feature_name  VARCHAR (255) NOT NULL REFERENCES features(name) ON DELETE CASCADE,
    enabled       BOOLEAN NOT NULL,
    PRIMARY KEY (environment, feature_name)
);
CREATE TABLE IF NOT EXISTS reset_tokens
(
    reset_token text PRIMARY KEY         NOT NULL,
    user_id     integer,
    expires_at  timestamp with time zone NOT NULL,
    used_at     timestamp with time zone,
    created_at  timestamp with time zone DEFAULT now(),
    created_by  text,
    FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE TABLE unleash_session (
    sid varchar PRIMARY KEY,
    sess json NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE DEFAULT now(),
    expired TIMESTAMP WITH TIME ZONE NOT NULL
);
CREATE INDEX idx_unleash_session_expired ON unleash_session(expired);
CREATE TABLE IF NOT EXISTS login_events (
    id SERIAL PRIMARY KEY NOT NULL,
    username TEXT NOT NULL,
    auth_type TEXT NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
    successful BOOLEAN NOT NULL,
    ip INET,
    failure_reason TEXT
);
CREATE INDEX IF NOT EXISTS login_events_ip_idx ON login_events(ip);

INSERT INTO users (username, email) SELECT 'dev' || n, 'dev' || n || '@example.com' FROM generate_series(1, 40) n;
INSERT INTO features SELECT now() - n * interval '5 days', (ARRAY['checkout', 'search', 'outbox-relay', 'idempotency'])[1 + n % 4] || '.flag' || n, 'flag ' || n, (ARRAY['release', 'experiment', 'kill-switch', 'operational'])[1 + n % 4], n % 9 = 0, CASE WHEN n % 7 <> 0 THEN now() - n * interval '1 min' END, CASE WHEN n % 11 = 0 THEN now() - n * interval '1 day' END FROM generate_series(1, 60) n;
INSERT INTO environments VALUES ('development', 'Development', now() - interval '900 days'), ('staging', 'Staging', now() - interval '800 days'), ('production', 'Production', now() - interval '900 days');
INSERT INTO feature_environments SELECT e.name, f.name, e.name = 'development' OR length(f.name) % 2 = 0 FROM environments e, features f;
INSERT INTO reset_tokens SELECT md5('rs' || n), 1 + n % 40, c + interval '1 day', CASE WHEN n % 3 <> 0 THEN c + interval '7 min' END, c, 'dev' || n % 40 FROM generate_series(1, 48) n, LATERAL (SELECT now() - n * interval '6 h' AS c) x;
INSERT INTO unleash_session SELECT replace(md5('us' || n), '0', '_'), json_build_object('cookie', json_build_object('originalMaxAge', 172800000, 'secure', true, 'httpOnly', true, 'path', '/'), 'user', json_build_object('id', 1 + n % 40, 'email', 'dev' || n % 40 || '@example.com')), c, c + interval '48 h' FROM generate_series(1, 70) n, LATERAL (SELECT now() - n * interval '50 min' AS c) x;
INSERT INTO login_events (username, auth_type, created_at, successful, ip, failure_reason) SELECT 'dev' || n % 40, CASE WHEN n % 4 = 0 THEN 'simple' ELSE 'oidc' END, now() - (131 - n) * interval '29 min', n % 8 <> 0, ('10.3.' || n % 9 || '.' || n)::inet, CASE WHEN n % 8 = 0 THEN 'invalid password' END FROM generate_series(1, 130) n;
