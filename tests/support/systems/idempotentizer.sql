CREATE TABLE processed_messages (
  idempotency_key UUID NOT NULL,
  consumer_id VARCHAR(255) NOT NULL,
  created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
  returned_value BYTEA,
  PRIMARY KEY (idempotency_key, consumer_id)
);
INSERT INTO processed_messages
SELECT md5('m'||(i/2))::uuid, CASE i%2 WHEN 0 THEN 'billing-service' ELSE 'mail-service' END, (now() at time zone 'UTC') - (i/2)*interval '14 minutes' - i%2*interval '0.3 seconds',
 CASE WHEN i%2=0 THEN convert_to('{"invoiceId":'||i||'}','UTF8') ELSE convert_to('null','UTF8') END
FROM generate_series(2,73) i;
