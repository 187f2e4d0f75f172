CREATE TABLE outbox (
  id bigserial NOT NULL PRIMARY KEY,
  queue varchar(255) NOT NULL,
  payload bytea NOT NULL,
  headers jsonb,
  attempts_count bigint DEFAULT '0' NOT NULL,
  deliveries_count bigint DEFAULT '0' NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  next_attempt_at timestamp with time zone DEFAULT now() NOT NULL,
  first_attempt_at timestamp with time zone,
  last_attempt_at timestamp with time zone,
  acquired_at timestamp with time zone,
  acquired_token uuid,
  timer_id varchar(255),
  CONSTRAINT outbox_lease_ck CHECK ((acquired_token IS NULL) = (acquired_at IS NULL))
);
CREATE INDEX outbox_pending_idx ON outbox (queue, next_attempt_at) WHERE acquired_token IS NULL;
CREATE UNIQUE INDEX outbox_timer_id_uq ON outbox (queue, timer_id) WHERE timer_id IS NOT NULL;
CREATE INDEX outbox_lease_idx ON outbox (queue, acquired_at) WHERE acquired_token IS NOT NULL;
CREATE TABLE outbox_dlq (
  id bigserial NOT NULL PRIMARY KEY,
  original_id bigint NOT NULL,
  queue varchar(255) NOT NULL,
  payload bytea NOT NULL,
  headers jsonb,
  deliveries_count bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  failed_at timestamp with time zone DEFAULT now() NOT NULL,
  failure_reason varchar(64) NOT NULL,
  last_exception varchar,
  timer_id varchar(255)
);
CREATE INDEX outbox_dlq_queue_failed_idx ON outbox_dlq (queue, failed_at);

-- done rows are deleted. s: 1 fresh, 2 timer in the future, 3 waits after failures, 4 leased, 5 lease has run out
INSERT INTO outbox (queue, payload, headers, attempts_count, deliveries_count, created_at, next_attempt_at, first_attempt_at, last_attempt_at, acquired_at, acquired_token, timer_id)
SELECT q.n, convert_to('{"order_id":' || (100 + g) || '}', 'UTF8'),
       jsonb_build_object('content-type', 'application/json', 'correlation_id', md5('c' || g)::uuid),
       k.a, k.a + CASE WHEN s IN (4, 5) THEN 1 ELSE 0 END, c.d,
       CASE s WHEN 2 THEN now() + g * interval '3 minutes' WHEN 3 THEN c.d + interval '0.4 seconds' + (power(2, k.a) - 1) * interval '1.4 seconds' + (20 + g % 5 * 7) * interval '1 second' ELSE CASE WHEN k.a > 0 THEN c.d + interval '6 seconds' ELSE c.d END END,
       CASE WHEN k.a > 0 THEN c.d + interval '0.4 seconds' END,
       CASE WHEN k.a > 0 THEN c.d + interval '0.4 seconds' + (power(2, k.a) - 2) * interval '1.4 seconds' END,
       CASE s WHEN 4 THEN now() - (g % 8) * interval '1.1 seconds' WHEN 5 THEN c.d + interval '8 seconds' END,
       CASE WHEN s IN (4, 5) THEN md5('token' || g / 3)::uuid END,
       CASE WHEN s = 2 THEN 'payment-timeout-' || (100 + g) END
FROM (SELECT g, CASE WHEN g <= 3 THEN 5 WHEN g <= 15 THEN 4 WHEN g <= 25 THEN 3 WHEN g <= 37 THEN 2 ELSE 1 END AS s FROM generate_series(1, 52) g) x,
LATERAL (SELECT CASE WHEN g % 3 = 0 THEN 'emails' WHEN s = 2 THEN 'timers' ELSE 'orders' END AS n) q,
LATERAL (SELECT CASE s WHEN 3 THEN 1 + g % 3 WHEN 4 THEN CASE WHEN g % 5 = 0 THEN 1 ELSE 0 END ELSE 0 END AS a) k,
LATERAL (SELECT now() - CASE s WHEN 5 THEN interval '14 minutes' - g * interval '2 seconds' WHEN 4 THEN (53 - g) * interval '0.5 seconds' WHEN 3 THEN interval '25 seconds' + (26 - g) * interval '1 second' WHEN 2 THEN (38 - g) * interval '0.7 seconds' ELSE (53 - g) * interval '25 milliseconds' END AS d) c;

INSERT INTO outbox_dlq (original_id, queue, payload, headers, deliveries_count, created_at, failed_at, failure_reason, last_exception, timer_id)
SELECT 0 - g + 400, 'orders', convert_to('{"order_id":' || g || '}', 'UTF8'), jsonb_build_object('content-type', 'application/json'), 5,
       now() - g * interval '5 hours', now() - g * interval '5 hours' + interval '44 seconds', 'retry_terminal', 'TimeoutError: broker did not answer', NULL
FROM generate_series(1, 24) g;
