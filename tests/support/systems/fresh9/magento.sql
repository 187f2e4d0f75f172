CREATE TABLE cron_schedule (schedule_id serial PRIMARY KEY, job_code varchar(255) NOT NULL DEFAULT '0',
  status varchar(7) NOT NULL DEFAULT 'pending', messages text, created_at timestamp NOT NULL DEFAULT
  CURRENT_TIMESTAMP, scheduled_at timestamp, executed_at timestamp, finished_at timestamp);
CREATE INDEX cron_schedule_job ON cron_schedule (job_code, status, scheduled_at);
INSERT INTO cron_schedule (job_code, status, messages, created_at, scheduled_at, executed_at, finished_at)
  SELECT (ARRAY['indexer_reindex_all_invalid', 'sales_clean_quotes', 'newsletter_send_all',
  'catalog_product_alert'])[1 + g % 4], CASE k WHEN 'later' THEN 'pending' WHEN 'work' THEN 'running' WHEN
  'lost' THEN 'running' WHEN 'bad' THEN 'error' WHEN 'miss' THEN 'missed' ELSE 'success' END, CASE WHEN k IN
  ('bad') THEN 'Cron Job has an error: no route' END, c::timestamp(0), (c + CASE WHEN k = 'later' THEN
  interval '17 minutes' ELSE interval '5 minutes' * (g % 3) / 5 END)::timestamp(0), CASE WHEN k IN ('later',
  'miss') THEN NULL ELSE c + interval '3 minutes' END::timestamp(0), CASE WHEN k IN ('done') THEN c +
  interval '3 minutes' + ((2 + g * 37 % 89) * interval '1 second') END::timestamp(0) FROM (SELECT g, now()
  AS n, CASE WHEN g <= 14 THEN 'later' WHEN g <= 16 THEN 'work' WHEN g <= 19 THEN 'lost' WHEN g % 41 = 13
  THEN 'bad' WHEN g % 29 = 9 THEN 'miss' ELSE 'done' END AS k, now() - CASE WHEN g <= 14 THEN g * interval
  '25 seconds' WHEN g <= 16 THEN g * interval '25 seconds' WHEN g <= 19 THEN interval '9 hours' + g *
  interval '7 minutes' ELSE g * interval '6 minutes' END AS c FROM generate_series(1, 520) g) s ORDER BY s.c;
CREATE TABLE queue_message_status (id bigserial PRIMARY KEY, queue_id integer NOT NULL, message_id bigint
  NOT NULL, updated_at timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP, status smallint NOT NULL,
  number_of_trials smallint NOT NULL DEFAULT 0, UNIQUE (queue_id, message_id));
CREATE INDEX qms_status ON queue_message_status (status, updated_at);
INSERT INTO queue_message_status (queue_id, message_id, updated_at, status, number_of_trials) SELECT 1 + g %
  4, 90000 - g, (c + CASE k WHEN 'done' THEN ((2 + g * 37 % 89) * interval '1 second') ELSE interval '2
  seconds' END)::timestamp(0), CASE k WHEN 'new' THEN 2 WHEN 'work' THEN 3 WHEN 'lost' THEN 3 WHEN 'retry'
  THEN 5 WHEN 'bad' THEN 6 ELSE 4 END, CASE k WHEN 'retry' THEN 1 WHEN 'bad' THEN 3 ELSE 0 END FROM (SELECT
  g, now() AS n, CASE WHEN g <= 6 THEN 'new' WHEN g <= 8 THEN 'work' WHEN g <= 12 THEN 'lost' WHEN g <= 14
  THEN 'retry' WHEN g % 37 = 12 THEN 'bad' ELSE 'done' END AS k, now() - CASE WHEN g <= 6 THEN g * interval
  '25 seconds' WHEN g <= 8 THEN g * interval '25 seconds' WHEN g <= 12 THEN interval '9 hours' + g *
  interval '7 minutes' WHEN g <= 14 THEN g * interval '25 seconds' ELSE g * interval '5 minutes' END AS c
  FROM generate_series(1, 460) g) s ORDER BY s.c;
