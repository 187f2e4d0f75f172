CREATE SEQUENCE outbox_kafka_id_seq;
CREATE TABLE outbox_kafka (
  id bigint PRIMARY KEY DEFAULT nextval('outbox_kafka_id_seq'::regclass),
  created timestamp without time zone NOT NULL,
  processed timestamp without time zone NULL,
  topic character varying(128) NOT NULL,
  key character varying(128) NULL,
  value bytea NOT NULL,
  headers jsonb NULL
);
CREATE INDEX idx_outbox_kafka_not_processed ON outbox_kafka (id) WHERE processed IS NULL;
CREATE INDEX idx_outbox_kafka_processed ON outbox_kafka (processed);
CREATE TABLE outbox_kafka_lock (
  id character varying(32) PRIMARY KEY,
  owner_id character varying(128) NOT NULL,
  valid_until timestamp without time zone NOT NULL
);

INSERT INTO outbox_kafka (created, processed, topic, key, value, headers)
SELECT date_trunc('milliseconds', c.d), CASE WHEN g <= 64 THEN c.d + (180 + g % 9 * 33) * interval '1 millisecond' + CASE WHEN g BETWEEN 40 AND 47 THEN interval '6 minutes' ELSE interval '0' END END,
       CASE WHEN g % 3 = 0 THEN 'banking.account-closed' ELSE 'banking.transfer-booked' END,
       CASE WHEN g % 5 > 0 THEN 'acc-' || (g % 13) END,
       decode('0a24', 'hex') || convert_to(md5('t' || g)::uuid::text, 'UTF8') || decode('10e807', 'hex'),
       CASE WHEN g % 4 > 0 THEN jsonb_build_object('x-value-type', 'one.tomorrow.TransferBooked', 'traceparent', '00-' || md5('tr' || g) || '-' || substr(md5('s' || g), 1, 16) || '-01') END
FROM generate_series(1, 70) g, LATERAL (SELECT (now() AT TIME ZONE 'UTC') - CASE WHEN g > 64 THEN (71 - g) * interval '31 milliseconds' ELSE (71 - g) * interval '44 minutes 0.107 seconds' END AS d) c;
INSERT INTO outbox_kafka_lock (id, owner_id, valid_until) VALUES ('outboxLock', 'ledger-5b6f8-2', date_trunc('milliseconds', (now() AT TIME ZONE 'UTC') + interval '4.1 seconds'));
