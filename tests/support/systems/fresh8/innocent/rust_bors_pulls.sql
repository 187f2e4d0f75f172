CREATE TABLE pull_request (id serial PRIMARY KEY, repository text NOT NULL, number bigint NOT NULL,
  try_build_id integer, created_at timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP, approved_by text,
  priority integer, rollup text, approved_sha text, base_branch text NOT NULL DEFAULT 'master',
  mergeable_state text NOT NULL DEFAULT 'unknown', status text NOT NULL DEFAULT 'open', delegated_permission
  text, title text NOT NULL DEFAULT '', author text NOT NULL DEFAULT '', assignees text NOT NULL DEFAULT '',
  auto_build_id integer, head_branch text NOT NULL DEFAULT 'unknown', mergeable_state_is_stale boolean NOT
  NULL DEFAULT true, note text);
INSERT INTO pull_request (repository, number, created_at, approved_by, approved_sha, mergeable_state,
  status, title, author, mergeable_state_is_stale) SELECT 'rust-lang/rust', 90000 + g, c, CASE WHEN g % 3 =
  0 THEN 'reviewer' || g % 7 END, CASE WHEN g % 3 = 0 THEN md5('as' || g) END, (ARRAY['mergeable',
  'has_conflicts', 'unknown'])[1 + g % 3], (ARRAY['open', 'merged', 'merged', 'closed', 'draft'])[1 + g %
  5], 'Fix ' || g, 'u' || g % 50, g % 5 = 0 FROM (SELECT g, now() AS n, 'done' AS k, now() - g * interval
  '90 minutes' AS c FROM generate_series(1, 300) g) s ORDER BY g DESC;
