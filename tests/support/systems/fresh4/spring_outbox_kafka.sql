CREATE TABLE outbox_event (id uuid NOT NULL PRIMARY KEY, event_type varchar(200) NOT NULL,
  aggregate_id varchar(200) NOT NULL, payload jsonb NOT NULL, status varchar(20) NOT NULL,
  retry_count int NOT NULL DEFAULT 0, next_retry_at timestamp, sequence_number int, error_message text,
  created_at timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP, send_at timestamp, CHECK (status IN ('PENDING', 'SENT',
  'FAILED')));
INSERT INTO outbox_event SELECT md5('ob' || g)::uuid, 'ORDER_STATUS_UPDATED', 'order-' || g % 50,
  jsonb_build_object('status', 'PAID', 'n', g), CASE k WHEN 'new' THEN 'PENDING' WHEN 'lost' THEN 'PENDING' WHEN 'ok'
  THEN 'SENT' ELSE 'FAILED' END, CASE k WHEN 'again' THEN 1 + g % 2 WHEN 'dead' THEN 3 WHEN 'ok' THEN CASE
  WHEN g % 13 = 0 THEN 1 ELSE 0 END ELSE 0 END, CASE WHEN k IN ('again', 'dead') OR k = 'ok' AND g % 13 = 0
  THEN c + interval '3 seconds' ELSE c END, CASE WHEN g % 2 = 0 THEN g / 2 END, CASE WHEN k IN ('again',
  'dead') OR k = 'ok' AND g % 13 = 0 THEN 'Topic order not present in metadata after 60000 ms.' END, c, CASE
  WHEN k = 'ok' THEN c + interval '2 seconds' END
FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 6 THEN 'new' WHEN g <= 11 THEN 'again' WHEN g <= 13 THEN 'lost'
  WHEN g % 26 = 0 THEN 'dead' ELSE 'ok' END AS k, localtimestamp - CASE WHEN g <= 11 THEN g * interval '3 seconds'
  WHEN g <= 13 THEN interval '8 hours' + g * interval '7 minutes' ELSE g * interval '18 minutes' END AS c
FROM generate_series(1, 180) g) s;
