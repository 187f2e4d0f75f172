CREATE TABLE jobs (
  id bigserial PRIMARY KEY,
  queue varchar(255) NOT NULL,
  payload text NOT NULL,
  attempts smallint NOT NULL,
  reserved_at integer,
  available_at integer NOT NULL,
  created_at integer NOT NULL
);
CREATE INDEX jobs_queue_index ON jobs (queue);
CREATE TABLE failed_jobs (
  id bigserial PRIMARY KEY,
  uuid varchar(255) NOT NULL CONSTRAINT failed_jobs_uuid_unique UNIQUE,
  connection varchar(255) NOT NULL,
  queue varchar(255) NOT NULL,
  payload text NOT NULL,
  exception text NOT NULL,
  failed_at timestamp(0) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX failed_jobs_connection_queue_failed_at_index ON failed_jobs (connection, queue, failed_at);
INSERT INTO jobs (queue, payload, attempts, reserved_at, available_at, created_at)
SELECT (ARRAY['default','mail'])[1 + g % 2], json_build_object('uuid', gen_random_uuid(), 'displayName', k, 'job', 'Illuminate\Queue\CallQueuedHandler@call', 'maxTries', 3, 'timeout', NULL, 'data', json_build_object('commandName', k, 'command', 'O:' || length(k) || ':"' || k || '":1:{s:7:"orderId";i:' || g || ';}'))::text,
  CASE WHEN g <= 22 THEN 0 WHEN g <= 30 THEN 1 + g % 2 ELSE 1 + g % 3 END, CASE WHEN g > 30 THEN n - CASE WHEN g > 36 THEN g * 4 ELSE g - 30 END END,
  CASE WHEN g BETWEEN 17 AND 22 THEN n + g * 60 WHEN g BETWEEN 23 AND 30 THEN n + g ELSE n - g - CASE WHEN g > 36 THEN g * 4 ELSE 0 END END, n - CASE WHEN g BETWEEN 23 AND 30 THEN 2 ELSE g + CASE WHEN g > 36 THEN g * 4 ELSE 0 END END
FROM (SELECT g, EXTRACT(epoch FROM now())::int AS n, (ARRAY['App\Jobs\ChargeOrder','App\Jobs\SendReceipt'])[1 + g % 2] AS k FROM generate_series(1, 39) g) x;
INSERT INTO failed_jobs (uuid, connection, queue, payload, exception, failed_at)
SELECT u, 'database', 'default', json_build_object('uuid', u, 'displayName', 'App\Jobs\ChargeOrder', 'job', 'Illuminate\Queue\CallQueuedHandler@call', 'maxTries', 3, 'attempts', 3)::text, E'App\\Exceptions\\CardDeclined: declined in /app/Jobs/ChargeOrder.php:31\nStack trace:\n#0 ...', date_trunc('second', timezone('UTC', now()) - g * interval '6 hours') FROM (SELECT g, gen_random_uuid()::text AS u FROM generate_series(1, 24) g) x;
