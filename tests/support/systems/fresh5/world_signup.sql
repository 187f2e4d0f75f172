CREATE TABLE unprocessed_identities (commitment bytea NOT NULL UNIQUE, created_at timestamptz NOT NULL);
CREATE TABLE deletions (leaf_index bigint NOT NULL PRIMARY KEY, commitment bytea NOT NULL UNIQUE, created_at
  timestamptz);
INSERT INTO unprocessed_identities SELECT decode(md5('id' || g), 'hex'), now() - CASE WHEN g <= 30 THEN g * interval
  '2 seconds' ELSE interval '5 hours' + g * interval '1 minute' END FROM generate_series(1, 50) g;
INSERT INTO deletions SELECT g, decode(md5('de' || g), 'hex'), now() - g * interval '20 minutes' FROM
  generate_series(1, 12) g;
