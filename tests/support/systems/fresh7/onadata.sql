CREATE TABLE viewer_export (id serial PRIMARY KEY, export_type varchar(10) NOT NULL, created_on timestamptz
  NOT NULL, filename varchar(255), filedir varchar(255), task_id varchar(255), time_of_last_submission
  timestamptz, internal_status smallint NOT NULL, export_url varchar(200), options jsonb NOT NULL,
  error_message varchar(255), xform_id integer NOT NULL, UNIQUE (xform_id, filename));
INSERT INTO viewer_export (export_type, created_on, filename, filedir, task_id, time_of_last_submission,
  internal_status, options, error_message, xform_id) SELECT (ARRAY['csv', 'xlsx', 'zip'])[1 + g % 3], c, CASE
  WHEN k IN ('done') THEN 'form_' || g || '.csv' END, CASE WHEN k IN ('done') THEN 'ona/exports/csv' END,
  md5('ta' || g)::uuid::text, c - interval '2 days', CASE k WHEN 'done' THEN 1 WHEN 'bad' THEN 2 ELSE 0 END,
  '{"group_delimiter": "/"}', CASE WHEN k IN ('bad') THEN 'no records to export' END, 1 + g % 40 FROM (SELECT
  g, now() AS n, CASE WHEN g <= 3 THEN 'new' WHEN g <= 6 THEN 'lost' WHEN g % 10 = 0 THEN 'bad' ELSE 'done'
  END AS k, now() - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 6 THEN interval '9 hours' + g *
  interval '7 minutes' ELSE g * interval '35 minutes' END AS c FROM generate_series(1, 200) g) s;
