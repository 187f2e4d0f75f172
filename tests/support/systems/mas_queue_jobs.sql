CREATE TABLE queue_workers (
    queue_worker_id uuid NOT NULL PRIMARY KEY,
    registered_at   timestamptz NOT NULL,
    last_seen_at    timestamptz NOT NULL,
    shutdown_at     timestamptz
);
CREATE UNLOGGED TABLE queue_leader (
    active          boolean NOT NULL DEFAULT TRUE UNIQUE,
    elected_at      timestamptz NOT NULL,
    expires_at      timestamptz NOT NULL,
    queue_worker_id uuid NOT NULL REFERENCES queue_workers (queue_worker_id),
    CONSTRAINT queue_leader_active CHECK (active IS TRUE)
);
CREATE TYPE queue_job_status AS ENUM ('available', 'running', 'completed', 'lost', 'failed', 'scheduled');
CREATE TABLE queue_jobs (
    queue_job_id    uuid NOT NULL PRIMARY KEY,
    status          queue_job_status NOT NULL DEFAULT 'available',
    created_at      timestamptz NOT NULL,
    started_at      timestamptz,
    started_by      uuid REFERENCES queue_workers (queue_worker_id),
    completed_at    timestamptz,
    queue_name      text NOT NULL,
    payload         jsonb NOT NULL DEFAULT '{}',
    metadata        jsonb NOT NULL DEFAULT '{}',
    failed_at       timestamptz,
    failed_reason   text,
    attempt         integer NOT NULL DEFAULT 0,
    next_attempt_id uuid CONSTRAINT queue_jobs_next_attempt_id_fkey REFERENCES queue_jobs (queue_job_id) ON DELETE SET NULL,
    scheduled_at    timestamptz
);
CREATE INDEX idx_queue_jobs_status_queue_job_id ON queue_jobs USING btree (status, queue_name, queue_job_id);
CREATE INDEX queue_jobs_scheduled_at_idx ON queue_jobs (scheduled_at) WHERE status = 'scheduled';
CREATE TABLE queue_schedules (
    schedule_name         text NOT NULL PRIMARY KEY,
    last_scheduled_at     timestamptz,
    last_scheduled_job_id uuid REFERENCES queue_jobs (queue_job_id) ON DELETE SET NULL
);
ALTER TABLE queue_jobs ADD COLUMN schedule_name text REFERENCES queue_schedules (schedule_name);
CREATE INDEX queue_jobs_started_by_fk ON queue_jobs (started_by);
CREATE INDEX queue_jobs_next_attempt_fk ON queue_jobs (next_attempt_id);
CREATE INDEX queue_jobs_schedule_name_fk ON queue_jobs (schedule_name);

INSERT INTO queue_workers VALUES
    (md5('w1')::uuid, now() - interval '3 days', now() - interval '2 seconds', NULL),
    (md5('w2')::uuid, now() - interval '3 days', now() - interval '5 seconds', NULL),
    (md5('w0')::uuid, now() - interval '9 days', now() - interval '3 days 2 hours', now() - interval '3 days');
INSERT INTO queue_leader VALUES (TRUE, now() - interval '3 days', now() + interval '4 seconds', md5('w1')::uuid);
INSERT INTO queue_schedules (schedule_name) VALUES ('cleanup-expired-tokens'), ('prune-stale-policy-data');

-- done
INSERT INTO queue_jobs (queue_job_id, status, created_at, started_at, started_by, completed_at, queue_name, payload, metadata)
SELECT (lpad(to_hex((extract(epoch FROM t) * 1000)::bigint), 12, '0') || left(md5('j' || i), 20))::uuid, 'completed', t, t + interval '700 milliseconds',
       md5('w' || (i % 2 + 1))::uuid, t + interval '1100 milliseconds',
       (ARRAY['provision-user', 'send-email-authentication-code', 'sync-devices', 'verify-email'])[i % 4 + 1],
       CASE i % 4 WHEN 1 THEN jsonb_build_object('user_email_authentication_id', left(upper(md5('ea' || i)), 26), 'language', 'en')
                  ELSE jsonb_build_object('user_id', left(upper(md5('u' || i)), 26)) END,
       jsonb_build_object('trace_id', md5('t' || i), 'span_id', left(md5('sp' || i), 16), 'trace_flags', 1)
