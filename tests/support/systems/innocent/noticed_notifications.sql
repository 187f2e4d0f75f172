CREATE TABLE noticed_events (
  id                  bigserial PRIMARY KEY,
  type                varchar,
  record_type         varchar,
  record_id           bigint,
  params              jsonb,
  created_at          timestamp(6) NOT NULL,
  updated_at          timestamp(6) NOT NULL,
  notifications_count integer
);
CREATE INDEX index_noticed_events_on_record ON noticed_events (record_type, record_id);
CREATE TABLE noticed_notifications (
  id             bigserial PRIMARY KEY,
  type           varchar,
  event_id       bigint NOT NULL,
  recipient_type varchar NOT NULL,
  recipient_id   bigint NOT NULL,
  read_at        timestamp(6),
  seen_at        timestamp(6),
  created_at     timestamp(6) NOT NULL,
  updated_at     timestamp(6) NOT NULL
);
CREATE INDEX index_noticed_notifications_on_event_id ON noticed_notifications (event_id);
CREATE INDEX index_noticed_notifications_on_recipient ON noticed_notifications (recipient_type, recipient_id);
INSERT INTO noticed_events (type, record_type, record_id, params, created_at, updated_at, notifications_count)
SELECT (ARRAY['NewCommentNotifier', 'InvoicePaidNotifier', 'MentionNotifier'])[1 + n % 3], CASE WHEN n % 3 = 1 THEN 'Invoice' ELSE 'Comment' END, 400 + n,
       jsonb_build_object('message', 'hello ' || n), t, t, 2
FROM (SELECT n, (now() AT TIME ZONE 'UTC') - (41 - n) * interval '95 minutes' AS t FROM generate_series(1, 40) AS n) AS s ORDER BY n;
INSERT INTO noticed_notifications (type, event_id, recipient_type, recipient_id, read_at, seen_at, created_at, updated_at)
SELECT e.type || '::Notification', e.id, 'User', 1 + (e.id * 2 + k) % 11, CASE WHEN (e.id + k) % 3 = 0 THEN e.created_at + interval '20 minutes' END,
       CASE WHEN (e.id + k) % 3 <> 1 THEN e.created_at + interval '15 minutes' END, e.created_at,
       CASE (e.id + k) % 3 WHEN 0 THEN e.created_at + interval '20 minutes' WHEN 2 THEN e.created_at + interval '15 minutes' ELSE e.created_at END
FROM noticed_events e, generate_series(0, 1) AS k ORDER BY e.id, k;
