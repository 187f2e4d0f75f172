CREATE TABLE delayed_jobs (
  id bigserial PRIMARY KEY,
  priority integer NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  handler text NOT NULL,
  last_error text,
  run_at timestamp(6),
  locked_at timestamp(6),
  failed_at timestamp(6),
  locked_by varchar,
  queue varchar,
  created_at timestamp(6),
  updated_at timestamp(6)
);
CREATE INDEX delayed_jobs_priority ON delayed_jobs (priority, run_at);
INSERT INTO delayed_jobs (priority, handler, run_at, queue, created_at, updated_at)
SELECT CASE WHEN g % 5 = 0 THEN 10 ELSE 0 END, E'--- !ruby/struct:ChargeInvoiceJob\ninvoice_id: ' || (3000 + g) || E'\n', c, CASE WHEN g % 3 = 0 THEN 'billing' END, c, c FROM generate_series(1, 20) g, LATERAL (SELECT timezone('UTC', now()) - g * interval '3 seconds' AS c) t;
INSERT INTO delayed_jobs (handler, run_at, queue, created_at, updated_at)
SELECT E'--- !ruby/object:Delayed::PerformableMethod\nobject: !ruby/object:User\n  raw_attributes:\n    id: ' || g || E'\nmethod_name: :send_reminder\nargs: []\n', timezone('UTC', now()) + g * interval '1 day', 'mailers', c, c FROM generate_series(1, 7) g, LATERAL (SELECT timezone('UTC', now()) - g * interval '2 hours' AS c) t;
-- in work: four fresh locks, two older than max_run_time (4 hours)
INSERT INTO delayed_jobs (handler, run_at, locked_at, locked_by, queue, created_at, updated_at)
SELECT E'--- !ruby/struct:ChargeInvoiceJob\ninvoice_id: ' || (3100 + g) || E'\n', l - interval '2 seconds', l, 'delayed_job.' || g % 2 || ' host:web-1 pid:' || (2210 + g % 2), 'billing', l - interval '2 seconds', l - interval '2 seconds'
FROM generate_series(1, 6) g, LATERAL (SELECT timezone('UTC', now()) - CASE WHEN g > 4 THEN g * interval '61 minutes' ELSE g * interval '7 seconds' END AS l) t;
-- waits for another try: unlocked again
INSERT INTO delayed_jobs (attempts, handler, last_error, run_at, queue, created_at, updated_at)
SELECT g, E'--- !ruby/struct:ChargeInvoiceJob\ninvoice_id: ' || (3200 + g) || E'\n', E'execution expired\n/app/lib/psp.rb:41:in `post''\n/app/jobs/charge_invoice_job.rb:6:in `perform''', u + (power(g, 4) + 5) * interval '1 second', 'billing', u - interval '1 hour', u
FROM generate_series(1, 8) g, LATERAL (SELECT timezone('UTC', now()) - interval '3 seconds' AS u) t;
-- given up (destroy_failed_jobs = false): the lock of the last worker stays on the row
INSERT INTO delayed_jobs (attempts, handler, last_error, run_at, locked_at, failed_at, locked_by, queue, created_at, updated_at)
SELECT 25, E'--- !ruby/struct:ChargeInvoiceJob\ninvoice_id: ' || (3300 + g) || E'\n', E'Card was declined\n/app/lib/psp.rb:58:in `charge''', f - interval '2 seconds', f - interval '1 second', f, 'delayed_job.0 host:web-1 pid:1804', 'billing', f - interval '20 days', f
FROM generate_series(1, 9) g, LATERAL (SELECT timezone('UTC', now()) - g * interval '19 hours' AS f) t;
