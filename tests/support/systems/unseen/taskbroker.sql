CREATE TABLE inflight_taskactivations (
  id text NOT NULL PRIMARY KEY,
  activation bytea NOT NULL,
  partition integer NOT NULL,
  kafka_offset bigint NOT NULL,
  added_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  processing_attempts integer NOT NULL,
  expires_at timestamptz,
  delay_until timestamptz,
  processing_deadline_duration integer NOT NULL,
  processing_deadline timestamptz,
  status text NOT NULL,
  at_most_once boolean NOT NULL DEFAULT false,
  application text NOT NULL,
  namespace text NOT NULL,
  taskname text NOT NULL,
  on_attempts_exceeded integer NOT NULL DEFAULT 1,
  bucket smallint NOT NULL DEFAULT 0,
  claim_expires_at timestamptz,
  topic text NOT NULL DEFAULT ''
);
CREATE INDEX idx_activation_claim ON inflight_taskactivations (status, bucket);
CREATE INDEX idx_topic_partition ON inflight_taskactivations (topic, partition);
CREATE INDEX idx_added_at ON inflight_taskactivations (added_at);

INSERT INTO inflight_taskactivations (id, activation, partition, kafka_offset, added_at, received_at, processing_attempts, expires_at, delay_until, processing_deadline_duration, processing_deadline, status, at_most_once, application, namespace, taskname, bucket, topic)
SELECT md5('act' || g), decode('0a20' || md5('p' || g) || md5('q' || g), 'hex'), g % 4, 8812000 + g, a, a - interval '2 seconds', CASE WHEN st = 'Failure' THEN CASE WHEN g % 2 = 0 THEN 3 ELSE 0 END ELSE (g % 19 = 0)::int END,
       CASE WHEN g % 6 = 0 THEN a + interval '1 day' END, CASE WHEN st = 'Delay' THEN a + g * interval '40 seconds' WHEN st = 'Complete' AND g % 11 = 0 THEN a + interval '8 seconds' END, 30,
       CASE st WHEN 'Processing' THEN CASE WHEN g > 138 THEN now() - interval '6 minutes' - g * interval '1 second' ELSE now() + (g % 30) * interval '1 second' + interval '4 seconds' END WHEN 'Complete' THEN a + interval '40 seconds' WHEN 'Retry' THEN a + interval '40 seconds' WHEN 'Failure' THEN CASE WHEN g % 2 = 1 THEN a + interval '40 seconds' END END,
       st, g % 10 = 0, 'sentry', (ARRAY['errors.save_event', 'alerts', 'integrations', 'reports'])[1 + g % 4], (ARRAY['sentry.tasks.store.save_event', 'sentry.rules.process', 'sentry.integrations.sync_status', 'sentry.reports.deliver'])[1 + g % 4], g % 256, 'taskworker'
FROM (SELECT g, CASE WHEN g <= 70 THEN 'Complete' WHEN g <= 76 THEN 'Failure' WHEN g <= 80 THEN 'Retry' WHEN g <= 100 THEN 'Delay' WHEN g <= 118 THEN 'Pending' ELSE 'Processing' END AS st FROM generate_series(1, 142) g) s,
     LATERAL (SELECT CASE st WHEN 'Pending' THEN now() - (119 - g) * interval '200 milliseconds' WHEN 'Processing' THEN CASE WHEN g > 138 THEN now() - interval '8 minutes' - g * interval '1 second' ELSE now() - interval '15 seconds' END WHEN 'Delay' THEN now() - (g - 80) * interval '30 seconds' ELSE now() - interval '10 minutes' - g * interval '3 seconds' END AS a) x;
