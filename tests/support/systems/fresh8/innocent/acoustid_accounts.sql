CREATE TABLE account (id serial PRIMARY KEY, name varchar NOT NULL, apikey varchar NOT NULL, mbuser varchar,
  anonymous boolean DEFAULT false, created timestamptz NOT NULL DEFAULT now(), lastlogin timestamptz,
  submission_count integer NOT NULL DEFAULT 0, application_id integer, application_version varchar,
  created_from inet, is_admin boolean NOT NULL DEFAULT false);
INSERT INTO account (name, apikey, mbuser, created, lastlogin, submission_count) SELECT 'user ' || g,
  substr(md5('ak' || g), 1, 10), CASE WHEN g % 2 = 0 THEN 'mb' || g END, c, CASE WHEN g % 3 > 0 THEN c +
  interval '2 days' END, g % 900 FROM (SELECT g, now() AS n, 'done' AS k, now() - g * interval '700 minutes'
  AS c FROM generate_series(1, 300) g) s ORDER BY g DESC;
CREATE TABLE application (id serial PRIMARY KEY, name varchar NOT NULL, version varchar NOT NULL, apikey
  varchar NOT NULL, created timestamptz NOT NULL DEFAULT now(), active boolean DEFAULT true, account_id
  integer NOT NULL, email varchar, website varchar);
INSERT INTO application (name, version, apikey, created, active, account_id) SELECT 'app ' || g, '0.' || g %
  9, substr(md5('ap' || g), 1, 10), c, g % 11 > 0, 1 + g % 90 FROM (SELECT g, now() AS n, 'done' AS k, now()
  - g * interval '900 minutes' AS c FROM generate_series(1, 210) g) s ORDER BY g DESC;
