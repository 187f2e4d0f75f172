CREATE TABLE outbox (id varchar(24) PRIMARY KEY, event_type varchar(50) NOT NULL, status varchar(50) NOT NULL
  DEFAULT 'pending', payload text NOT NULL, created_at timestamp NOT NULL, updated_at timestamp, retry_count integer
  NOT NULL DEFAULT 0, last_retry_at timestamp, message varchar(2000));
CREATE INDEX outbox_event_type_status_created_at ON outbox (event_type, status, created_at);
INSERT INTO outbox (id, event_type, status, payload, created_at, updated_at, retry_count, last_retry_at, message)
  SELECT left(md5('ob' || g), 24), 'MemberCreatedEvent', CASE k WHEN 'lost' THEN 'processing' WHEN 'retry' THEN
  'pending' ELSE k END, '{"memberId": "' || g || '"}', c, CASE k WHEN 'pending' THEN NULL ELSE c + interval
  '30 seconds' END, CASE k WHEN 'failed' THEN 3 WHEN 'retry' THEN 1 ELSE 0 END, CASE WHEN k IN ('failed', 'retry')
  THEN c + interval '30 seconds' END, CASE WHEN k IN ('failed', 'retry') THEN 'Failed to send message: 401' END FROM
  (SELECT g, localtimestamp AS n, CASE WHEN g <= 20 THEN 'pending' WHEN g <= 24 THEN 'processing' WHEN g <= 30 THEN
  'retry' WHEN g <= 36 THEN 'lost' ELSE 'failed' END AS k, localtimestamp - CASE WHEN g <= 30 THEN g * interval
  '25 seconds' WHEN g <= 36 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '2 hours' END AS c
  FROM generate_series(1, 80) g) s;
