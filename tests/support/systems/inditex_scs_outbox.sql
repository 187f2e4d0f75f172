CREATE TABLE IF NOT EXISTS SCS_OUTBOX (
    ID            varchar(36)  NOT NULL,
    BINDING_NAME  varchar(256) NOT NULL,
    CAPTURED_AT   timestamp    NOT NULL,
    DESTINATION   varchar(256) NOT NULL,
    HEADERS       text         NOT NULL,
    PAYLOAD       bytea        NOT NULL,
    CONSTRAINT PK_OUTBOX PRIMARY KEY (ID)
);
CREATE INDEX scs_outbox_captured_at_idx ON scs_outbox USING btree (captured_at);
CREATE TABLE IF NOT EXISTS shedlock (
    name       VARCHAR(64),
    lock_until TIMESTAMP(3) NULL,
    locked_at  TIMESTAMP(3) NULL,
    locked_by  VARCHAR(255),
    PRIMARY KEY (name)
);

INSERT INTO scs_outbox (id, binding_name, captured_at, destination, headers, payload)
SELECT gen_random_uuid()::text, b || '-out-0', t, 'pub.' || b || '.v1',
       '{"contentType":"application/*+avro","kafka_messageKey":"' || (9000 + g % 17) || '","traceparent":"00-' || md5('t' || g) || '-' || substr(md5('s' || g), 1, 16) || '-01"}',
       '\x0000000031'::bytea || convert_to('H' || gen_random_uuid()::text || 'stock' || g, 'UTF8')
FROM (SELECT g, (ARRAY['stockMovement','orderLine','storeTransfer'])[1 + g % 3] AS b, (now() AT TIME ZONE 'utc') - (61 - g) * interval '330 milliseconds' AS t FROM generate_series(1, 60) AS g) s ORDER BY g;

INSERT INTO shedlock VALUES ('scs-outbox-publisher', (now() AT TIME ZONE 'utc') + interval '50 seconds', (now() AT TIME ZONE 'utc') - interval '10 seconds', 'stock-service-6f7c9d5b8-x2x7q');
