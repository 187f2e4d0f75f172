CREATE TABLE application (application__id uuid PRIMARY KEY DEFAULT gen_random_uuid());
CREATE TABLE subscription (
    subscription__id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    application__id  uuid NOT NULL REFERENCES application (application__id)
);
CREATE TABLE event (event__id uuid PRIMARY KEY DEFAULT gen_random_uuid());
CREATE TABLE response (
    response__id         uuid NOT NULL DEFAULT gen_random_uuid(),
    response_error__name text,
    http_code            smallint,
    headers              jsonb,
    body                 text,
    elapsed_time_ms      integer,
    CONSTRAINT response_pkey PRIMARY KEY (response__id),
    CONSTRAINT response_headers_is_object CHECK ((headers IS NULL) OR (jsonb_typeof(headers) = 'object'))
);
CREATE TABLE request_attempt (
    request_attempt__id uuid NOT NULL DEFAULT gen_random_uuid(),
    event__id           uuid NOT NULL REFERENCES event (event__id) ON DELETE CASCADE ON UPDATE CASCADE,
    subscription__id    uuid NOT NULL REFERENCES subscription (subscription__id) ON DELETE RESTRICT ON UPDATE RESTRICT,
    created_at          timestamptz NOT NULL DEFAULT statement_timestamp(),
    picked_at           timestamptz,
    worker_name         text,
    worker_version      text,
    failed_at           timestamptz,
    succeeded_at        timestamptz,
    delay_until         timestamptz,
    response__id        uuid REFERENCES response (response__id) ON DELETE SET NULL ON UPDATE CASCADE,
    retry_count         smallint NOT NULL DEFAULT 0,
    application__id     uuid NOT NULL REFERENCES application (application__id) ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT request_attempt_pkey PRIMARY KEY (request_attempt__id),
    CONSTRAINT request_attempt_response__id_key UNIQUE (response__id),
    CONSTRAINT request_attempt_status_exclusive CHECK (NOT (succeeded_at IS NOT NULL AND failed_at IS NOT NULL))
);
CREATE INDEX request_attempt_event__id_idx ON request_attempt (event__id);
CREATE INDEX request_attempt_subscription__id_idx ON request_attempt (subscription__id);
CREATE INDEX request_attempt_waiting_idx ON request_attempt (created_at ASC, retry_count ASC NULLS FIRST) WHERE (succeeded_at IS NULL AND failed_at IS NULL);
CREATE INDEX request_attempt_created_at_idx ON request_attempt (created_at);
CREATE INDEX request_attempt_application__id_idx ON request_attempt (application__id);

INSERT INTO application SELECT md5('app' || i)::uuid FROM generate_series(1, 3) i;
INSERT INTO subscription SELECT md5('sub' || i)::uuid, md5('app' || (i % 3 + 1))::uuid FROM generate_series(1, 6) i;
INSERT INTO event SELECT md5('event' || i)::uuid FROM generate_series(1, 90) i;
INSERT INTO response
SELECT md5('resp' || i)::uuid, CASE WHEN i % 7 = 0 THEN CASE WHEN i % 2 = 0 THEN 'E_TIMEOUT' ELSE 'E_CONNECTION' END WHEN i % 11 = 0 THEN 'E_HTTP' END,
       CASE WHEN i % 7 = 0 THEN NULL WHEN i % 11 = 0 THEN 503 ELSE 200 END,
       CASE WHEN i % 7 = 0 THEN NULL ELSE '{"content-type":"text/plain"}'::jsonb END,
       CASE WHEN i % 7 = 0 THEN NULL WHEN i % 11 = 0 THEN 'unavailable' ELSE 'ok' END, CASE WHEN i % 7 = 0 THEN 10000 ELSE 40 + i END
FROM generate_series(11, 90) i;
-- done, in the end good or bad
INSERT INTO request_attempt (event__id, subscription__id, created_at, picked_at, worker_name, worker_version, failed_at, succeeded_at, delay_until, response__id, retry_count, application__id)
SELECT md5('event' || i)::uuid, md5('sub' || (i % 6 + 1))::uuid, t, t + interval '300 milliseconds', 'default-' || i % 2, '1.0.2',
       CASE WHEN bad THEN t + interval '9 seconds' END, CASE WHEN NOT bad THEN t + interval '400 milliseconds' END,
       NULL, md5('resp' || i)::uuid, 0, md5('app' || ((i % 6 + 1) % 3 + 1))::uuid
FROM (SELECT i, now() - (i * 17 - 186) * interval '1 minute' AS t, i % 7 = 0 OR i % 11 = 0 AS bad FROM generate_series(11, 90) i) s;
-- retries of the bad ones are rows of their own, some still wait
INSERT INTO request_attempt (event__id, subscription__id, created_at, delay_until, retry_count, application__id)
SELECT event__id, subscription__id, failed_at, now() + row_number() OVER () * interval '4 minutes', 1, application__id
FROM request_attempt WHERE failed_at > now() - interval '1 hour';
-- fresh ones
INSERT INTO request_attempt (event__id, subscription__id, created_at, application__id)
SELECT md5('event' || i)::uuid, md5('sub' || (i % 6 + 1))::uuid, now() - i * interval '1 second', md5('app' || ((i % 6 + 1) % 3 + 1))::uuid FROM generate_series(1, 8) i;
-- payload could not be fetched: picked once, put off by an hour
INSERT INTO request_attempt (event__id, subscription__id, created_at, picked_at, worker_name, worker_version, delay_until, application__id)
SELECT md5('event9')::uuid, md5('sub1')::uuid, now() - interval '20 minutes', now() - interval '19 minutes', 'default-0', '1.0.2', now() + interval '41 minutes', md5('app2')::uuid;
-- older retries went well
INSERT INTO response
SELECT md5('retry' || r.event__id)::uuid, NULL, 200, '{"content-type":"text/plain"}'::jsonb, 'ok', 77
FROM request_attempt r WHERE r.failed_at <= now() - interval '1 hour';
INSERT INTO request_attempt (event__id, subscription__id, created_at, picked_at, worker_name, worker_version, succeeded_at, delay_until, response__id, retry_count, application__id)
SELECT event__id, subscription__id, failed_at, failed_at + interval '3 minutes 2 seconds', 'default-1', '1.0.2', failed_at + interval '3 minutes 3 seconds',
       failed_at + interval '3 minutes', md5('retry' || event__id)::uuid, 1, application__id
FROM request_attempt WHERE failed_at <= now() - interval '1 hour';
-- cancelled with their application, never sent
INSERT INTO application VALUES (md5('app-gone')::uuid);
INSERT INTO subscription VALUES (md5('sub-gone')::uuid, md5('app-gone')::uuid);
INSERT INTO event SELECT md5('event-gone' || i)::uuid FROM generate_series(1, 3) i;
INSERT INTO request_attempt (event__id, subscription__id, created_at, failed_at, application__id)
SELECT md5('event-gone' || i)::uuid, md5('sub-gone')::uuid, now() - interval '2 days', now() - interval '47 hours', md5('app-gone')::uuid FROM generate_series(1, 3) i;
