CREATE TABLE outbox_events (
  id UUID PRIMARY KEY,
  status VARCHAR(50) NOT NULL,
  event_type VARCHAR(255) NOT NULL,
  payload_type VARCHAR(255) NOT NULL,
  payload TEXT NOT NULL,
  retry_count INTEGER NOT NULL,
  next_retry_at TIMESTAMP NOT NULL,
  created_at TIMESTAMP NOT NULL,
  updated_at TIMESTAMP NOT NULL
);
CREATE INDEX idx_outbox_by_event_type_and_next_retry_at ON outbox_events (event_type, next_retry_at) WHERE status = 'PENDING';
CREATE INDEX idx_outbox_by_status_and_updated_at ON outbox_events (status, updated_at) WHERE status IN ('IN_PROCESS','FAILED','PROCESSED');
CREATE TABLE outbox_consumed_events (id UUID PRIMARY KEY, consumed_at TIMESTAMP NOT NULL);
CREATE INDEX idx_outbox_consumed_by_consumed_at ON outbox_consumed_events (consumed_at);
CREATE TABLE outbox_jobs (
  job_name VARCHAR(255) PRIMARY KEY,
  lock_until TIMESTAMPTZ NOT NULL,
  locked_by UUID,
  locked_at TIMESTAMPTZ NOT NULL,
  lock_at_least_for BIGINT NOT NULL,
  lock_at_most_for BIGINT NOT NULL
);
INSERT INTO outbox_events
SELECT md5('ob'||i)::uuid, st, (ARRAY['order-created','order-cancelled'])[1+i%2], 'com.shop.events.'||(ARRAY['OrderCreated','OrderCancelled'])[1+i%2], '{"orderId":"'||md5('o'||i)::uuid||'","amount":'||i*5||'}', r,
 CASE WHEN st='PENDING' AND r>0 THEN utc + r*interval '10 seconds' WHEN r>0 THEN c + r*interval '20 seconds' ELSE c END, c,
 CASE WHEN st='PENDING' AND r=0 THEN c WHEN st='PENDING' THEN utc - interval '5 seconds' WHEN st='IN_PROCESS' THEN CASE WHEN i IN (14,15) THEN utc - interval '22 minutes' ELSE utc - (i-8)*interval '1.3 seconds' END ELSE c + r*interval '21 seconds' + interval '1.8 seconds' END
FROM (SELECT i, now() at time zone 'UTC' utc, CASE WHEN i<=8 THEN 'PENDING' WHEN i<=15 THEN 'IN_PROCESS' WHEN i<=20 THEN 'FAILED' ELSE 'PROCESSED' END st,
 CASE WHEN i<=5 THEN 0 WHEN i<=8 THEN 1+i%2 WHEN i BETWEEN 16 AND 20 THEN 3 WHEN i%13=0 THEN 1 ELSE 0 END r,
 (now() at time zone 'UTC') - CASE WHEN i<=5 THEN i*interval '0.7 seconds' WHEN i<=13 THEN interval '50 seconds' WHEN i<=15 THEN interval '23 minutes' WHEN i<=20 THEN i*interval '9 seconds' ELSE i*interval '18 minutes' END c FROM generate_series(1,68) i) x;
INSERT INTO outbox_consumed_events SELECT md5('ce'||i)::uuid, (now() at time zone 'UTC') - i*interval '29 minutes' FROM generate_series(1,56) i;
INSERT INTO outbox_jobs SELECT n, now() - interval '2 seconds', md5('worker')::uuid, now() - interval '3 seconds', 1000, 60000 FROM unnest(ARRAY['outbox-recovery','outbox-cleanup','outbox-dlq-transfer','outbox-dlq-cleanup']) n;
