CREATE TABLE candidate_joborder (candidate_joborder_id serial PRIMARY KEY, candidate_id integer NOT NULL,
  joborder_id integer NOT NULL, site_id integer NOT NULL, status integer NOT NULL DEFAULT 0, date_submitted
  timestamp, date_created timestamp NOT NULL, date_modified timestamp NOT NULL, rating_value integer,
  added_by integer);
INSERT INTO candidate_joborder (candidate_id, joborder_id, site_id, status, date_submitted, date_created,
  date_modified, rating_value, added_by) SELECT g, 1 + g % 40, 1, 100 * (1 + g % 8), CASE WHEN k IN ('done')
  THEN c + interval '2 days' END::timestamp(0), c::timestamp(0), (c + interval '3 days')::timestamp(0), g %
  6, 1 + g % 5 FROM (SELECT g, now() AS n, CASE WHEN g % 3 = 1 THEN 'bad' ELSE 'done' END AS k, now() - g *
  interval '80 minutes' AS c FROM generate_series(1, 340) g) s ORDER BY s.c;
