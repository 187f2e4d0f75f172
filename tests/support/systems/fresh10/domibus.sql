CREATE TABLE tb_message_log (id_pk bigserial PRIMARY KEY, backend varchar(255), deleted timestamp,
  downloaded timestamp, endpoint varchar(255), failed timestamp, message_id varchar(255) NOT NULL,
  message_status varchar(255) NOT NULL, message_subtype varchar(255), message_type varchar(255) NOT NULL,
  mpc varchar(255), msh_role varchar(255) NOT NULL, next_attempt timestamp, notification_status
  varchar(255), received timestamp NOT NULL, restored timestamp, send_attempts integer NOT NULL,
  send_attempts_max integer NOT NULL, scheduled boolean, version integer DEFAULT 0, UNIQUE (message_id,
  msh_role));
CREATE INDEX idx_message_log_status ON tb_message_log (message_status);
INSERT INTO tb_message_log (backend, deleted, endpoint, failed, message_id, message_status, message_type,
  mpc, msh_role, next_attempt, notification_status, received, send_attempts, send_attempts_max, scheduled,
  version) SELECT 'backendWebservice', CASE WHEN k IN ('done') THEN CASE WHEN g > 200 THEN c + interval
  '20 minutes' END END::timestamp, 'https://peer/msh', CASE WHEN k IN ('bad') THEN c + interval '1 hour'
  END::timestamp, md5('dm' || g)::uuid || '@domibus.eu', CASE k WHEN 'new' THEN 'SEND_ENQUEUED' WHEN 'lost'
  THEN 'SEND_ENQUEUED' WHEN 'retry' THEN 'WAITING_FOR_RETRY' WHEN 'bad' THEN 'SEND_FAILURE' ELSE
  'ACKNOWLEDGED' END, 'USER_MESSAGE', 'defaultMPC', 'SENDING', CASE WHEN k IN ('new', 'lost', 'retry') THEN
  CASE k WHEN 'retry' THEN n + interval '9 minutes' ELSE c END END::timestamp, CASE k WHEN 'bad' THEN
  'NOTIFIED' WHEN 'new' THEN 'REQUIRED' WHEN 'lost' THEN 'REQUIRED' WHEN 'retry' THEN 'REQUIRED' ELSE
  'NOT_REQUIRED' END, c::timestamp, CASE k WHEN 'new' THEN 0 WHEN 'lost' THEN 0 WHEN 'retry' THEN 2 WHEN
  'bad' THEN 5 ELSE 1 END, 5, k = 'retry', 3 FROM (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'new' WHEN g
  <= 6 THEN 'retry' WHEN g <= 10 THEN 'lost' WHEN g % 37 = 12 THEN 'bad' ELSE 'done' END AS k, now() - CASE
  WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 6 THEN g * interval '25 seconds' WHEN g <= 10 THEN
  interval '9 hours' + g * interval '7 minutes' ELSE g * interval '14 minutes' END AS c FROM
  generate_series(1, 360) g) s ORDER BY s.c;
