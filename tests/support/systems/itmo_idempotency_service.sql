CREATE TABLE idempotency (
    global_key         varchar(512) PRIMARY KEY,
    source_uid         varchar(255) NOT NULL,
    service_name       varchar(255) NOT NULL,
    integration_name   varchar(255) NOT NULL,
    yaml_snapshot      jsonb NOT NULL,
    headers            jsonb NOT NULL,
    payload            jsonb NOT NULL,
    status             varchar(24) NOT NULL,
    status_description varchar(255),
    create_date        timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
    update_date        timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
    retry_count        integer NOT NULL DEFAULT 0,
    next_attempt_date  timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
    owner_id           varchar(128),
    lease_until        timestamptz,
    last_claim_date    timestamptz
);
CREATE INDEX idx_idempotency_status_create_date ON idempotency (status, create_date);
CREATE INDEX idx_idempotency_status_update_date ON idempotency (status, update_date);
CREATE INDEX idx_idempotency_status_next_attempt_date ON idempotency (status, next_attempt_date, create_date);
CREATE INDEX idx_idempotency_status_claim_window ON idempotency (status, next_attempt_date, lease_until, create_date);
CREATE INDEX idx_idempotency_expired_leases ON idempotency (lease_until) WHERE owner_id IS NOT NULL;

CREATE TABLE kafka_event_outbox (
    id                 bigserial PRIMARY KEY,
    global_key         varchar(512),
    service_name       varchar(255),
    integration_name   varchar(255),
    yaml_snapshot      jsonb NOT NULL,
    status             varchar(8) NOT NULL,
    status_description varchar(255),
    result             varchar(8) NOT NULL,
    result_description varchar(255),
    create_date        timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
    update_date        timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
    retry_count        integer NOT NULL DEFAULT 0,
    next_attempt_date  timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
    owner_id           varchar(128),
    lease_until        timestamptz,
    last_claim_date    timestamptz
);
CREATE INDEX idx_kafka_event_outbox_status_create_date ON kafka_event_outbox (status, create_date);
CREATE INDEX idx_kafka_event_outbox_status_next_attempt_date ON kafka_event_outbox (status, next_attempt_date, create_date);
CREATE INDEX idx_kafka_event_outbox_claim_window ON kafka_event_outbox (status, next_attempt_date, lease_until, create_date);
CREATE INDEX idx_kafka_event_outbox_expired_leases ON kafka_event_outbox (lease_until) WHERE owner_id IS NOT NULL;
CREATE INDEX idx_kafka_event_outbox_status_update_date ON kafka_event_outbox (status, update_date);

INSERT INTO idempotency (global_key, source_uid, service_name, integration_name, yaml_snapshot, headers, payload, status, status_description,
                         create_date, update_date, retry_count, next_attempt_date, owner_id, lease_until, last_claim_date)
SELECT format('%s:%s:%s', sv, ig, u), u, sv, ig,
       jsonb_build_object('service', sv, 'integration', ig, 'replyIn', jsonb_build_object('topic', ig || '.messageReplyIn')),
       jsonb_build_object('source', 'erp'), jsonb_build_object('operationId', n, 'subject', 'doc-' || n), st,
       CASE WHEN st = 'ERROR' THEN 'Delivery to the receiver failed: record too large'
            WHEN st = 'RESERVED' AND rc > 0 THEN 'Delivery to the receiver failed: timeout' 
            WHEN st = 'COMMITTED' AND n % 2 = 0 THEN 'Accepted' END,
       t, up, rc, na, ow, le, lc
