CREATE TABLE import_jobs (id serial PRIMARY KEY, task varchar NOT NULL, starts_at timestamptz DEFAULT now(), user_id
  integer, result varchar, result_status varchar);
INSERT INTO import_jobs (task, starts_at, user_id, result, result_status) SELECT md5('im' || g)::uuid::text, c, 1 +
  g % 40, CASE k WHEN 'done' THEN 'https://events.example.org/v1/events/' || g WHEN 'bad' THEN
  'Error 422 in import of speakers' END, CASE k WHEN 'done' THEN 'SUCCESS' WHEN 'bad' THEN 'FAILURE' END FROM
  (SELECT g, now() AS n, CASE WHEN g <= 2 THEN 'run' WHEN g <= 5 THEN 'lost' WHEN g % 7 = 0 THEN 'bad' ELSE 'done'
  END AS k, now() - CASE WHEN g <= 2 THEN g * interval '25 seconds' WHEN g <= 5 THEN interval '9 hours' + g *
  interval '7 minutes' ELSE g * interval '12 hours' END AS c FROM generate_series(1, 90) g) s;
