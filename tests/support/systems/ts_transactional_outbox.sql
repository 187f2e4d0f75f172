CREATE TABLE outbox (
    id                uuid PRIMARY KEY,
    aggregate_type    text NOT NULL,
    aggregate_id      text NOT NULL,
    message_type      text NOT NULL,
    segment           text,
    concurrency       text NOT NULL DEFAULT 'sequential',
    payload           jsonb NOT NULL,
    metadata          jsonb,
    locked_until      timestamptz NOT NULL DEFAULT to_timestamp(0),
    created_at        timestamptz NOT NULL DEFAULT clock_timestamp(),
    processed_at      timestamptz,
    abandoned_at      timestamptz,
    started_attempts  smallint NOT NULL DEFAULT 0,
    finished_attempts smallint NOT NULL DEFAULT 0
);
ALTER TABLE outbox ADD CONSTRAINT outbox_concurrency_check CHECK (concurrency IN ('sequential', 'parallel'));
CREATE INDEX outbox_segment_idx ON outbox (segment);
CREATE INDEX outbox_created_at_idx ON outbox (created_at);
CREATE INDEX outbox_processed_at_idx ON outbox (processed_at);
CREATE INDEX outbox_abandoned_at_idx ON outbox (abandoned_at);
CREATE INDEX outbox_locked_until_idx ON outbox (locked_until);

-- processed
INSERT INTO outbox (id, aggregate_type, aggregate_id, message_type, segment, payload, metadata, locked_until, created_at, processed_at, started_attempts, finished_attempts)
SELECT md5('outboxd' || n)::uuid, 'movie', n::text, (ARRAY['movie_created','movie_deleted','movie_rated'])[1 + n % 3], 'movie-' || n % 4,
       jsonb_build_object('id', n, 'title', 'Film ' || n), CASE WHEN n % 3 = 0 THEN jsonb_build_object('routingKey', 'movies.event.' || n % 3) END,
       t + make_interval(secs => 5.4 + (a - 1) * 6), t, t + make_interval(secs => 0.5 + (a - 1) * 6), a, a
FROM (SELECT n, CASE WHEN n % 13 = 0 THEN 2 ELSE 1 END AS a, now() - make_interval(mins => n * 17) AS t FROM generate_series(1, 40) n) s;
-- new
INSERT INTO outbox (id, aggregate_type, aggregate_id, message_type, segment, payload, created_at)
SELECT md5('outboxn' || n)::uuid, 'movie', (700 + n)::text, 'movie_created', 'movie-' || n % 4, jsonb_build_object('id', 700 + n), now() - make_interval(secs => n)
FROM generate_series(1, 5) n;
-- taken by a worker
INSERT INTO outbox (id, aggregate_type, aggregate_id, message_type, segment, concurrency, payload, locked_until, created_at, started_attempts, finished_attempts)
SELECT md5('outboxr' || n)::uuid, 'movie', (800 + n)::text, 'movie_rated', 'movie-' || n % 4, 'parallel', jsonb_build_object('id', 800 + n, 'stars', n), now() + make_interval(secs => n + 1), now() - make_interval(secs => 9 + n), 1, 0
FROM generate_series(1, 3) n;
-- an attempt failed or the worker died; the lock has run out
INSERT INTO outbox (id, aggregate_type, aggregate_id, message_type, segment, payload, locked_until, created_at, started_attempts, finished_attempts)
SELECT md5('outboxw' || n)::uuid, 'movie', (900 + n)::text, 'movie_rated', 'movie-' || n % 4, jsonb_build_object('id', 900 + n, 'stars', n), now() - make_interval(secs => n), now() - make_interval(secs => 40 + n * 6), n, CASE WHEN n = 2 THEN 1 ELSE n END
FROM generate_series(1, 4) n;
-- given up after five attempts
INSERT INTO outbox (id, aggregate_type, aggregate_id, message_type, segment, payload, locked_until, created_at, abandoned_at, started_attempts, finished_attempts)
SELECT md5('outboxa' || n)::uuid, 'movie', (600 + n)::text, 'movie_deleted', 'movie-' || n % 4, jsonb_build_object('id', 600 + n), c + interval '31 seconds', c, c + interval '27 seconds', 5, 5
FROM (SELECT n, now() - make_interval(hours => n * 3) AS c FROM generate_series(1, 4) n) s;

