CREATE TYPE inbox_event_status AS ENUM ('pending', 'processed', 'processing', 'failed');
CREATE TABLE inbox_events (
    event_id uuid PRIMARY KEY NOT NULL,
    seq bigint GENERATED ALWAYS AS IDENTITY NOT NULL UNIQUE CHECK (seq >= 0),
    topic text NOT NULL,
    key text NOT NULL,
    type text NOT NULL,
    version int NOT NULL,
    producer text NOT NULL,
    payload jsonb NOT NULL,
    partition int NOT NULL CHECK (partition >= 0),
    kafka_offset bigint NOT NULL CHECK (kafka_offset >= 0),
    reserved_by text,
    status inbox_event_status NOT NULL DEFAULT 'pending',
    attempts int NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    next_attempt_at timestamptz NOT NULL DEFAULT (now() AT TIME ZONE 'UTC'),
    last_attempt_at timestamptz,
    last_error text,
    processed_at timestamptz,
    produced_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL DEFAULT (now() AT TIME ZONE 'UTC')
);
CREATE UNIQUE INDEX inbox_events_kafka_pos_uidx ON inbox_events (topic, partition, kafka_offset);
CREATE INDEX inbox_events_pending_ready_idx ON inbox_events (next_attempt_at, produced_at, partition, kafka_offset) WHERE status = 'pending' AND reserved_by IS NULL;
CREATE INDEX inbox_events_pending_by_key_idx ON inbox_events (topic, key, produced_at, partition, kafka_offset) WHERE status = 'pending' AND reserved_by IS NULL;
CREATE INDEX inbox_events_processing_key_idx ON inbox_events (topic, key) WHERE status = 'processing' AND reserved_by IS NOT NULL;

-- k: P processed at once, Q processed after failures, F failed, W waiting new, D waiting after a failure, R reserved by a worker
WITH r AS (
    SELECT n, CASE WHEN n <= 40 THEN CASE WHEN n % 5 = 0 THEN 'Q' ELSE 'P' END WHEN n <= 46 THEN 'F' WHEN n <= 60 THEN 'W' WHEN n <= 68 THEN 'D' ELSE 'R' END AS k,
           now() - make_interval(mins => CASE WHEN n <= 46 THEN (50 - n) * 95 + 90 WHEN n BETWEEN 61 AND 68 THEN 25 + n - 60 ELSE 2 END, secs => n) AS p
    FROM generate_series(1, 78) n
)
INSERT INTO inbox_events (event_id, topic, key, type, version, producer, payload, partition, kafka_offset, reserved_by, status, attempts,
                          next_attempt_at, last_attempt_at, last_error, processed_at, produced_at, created_at)
SELECT md5('netbill' || n)::uuid,
       (ARRAY['organizations.v1', 'profiles.v1', 'accounts.v1'])[n % 3 + 1],
       md5('key' || n % 29)::uuid::text,
       (ARRAY['organization.updated', 'profile.created', 'account.deleted'])[n % 3 + 1],
       1,
       (ARRAY['organizations-svc', 'profiles-svc', 'auth-svc'])[n % 3 + 1],
       jsonb_build_object('id', md5('key' || n % 29)::uuid, 'name', 'name ' || n, 'updated_at', p),
       n % 4, 18000 + n,
       CASE k WHEN 'R' THEN 'places-inbox-worker-' || n % 2 END,
       (CASE k WHEN 'P' THEN 'processed' WHEN 'Q' THEN 'processed' WHEN 'F' THEN 'failed' WHEN 'R' THEN 'processing' ELSE 'pending' END)::inbox_event_status,
       CASE k WHEN 'P' THEN 1 WHEN 'Q' THEN 3 WHEN 'F' THEN 6 WHEN 'W' THEN 0 WHEN 'D' THEN n % 4 + 1 ELSE CASE WHEN n % 3 = 0 THEN 2 ELSE 0 END END,
       CASE WHEN k IN ('P', 'W') OR (k = 'R' AND n % 3 <> 0) THEN p + interval '40 ms'
            WHEN k = 'Q' THEN p + interval '2 min 20 s'
            WHEN k = 'F' THEN p + interval '9 min'
            WHEN k = 'D' THEN now() + make_interval(secs => (n % 5) * 20 - 15)
            ELSE now() - interval '4 s' END,
       CASE k WHEN 'P' THEN p + interval '300 ms' WHEN 'Q' THEN p + interval '2 min 21 s' WHEN 'F' THEN p + interval '9 min 1 s'
              WHEN 'D' THEN now() + make_interval(secs => (n % 5) * 20 - 15) - make_interval(secs => greatest(60, 30 * (n % 4)))
              WHEN 'R' THEN CASE WHEN n % 3 = 0 THEN now() - interval '1 min 4 s' END END,
       CASE WHEN k IN ('F', 'D') OR (k = 'R' AND n % 3 = 0) THEN
            (ARRAY['update replica: ERROR: insert or update on table "members" violates foreign key constraint (SQLSTATE 23503)', 'context deadline exceeded', 'unmarshal payload: unexpected end of JSON input'])[n % 3 + 1] END,
       CASE k WHEN 'P' THEN p + interval '300 ms' WHEN 'Q' THEN p + interval '2 min 21 s' END,
       p, p + interval '41 ms'
FROM r ORDER BY n;
-- left by a worker that died
UPDATE inbox_events SET reserved_by = 'places-inbox-worker-9', produced_at = now() - interval '5 hours', created_at = now() - interval '5 hours', next_attempt_at = now() - interval '5 hours', attempts = 0, last_attempt_at = NULL, last_error = NULL
WHERE kafka_offset IN (18077, 18078);
