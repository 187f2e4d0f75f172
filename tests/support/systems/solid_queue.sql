CREATE TABLE solid_queue_jobs (
  id bigserial PRIMARY KEY, queue_name varchar NOT NULL, class_name varchar NOT NULL, arguments text, priority integer NOT NULL DEFAULT 0, active_job_id varchar,
  scheduled_at timestamp(6), finished_at timestamp(6), concurrency_key varchar, created_at timestamp(6) NOT NULL, updated_at timestamp(6) NOT NULL
);
CREATE INDEX index_solid_queue_jobs_on_active_job_id ON solid_queue_jobs (active_job_id);
CREATE INDEX index_solid_queue_jobs_on_class_name ON solid_queue_jobs (class_name);
CREATE INDEX index_solid_queue_jobs_on_finished_at ON solid_queue_jobs (finished_at);
CREATE INDEX index_solid_queue_jobs_for_filtering ON solid_queue_jobs (queue_name, finished_at);
CREATE INDEX index_solid_queue_jobs_for_alerting ON solid_queue_jobs (scheduled_at, finished_at);
CREATE TABLE solid_queue_ready_executions (
  id bigserial PRIMARY KEY, job_id bigint NOT NULL REFERENCES solid_queue_jobs ON DELETE CASCADE, queue_name varchar NOT NULL, priority integer NOT NULL DEFAULT 0, created_at timestamp(6) NOT NULL
);
CREATE UNIQUE INDEX index_solid_queue_ready_executions_on_job_id ON solid_queue_ready_executions (job_id);
CREATE INDEX index_solid_queue_poll_all ON solid_queue_ready_executions (priority, job_id);
CREATE INDEX index_solid_queue_poll_by_queue ON solid_queue_ready_executions (queue_name, priority, job_id);
CREATE TABLE solid_queue_scheduled_executions (
  id bigserial PRIMARY KEY, job_id bigint NOT NULL REFERENCES solid_queue_jobs ON DELETE CASCADE, queue_name varchar NOT NULL, priority integer NOT NULL DEFAULT 0, scheduled_at timestamp(6) NOT NULL, created_at timestamp(6) NOT NULL
);
CREATE UNIQUE INDEX index_solid_queue_scheduled_executions_on_job_id ON solid_queue_scheduled_executions (job_id);
CREATE INDEX index_solid_queue_dispatch_all ON solid_queue_scheduled_executions (scheduled_at, priority, job_id);
CREATE TABLE solid_queue_claimed_executions (
  id bigserial PRIMARY KEY, job_id bigint NOT NULL REFERENCES solid_queue_jobs ON DELETE CASCADE, process_id bigint, created_at timestamp(6) NOT NULL
);
CREATE UNIQUE INDEX index_solid_queue_claimed_executions_on_job_id ON solid_queue_claimed_executions (job_id);
CREATE INDEX index_solid_queue_claimed_executions_on_process_id_and_job_id ON solid_queue_claimed_executions (process_id, job_id);
CREATE TABLE solid_queue_failed_executions (
  id bigserial PRIMARY KEY, job_id bigint NOT NULL REFERENCES solid_queue_jobs ON DELETE CASCADE, error text, created_at timestamp(6) NOT NULL
);
CREATE UNIQUE INDEX index_solid_queue_failed_executions_on_job_id ON solid_queue_failed_executions (job_id);
CREATE TABLE solid_queue_processes (
  id bigserial PRIMARY KEY, kind varchar NOT NULL, last_heartbeat_at timestamp(6) NOT NULL, supervisor_id bigint, pid integer NOT NULL, hostname varchar, metadata text, created_at timestamp(6) NOT NULL, name varchar NOT NULL
);
CREATE INDEX index_solid_queue_processes_on_last_heartbeat_at ON solid_queue_processes (last_heartbeat_at);
CREATE UNIQUE INDEX index_solid_queue_processes_on_name_and_supervisor_id ON solid_queue_processes (name, supervisor_id);
CREATE TABLE solid_queue_semaphores (
  id bigserial PRIMARY KEY, key varchar NOT NULL, value integer NOT NULL DEFAULT 1, expires_at timestamp(6) NOT NULL, created_at timestamp(6) NOT NULL, updated_at timestamp(6) NOT NULL
);
CREATE INDEX index_solid_queue_semaphores_on_expires_at ON solid_queue_semaphores (expires_at);
CREATE INDEX index_solid_queue_semaphores_on_key_and_value ON solid_queue_semaphores (key, value);
CREATE UNIQUE INDEX index_solid_queue_semaphores_on_key ON solid_queue_semaphores (key);