FROM (
  SELECT n, md5('uid' || n)::uuid::text AS u, (ARRAY['system1','billing'])[1 + n % 2] AS sv, (ARRAY['system1-to-system2','billing-to-ledger'])[1 + n % 2] AS ig, st, t,
    CASE st WHEN 'COMMITTED' THEN t + interval '2 seconds' WHEN 'ERROR' THEN t + make_interval(secs => 2 + rc * 10) WHEN 'WAITING_ASYNC_RESPONSE' THEN t + interval '1 second'
            ELSE CASE WHEN kind = 'retry' THEN now() - interval '3 seconds' WHEN kind = 'run' THEN now() - interval '2 seconds' WHEN kind = 'dead' THEN t + interval '1 second' ELSE t END END AS up,
    rc,
    CASE st WHEN 'COMMITTED' THEN t + interval '2 seconds' WHEN 'ERROR' THEN t + make_interval(secs => 2 + rc * 10) WHEN 'WAITING_ASYNC_RESPONSE' THEN t + interval '1 second'
            ELSE CASE WHEN kind = 'retry' THEN now() + interval '7 seconds' ELSE t END END AS na,
    CASE WHEN kind IN ('run', 'dead') THEN 'core-' || n % 2 || '-receiver-dispatch' END AS ow,
    CASE WHEN kind = 'run' THEN now() + interval '28 seconds' WHEN kind = 'dead' THEN t + interval '31 seconds' END AS le,
    CASE WHEN kind = 'new' THEN NULL WHEN kind = 'run' THEN now() - interval '2 seconds' WHEN kind = 'retry' THEN now() - interval '4 seconds' ELSE t + interval '1 second' END AS lc
  FROM (
    SELECT n, kind,
      CASE kind WHEN 'ok' THEN 'COMMITTED' WHEN 'err' THEN 'ERROR' WHEN 'wait' THEN 'WAITING_ASYNC_RESPONSE' ELSE 'RESERVED' END AS st,
      CASE kind WHEN 'err' THEN CASE WHEN n % 2 = 0 THEN 5 ELSE 0 END WHEN 'retry' THEN 1 + n % 3 ELSE 0 END AS rc,
      now() - CASE kind WHEN 'ok' THEN make_interval(secs => n * 170) WHEN 'err' THEN make_interval(hours => n - 30) WHEN 'wait' THEN make_interval(secs => n) WHEN 'new' THEN make_interval(secs => n - 49)
                   WHEN 'run' THEN interval '4 seconds' WHEN 'dead' THEN make_interval(mins => n - 50) ELSE make_interval(secs => 20 + n) END AS t
    FROM (SELECT n, CASE WHEN n <= 36 THEN 'ok' WHEN n <= 43 THEN 'err' WHEN n <= 49 THEN 'wait' WHEN n <= 53 THEN 'new' WHEN n <= 56 THEN 'run' WHEN n <= 58 THEN 'dead' ELSE 'retry' END AS kind
          FROM generate_series(1, 62) n) a) b) c;

INSERT INTO kafka_event_outbox (global_key, service_name, integration_name, yaml_snapshot, status, status_description, result, result_description,
                                create_date, update_date, retry_count, next_attempt_date, owner_id, lease_until, last_claim_date)
SELECT format('%s:%s:%s', sv, ig, md5('uid' || n / 2)::uuid), sv, ig, jsonb_build_object('service', sv, 'integration', ig, 'requestOut', jsonb_build_object('topic', ig || '.messageRequestOut')),
       st, CASE WHEN st = 'ERROR' THEN 'Sending the answer failed: topic authorization failed' WHEN kind = 'retry' THEN 'Sending the answer failed: timeout' END,
       CASE WHEN n % 5 = 0 THEN 'FAIL' ELSE 'SUCCESS' END, CASE WHEN n % 5 = 0 THEN 'Idempotency check failed' ELSE 'Event received' END,
       t, CASE kind WHEN 'ok' THEN t + interval '1 second' WHEN 'err' THEN t + interval '2 seconds' WHEN 'run' THEN now() - interval '1 second' WHEN 'retry' THEN now() - interval '2 seconds' ELSE t END,
       CASE kind WHEN 'retry' THEN 1 + n % 2 ELSE 0 END,
       CASE kind WHEN 'ok' THEN t + interval '1 second' WHEN 'err' THEN t + interval '2 seconds' WHEN 'retry' THEN now() + interval '8 seconds' ELSE t END,
       CASE WHEN kind = 'run' THEN 'core-1-request-dispatch' END, CASE WHEN kind = 'run' THEN now() + interval '29 seconds' END,
       CASE kind WHEN 'new' THEN NULL WHEN 'run' THEN now() - interval '1 second' WHEN 'retry' THEN now() - interval '3 seconds' ELSE t + interval '1 second' END
FROM (SELECT n, kind, (ARRAY['system1','billing'])[1 + n % 2] AS sv, (ARRAY['system1-to-system2','billing-to-ledger'])[1 + n % 2] AS ig,
        CASE kind WHEN 'ok' THEN 'DONE' WHEN 'err' THEN 'ERROR' ELSE 'NEW' END AS st,
        now() - CASE kind WHEN 'ok' THEN make_interval(secs => n * 150) WHEN 'err' THEN make_interval(mins => n) WHEN 'new' THEN make_interval(secs => n - 46) WHEN 'run' THEN interval '3 seconds' ELSE make_interval(secs => n) END AS t
      FROM (SELECT n, CASE WHEN n <= 40 THEN 'ok' WHEN n <= 46 THEN 'err' WHEN n <= 49 THEN 'new' WHEN n <= 51 THEN 'run' ELSE 'retry' END AS kind FROM generate_series(1, 54) n) a) b;
