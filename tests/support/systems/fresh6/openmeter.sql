CREATE TABLE notification_event_delivery_status (id char(26) PRIMARY KEY, namespace varchar NOT NULL, created_at
  timestamptz NOT NULL, updated_at timestamptz NOT NULL, event_id varchar NOT NULL, channel_id varchar NOT NULL,
  state varchar NOT NULL DEFAULT 'PENDING', reason varchar, annotations jsonb, next_attempt_at timestamptz, attempts
  jsonb);
CREATE INDEX notificationeventdeliverystatus_namespace_state ON notification_event_delivery_status (namespace,
  state);
CREATE INDEX notificationeventdeliverystatus_namespace_event ON notification_event_delivery_status (namespace,
  event_id, channel_id);
INSERT INTO notification_event_delivery_status (id, namespace, created_at, updated_at, event_id, channel_id, state,
  reason, annotations, next_attempt_at, attempts) SELECT '01J' || upper(left(md5('nd' || g), 23)), 'org' || g % 3,
  c, CASE k WHEN 'PENDING' THEN c ELSE c + interval '12 seconds' END, '01J' || upper(left(md5('ne' || g / 2), 23)),
  '01J' || upper(left(md5('nc' || g % 2), 23)), CASE k WHEN 'lost' THEN 'SENDING' ELSE k END, CASE k WHEN 'FAILED'
  THEN 'endpoint returned 500' END, '{}', CASE k WHEN 'SENDING' THEN n + g * interval '40 seconds' WHEN 'lost' THEN
  c + interval '5 minutes' END, CASE k WHEN 'PENDING' THEN NULL ELSE '[{"state": "x"}]'::jsonb END FROM (SELECT g,
  now() AS n, CASE WHEN g <= 3 THEN 'PENDING' WHEN g <= 6 THEN 'SENDING' WHEN g <= 7 THEN 'RESENDING' WHEN g <= 9
  THEN 'lost' WHEN g % 12 = 0 THEN 'FAILED' ELSE 'SUCCESS' END AS k, now() - CASE WHEN g <= 7 THEN g * interval
  '25 seconds' WHEN g <= 9 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '25 minutes' END AS
  c FROM generate_series(1, 200) g) s;
