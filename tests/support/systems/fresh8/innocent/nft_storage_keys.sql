CREATE TABLE auth_key (id bigserial PRIMARY KEY, name text NOT NULL, secret text NOT NULL, user_id bigint
  NOT NULL, inserted_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz);
INSERT INTO auth_key (name, secret, user_id, inserted_at, updated_at, deleted_at) SELECT 'key ' || g,
  md5('sec' || g), 1 + g % 90, c, c, CASE WHEN g % 9 = 0 THEN c + interval '3 days' END FROM (SELECT g,
  now() AS n, 'done' AS k, now() - g * interval '400 minutes' AS c FROM generate_series(1, 260) g) s ORDER
  BY g DESC;
CREATE TABLE upload (id bigserial PRIMARY KEY, user_id bigint NOT NULL, key_id bigint, content_cid text NOT
  NULL, source_cid text NOT NULL, mime_type text, type text NOT NULL, name text, files jsonb, origins jsonb,
  meta jsonb, backup_urls text[], inserted_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT
  NULL DEFAULT now(), deleted_at timestamptz, UNIQUE (user_id, source_cid));
INSERT INTO upload (user_id, key_id, content_cid, source_cid, mime_type, type, name, inserted_at,
  updated_at, deleted_at) SELECT 1 + g % 90, g % 200, 'bafy' || md5('cid' || g), 'bafy' || md5('src' || g),
  'image/png', (ARRAY['Car', 'Blob', 'Nft'])[1 + g % 3], 'file ' || g, c, c, CASE WHEN g % 13 = 0 THEN c +
  interval '9 days' END FROM (SELECT g, now() AS n, 'done' AS k, now() - g * interval '30 minutes' AS c FROM
  generate_series(1, 400) g) s ORDER BY g DESC;
