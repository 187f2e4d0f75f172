CREATE TABLE outbox_record (
  id varchar(255) NOT NULL,
  status varchar(20) NOT NULL,
  record_key varchar(255) NOT NULL,
  record_type varchar(255) NOT NULL,
  payload text NOT NULL,
  context text,
  created_at timestamp with time zone NOT NULL,
  completed_at timestamp with time zone,
  failure_count int NOT NULL,
  failure_reason varchar(1000),
  next_retry_at timestamp with time zone NOT NULL,
  partition_no integer NOT NULL,
  handler_id varchar(1000) NOT NULL,
  PRIMARY KEY (id)
);
CREATE TABLE outbox_instance (
  instance_id varchar(255) PRIMARY KEY,
  hostname varchar(255) NOT NULL,
  port integer NOT NULL,
  status varchar(50) NOT NULL,
  started_at timestamp with time zone NOT NULL,
  last_heartbeat timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL
);
CREATE TABLE outbox_partition (
  partition_number integer PRIMARY KEY,
  instance_id varchar(255),
  version bigint NOT NULL DEFAULT 0,
  updated_at timestamp with time zone NOT NULL
);
CREATE INDEX idx_outbox_record_record_key_created ON outbox_record (record_key, created_at);
CREATE INDEX idx_outbox_record_partition_status_retry ON outbox_record (partition_no, status, next_retry_at);
CREATE INDEX idx_outbox_record_status_retry ON outbox_record (status, next_retry_at);
CREATE INDEX idx_outbox_record_status ON outbox_record (status);
CREATE INDEX idx_outbox_record_record_key_completed_created ON outbox_record (record_key, completed_at, created_at);
CREATE INDEX idx_outbox_instance_status_heartbeat ON outbox_instance (status, last_heartbeat);
CREATE INDEX idx_outbox_instance_last_heartbeat ON outbox_instance (last_heartbeat);
CREATE INDEX idx_outbox_instance_status ON outbox_instance (status);
CREATE INDEX idx_outbox_partition_instance_id ON outbox_partition (instance_id);

INSERT INTO outbox_instance (instance_id, hostname, port, status, started_at, last_heartbeat, created_at, updated_at)
SELECT md5('i' || g)::uuid::text, 'orders-7c9d-' || substr(md5('h' || g), 1, 5), 8080, 'ACTIVE',
       now() - g * interval '1 day', now() - g * interval '1.4 seconds', now() - g * interval '1 day', now() - g * interval '1.4 seconds'
FROM generate_series(1, 2) g;

INSERT INTO outbox_partition (partition_number, instance_id, version, updated_at)
SELECT g, md5('i' || (1 + g / 128))::uuid::text, 3 + g / 128, now() - (2 - g / 128) * interval '23 hours'
FROM generate_series(0, 255) g;

-- s: 1 completed, 2 completed after retries, 3 new, 4 waiting for a retry, 5 failed for good
INSERT INTO outbox_record (id, status, record_key, record_type, payload, context, created_at, completed_at, failure_count, failure_reason, next_retry_at, partition_no, handler_id)
SELECT gen_random_uuid()::text,
       CASE WHEN s IN (1, 2) THEN 'COMPLETED' WHEN s = 5 THEN 'FAILED' ELSE 'NEW' END,
       'customer-' || k,
       CASE WHEN g % 4 = 0 THEN 'com.acme.customer.CustomerRemovedEvent' ELSE 'com.acme.customer.CustomerRegisteredEvent' END,
       CASE WHEN g % 4 = 0 THEN '{"id":"' || md5('c' || k)::uuid || '"}' ELSE '{"id":"' || md5('c' || k)::uuid || '","email":"c' || k || '@example.org"}' END,
       CASE WHEN g % 2 = 0 THEN '{"traceId":"' || md5('t' || g) || '"}' END,
       c.d,
       CASE s WHEN 1 THEN c.d + (700 + g * 31) * interval '1 millisecond' WHEN 2 THEN c.d + interval '6.4 seconds' * f.n END,
       f.n,
       CASE WHEN f.n > 0 THEN CASE g % 3 WHEN 0 THEN 'Connection refused: mail.internal:25' WHEN 1 THEN 'I/O error on POST request for "http://crm.internal/customers": Read timed out' ELSE '503 Service Unavailable: [no body]' END END,
       CASE s WHEN 2 THEN c.d + interval '6 seconds' * f.n WHEN 4 THEN now() + (g % 7 - 1) * interval '0.9 seconds' WHEN 5 THEN c.d + interval '14 seconds' ELSE c.d END,
       ('x' || substr(md5('k' || k), 1, 2))::bit(8)::int,
       CASE WHEN g % 4 = 0 THEN 'com.acme.handlers.GenericOutboxHandler#handle(java.lang.Object,io.namastack.outbox.handler.OutboxRecordMetadata)' ELSE 'com.acme.handlers.CustomerRegisteredOutboxHandler#handle(com.acme.customer.CustomerRegisteredEvent)' END
FROM (SELECT g, 100 + g * 7 % 61 AS k, CASE WHEN g <= 45 THEN 1 WHEN g <= 52 THEN 2 WHEN g <= 62 THEN 3 WHEN g <= 70 THEN 4 ELSE 5 END AS s FROM generate_series(1, 80) g) q,
LATERAL (SELECT now() - CASE WHEN s = 3 THEN g * interval '9 milliseconds' WHEN s = 4 THEN interval '8 seconds' + g * interval '71 milliseconds' ELSE g * interval '3 hours 7 minutes 0.338 seconds' END AS d) c,
LATERAL (SELECT CASE s WHEN 2 THEN 1 + g % 3 WHEN 4 THEN 1 + g % 3 WHEN 5 THEN CASE WHEN g % 5 = 0 THEN 1 ELSE 4 END ELSE 0 END AS n) f;
