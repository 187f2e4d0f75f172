CREATE TABLE outbox_messages (
  id uuid PRIMARY KEY,
  stream text NOT NULL,
  topic text NOT NULL,
  payload bytea NOT NULL,
  headers jsonb NOT NULL DEFAULT '{}'::jsonb,
  target jsonb NOT NULL DEFAULT '{}'::jsonb,
  status smallint NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  available_at timestamptz NOT NULL DEFAULT now(),
  lease_token uuid,
  lease_until timestamptz,
  owner text,
  last_error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  dispatched_at timestamptz,
  deferred_since timestamptz,
  CONSTRAINT outbox_messages_status_check CHECK (status BETWEEN 0 AND 3),
  CONSTRAINT outbox_messages_attempts_check CHECK (attempts >= 0),
  CONSTRAINT outbox_messages_lease_check CHECK (((status = 1) = (lease_token IS NOT NULL)) AND ((lease_token IS NULL) = (lease_until IS NULL)))
);
CREATE INDEX outbox_messages_claim_idx ON outbox_messages (stream, available_at, id) WHERE status = 0;
CREATE INDEX outbox_messages_pending_age_idx ON outbox_messages (created_at) WHERE status = 0;
CREATE INDEX outbox_messages_lease_idx ON outbox_messages (lease_until) WHERE status = 1;
CREATE INDEX outbox_messages_dispatched_idx ON outbox_messages (dispatched_at) WHERE status = 2;
CREATE INDEX outbox_messages_failed_idx ON outbox_messages (created_at, id) WHERE status = 3;
CREATE INDEX outbox_messages_deferred_idx ON outbox_messages (deferred_since) WHERE deferred_since IS NOT NULL;
-- delivered
INSERT INTO outbox_messages (id, stream, topic, payload, headers, target, status, attempts, available_at, created_at, dispatched_at)
SELECT md5('go' || i)::uuid, (ARRAY['kafka','rabbit'])[1 + i % 2], (ARRAY['order.created','order.paid','user.updated'])[1 + i % 3],
       convert_to('{"n":' || i || '}', 'UTF8'), jsonb_build_object('traceparent', '00-' || md5('tr' || i) || '-' || substr(md5('sp' || i), 1, 16) || '-01'),
       jsonb_build_object('key', 'k' || (i % 8)), 2, CASE WHEN i % 9 = 0 THEN 2 ELSE 0 END,
       t + CASE WHEN i % 9 = 0 THEN interval '31 seconds' ELSE interval '0' END, t,
       t + CASE WHEN i % 9 = 0 THEN interval '32 seconds' ELSE interval '600 milliseconds' END
FROM generate_series(1, 55) i, LATERAL (SELECT now() - i * interval '14 minutes' AS t) x;
-- waiting, some after refusals or while the broker is away
INSERT INTO outbox_messages (id, stream, topic, payload, target, status, attempts, available_at, last_error, created_at, deferred_since)
SELECT md5('gow' || i)::uuid, 'kafka', 'order.paid', convert_to('{"n":' || (100 + i) || '}', 'UTF8'), jsonb_build_object('key', 'k' || i), 0,
       CASE WHEN i % 3 = 0 THEN i / 3 ELSE 0 END,
       CASE WHEN i % 3 = 0 THEN now() + i * interval '9 seconds' WHEN i % 7 = 0 THEN now() + interval '20 seconds' ELSE t END,
       CASE WHEN i % 3 = 0 THEN 'kafka: message rejected: invalid record' WHEN i % 7 = 0 THEN 'dial tcp 10.0.0.7:9092: connect: connection refused' END,
       t, CASE WHEN i % 7 = 0 AND i % 3 <> 0 THEN now() - interval '4 minutes' END
FROM generate_series(1, 16) i, LATERAL (SELECT now() - CASE WHEN i % 3 = 0 OR i % 7 = 0 THEN i * interval '1 minute' ELSE i * interval '300 milliseconds' END AS t) x;
-- leased
INSERT INTO outbox_messages (id, stream, topic, payload, target, status, attempts, available_at, lease_token, lease_until, owner, created_at)
SELECT md5('gol' || i)::uuid, 'rabbit', 'user.updated', convert_to('{"n":' || (200 + i) || '}', 'UTF8'), '{"exchange":"users"}', 1, i % 2, t,
       md5('tok' || (i / 4))::uuid, CASE WHEN i > 6 THEN now() - i * interval '20 seconds' ELSE now() + interval '55 seconds' END,
       'outbox-' || (i % 2), t
FROM generate_series(1, 8) i, LATERAL (SELECT now() - CASE WHEN i > 6 THEN interval '6 minutes' ELSE interval '6 seconds' END AS t) x;
-- given up
INSERT INTO outbox_messages (id, stream, topic, payload, target, status, attempts, available_at, last_error, created_at)
SELECT md5('gof' || i)::uuid, 'rabbit', 'order.created', convert_to('{"n":' || (300 + i) || '}', 'UTF8'), '{"exchange":"gone"}', 3,
       CASE WHEN i % 2 = 0 THEN 10 ELSE 1 END, t + CASE WHEN i % 2 = 0 THEN interval '40 minutes' ELSE interval '0' END,
       CASE WHEN i % 2 = 0 THEN 'rabbitmq: nack by broker' ELSE 'rabbitmq: 404 NOT_FOUND no exchange gone' END, t
FROM generate_series(1, 7) i, LATERAL (SELECT now() - i * interval '7 hours' AS t) x;
