-- Formance payments: events to publish, and the list of events that were sent.
CREATE TABLE connectors (
  sort_id bigserial NOT NULL,
  id varchar NOT NULL,
  name text NOT NULL,
  created_at timestamp without time zone NOT NULL,
  provider text NOT NULL,
  scheduled_for_deletion boolean NOT NULL DEFAULT false,
  config bytea,
  PRIMARY KEY (id)
);
CREATE TABLE events_sent (
  sort_id bigserial NOT NULL,
  id varchar NOT NULL,
  sent_at timestamp without time zone NOT NULL,
  connector_id varchar,
  PRIMARY KEY (id)
);
CREATE UNIQUE INDEX events_sent_unique_sort_id ON events_sent (sort_id);
ALTER TABLE events_sent ADD CONSTRAINT events_sent_connector_id_fk FOREIGN KEY (connector_id) REFERENCES connectors (id) ON DELETE CASCADE;
CREATE TABLE outbox_events (
  id varchar NOT NULL,
  event_type text NOT NULL,
  entity_id varchar NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamp without time zone NOT NULL,
  status text NOT NULL DEFAULT 'pending',
  connector_id varchar,
  retry_count integer NOT NULL DEFAULT 0,
  last_retry_at timestamp without time zone,
  error text,
  PRIMARY KEY (id)
);
CREATE INDEX outbox_events_status_created_at ON outbox_events (status, created_at);
CREATE INDEX outbox_events_connector_id ON outbox_events (connector_id);
ALTER TABLE outbox_events ADD CONSTRAINT outbox_events_connector_id_fk FOREIGN KEY (connector_id) REFERENCES connectors (id) ON DELETE CASCADE;

-- ids are canonical JSON in base64 for URLs, without padding
INSERT INTO connectors (id, name, created_at, provider, config)
SELECT rtrim(translate(replace(encode(convert_to('{"Provider":"' || p || '","Reference":"' || md5(p)::uuid || '"}', 'UTF8'), 'base64'), E'\n', ''), '+/', '-_'), '='),
       p || '-eu', (now() AT TIME ZONE 'utc') - interval '200 days', p, '\xc30d0407'::bytea
FROM unnest(ARRAY['stripe','wise','adyen']) p;

INSERT INTO outbox_events (id, event_type, entity_id, payload, created_at, status, connector_id, retry_count, last_retry_at, error)
SELECT rtrim(translate(replace(encode(convert_to('{' || CASE WHEN c.id IS NULL THEN '"ConnectorID":null' ELSE '"ConnectorID":{"Provider":"' || c.provider || '","Reference":"' || md5(c.provider)::uuid || '"}' END
         || ',"EventIdempotencyKey":"' || encode(sha256(('ev' || g)::bytea), 'hex') || '"}', 'UTF8'), 'base64'), E'\n', ''), '+/', '-_'), '='),
       et,
       CASE WHEN et = 'SAVED_POOL' THEN md5('pool' || g)::uuid::text
            ELSE rtrim(translate(replace(encode(convert_to('{"ConnectorID":{"Provider":"' || c.provider || '","Reference":"' || md5(c.provider)::uuid || '"},"Reference":"ref_' || g || '"}', 'UTF8'), 'base64'), E'\n', ''), '+/', '-_'), '=') END,
       CASE et WHEN 'SAVED_PAYMENT' THEN jsonb_build_object('id', 'pay' || g, 'reference', 'pi_' || substr(md5('r' || g), 1, 20), 'connectorID', c.id, 'provider', upper(c.provider), 'type', 'PAY-IN', 'status', 'SUCCEEDED', 'scheme', 'CARD_VISA', 'asset', 'EUR/2', 'initialAmount', 1200 + g * 35, 'amount', 1200 + g * 35, 'metadata', '{}'::jsonb)
               WHEN 'SAVED_ACCOUNT' THEN jsonb_build_object('id', 'acc' || g, 'connectorID', c.id, 'provider', upper(c.provider), 'reference', 'acct_' || g, 'type', 'INTERNAL', 'defaultAsset', 'EUR/2')
               WHEN 'SAVED_BALANCE' THEN jsonb_build_object('accountID', 'acc' || g, 'connectorID', c.id, 'provider', upper(c.provider), 'asset', 'EUR/2', 'balance', 100000 + g)
               ELSE jsonb_build_object('id', md5('pool' || g)::uuid, 'name', 'pool ' || g, 'type', 'STATIC') END,
       (now() AT TIME ZONE 'utc') - age,
       st, c.id, rc,
       CASE WHEN rc > 0 THEN (now() AT TIME ZONE 'utc') - age + make_interval(secs => 5 * rc) END,
       CASE WHEN rc > 0 THEN err END
FROM (
  -- done, most at the first go, some after one or two failures; kept for a month
  SELECT g, 'processed' st, CASE WHEN g % 13 = 0 THEN 2 WHEN g % 7 = 0 THEN 1 ELSE 0 END rc, make_interval(hours => g * 13, mins => g) age, 'nats: no responders available for request' err
  FROM generate_series(1, 56) g
  UNION ALL -- a month over, waiting for the sweep
  SELECT 100 + g, 'processed', 0, interval '32 days' + make_interval(hours => g), NULL FROM generate_series(1, 5) g
  UNION ALL -- not yet sent
  SELECT 200 + g, 'pending', 0, make_interval(secs => g * 2), NULL FROM generate_series(1, 9) g
  UNION ALL -- not sent at the first goes, will be tried again
  SELECT 300 + g, 'pending', 1 + g % 4, make_interval(secs => 30 + g * 3), 'dial tcp 10.0.4.17:4222: connect: connection refused' FROM generate_series(1, 6) g
  UNION ALL -- given up after five goes, or at once for an error that is final
  SELECT 400 + g, 'failed', 5, make_interval(days => g, mins => 7), 'kafka server: Message was too large, server rejected it to avoid allocation error' FROM generate_series(1, 4) g
  UNION ALL
  SELECT 500 + g, 'failed', 1, make_interval(days => 2 * g), 'non-retryable error: unsupported event payload' FROM generate_series(1, 2) g
) q
CROSS JOIN LATERAL (SELECT (ARRAY['SAVED_PAYMENT','SAVED_ACCOUNT','SAVED_BALANCE','SAVED_PAYMENT','SAVED_POOL'])[1 + g % 5] et) e
LEFT JOIN connectors c ON et <> 'SAVED_POOL' AND c.sort_id = 1 + g % 3;

INSERT INTO events_sent (id, sent_at, connector_id)
SELECT id, coalesce(last_retry_at + interval '5 seconds', created_at + interval '2 seconds'), connector_id
FROM outbox_events WHERE status = 'processed' ORDER BY created_at;
-- sent long ago, their outbox rows are gone
INSERT INTO events_sent (id, sent_at, connector_id)
SELECT rtrim(translate(replace(encode(convert_to('{"ConnectorID":null,"EventIdempotencyKey":"' || encode(sha256(('gone' || g)::bytea), 'hex') || '"}', 'UTF8'), 'base64'), E'\n', ''), '+/', '-_'), '='),
       (now() AT TIME ZONE 'utc') - interval '60 days' - make_interval(hours => g), NULL
FROM generate_series(1, 20) g;
