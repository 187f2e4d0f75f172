CREATE TABLE reviews_statusupdate (id serial PRIMARY KEY, service_id varchar(255) NOT NULL, "timestamp"
  timestamptz NOT NULL, summary varchar(255) NOT NULL, description varchar(255) NOT NULL, url varchar(255) NOT
  NULL, url_text varchar(64) NOT NULL, state varchar(1) NOT NULL, extra_data text, timeout integer,
  change_description_id integer, review_id integer UNIQUE, review_request_id integer NOT NULL, user_id
  integer);
INSERT INTO reviews_statusupdate (service_id, "timestamp", summary, description, url, url_text, state,
  extra_data, timeout, review_id, review_request_id, user_id) SELECT (ARRAY['reviewbot.flake8',
  'jenkins-ci'])[1 + g % 2], CASE WHEN k IN ('P', 'lost', 'R') THEN c ELSE c + interval '2 minutes' END,
  (ARRAY['Flake8', 'Jenkins'])[1 + g % 2], CASE k WHEN 'P' THEN 'running.' WHEN 'lost' THEN 'running.' WHEN
  'R' THEN 'not yet run.' WHEN 'S' THEN 'passed.' ELSE 'failed.' END, 'https://ci.example/' || g, 'Job', CASE
  k WHEN 'lost' THEN 'P' ELSE k END, '{}', 3600, CASE WHEN k IN ('F') THEN g END, 1 + g / 2, 3 FROM (SELECT g,
  now() AS n, CASE WHEN g <= 3 THEN 'P' WHEN g <= 4 THEN 'R' WHEN g <= 7 THEN 'lost' WHEN g % 7 = 0 THEN 'F'
  WHEN g % 19 = 0 THEN 'E' WHEN g % 37 = 0 THEN 'T' ELSE 'S' END AS k, now() - CASE WHEN g <= 4 THEN g *
  interval '25 seconds' WHEN g <= 7 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval
  '32 minutes' END AS c FROM generate_series(1, 200) g) s;
