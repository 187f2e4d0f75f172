CREATE TABLE delayed_jobs (
  id                    serial PRIMARY KEY,
  priority              integer DEFAULT 0,
  attempts              integer DEFAULT 0,
  handler               text,
  last_error            text,
  queue                 varchar(255) NOT NULL,
  run_at                timestamp without time zone NOT NULL,
  locked_at             timestamp without time zone,
  failed_at             timestamp without time zone,
  locked_by             varchar(255),
  created_at            timestamp without time zone NOT NULL,
  updated_at            timestamp without time zone NOT NULL,
  tag                   varchar(255),
  max_attempts          integer,
  strand                varchar(255),
  next_in_strand        boolean DEFAULT true NOT NULL,
  source                varchar(255),
  max_concurrent        integer DEFAULT 1 NOT NULL,
  expires_at            timestamp without time zone,
  strand_order_override integer DEFAULT 0 NOT NULL,
  singleton             varchar(255)
);
CREATE INDEX get_delayed_jobs_index ON delayed_jobs (queue, priority, run_at, id) WHERE locked_at IS NULL AND next_in_strand;
CREATE INDEX index_delayed_jobs_on_locked_by ON delayed_jobs (locked_by) WHERE locked_by IS NOT NULL;
CREATE INDEX index_delayed_jobs_on_run_at_and_tag ON delayed_jobs (run_at, tag);
CREATE INDEX index_delayed_jobs_on_tag ON delayed_jobs (tag);
CREATE INDEX next_in_strand_index ON delayed_jobs (strand, strand_order_override, id) WHERE strand IS NOT NULL;
CREATE INDEX n_strand_index ON delayed_jobs (strand, next_in_strand, id) WHERE strand IS NOT NULL;
CREATE UNIQUE INDEX index_delayed_jobs_on_singleton_not_running ON delayed_jobs (singleton) WHERE singleton IS NOT NULL AND (locked_by IS NULL OR locked_by = 'on hold');
CREATE UNIQUE INDEX index_delayed_jobs_on_singleton_running ON delayed_jobs (singleton) WHERE singleton IS NOT NULL AND locked_by IS NOT NULL AND locked_by <> 'on hold';

INSERT INTO delayed_jobs (priority, attempts, handler, last_error, queue, run_at, locked_at, locked_by, created_at, updated_at, tag, max_attempts, strand, next_in_strand, source, singleton)
SELECT CASE WHEN n % 4 = 0 THEN 10 ELSE 20 END,
       CASE WHEN n BETWEEN 41 AND 48 THEN 1 + n % 3 WHEN n IN (59, 60) THEN 50 ELSE 0 END,
       E'--- !ruby/object:Delayed::PerformableMethod\nobject: !ruby/ActiveRecord:Course ' || 700 + n || E'\nmethod: :refresh\nargs: []\n',
       CASE WHEN n BETWEEN 41 AND 48 THEN E'Net::ReadTimeout\n/usr/src/app/lib/sync.rb:41' END, 'canvas_queue',
       CASE WHEN n BETWEEN 41 AND 48 THEN (now() AT TIME ZONE 'UTC') + (n - 42) * interval '7 seconds' WHEN n BETWEEN 36 AND 40 THEN (now() AT TIME ZONE 'UTC') + n * interval '1 hour' ELSE t END,
       CASE WHEN n BETWEEN 49 AND 56 THEN (now() AT TIME ZONE 'UTC') - (n - 48) * interval '11 seconds' WHEN n = 58 THEN (now() AT TIME ZONE 'UTC') - interval '26 hours'
            WHEN n IN (59, 60) THEN (now() AT TIME ZONE 'UTC') - interval '3 days' END,
       CASE WHEN n BETWEEN 49 AND 54 THEN 'jobs' || n % 2 || ':' || 20100 + n WHEN n IN (55, 56) THEN 'prefetch:jobs1' WHEN n = 58 THEN 'jobs7:19344' WHEN n IN (59, 60) THEN 'on hold' END,
       t, CASE WHEN n BETWEEN 41 AND 48 THEN t + interval '4 seconds' ELSE t END,
       (ARRAY['Course#refresh', 'Submission#update_final_score', 'Mailer.deliver'])[1 + n % 3], CASE WHEN n % 3 = 2 THEN 15 ELSE 1 + 14 * (n BETWEEN 41 AND 48)::int END,
       CASE WHEN n % 8 = 1 AND n <> 41 THEN 'course:' || n / 16 END, NOT (n % 16 = 9 AND n <> 41), CASE WHEN n % 2 = 0 THEN 'hostname:web3,pid:12' END, CASE WHEN n IN (5, 52) THEN 'refresh_stats' END
FROM (SELECT n, (now() AT TIME ZONE 'UTC') - CASE WHEN n = 58 THEN interval '26 hours' WHEN n >= 59 THEN interval '4 days' ELSE n * interval '9 seconds' END AS t FROM generate_series(1, 60) AS n) AS s ORDER BY n;
