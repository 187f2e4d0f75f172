CREATE TABLE repo_embedding_jobs (
    id                serial PRIMARY KEY,
    state             text DEFAULT 'queued',
    failure_message   text,
    queued_at         timestamptz DEFAULT now(),
    started_at        timestamptz,
    finished_at       timestamptz,
    process_after     timestamptz,
    num_resets        integer NOT NULL DEFAULT 0,
    num_failures      integer NOT NULL DEFAULT 0,
    last_heartbeat_at timestamptz,
    execution_logs    json[],
    worker_hostname   text NOT NULL DEFAULT '',
    cancel            boolean NOT NULL DEFAULT false,
    repo_id           integer NOT NULL,
    revision          text NOT NULL
);
CREATE TABLE repo_embedding_job_stats (
    job_id               integer PRIMARY KEY REFERENCES repo_embedding_jobs (id) ON DELETE CASCADE DEFERRABLE,
    is_incremental       boolean DEFAULT false NOT NULL,
    code_files_total     integer DEFAULT 0 NOT NULL,
    code_files_embedded  integer DEFAULT 0 NOT NULL,
    code_chunks_embedded integer DEFAULT 0 NOT NULL,
    code_files_skipped   jsonb DEFAULT '{}' NOT NULL,
    code_bytes_embedded  bigint DEFAULT 0 NOT NULL,
    text_files_total     integer DEFAULT 0 NOT NULL,
    text_files_embedded  integer DEFAULT 0 NOT NULL,
    text_chunks_embedded integer DEFAULT 0 NOT NULL,
    text_files_skipped   jsonb DEFAULT '{}' NOT NULL,
    text_bytes_embedded  bigint DEFAULT 0 NOT NULL
);
-- oldest first: completed, some failed, some cancelled while still queued
INSERT INTO repo_embedding_jobs (state, failure_message, queued_at, started_at, finished_at, num_resets, num_failures, last_heartbeat_at, worker_hostname, cancel, repo_id, revision)
SELECT st, CASE WHEN st = 'failed' THEN CASE WHEN i % 2 = 0 THEN 'failed to process' ELSE 'embeddings: got 1 error: http 429: rate limited' END END,
       t, CASE WHEN st <> 'canceled' THEN t + interval '4 seconds' END, t + CASE WHEN st = 'canceled' THEN interval '30 seconds' ELSE interval '3 minutes' END,
       CASE WHEN st = 'failed' AND i % 2 = 0 THEN 5 WHEN i % 16 = 0 AND st = 'completed' THEN 1 ELSE 0 END,
       CASE WHEN st = 'failed' AND i % 2 = 1 THEN 1 ELSE 0 END,
       CASE WHEN st <> 'canceled' THEN t + interval '2 minutes 58 seconds' END,
       CASE WHEN st <> 'canceled' THEN 'worker-' || substr(md5('h' || i % 2), 1, 10) ELSE '' END, st = 'canceled', i % 40 + 1, encode(sha256(('c' || i)::bytea), 'hex')::char(40)
FROM (SELECT i, now() - i * interval '26 minutes' AS t, CASE WHEN i % 13 = 0 THEN 'failed' WHEN i % 17 = 0 THEN 'canceled' ELSE 'completed' END AS st
      FROM generate_series(5, 76) i ORDER BY i DESC) s;
-- stalled once, back in the queue
INSERT INTO repo_embedding_jobs (queued_at, num_resets, last_heartbeat_at, worker_hostname, repo_id, revision)
SELECT now() - i * interval '20 minutes', 1, now() - i * interval '3 minutes', 'worker-' || substr(md5('h1'), 1, 10), 50 + i, substr(encode(sha256(('s' || i)::bytea), 'hex'), 1, 40) FROM generate_series(1, 2) i;
-- running; the last two have lost their heartbeat, one is asked to stop
INSERT INTO repo_embedding_jobs (state, queued_at, started_at, last_heartbeat_at, worker_hostname, cancel, repo_id, revision)
SELECT 'processing', now() - i * interval '6 minutes', now() - i * interval '5 minutes', CASE WHEN i > 4 THEN now() - interval '95 seconds' ELSE now() - i * interval '200 milliseconds' END,
       'worker-' || substr(md5('h' || i % 2), 1, 10), i = 2, 60 + i, substr(encode(sha256(('r' || i)::bytea), 'hex'), 1, 40) FROM generate_series(1, 6) i;
-- waiting
INSERT INTO repo_embedding_jobs (queued_at, repo_id, revision)
SELECT now() - i * interval '40 seconds', 70 + i, substr(encode(sha256(('q' || i)::bytea), 'hex'), 1, 40) FROM generate_series(1, 8) i;
INSERT INTO repo_embedding_job_stats (job_id, is_incremental, code_files_total, code_files_embedded, code_chunks_embedded, code_bytes_embedded)
SELECT id, id % 2 = 0, 200 + id, 200 + id, 900 + id * 3, 500000 + id * 1000 FROM repo_embedding_jobs WHERE state = 'completed';
