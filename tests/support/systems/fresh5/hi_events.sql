CREATE TABLE messages (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, event_id bigint NOT NULL, subject varchar
  NOT NULL, message text NOT NULL, type varchar NOT NULL, recipient_ids jsonb, attendee_ids jsonb, product_ids
  jsonb, order_id bigint, status varchar NOT NULL, send_data jsonb, sent_at timestamp, scheduled_at timestamp(0),
  sent_by_user_id bigint NOT NULL, eligibility_failures jsonb, created_at timestamp NOT NULL, updated_at timestamp,
  deleted_at timestamp);
CREATE INDEX messages_event_id_index ON messages (event_id);
INSERT INTO messages (event_id, subject, message, type, attendee_ids, status, send_data, sent_at, scheduled_at,
  sent_by_user_id, created_at, updated_at, deleted_at) SELECT 1 + g % 9, 'News ' || g, '<p>Hello</p>',
  (ARRAY['ALL_ATTENDEES', 'INDIVIDUAL_ATTENDEES', 'ORDER_OWNER'])[1 + g % 3], '[1]', CASE k WHEN 'later' THEN
  'SCHEDULED' WHEN 'late' THEN 'SCHEDULED' WHEN 'lost' THEN 'PROCESSING' ELSE k END, '{"account_id": 1}', CASE WHEN
  k NOT IN ('later', 'late', 'CANCELLED') THEN c END, CASE k WHEN 'later' THEN n + g * interval '1 day' WHEN 'late'
  THEN c + interval '1 hour' WHEN 'CANCELLED' THEN c + interval '2 days' END, 1 + g % 4, c, c + interval
  '20 seconds', NULL FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 2 THEN 'PROCESSING' WHEN g <= 4 THEN
  'PENDING_REVIEW' WHEN g <= 11 THEN 'later' WHEN g <= 13 THEN 'late' WHEN g <= 16 THEN 'lost' WHEN g % 16 = 0 THEN
  'FAILED' WHEN g % 23 = 0 THEN 'CANCELLED' ELSE 'SENT' END AS k, localtimestamp - CASE WHEN g <= 11 THEN g *
  interval '25 seconds' WHEN g <= 16 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '6 hours'
  END AS c FROM generate_series(1, 160) g) s;
