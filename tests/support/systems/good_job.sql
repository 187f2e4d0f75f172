CREATE TABLE good_jobs (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  queue_name text, priority integer, serialized_params jsonb,
  scheduled_at timestamp(6), performed_at timestamp(6), finished_at timestamp(6), error text,
  created_at timestamp(6) NOT NULL, updated_at timestamp(6) NOT NULL,
  active_job_id uuid, concurrency_key text, cron_key text, retried_good_job_id uuid, cron_at timestamp(6),
  batch_id uuid, batch_callback_id uuid, is_discrete boolean, executions_count integer, job_class text,
  error_event smallint, labels text[], locked_by_id uuid, locked_at timestamp(6), lock_type smallint
);
CREATE TABLE good_job_executions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  created_at timestamp(6) NOT NULL, updated_at timestamp(6) NOT NULL, active_job_id uuid NOT NULL,
  job_class text, queue_name text, serialized_params jsonb, scheduled_at timestamp(6), finished_at timestamp(6),
  error text, error_event smallint, error_backtrace text[], process_id uuid, duration interval
);
CREATE TABLE good_job_processes (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), created_at timestamp(6) NOT NULL, updated_at timestamp(6) NOT NULL, state jsonb, lock_type smallint);
CREATE INDEX index_good_jobs_on_scheduled_at ON good_jobs (scheduled_at) WHERE finished_at IS NULL;
CREATE INDEX index_good_jobs_on_queue_name_and_scheduled_at ON good_jobs (queue_name, scheduled_at) WHERE finished_at IS NULL;
CREATE INDEX index_good_jobs_on_active_job_id_and_created_at ON good_jobs (active_job_id, created_at);
CREATE INDEX index_good_jobs_on_concurrency_key_when_unfinished ON good_jobs (concurrency_key) WHERE finished_at IS NULL;
CREATE INDEX index_good_jobs_on_concurrency_key_and_created_at ON good_jobs (concurrency_key, created_at);
CREATE INDEX index_good_jobs_on_cron_key_and_created_at_cond ON good_jobs (cron_key, created_at) WHERE cron_key IS NOT NULL;
CREATE UNIQUE INDEX index_good_jobs_on_cron_key_and_cron_at_cond ON good_jobs (cron_key, cron_at) WHERE cron_key IS NOT NULL;
CREATE INDEX index_good_jobs_jobs_on_finished_at_only ON good_jobs (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX index_good_job_jobs_for_candidate_lookup ON good_jobs (priority, created_at) WHERE finished_at IS NULL;
CREATE INDEX index_good_jobs_jobs_on_priority_created_at_when_unfinished ON good_jobs (priority DESC NULLS LAST, created_at) WHERE finished_at IS NULL;
CREATE INDEX index_good_jobs_on_batch_callback_id ON good_jobs (batch_callback_id) WHERE batch_callback_id IS NOT NULL;
CREATE INDEX index_good_jobs_on_priority_scheduled_at_unfinished_unlocked ON good_jobs (priority, scheduled_at) WHERE finished_at IS NULL AND locked_by_id IS NULL;
CREATE INDEX index_good_jobs_on_priority_scheduled_at_unfinished ON good_jobs (priority, scheduled_at, id) WHERE finished_at IS NULL;
CREATE INDEX index_good_jobs_on_queue_name_priority_scheduled_at_unfinished ON good_jobs (queue_name, scheduled_at, id) WHERE finished_at IS NULL;
CREATE INDEX index_good_jobs_on_queue_name ON good_jobs (queue_name);
CREATE INDEX index_good_jobs_on_created_at ON good_jobs (created_at);
CREATE INDEX index_good_jobs_on_scheduled_at_and_queue_name ON good_jobs (scheduled_at, queue_name);
CREATE INDEX index_good_jobs_on_unfinished_or_errored ON good_jobs (id) WHERE finished_at IS NULL OR error IS NOT NULL;
CREATE INDEX index_good_jobs_on_batch_id ON good_jobs (batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX index_good_jobs_on_job_class ON good_jobs (job_class);
CREATE INDEX index_good_jobs_on_labels ON good_jobs USING gin (labels) WHERE labels IS NOT NULL;
CREATE INDEX index_good_jobs_on_locked_by_id ON good_jobs (locked_by_id) WHERE locked_by_id IS NOT NULL;
CREATE INDEX index_good_jobs_for_candidate_dequeue_unlocked ON good_jobs (priority, scheduled_at, id) WHERE finished_at IS NULL AND locked_by_id IS NULL;
CREATE INDEX index_good_jobs_on_discarded ON good_jobs (finished_at DESC) WHERE finished_at IS NOT NULL AND error IS NOT NULL;
CREATE INDEX index_good_job_executions_on_active_job_id_and_created_at ON good_job_executions (active_job_id, created_at);
CREATE INDEX index_good_job_executions_on_process_id_and_created_at ON good_job_executions (process_id, created_at);

INSERT INTO good_job_processes (id, created_at, updated_at, state, lock_type)
SELECT ('00000000-0000-4000-8000-00000000000' || g)::uuid, timezone('UTC', now()) - interval '5 hours', timezone('UTC', now()) - g * interval '9 seconds', jsonb_build_object('hostname', 'web.' || g, 'pid', 40 + g, 'schedulers', '[]'::jsonb), 0 FROM generate_series(1, 2) g;
-- one select for all states; s is the state that the row is to be in
INSERT INTO good_jobs (id, active_job_id, queue_name, priority, job_class, serialized_params, created_at, scheduled_at, performed_at, finished_at, error, error_event, executions_count, labels, concurrency_key, cron_key, cron_at, locked_by_id, locked_at, lock_type, updated_at)
SELECT u, u, (ARRAY['default','mailers'])[1 + g % 2], 0, k,
  jsonb_build_object('job_id', u, 'job_class', k, 'arguments', jsonb_build_array(jsonb_build_object('invoice_id', g)), 'executions', CASE s WHEN 'retry' THEN 2 WHEN 'dead' THEN 4 ELSE 0 END, 'queue_name', (ARRAY['default','mailers'])[1 + g % 2], 'locale', 'en'),
  c, CASE s WHEN 'later' THEN timezone('UTC', now()) + g * interval '4 minutes' WHEN 'retry' THEN timezone('UTC', now()) + g * interval '3 seconds' ELSE c END,
  CASE WHEN s IN ('done','dead','run') THEN c + interval '2 seconds' END,
  CASE WHEN s IN ('done','dead') THEN c + interval '2.3 seconds' WHEN s = 'dropped' THEN c + interval '1 hour' END,
  CASE s WHEN 'retry' THEN 'Net::OpenTimeout: execution expired' WHEN 'dead' THEN 'Psp::Declined: card declined' WHEN 'dropped' THEN 'GoodJob::Job::DiscardJobError: Discarded through dashboard' END,
  CASE s WHEN 'retry' THEN 3 WHEN 'dead' THEN 4 WHEN 'dropped' THEN 5 END,
  CASE s WHEN 'done' THEN 1 WHEN 'run' THEN 1 WHEN 'retry' THEN 2 WHEN 'dead' THEN 5 END,
  CASE WHEN g % 9 = 0 THEN ARRAY['nightly'] END, CASE WHEN g % 6 = 0 THEN 'invoice-' || g END,
  CASE WHEN g % 11 = 0 THEN 'sync_rates' END, CASE WHEN g % 11 = 0 THEN date_trunc('minute', timezone('UTC', now())) - g * interval '31 minutes' END,
  CASE s WHEN 'run' THEN ('00000000-0000-4000-8000-00000000000' || 1 + g % 3)::uuid END, CASE s WHEN 'run' THEN c + interval '2 seconds' END, CASE s WHEN 'run' THEN 0 END,
  CASE s WHEN 'wait' THEN c WHEN 'later' THEN c WHEN 'dropped' THEN c + interval '1 hour' WHEN 'run' THEN c + interval '2 seconds' ELSE c + interval '2.3 seconds' END
FROM (SELECT g, gen_random_uuid() AS u, (ARRAY['ChargeInvoiceJob','ReceiptJob'])[1 + g % 2] AS k,
        CASE WHEN g <= 40 THEN 'done' WHEN g <= 55 THEN 'wait' WHEN g <= 63 THEN 'later' WHEN g <= 70 THEN 'run' WHEN g <= 77 THEN 'retry' WHEN g <= 83 THEN 'dead' ELSE 'dropped' END AS s,
        timezone('UTC', now()) - CASE WHEN g > 40 AND g <= 55 THEN g * interval '0.1 second' WHEN g > 63 AND g <= 68 THEN g * interval '1 second' ELSE g * interval '31 minutes' END AS c
      FROM generate_series(1, 85) g) x;
INSERT INTO good_job_executions (created_at, updated_at, active_job_id, job_class, queue_name, serialized_params, scheduled_at, finished_at, error, error_event, process_id, duration)
SELECT performed_at, COALESCE(finished_at, performed_at), active_job_id, job_class, queue_name, serialized_params, scheduled_at, finished_at, error, error_event, '00000000-0000-4000-8000-000000000001', finished_at - performed_at FROM good_jobs WHERE performed_at IS NOT NULL;
