CREATE TABLE tag_meta (tag_id bigint PRIMARY KEY, tag_name varchar(128) NOT NULL, metalake_id bigint NOT
  NULL, tag_comment varchar(256) DEFAULT '', properties text, audit_info text NOT NULL, current_version
  integer NOT NULL DEFAULT 1, last_version integer NOT NULL DEFAULT 1, deleted_at bigint NOT NULL DEFAULT 0,
  UNIQUE (metalake_id, tag_name, deleted_at));
INSERT INTO tag_meta (tag_id, tag_name, metalake_id, audit_info, deleted_at) SELECT 9000 + g, 'tag' || g, 1,
  '{}', CASE WHEN g % 12 = 0 THEN 1790000000000 + g ELSE 0 END FROM (SELECT g, now() AS n, 'done' AS k,
  now() - g * interval '9 minutes' AS c FROM generate_series(1, 200) g) s ORDER BY g DESC;
