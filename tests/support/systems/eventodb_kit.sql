CREATE TABLE evento_outbox (
  id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  namespace     varchar(255) NOT NULL,
  stream        varchar(255) NOT NULL,
  type          varchar(255) NOT NULL,
  data          jsonb NOT NULL,
  metadata      jsonb,
  write_options jsonb,
  sent_at       timestamp,
  created_at    timestamp NOT NULL DEFAULT now()
);
CREATE INDEX evento_outbox_unsent_idx ON evento_outbox (namespace, created_at) WHERE sent_at IS NULL;
CREATE INDEX evento_outbox_idempotency_key_idx ON evento_outbox ((data ->> 'idempotency_key'));
CREATE INDEX evento_outbox_sent_at_index ON evento_outbox (sent_at);
CREATE TABLE evento_consumer_positions (
  namespace   varchar(255) NOT NULL,
  category    varchar(255) NOT NULL,
  consumer_id varchar(255) NOT NULL,
  position    bigint NOT NULL DEFAULT 0,
  updated_at  timestamp(0),
  PRIMARY KEY (namespace, category, consumer_id)
);
CREATE INDEX evento_consumer_positions_updated_at_index ON evento_consumer_positions (updated_at);
CREATE TABLE evento_processed_events (
  event_id     uuid PRIMARY KEY,
  namespace    varchar(255) NOT NULL,
  event_type   varchar(255) NOT NULL,
  category     varchar(255) NOT NULL,
  consumer_id  varchar(255) NOT NULL,
  processed_at timestamp(0) NOT NULL DEFAULT now()
);
CREATE INDEX evento_processed_events_namespace_processed_at_index ON evento_processed_events (namespace, processed_at);

INSERT INTO evento_outbox (id, namespace, stream, type, data, metadata, write_options, sent_at, created_at)
SELECT md5('eo' || n)::uuid, CASE WHEN n % 4 = 0 THEN 'analytics' ELSE 'school' END, 'class-' || 100 + n % 9,
       (ARRAY['ClassJoinRequested', 'ClassMembershipAccepted', 'ClassMembershipRejected', 'StudentProgressMilestoneReached'])[1 + n % 4],
       jsonb_build_object('student_id', 9000 + n, 'class_id', 100 + n % 9) || CASE WHEN n % 2 = 0 THEN jsonb_build_object('idempotency_key', 'join-' || n) ELSE '{}'::jsonb END,
       CASE WHEN n % 3 = 0 THEN jsonb_build_object('correlationStreamName', 'web-' || n) END,
       CASE WHEN n % 7 = 0 THEN jsonb_build_object('expected_version', n % 5) ELSE '{}'::jsonb END,
       CASE WHEN n <= 58 AND n <> 21 THEN t + interval '740 milliseconds' END, t
FROM (SELECT n, (now() AT TIME ZONE 'UTC') - CASE WHEN n > 58 THEN (65 - n) * interval '90 milliseconds' ELSE (64 - n) * interval '21 minutes' END AS t
      FROM generate_series(1, 64) AS n) AS s;
INSERT INTO evento_processed_events
SELECT md5('pe' || n)::uuid, 'school', (ARRAY['PartnershipActivated', 'ClassJoinRequested', 'ContentErrorReported'])[1 + n % 3],
       (ARRAY['partnership', 'class', 'content'])[1 + n % 3], (ARRAY['partnership_mailer', 'class_projector', 'content_triage'])[1 + n % 3],
       (now() AT TIME ZONE 'UTC') - n * interval '33 minutes'
FROM generate_series(1, 72) AS n;
INSERT INTO evento_consumer_positions
SELECT 'school', 'category' || n, 'consumer_' || n, n * 311, (now() AT TIME ZONE 'UTC') - n * interval '4 minutes' FROM generate_series(1, 26) AS n;
