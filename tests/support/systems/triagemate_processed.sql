CREATE TABLE processed_events (
    id bigserial PRIMARY KEY,
    event_id varchar(255) NOT NULL,
    processed_at timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
);
ALTER TABLE processed_events ADD CONSTRAINT uk_event_id UNIQUE (event_id);
CREATE TABLE outbox_events (
    id uuid PRIMARY KEY,
    aggregate_type text NOT NULL,
    aggregate_id text NOT NULL,
    event_type text NOT NULL,
    payload jsonb NOT NULL,
    status text NOT NULL,
    publish_attempts int NOT NULL DEFAULT 0,
    next_attempt_at timestamptz NOT NULL DEFAULT now(),
    created_at timestamptz NOT NULL DEFAULT now(),
    published_at timestamptz NULL,
    lock_owner text NULL,
    locked_until timestamptz NULL,
    last_error text NULL
);
ALTER TABLE outbox_events ADD CONSTRAINT chk_outbox_status CHECK (status IN ('PENDING', 'PUBLISHED', 'FAILED'));
CREATE INDEX idx_outbox_pending_next_attempt ON outbox_events (status, next_attempt_at);
CREATE INDEX idx_outbox_locked_until ON outbox_events (locked_until);
CREATE INDEX idx_outbox_aggregate ON outbox_events (aggregate_type, aggregate_id);
CREATE INDEX idx_outbox_polling ON outbox_events (status, next_attempt_at, created_at) WHERE status = 'PENDING';

INSERT INTO processed_events (event_id, processed_at)
SELECT md5('input' || n)::uuid::text, now() - make_interval(mins => (80 - n) * 13, secs => n)
FROM generate_series(1, 72) n;

-- k: P published, A published after failures, X exhausted, W waiting, D waiting for a later try, L locked, E lock has run out
WITH r AS (
    SELECT n, CASE WHEN n <= 36 THEN CASE WHEN n % 8 = 0 THEN 'A' ELSE 'P' END WHEN n <= 41 THEN 'X' WHEN n <= 56 THEN 'W' WHEN n <= 62 THEN 'D' WHEN n <= 69 THEN 'L' ELSE 'E' END AS k,
           now() - make_interval(mins => CASE WHEN n <= 41 THEN (80 - n) * 13 ELSE 0 END, secs => CASE WHEN n <= 41 THEN n WHEN n > 69 THEN 400 + n ELSE (75 - n) END) AS c
    FROM generate_series(1, 72) n
)
INSERT INTO outbox_events (id, aggregate_type, aggregate_id, event_type, payload, status, publish_attempts, next_attempt_at, created_at, published_at, lock_owner, locked_until, last_error)
SELECT md5('tob' || n)::uuid, 'triagemate.triage.decision-made.v1', md5('dec' || n)::uuid::text, 'triagemate.triage.decision-made',
       jsonb_build_object('eventId', md5('decev' || n)::uuid, 'eventType', 'triagemate.triage.decision-made', 'eventVersion', 1, 'occurredAt', c,
          'producer', jsonb_build_object('service', 'triagemate-triage', 'instance', NULL),
          'trace', jsonb_build_object('requestId', md5('rq' || n)::uuid, 'correlationId', md5('co' || n)::uuid, 'causationId', md5('input' || n)::uuid),
          'payload', jsonb_build_object('inputId', 'in-' || n, 'priority', 'P' || n % 3 + 1), 'metadata', jsonb_build_object('decisionOutcome', 'ACCEPT')),
       CASE WHEN k IN ('P', 'A') THEN 'PUBLISHED' WHEN k = 'X' THEN 'FAILED' ELSE 'PENDING' END,
       CASE k WHEN 'A' THEN 1 WHEN 'X' THEN 3 WHEN 'D' THEN n % 2 + 1 ELSE 0 END,
       CASE k WHEN 'A' THEN c + interval '3 s' WHEN 'X' THEN c + interval '9 s' WHEN 'D' THEN now() + make_interval(secs => n % 2 + 1) ELSE c END,
       c,
       CASE k WHEN 'P' THEN c + interval '1.6 s' WHEN 'A' THEN c + interval '4.2 s' END,
       CASE k WHEN 'L' THEN 'triage-7c9d-' || md5('inst1')::uuid WHEN 'E' THEN 'triage-7c9d-' || md5('inst0')::uuid END,
       CASE k WHEN 'L' THEN now() + make_interval(secs => 20 + n % 8) WHEN 'E' THEN now() - make_interval(mins => 6, secs => n) END,
       CASE WHEN k IN ('A', 'X', 'D') THEN 'org.apache.kafka.common.errors.TimeoutException: Topic triagemate.triage.decision-made.v1 not present in metadata after 60000 ms.' END
FROM r;
