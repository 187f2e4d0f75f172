CREATE TABLE dead_letter_entry (dead_letter_id varchar(255) PRIMARY KEY, processing_group varchar(255) NOT NULL,
  sequence_identifier varchar(255) NOT NULL, sequence_index bigint NOT NULL, message_type varchar(255) NOT NULL,
  event_identifier varchar(255) NOT NULL, time_stamp varchar(255) NOT NULL, payload_type varchar(255) NOT NULL,
  payload_revision varchar(255), payload bytea NOT NULL, meta_data bytea, type varchar(255), aggregate_identifier
  varchar(255), sequence_number bigint, token_type varchar(255), token bytea, enqueued_at timestamptz NOT NULL,
  last_touched timestamptz, processing_started timestamptz, cause_type varchar(255), cause_message varchar(1023),
  diagnostics bytea, UNIQUE (processing_group, sequence_identifier, sequence_index));
CREATE INDEX dead_letter_processing_group ON dead_letter_entry (processing_group);
INSERT INTO dead_letter_entry (dead_letter_id, processing_group, sequence_identifier, sequence_index, message_type,
  event_identifier, time_stamp, payload_type, payload, meta_data, type, aggregate_identifier, sequence_number,
  enqueued_at, last_touched, processing_started, cause_type, cause_message, diagnostics) SELECT md5('dl' ||
  g)::uuid::text, (ARRAY['orders', 'mails'])[1 + g % 2], md5('sq' || g % 30)::uuid::text, g / 30, 'DomainEvent',
  md5('ei' || g)::uuid::text, to_char((c - interval '2 seconds') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
  'shop.OrderPlaced', '\x7b7d', '\x7b7d', 'Order', md5('sq' || g % 30)::uuid::text, g % 9, c, CASE WHEN g % 3 = 0
  THEN c + interval '9 minutes' ELSE c END, CASE WHEN g IN (2, 70) THEN c + interval '10 seconds' END, CASE WHEN g %
  3 < 2 THEN 'java.lang.IllegalStateException' END, CASE WHEN g % 3 < 2 THEN 'no such customer' END, '\x7b7d' FROM
  (SELECT g, now() AS n, 'x' AS k, now() - CASE WHEN g <= 6 THEN g * interval '25 seconds' ELSE g * interval
  '70 minutes' END AS c FROM generate_series(1, 80) g) s;
