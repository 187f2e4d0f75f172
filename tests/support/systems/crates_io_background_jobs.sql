CREATE TABLE background_jobs (
    id         bigserial PRIMARY KEY,
    job_type   text NOT NULL,
    data       jsonb NOT NULL,
    retries    integer NOT NULL DEFAULT 0,
    last_retry timestamptz NOT NULL DEFAULT '1970-01-01 00:00:00+00',
    created_at timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
    priority   smallint NOT NULL DEFAULT 0
);
CREATE INDEX background_jobs_priority_id_index ON background_jobs (priority DESC, id ASC);

INSERT INTO background_jobs (job_type, data, retries, last_retry, created_at, priority)
SELECT jt, CASE WHEN jt = 'dump_db' THEN '{}'::jsonb WHEN jt LIKE 'sync%' THEN jsonb_build_object('krate', 'crate-' || n) ELSE jsonb_build_object('version_id', 70000 + n) END,
       r, CASE WHEN r = 0 THEN timestamptz '1970-01-01 00:00:00+00' ELSE lr END,
       CASE WHEN r = 0 THEN now() - make_interval(secs => (37 - n) * 2) ELSE lr - make_interval(mins => (power(2, r)::int - 1)) END,
       CASE WHEN jt LIKE 'sync%' THEN 100 ELSE 0 END
FROM (SELECT n, (ARRAY['sync_to_git_index','sync_to_sparse_index','generate_og_image','dump_db'])[1 + n % 4] AS jt,
        CASE WHEN n <= 12 THEN 1 + n % 7 ELSE 0 END AS r, now() - make_interval(secs => n * 21) AS lr FROM generate_series(1, 36) n) s;
