CREATE SEQUENCE users_seq INCREMENT BY 1 NO MAXVALUE NO MINVALUE CACHE 1;
CREATE TABLE users (
    user_id              integer DEFAULT nextval('users_seq'::text) PRIMARY KEY,
    username             varchar(128) DEFAULT '' NOT NULL,
    mail_host            varchar(128) DEFAULT '' NOT NULL,
    created              timestamptz DEFAULT now() NOT NULL,
    last_login           timestamptz DEFAULT NULL,
    failed_login         timestamptz DEFAULT NULL,
    failed_login_counter integer DEFAULT NULL,
    "language"           varchar(16),
    preferences          text DEFAULT '' NOT NULL,
    CONSTRAINT users_username_key UNIQUE (username, mail_host)
);
CREATE TABLE "session" (
    sess_id varchar(128) DEFAULT '' PRIMARY KEY,
    changed timestamptz DEFAULT now() NOT NULL,
    ip      varchar(41) NOT NULL,
    vars    text NOT NULL
);
CREATE INDEX session_changed_idx ON session (changed);
CREATE TABLE "cache" (
    user_id   integer NOT NULL REFERENCES users (user_id) ON DELETE CASCADE ON UPDATE CASCADE,
    cache_key varchar(128) DEFAULT '' NOT NULL,
    expires   timestamptz DEFAULT NULL,
    data      text NOT NULL,
    PRIMARY KEY (user_id, cache_key)
);
CREATE INDEX cache_expires_idx ON "cache" (expires);
CREATE TABLE "cache_shared" (
    cache_key varchar(255) NOT NULL PRIMARY KEY,
    expires   timestamptz DEFAULT NULL,
    data      text NOT NULL
);
CREATE INDEX cache_shared_expires_idx ON "cache_shared" (expires);

INSERT INTO users (username, mail_host, created, last_login, failed_login, failed_login_counter, "language", preferences)
SELECT 'user' || i || '@example.org', 'imap.example.org', now() - i * interval '20 days', now() - i * interval '3 hours',
       CASE WHEN i % 9 = 0 THEN now() - i * interval '5 hours' END, CASE WHEN i % 9 = 0 THEN i % 4 + 1 END, 'en_US', 'a:1:{s:8:"timezone";s:3:"UTC";}'
FROM generate_series(1, 36) i;
INSERT INTO "session" SELECT left(md5('s' || i), 26), now() - i * interval '4 minutes', '192.0.2.' || i % 40 + 1, encode(('language|s:5:"en_US";user_id|i:' || i % 36 + 1 || ';')::bytea, 'base64') FROM generate_series(1, 50) i;
INSERT INTO "cache" SELECT i % 36 + 1, 'IMAP.' || (ARRAY['mailboxes.list', 'mailboxes.subscribed', 'QUOTA', 'thread'])[i % 4 + 1] || '.' || i, CASE WHEN i % 7 <> 0 THEN now() + (i - 20) * interval '3 hours' END, 'a:2:{i:0;s:5:"INBOX";i:1;s:4:"Sent";}' FROM generate_series(1, 80) i;
INSERT INTO "cache_shared" SELECT 'ldap.' || md5('k' || i), now() + (i - 5) * interval '1 hour', 'a:1:{s:4:"name";s:5:"Alice";}' FROM generate_series(1, 30) i;