FROM (SELECT i, now() - i * interval '9 minutes' AS t FROM generate_series(1, 60) i) s;
-- waiting, delayed, recurring
INSERT INTO queue_jobs (queue_job_id, created_at, queue_name, payload)
SELECT (lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint - i), 12, '0') || left(md5('av' || i), 20))::uuid, now() - i * interval '200 milliseconds', 'provision-user',
       jsonb_build_object('user_id', left(upper(md5('av' || i)), 26)) FROM generate_series(1, 5) i;
INSERT INTO queue_jobs (queue_job_id, status, created_at, queue_name, payload, scheduled_at)
SELECT (lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint - 60000 * i), 12, '0') || left(md5('sc' || i), 20))::uuid, 'scheduled', now() - i * interval '1 minute', 'expire-inactive-oauth-sessions',
       '{"threshold": "2025-01-01T00:00:00Z"}', now() + i * interval '5 minutes' FROM generate_series(1, 3) i;
INSERT INTO queue_jobs (queue_job_id, status, created_at, queue_name, scheduled_at, schedule_name)
VALUES (md5('rec1')::uuid, 'scheduled', now() - interval '20 minutes', 'cleanup-expired-oauth-access-tokens', now() + interval '40 minutes', 'cleanup-expired-tokens'),
       (md5('rec2')::uuid, 'scheduled', now() - interval '10 minutes', 'prune-stale-policy-data', now() + interval '2 hours', 'prune-stale-policy-data');
UPDATE queue_schedules s SET last_scheduled_at = j.scheduled_at, last_scheduled_job_id = j.queue_job_id FROM queue_jobs j WHERE j.schedule_name = s.schedule_name;
-- running, two of them under a worker that is gone
INSERT INTO queue_jobs (queue_job_id, status, created_at, started_at, started_by, queue_name, payload)
SELECT (lpad(to_hex((extract(epoch FROM t) * 1000)::bigint), 12, '0') || left(md5('ru' || i), 20))::uuid, 'running', t, t + interval '500 milliseconds',
       md5(CASE WHEN i > 4 THEN 'w0' ELSE 'w' || (i % 2 + 1) END)::uuid, 'sync-devices', jsonb_build_object('user_id', left(upper(md5('ru' || i)), 26))
FROM (SELECT i, CASE WHEN i > 4 THEN now() - interval '3 days 2 hours' ELSE now() - i * interval '1 second' END AS t FROM generate_series(1, 6) i) s;
-- failed ones whose next attempt is a new row
INSERT INTO queue_jobs (queue_job_id, status, created_at, queue_name, payload, attempt, scheduled_at)
SELECT md5('next' || i)::uuid, 'scheduled', now() - i * interval '2 seconds', 'provision-user', jsonb_build_object('user_id', left(upper(md5('f' || i)), 26)), i, now() + i * interval '11 seconds'
FROM generate_series(1, 6) i;
INSERT INTO queue_jobs (queue_job_id, status, created_at, started_at, started_by, queue_name, payload, failed_at, failed_reason, attempt, next_attempt_id, scheduled_at)
SELECT md5('fail' || i)::uuid, 'failed', now() - i * interval '50 seconds', now() - i * interval '3 seconds', md5('w1')::uuid, 'provision-user',
       jsonb_build_object('user_id', left(upper(md5('f' || i)), 26)), now() - i * interval '2 seconds', 'error sending request for url (http://synapse:8008/_synapse/mas/provision_user)',
       i - 1, md5('next' || i)::uuid, CASE WHEN i > 1 THEN now() - i * interval '4 seconds' END
FROM generate_series(1, 6) i;
-- given up at the tenth attempt or at once
INSERT INTO queue_jobs (queue_job_id, status, created_at, started_at, started_by, queue_name, payload, failed_at, failed_reason, attempt, scheduled_at)
SELECT md5('dead' || i)::uuid, 'failed', t, t + interval '9 minutes', md5('w2')::uuid, 'verify-email', jsonb_build_object('user_email_id', left(upper(md5('d' || i)), 26)),
       t + interval '9 minutes 1 second', 'invalid payload: missing field', CASE WHEN i % 2 = 0 THEN 9 ELSE 0 END, CASE WHEN i % 2 = 0 THEN t + interval '9 minutes' END
FROM (SELECT i, now() - i * interval '4 hours' AS t FROM generate_series(1, 5) i) s;
