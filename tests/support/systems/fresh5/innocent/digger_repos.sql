CREATE TABLE repos (id bigserial NOT NULL PRIMARY KEY, created_at timestamptz, updated_at timestamptz, deleted_at
  timestamptz, name text, organisation_id bigint, digger_config text);
CREATE TABLE policies (id bigserial NOT NULL PRIMARY KEY, created_at timestamptz, updated_at timestamptz, deleted_at
  timestamptz, project_id bigint, policy text, type text, created_by_id bigint, organisation_id bigint, repo_id
  bigint);
CREATE TABLE digger_locks (id bigserial NOT NULL PRIMARY KEY, created_at timestamptz, updated_at timestamptz,
  deleted_at timestamptz, resource text, lock_id bigint, organisation_id bigint);
INSERT INTO repos (created_at, updated_at, deleted_at, name, organisation_id, digger_config) SELECT c, c + interval
  '3 days', CASE WHEN g % 20 = 0 THEN c + interval '9 days' END, 'org-repo' || g, 1 + g % 5, 'projects: []' FROM
  (SELECT g, now() - g * interval '4 days' AS c FROM generate_series(1, 70) g) s;
INSERT INTO policies (created_at, updated_at, policy, type, organisation_id, repo_id) SELECT c, c, 'package digger',
  (ARRAY['access', 'plan', 'drift'])[1 + g % 3], 1, g FROM (SELECT g, now() - g * interval '6 days' AS c FROM
  generate_series(1, 50) g) s;
INSERT INTO digger_locks (created_at, updated_at, deleted_at, resource, lock_id, organisation_id) SELECT c, c, CASE
  WHEN g > 4 THEN c + interval '1 hour' END, 'org/repo#project' || g, 100 + g, 1 FROM (SELECT g, now() - g *
  interval '9 hours' AS c FROM generate_series(1, 90) g) s;
