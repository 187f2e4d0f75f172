CREATE TABLE builds (
  id serial PRIMARY KEY,
  number integer NOT NULL,
  builderid integer NOT NULL,
  buildrequestid integer NOT NULL,
  workerid integer,
  masterid integer NOT NULL,
  started_at integer NOT NULL,
  complete_at integer,
  locks_duration_s integer NOT NULL,
  state_string text NOT NULL,
  results integer
);
CREATE UNIQUE INDEX builds_number ON builds (builderid, number);
CREATE INDEX builds_buildrequestid ON builds (buildrequestid);
CREATE TABLE changes (
  changeid serial PRIMARY KEY,
  author varchar(255) NOT NULL,
  committer varchar(255),
  comments text NOT NULL,
  branch varchar(255),
  revision varchar(255),
  revlink varchar(256),
  when_timestamp integer NOT NULL,
  category varchar(255),
  repository varchar(512) NOT NULL DEFAULT '',
  codebase varchar(256) NOT NULL DEFAULT '',
  project varchar(512) NOT NULL DEFAULT '',
  sourcestampid integer NOT NULL,
  parent_changeids integer
);
INSERT INTO builds (number, builderid, buildrequestid, workerid, masterid, started_at, complete_at, locks_duration_s, state_string, results)
SELECT 1 + g / 6, 1 + g % 6, g, 1 + g % 4, 1, e, CASE WHEN g <= 136 THEN e + 40 + g % 800 END, g % 5, CASE WHEN g > 136 THEN 'building' WHEN g % 13 = 0 THEN 'failed make test (failure)' ELSE 'build successful' END, CASE WHEN g <= 136 THEN CASE WHEN g % 13 = 0 THEN 2 ELSE 0 END END FROM (SELECT g, extract(epoch FROM now())::int - (145 - g) * 700 AS e FROM generate_series(1, 142) g) s;
INSERT INTO changes (author, committer, comments, branch, revision, revlink, when_timestamp, repository, codebase, project, sourcestampid, parent_changeids)
SELECT 'Dev ' || g % 9 || ' <dev' || g % 9 || '@example.org>', 'GitHub <noreply@github.com>', 'Fix #' || g, 'main', md5('rv' || g) || left(md5('rw' || g), 8), 'https://git.example.org/c/' || g, extract(epoch FROM now())::int - (121 - g) * 2400, 'https://git.example.org/app.git', '', 'app', 500 + g, CASE WHEN g > 1 THEN g - 1 END FROM generate_series(1, 120) g;
