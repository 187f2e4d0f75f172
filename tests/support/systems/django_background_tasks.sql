CREATE TABLE django_content_type (
    id        serial PRIMARY KEY,
    app_label varchar(100) NOT NULL,
    model     varchar(100) NOT NULL,
    UNIQUE (app_label, model)
);
CREATE TABLE background_task (
    id                      serial PRIMARY KEY,
    task_name               varchar(190) NOT NULL,
    task_params             text NOT NULL,
    task_hash               varchar(40) NOT NULL,
    verbose_name            varchar(255),
    priority                integer NOT NULL,
    run_at                  timestamptz NOT NULL,
    repeat                  bigint NOT NULL,
    repeat_until            timestamptz,
    queue                   varchar(190),
    attempts                integer NOT NULL,
    failed_at               timestamptz,
    last_error              text NOT NULL,
    locked_by               varchar(64),
    locked_at               timestamptz,
    creator_object_id       integer CHECK (creator_object_id >= 0),
    creator_content_type_id integer REFERENCES django_content_type (id) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX background_task_task_name_idx ON background_task (task_name);
CREATE INDEX background_task_task_hash_idx ON background_task (task_hash);
CREATE INDEX background_task_priority_idx ON background_task (priority);
CREATE INDEX background_task_run_at_idx ON background_task (run_at);
CREATE INDEX background_task_queue_idx ON background_task (queue);
CREATE INDEX background_task_attempts_idx ON background_task (attempts);
CREATE INDEX background_task_failed_at_idx ON background_task (failed_at);
CREATE INDEX background_task_locked_by_idx ON background_task (locked_by);
CREATE INDEX background_task_locked_at_idx ON background_task (locked_at);

INSERT INTO django_content_type (app_label, model) VALUES ('auth', 'user'), ('shop', 'order');
INSERT INTO background_task (task_name, task_params, task_hash, verbose_name, priority, run_at, repeat, queue, attempts, failed_at, last_error, locked_by, locked_at, creator_object_id, creator_content_type_id)
SELECT nm, format('[[%s], {}]', n), substr(encode(sha256(convert_to(nm || n, 'UTF8')), 'hex'), 1, 40),
       CASE WHEN n % 6 = 0 THEN 'Newsletter ' || n END, n % 3,
       CASE kind WHEN 'retry' THEN now() + make_interval(secs => power(a, 4)::int + 5 - n % 5) WHEN 'later' THEN now() + make_interval(mins => n * 7) WHEN 'dead' THEN now() - interval '95 minutes' WHEN 'run' THEN now() - make_interval(secs => n) ELSE now() - make_interval(secs => 50 - n) END,
       CASE WHEN kind = 'later' AND n % 2 = 0 THEN 86400 ELSE 0 END, CASE WHEN n % 4 = 0 THEN 'mail' END,
       a, NULL,
       CASE WHEN a > 0 THEN E'Traceback (most recent call last):\n  File "/app/background_task/tasks.py", line 43, in bg_runner\n    func(*args, **kwargs)\nConnectionRefusedError: [Errno 111] Connection refused\n' ELSE '' END,
       CASE WHEN kind IN ('run', 'dead') THEN (2100 + n % 3)::text END,
       CASE kind WHEN 'run' THEN now() - make_interval(secs => n - 1) WHEN 'dead' THEN now() - interval '94 minutes' END,
       CASE WHEN n % 5 = 0 THEN n END, CASE WHEN n % 5 = 0 THEN 1 END
FROM (SELECT n, kind, (ARRAY['shop.tasks.send_receipt','shop.tasks.refresh_stock','news.tasks.send_newsletter'])[1 + n % 3] AS nm, CASE WHEN kind = 'retry' THEN 1 + n % 6 WHEN kind = 'dead' THEN 1 ELSE 0 END AS a
      FROM (SELECT n, CASE WHEN n <= 14 THEN 'due' WHEN n <= 24 THEN 'later' WHEN n <= 34 THEN 'retry' WHEN n <= 39 THEN 'run' ELSE 'dead' END AS kind FROM generate_series(1, 41) n) x) y;
