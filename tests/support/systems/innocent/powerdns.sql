CREATE TABLE domains (
    id              serial PRIMARY KEY,
    name            varchar(255) NOT NULL,
    master          varchar(128) DEFAULT NULL,
    last_check      int DEFAULT NULL,
    type            text NOT NULL,
    notified_serial bigint DEFAULT NULL,
    account         varchar(40) DEFAULT NULL,
    CONSTRAINT c_lowercase_name CHECK (((name)::text = lower((name)::text)))
);
CREATE UNIQUE INDEX name_index ON domains (name);
CREATE TABLE records (
    id        bigserial PRIMARY KEY,
    domain_id int DEFAULT NULL,
    name      varchar(255) DEFAULT NULL,
    type      varchar(10) DEFAULT NULL,
    content   varchar(65535) DEFAULT NULL,
    ttl       int DEFAULT NULL,
    prio      int DEFAULT NULL,
    disabled  bool DEFAULT 'f',
    ordername varchar(255),
    auth      bool DEFAULT 't',
    CONSTRAINT domain_exists FOREIGN KEY (domain_id) REFERENCES domains (id) ON DELETE CASCADE,
    CONSTRAINT c_lowercase_name CHECK (((name)::text = lower((name)::text)))
);
CREATE INDEX rec_name_index ON records (name);
CREATE INDEX nametype_index ON records (name, type);
CREATE INDEX domain_id ON records (domain_id);
CREATE TABLE domainmetadata (
    id        serial PRIMARY KEY,
    domain_id int REFERENCES domains (id) ON DELETE CASCADE,
    kind      varchar(32),
    content   text
);
CREATE INDEX domainidmetaindex ON domainmetadata (domain_id);
INSERT INTO domains (name, master, last_check, type, notified_serial)
SELECT 'zone' || i || '.example', CASE WHEN i % 3 = 0 THEN '192.0.2.53' END, CASE WHEN i % 3 = 0 THEN extract(epoch FROM now() - i * interval '9 minutes')::int END,
       CASE WHEN i % 3 = 0 THEN 'SLAVE' WHEN i % 3 = 1 THEN 'MASTER' ELSE 'NATIVE' END, CASE WHEN i % 3 = 1 THEN 2026010100 + i END FROM generate_series(1, 40) i;
INSERT INTO records (domain_id, name, type, content, ttl, prio, disabled)
SELECT i % 40 + 1, 'host' || i || '.zone' || i % 40 + 1 || '.example', (ARRAY['A', 'AAAA', 'MX', 'TXT'])[i % 4 + 1],
       (ARRAY['192.0.2.' || i, '2001:db8::' || i, 'mail.zone.example', '"v=spf1 -all"'])[i % 4 + 1], 3600, CASE WHEN i % 4 = 2 THEN 10 ELSE 0 END, i % 25 = 0 FROM generate_series(1, 110) i;
INSERT INTO domainmetadata (domain_id, kind, content) SELECT i, 'SOA-EDIT-API', 'DEFAULT' FROM generate_series(1, 30) i;
