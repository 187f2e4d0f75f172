CREATE FUNCTION que_validate_tags(tags_array jsonb) RETURNS boolean LANGUAGE sql AS $$
  SELECT bool_and(jsonb_typeof(value) = 'string' AND char_length(value::text) <= 100) FROM jsonb_array_elements(tags_array) $$;
CREATE TABLE que_jobs (
  priority smallint NOT NULL DEFAULT 100,
  run_at timestamptz NOT NULL DEFAULT now(),
  id bigserial PRIMARY KEY,
  job_class text NOT NULL,
  error_count integer NOT NULL DEFAULT 0,
  last_error_message text,
  queue text NOT NULL DEFAULT 'default',
  last_error_backtrace text,
  finished_at timestamptz,
  expired_at timestamptz,
  args jsonb NOT NULL DEFAULT '[]',
  data jsonb NOT NULL DEFAULT '{}',
  job_schema_version integer NOT NULL,
  kwargs jsonb NOT NULL DEFAULT '{}',
  CONSTRAINT queue_length CHECK (char_length(queue) <= 100),
  CONSTRAINT job_class_length CHECK (char_length(CASE job_class WHEN 'ActiveJob::QueueAdapters::QueAdapter::JobWrapper' THEN args -> 0 ->> 'job_class' ELSE job_class END) <= 200),
  CONSTRAINT error_length CHECK (char_length(last_error_message) <= 500 AND char_length(last_error_backtrace) <= 10000),
  CONSTRAINT valid_args CHECK (jsonb_typeof(args) = 'array'),
  CONSTRAINT valid_data CHECK (jsonb_typeof(data) = 'object' AND (NOT data ? 'tags' OR (jsonb_typeof(data -> 'tags') = 'array' AND jsonb_array_length(data -> 'tags') <= 5 AND que_validate_tags(data -> 'tags'))))
) WITH (fillfactor = 90);
CREATE INDEX que_jobs_data_gin_idx ON que_jobs USING gin (data jsonb_path_ops);
CREATE INDEX que_jobs_args_gin_idx ON que_jobs USING gin (args jsonb_path_ops);
CREATE INDEX que_jobs_kwargs_gin_idx ON que_jobs USING gin (kwargs jsonb_path_ops);
CREATE INDEX que_poll_idx ON que_jobs (job_schema_version, queue, priority, run_at, id) WHERE finished_at IS NULL AND expired_at IS NULL;

-- due or running (a running job is only visible as a session advisory lock)
INSERT INTO que_jobs (priority, run_at, job_class, queue, args, kwargs, data, job_schema_version)
SELECT (ARRAY[100, 50, 10])[1 + g % 3], now() - g * interval '4 seconds', (ARRAY['ChargeCard','SendReceipt'])[1 + g % 2], (ARRAY['default','mail'])[1 + g % 2], jsonb_build_array(500 + g), '{}', CASE WHEN g % 5 = 0 THEN '{"tags": ["vip"]}'::jsonb ELSE '{}' END, 2 FROM generate_series(1, 22) g;
INSERT INTO que_jobs (run_at, job_class, args, kwargs, job_schema_version)
SELECT now() + g * interval '3 hours', 'RenewSubscription', '[]', jsonb_build_object('subscription_id', 70 + g), 2 FROM generate_series(1, 8) g;
-- after one or more errors: run_at is the next try
INSERT INTO que_jobs (run_at, job_class, error_count, last_error_message, last_error_backtrace, args, job_schema_version)
SELECT now() + g * interval '16 seconds', 'ChargeCard', g, 'Net::OpenTimeout: execution expired', E'/app/jobs/charge_card.rb:14:in `run''\n/app/lib/psp.rb:90:in `post''', jsonb_build_array(600 + g), 2 FROM generate_series(1, 6) g;
-- kept because the job called finish
INSERT INTO que_jobs (run_at, job_class, finished_at, error_count, last_error_message, last_error_backtrace, args, job_schema_version)
SELECT now() - g * interval '47 minutes', 'ChargeCard', now() - g * interval '47 minutes' + interval '1.7 seconds', (g % 8 = 0)::int, CASE WHEN g % 8 = 0 THEN 'PG::ConnectionBad: server closed the connection' END, CASE WHEN g % 8 = 0 THEN '/app/jobs/charge_card.rb:20:in `run''' END, jsonb_build_array(700 + g), 2 FROM generate_series(1, 24) g;
-- too many errors: expired, the text is that of the error before
INSERT INTO que_jobs (run_at, job_class, expired_at, error_count, last_error_message, last_error_backtrace, args, job_schema_version)
SELECT now() - g * interval '1 day', 'ChargeCard', now() - g * interval '1 day' + interval '3 seconds', 16, 'Psp::Declined: insufficient funds', '/app/jobs/charge_card.rb:18:in `run''', jsonb_build_array(800 + g), 2 FROM generate_series(1, 5) g;
