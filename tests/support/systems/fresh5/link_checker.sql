CREATE TABLE links (id serial PRIMARY KEY, uri varchar NOT NULL, created_at timestamp NOT NULL, updated_at timestamp
  NOT NULL);
CREATE TABLE checks (id serial PRIMARY KEY, link_id integer NOT NULL REFERENCES links, started_at timestamp,
  completed_at timestamp, link_warnings varchar[] NOT NULL DEFAULT '{}', link_errors varchar[] NOT NULL DEFAULT
  '{}', link_danger varchar[] NOT NULL DEFAULT '{}', problem_summary varchar, suggested_fix varchar, created_at
  timestamp NOT NULL, updated_at timestamp NOT NULL);
CREATE INDEX index_checks_on_link_id ON checks (link_id);
CREATE TABLE batches (id serial PRIMARY KEY, webhook_uri varchar, webhook_secret_token varchar, webhook_triggered
  boolean NOT NULL DEFAULT false, created_at timestamp NOT NULL, updated_at timestamp NOT NULL);
INSERT INTO links (uri, created_at, updated_at) SELECT 'https://example.org/' || g, localtimestamp - interval
  '90 days', localtimestamp - interval '90 days' FROM generate_series(1, 40) g;
INSERT INTO checks (link_id, started_at, completed_at, link_errors, problem_summary, created_at, updated_at) SELECT
  1 + g % 40, CASE WHEN k <> 'new' THEN c + interval '3 seconds' END, CASE WHEN k IN ('done', 'bad') THEN c +
  interval '5 seconds' END, CASE WHEN k = 'bad' THEN ARRAY['Page not found'] ELSE '{}' END, CASE WHEN k = 'bad' THEN
  'Page not found' END, c, CASE k WHEN 'new' THEN c WHEN 'run' THEN c + interval '3 seconds' WHEN 'lost' THEN c +
  interval '3 seconds' ELSE c + interval '5 seconds' END FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 3 THEN
  'new' WHEN g <= 5 THEN 'run' WHEN g <= 9 THEN 'lost' WHEN g % 9 = 0 THEN 'bad' ELSE 'done' END AS k,
  localtimestamp - CASE WHEN g <= 5 THEN g * interval '25 seconds' WHEN g <= 9 THEN interval '9 hours' + g *
  interval '7 minutes' ELSE g * interval '25 minutes' END AS c FROM generate_series(1, 200) g) s;
INSERT INTO batches (webhook_uri, webhook_secret_token, webhook_triggered, created_at, updated_at) SELECT CASE WHEN
  g % 4 > 0 THEN 'https://hooks.example.org/' || g % 3 END, CASE WHEN g % 4 > 0 THEN md5('w' || g) END, k = 'done'
  AND g % 4 > 0, c, CASE WHEN k = 'done' THEN c + interval '2 minutes' ELSE c END FROM (SELECT g, localtimestamp AS
  n, CASE WHEN g <= 3 THEN 'new' WHEN g <= 5 THEN 'lost' ELSE 'done' END AS k, localtimestamp - CASE WHEN g <= 3
  THEN g * interval '25 seconds' WHEN g <= 5 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval
  '2 hours' END AS c FROM generate_series(1, 80) g) s;