INSERT INTO solid_queue_processes (kind, last_heartbeat_at, supervisor_id, pid, hostname, metadata, created_at, name)
SELECT CASE g WHEN 1 THEN 'Supervisor(fork)' WHEN 2 THEN 'Dispatcher' ELSE 'Worker' END, timezone('UTC', now()) - CASE g WHEN 5 THEN interval '20 minutes' ELSE g * interval '11 seconds' END, CASE WHEN g > 1 THEN 1 END, 900 + g, 'web-1', '{"polling_interval":0.1,"queues":"*","thread_pool_size":3}', timezone('UTC', now()) - interval '7 hours', CASE g WHEN 1 THEN 'supervisor-' WHEN 2 THEN 'dispatcher-' ELSE 'worker-' END || md5(g::text) FROM generate_series(1, 5) g;
-- 1..24 finished, 25..48 ready, 49..72 scheduled, 73..96 claimed, 97..120 failed
INSERT INTO solid_queue_jobs (queue_name, class_name, arguments, priority, active_job_id, scheduled_at, finished_at, concurrency_key, created_at, updated_at)
SELECT (ARRAY['default','mailers'])[1 + g % 2], k, json_build_object('job_class', k, 'job_id', u, 'provider_job_id', NULL, 'queue_name', 'default', 'arguments', json_build_array(g), 'executions', 0, 'locale', 'en')::text, 0, u,
  CASE WHEN g BETWEEN 49 AND 72 THEN timezone('UTC', now()) + (g - 44) * interval '7 minutes' ELSE c END, CASE WHEN g <= 24 THEN c + interval '1.2 seconds' END, CASE WHEN g % 8 = 0 THEN 'ChargeInvoiceJob/Account/' || g % 5 END, c, CASE WHEN g <= 24 THEN c + interval '1.2 seconds' ELSE c END
FROM (SELECT g, gen_random_uuid()::text AS u, (ARRAY['ChargeInvoiceJob','ReceiptMailerJob'])[1 + g % 2] AS k, timezone('UTC', now()) - CASE WHEN g BETWEEN 25 AND 48 THEN g * interval '0.2 seconds' WHEN g BETWEEN 73 AND 96 AND g % 3 <> 2 THEN (g - 71) * interval '2 seconds' ELSE g * interval '9 minutes' END AS c FROM generate_series(1, 120) g) x;
INSERT INTO solid_queue_ready_executions (job_id, queue_name, priority, created_at) SELECT id, queue_name, priority, created_at + interval '3 milliseconds' FROM solid_queue_jobs WHERE id BETWEEN 25 AND 48;
INSERT INTO solid_queue_scheduled_executions (job_id, queue_name, priority, scheduled_at, created_at) SELECT id, queue_name, priority, scheduled_at, created_at + interval '3 milliseconds' FROM solid_queue_jobs WHERE id BETWEEN 49 AND 72;
INSERT INTO solid_queue_claimed_executions (job_id, process_id, created_at) SELECT id, 3 + id % 3, timezone('UTC', now()) - CASE WHEN id % 3 = 2 THEN interval '21 minutes' ELSE (id - 72) * interval '2 seconds' END FROM solid_queue_jobs WHERE id BETWEEN 73 AND 96;
INSERT INTO solid_queue_failed_executions (job_id, error, created_at) SELECT id, '{"exception_class":"Psp::Declined","message":"card declined","backtrace":["app/jobs/charge_invoice_job.rb:9:in ''perform''"]}', created_at + interval '2 seconds' FROM solid_queue_jobs WHERE id >= 97;
INSERT INTO solid_queue_semaphores (key, value, expires_at, created_at, updated_at) SELECT 'ChargeInvoiceJob/Account/' || g, g % 2, timezone('UTC', now()) + (g - 1) * interval '40 seconds', timezone('UTC', now()) - g * interval '1 day', timezone('UTC', now()) - g * interval '20 seconds' FROM generate_series(0, 4) g;
