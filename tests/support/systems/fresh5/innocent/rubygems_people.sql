CREATE TABLE api_keys (id bigserial PRIMARY KEY, owner_type varchar NOT NULL, owner_id bigint NOT NULL, name varchar
  NOT NULL, hashed_key varchar NOT NULL UNIQUE, scopes varchar[] NOT NULL, created_at timestamp NOT NULL, updated_at
  timestamp NOT NULL, last_accessed_at timestamp, mfa boolean NOT NULL DEFAULT false, soft_deleted_at timestamp,
  expires_at timestamp);
CREATE TABLE deletions (id serial PRIMARY KEY, user_id integer, rubygem varchar, number varchar, platform varchar,
  created_at timestamp NOT NULL, updated_at timestamp NOT NULL, version_id bigint);
CREATE TABLE web_hooks (id serial PRIMARY KEY, user_id integer, url varchar, failure_count integer DEFAULT 0,
  created_at timestamp, updated_at timestamp, rubygem_id integer, disabled_reason text, disabled_at timestamp,
  last_success timestamp, last_failure timestamp, successes_since_last_failure integer DEFAULT 0,
  failures_since_last_success integer DEFAULT 0);
CREATE TABLE link_verifications (id bigserial PRIMARY KEY, linkable_type varchar NOT NULL, linkable_id bigint NOT
  NULL, uri varchar NOT NULL, last_verified_at timestamp, last_failure_at timestamp,
  failures_since_last_verification integer DEFAULT 0, created_at timestamp NOT NULL, updated_at timestamp NOT NULL);
INSERT INTO api_keys (owner_type, owner_id, name, hashed_key, scopes, created_at, updated_at, last_accessed_at,
  soft_deleted_at, expires_at) SELECT 'User', g, 'ci', md5('k' || g), '{push_rubygem}', c, c + interval '2 days',
  CASE WHEN g % 3 > 0 THEN c + interval '2 days' END, CASE WHEN g % 17 = 0 THEN c + interval '9 days' END, CASE WHEN
  g % 4 = 0 THEN c + interval '1 year' END FROM (SELECT g, localtimestamp - g * interval '3 days' AS c FROM
  generate_series(1, 120) g) s;
INSERT INTO deletions (user_id, rubygem, number, platform, created_at, updated_at, version_id) SELECT g, 'gem' || g,
  '0.1.' || g, 'ruby', c, c, g FROM (SELECT g, localtimestamp - g * interval '2 days' AS c FROM generate_series(1,
  80) g) s;
INSERT INTO web_hooks (user_id, url, failure_count, created_at, updated_at, rubygem_id, disabled_reason,
  disabled_at, last_success, last_failure, successes_since_last_failure, failures_since_last_success) SELECT g,
  'https://h.example.org/' || g, g % 7, c, c + interval '1 day', CASE WHEN g % 2 = 0 THEN g END, CASE WHEN g % 9 = 0
  THEN 'too many failures since the last success' END, CASE WHEN g % 9 = 0 THEN c + interval '30 days' END, CASE
  WHEN g % 5 > 0 THEN c + interval '1 day' END, CASE WHEN g % 7 > 0 THEN c + interval '8 hours' END, g % 30, g % 7
  FROM (SELECT g, localtimestamp - g * interval '5 days' AS c FROM generate_series(1, 70) g) s;
INSERT INTO link_verifications (linkable_type, linkable_id, uri, last_verified_at, last_failure_at,
  failures_since_last_verification, created_at, updated_at) SELECT 'Rubygem', g, 'https://gem' || g ||
  '.example.org', CASE WHEN g % 4 > 0 THEN c + interval '1 hour' END, CASE WHEN g % 4 = 0 THEN c + interval '1 hour'
  END, CASE WHEN g % 4 = 0 THEN 3 ELSE 0 END, c, c + interval '1 hour' FROM (SELECT g, localtimestamp - g * interval
  '15 hours' AS c FROM generate_series(1, 130) g) s;
