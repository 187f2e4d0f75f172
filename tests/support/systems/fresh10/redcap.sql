CREATE TYPE ssq_status AS ENUM ('QUEUED', 'SENDING', 'SENT', 'DID NOT SEND', 'DELETED');
CREATE TYPE ssq_reason AS ENUM ('EMAIL ADDRESS NOT FOUND', 'PHONE NUMBER NOT FOUND', 'EMAIL ATTEMPT FAILED',
  'UNKNOWN', 'SURVEY ALREADY COMPLETED', 'ERROR SENDING SMS');
CREATE TABLE redcap_surveys_scheduler_queue (ssq_id serial PRIMARY KEY, ss_id integer, email_recip_id
  integer, reminder_num integer NOT NULL DEFAULT 0, record varchar(100), instance smallint NOT NULL DEFAULT
  1, scheduled_time_to_send timestamp, status ssq_status NOT NULL DEFAULT 'QUEUED', time_sent timestamp,
  reason_not_sent ssq_reason, UNIQUE (email_recip_id, reminder_num), UNIQUE (ss_id, record, reminder_num,
  instance));
CREATE INDEX ssq_time_sent ON redcap_surveys_scheduler_queue (time_sent);
CREATE INDEX ssq_send_sent ON redcap_surveys_scheduler_queue (scheduled_time_to_send, time_sent);
INSERT INTO redcap_surveys_scheduler_queue (ss_id, email_recip_id, reminder_num, record,
  scheduled_time_to_send, status, time_sent, reason_not_sent) SELECT 3, 9000 - g, 0, (600 - g)::text, (CASE
  k WHEN 'later' THEN n + g * interval '7 hours' ELSE c END)::timestamp(0), CASE k WHEN 'later' THEN
  'QUEUED' WHEN 'new' THEN 'QUEUED' WHEN 'old' THEN 'QUEUED' WHEN 'lost' THEN 'SENDING' WHEN 'bad' THEN
  'DID NOT SEND' WHEN 'off' THEN 'DELETED' ELSE 'SENT' END::ssq_status, CASE WHEN k IN ('done') THEN c +
  interval '20 seconds' * (1 + g % 9) END::timestamp(0), CASE WHEN k IN ('bad') THEN
  (ARRAY['EMAIL ATTEMPT FAILED', 'SURVEY ALREADY COMPLETED'])[1 + g % 2]::ssq_reason END FROM (SELECT g,
  now() AS n, CASE WHEN g <= 60 THEN 'later' WHEN g <= 62 THEN 'new' WHEN g <= 65 THEN 'lost' WHEN g <= 65
  THEN 'old' WHEN g % 19 = 6 THEN 'bad' WHEN g % 29 = 9 THEN 'off' ELSE 'done' END AS k, now() - CASE WHEN g
  <= 60 THEN g * interval '25 seconds' WHEN g <= 62 THEN g * interval '25 seconds' WHEN g <= 65 THEN
  interval '9 hours' + g * interval '7 minutes' WHEN g <= 65 THEN g * interval '21 minutes' ELSE g *
  interval '21 minutes' END AS c FROM generate_series(1, 420) g) s ORDER BY s.c;