CREATE TABLE inbox (
    id                uuid PRIMARY KEY,
    aggregate_type    text NOT NULL,
    aggregate_id      text NOT NULL,
    message_type      text NOT NULL,
    segment           text,
    concurrency       text NOT NULL DEFAULT 'sequential',
    payload           jsonb NOT NULL,
    metadata          jsonb,
    locked_until      timestamptz NOT NULL DEFAULT to_timestamp(0),
    created_at        timestamptz NOT NULL DEFAULT clock_timestamp(),
    processed_at      timestamptz,
    abandoned_at      timestamptz,
    started_attempts  smallint NOT NULL DEFAULT 0,
    finished_attempts smallint NOT NULL DEFAULT 0
);
ALTER TABLE inbox ADD CONSTRAINT inbox_concurrency_check CHECK (concurrency IN ('sequential', 'parallel'));
CREATE INDEX inbox_segment_idx ON inbox (segment);
CREATE INDEX inbox_created_at_idx ON inbox (created_at);
CREATE INDEX inbox_processed_at_idx ON inbox (processed_at);
CREATE INDEX inbox_abandoned_at_idx ON inbox (abandoned_at);
CREATE INDEX inbox_locked_until_idx ON inbox (locked_until);

-- processed
INSERT INTO inbox (id, aggregate_type, aggregate_id, message_type, segment, payload, metadata, locked_until, created_at, processed_at, started_attempts, finished_attempts)
SELECT md5('inboxd' || n)::uuid, 'movie', n::text, (ARRAY['movie_created','movie_deleted','movie_rated'])[1 + n % 3], 'movie-' || n % 4,
       jsonb_build_object('id', n, 'title', 'Film ' || n), CASE WHEN n % 3 = 0 THEN jsonb_build_object('routingKey', 'movies.event.' || n % 3) END,
       t + make_interval(secs => 5.4 + (a - 1) * 6), t, t + make_interval(secs => 0.5 + (a - 1) * 6), a, a
FROM (SELECT n, CASE WHEN n % 13 = 0 THEN 2 ELSE 1 END AS a, now() - make_interval(mins => n * 17) AS t FROM generate_series(1, 40) n) s;
-- new
INSERT INTO inbox (id, aggregate_type, aggregate_id, message_type, segment, payload, created_at)
SELECT md5('inboxn' || n)::uuid, 'movie', (700 + n)::text, 'movie_created', 'movie-' || n % 4, jsonb_build_object('id', 700 + n), now() - make_interval(secs => n)
FROM generate_series(1, 5) n;
-- taken by a worker
INSERT INTO inbox (id, aggregate_type, aggregate_id, message_type, segment, concurrency, payload, locked_until, created_at, started_attempts, finished_attempts)
SELECT md5('inboxr' || n)::uuid, 'movie', (800 + n)::text, 'movie_rated', 'movie-' || n % 4, 'parallel', jsonb_build_object('id', 800 + n, 'stars', n), now() + make_interval(secs => n + 1), now() - make_interval(secs => 9 + n), 1, 0
FROM generate_series(1, 3) n;
-- an attempt failed or the worker died; the lock has run out
INSERT INTO inbox (id, aggregate_type, aggregate_id, message_type, segment, payload, locked_until, created_at, started_attempts, finished_attempts)
SELECT md5('inboxw' || n)::uuid, 'movie', (900 + n)::text, 'movie_rated', 'movie-' || n % 4, jsonb_build_object('id', 900 + n, 'stars', n), now() - make_interval(secs => n), now() - make_interval(secs => 40 + n * 6), n, CASE WHEN n = 2 THEN 1 ELSE n END
FROM generate_series(1, 4) n;
-- given up after five attempts
INSERT INTO inbox (id, aggregate_type, aggregate_id, message_type, segment, payload, locked_until, created_at, abandoned_at, started_attempts, finished_attempts)
SELECT md5('inboxa' || n)::uuid, 'movie', (600 + n)::text, 'movie_deleted', 'movie-' || n % 4, jsonb_build_object('id', 600 + n), c + interval '31 seconds', c, c + interval '27 seconds', 5, 5
FROM (SELECT n, now() - make_interval(hours => n * 3) AS c FROM generate_series(1, 4) n) s;
