CREATE TABLE smb_outbox (
    id                uuid NOT NULL PRIMARY KEY,
    timestamp         timestamptz NOT NULL,
    bus_name          varchar(64),
    message_type      varchar(256),
    message_payload   bytea NOT NULL,
    headers           jsonb,
    path              varchar(128),
    lock_instance_id  varchar(128),
    lock_expires_on   timestamptz NOT NULL,
    delivery_attempt  int NOT NULL,
    delivery_complete boolean NOT NULL,
    delivery_aborted  boolean DEFAULT false NOT NULL
);
CREATE INDEX ix_smb_outbox_delivery_complete__timestamp ON smb_outbox (delivery_complete, timestamp) WHERE (delivery_aborted = false);
CREATE INDEX ix_smb_outbox__lock ON smb_outbox (lock_instance_id, lock_expires_on) WHERE (delivery_complete = false AND delivery_aborted = false);

INSERT INTO smb_outbox (id, timestamp, bus_name, message_type, message_payload, headers, path, lock_instance_id, lock_expires_on, delivery_attempt, delivery_complete, delivery_aborted)
SELECT gen_random_uuid(), t, CASE WHEN n % 2 = 0 THEN 'AzureSB' ELSE 'Kafka' END,
       'Sample.Domain.Contract.' || (ARRAY['CustomerCreatedEvent','OrderShippedEvent'])[1 + n % 2] || ', Sample.Domain.Contract',
       convert_to(format('{"id":"%s","n":%s}', md5('s' || n)::uuid, n), 'UTF8'), jsonb_build_object('MessageType', 'Sample.Domain.Contract.Event', 'TraceId', md5('tr' || n)),
       (ARRAY['samples.customer-events','samples.order-events'])[1 + n % 2],
       li, le, da, kind = 'done', kind = 'abort'
FROM (SELECT n, kind, t,
        CASE WHEN kind <> 'new' THEN 'web-' || n % 2 || '-' || substr(md5('inst' || n % 2), 1, 8) END AS li,
        CASE kind WHEN 'new' THEN timestamptz '2000-01-01 00:00:00+00' WHEN 'run' THEN now() + interval '8 seconds' WHEN 'dead' THEN now() - interval '4 seconds' ELSE t + make_interval(secs => 11) END AS le,
        CASE kind WHEN 'done' THEN CASE WHEN n % 11 = 0 THEN 2 ELSE 1 END WHEN 'abort' THEN 4 WHEN 'dead' THEN n % 3 ELSE 0 END AS da
      FROM (SELECT n, CASE WHEN n <= 38 THEN 'done' WHEN n <= 42 THEN 'abort' WHEN n <= 46 THEN 'dead' WHEN n <= 50 THEN 'run' ELSE 'new' END AS kind,
                   now() - CASE WHEN n <= 42 THEN make_interval(secs => n * 82) WHEN n <= 46 THEN make_interval(secs => 20 + n) WHEN n <= 50 THEN make_interval(secs => 5 + n % 3) ELSE make_interval(secs => (57 - n) * 0.2) END AS t
            FROM generate_series(1, 56) n) a) b;
