CREATE TABLE tuple (
    store TEXT NOT NULL,
    object_type TEXT NOT NULL,
    object_id TEXT NOT NULL,
    relation TEXT NOT NULL,
    _user TEXT NOT NULL,
    user_type TEXT NOT NULL,
    ulid TEXT NOT NULL,
    inserted_at TIMESTAMPTZ NOT NULL,
    condition_name TEXT,
    condition_context BYTEA,
    PRIMARY KEY (store, object_type, object_id, relation, _user)
);
CREATE UNIQUE INDEX idx_tuple_ulid ON tuple (ulid);
CREATE TABLE changelog (
    store TEXT NOT NULL,
    object_type TEXT NOT NULL,
    object_id TEXT NOT NULL,
    relation TEXT NOT NULL,
    _user TEXT NOT NULL,
    operation INTEGER NOT NULL,
    ulid TEXT NOT NULL,
    inserted_at TIMESTAMPTZ NOT NULL,
    condition_name TEXT,
    condition_context BYTEA,
    PRIMARY KEY (store, ulid, object_type)
);
CREATE TABLE store (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ,
    deleted_at TIMESTAMPTZ
);

INSERT INTO store SELECT '01H' || upper(substr(md5('st' || g), 1, 23)), 'tenant-' || g, now() - g * interval '20 days', now() - g * interval '20 days', CASE WHEN g = 5 THEN now() - interval '3 days' END FROM generate_series(1, 5) AS g;
INSERT INTO changelog
SELECT '01H' || upper(substr(md5('st' || (1 + g % 4)), 1, 23)), (ARRAY['document','folder','group'])[1 + g % 3], 'obj-' || g, (ARRAY['viewer','owner','member'])[1 + g % 3], 'user:u' || g % 9,
       CASE WHEN g % 7 = 0 THEN 1 ELSE 0 END, '01J' || lpad(g::text, 4, '0') || upper(substr(md5('ul' || g), 1, 19)), now() - (91 - g) * interval '47 minutes', NULL, NULL
FROM generate_series(1, 90) AS g;
INSERT INTO tuple
SELECT store, object_type, object_id, relation, _user, 'user', ulid, inserted_at, NULL, NULL FROM changelog WHERE operation = 0;
