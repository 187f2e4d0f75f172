CREATE TYPE job_status AS ENUM ('new', 'running');
CREATE TABLE job_queue (
  id         uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL UNIQUE,
  queue      text NOT NULL,
  job        jsonb NOT NULL,
  worker     uuid,
  status     job_status NOT NULL DEFAULT 'new',
  queue_time timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
  heartbeat  timestamp,
  unique_key text UNIQUE,
  retry      integer NOT NULL DEFAULT 5
);
CREATE INDEX heartbeat_index ON job_queue (heartbeat);
CREATE INDEX queue_time_index ON job_queue (queue_time);
CREATE FUNCTION queue_status_notify() RETURNS trigger LANGUAGE plpgsql AS $f$
BEGIN
  PERFORM pg_notify('queue_status_channel', NEW.id::text || ' ' || NEW.queue);
  RETURN NEW;
END $f$;
CREATE TRIGGER queue_status AFTER INSERT OR UPDATE OF status ON job_queue FOR EACH ROW EXECUTE PROCEDURE queue_status_notify();

INSERT INTO job_queue (queue, job, queue_time, retry)
SELECT CASE WHEN n % 3 = 0 THEN 'process' ELSE 'cleanup' END,
       CASE n % 3 WHEN 0 THEN jsonb_build_object('Generate', jsonb_build_object('target_format', 'webp', 'source', md5('a' || n)::uuid || '.png', 'process_path', 'thumbnail/256.webp', 'process_args', jsonb_build_array('256')))
                  WHEN 1 THEN jsonb_build_object('Hash', jsonb_build_object('hash', encode(sha256(convert_to('h' || n, 'UTF8')), 'base64')))
                  ELSE jsonb_build_object('Identifier', jsonb_build_object('identifier', md5('i' || n))) END,
       (now() AT TIME ZONE 'UTC') - n * interval '350 milliseconds' - CASE WHEN n % 9 = 0 THEN interval '4 minutes' ELSE interval '0' END,
       CASE WHEN n % 9 = 0 THEN 4 ELSE 5 END
FROM generate_series(1, 36) AS n;
INSERT INTO job_queue (queue, job, queue_time, unique_key)
VALUES ('cleanup', '"OutdatedProxies"', (now() AT TIME ZONE 'UTC') - interval '20 seconds', 'outdated-proxies'),
       ('cleanup', '"OutdatedVariants"', (now() AT TIME ZONE 'UTC') - interval '20 seconds', 'outdated-variants');
INSERT INTO job_queue (queue, job, worker, status, queue_time, heartbeat, retry)
SELECT CASE WHEN n % 2 = 0 THEN 'process' ELSE 'cleanup' END,
       jsonb_build_object('Identifier', jsonb_build_object('identifier', md5('run' || n))), CASE WHEN n <= 9 THEN md5('worker' || n % 3)::uuid END, 'running',
       (now() AT TIME ZONE 'UTC') - interval '3 minutes' - n * interval '1 second',
       (now() AT TIME ZONE 'UTC') - CASE WHEN n <= 6 THEN n * interval '800 milliseconds' WHEN n <= 9 THEN n * interval '31 seconds' ELSE (n - 9) * interval '20 seconds' END,
       CASE WHEN n <= 9 THEN 5 ELSE 4 END
FROM generate_series(1, 12) AS n;
