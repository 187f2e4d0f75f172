CREATE TABLE organization (id serial PRIMARY KEY, name varchar(255) NOT NULL UNIQUE);
CREATE TABLE event (id serial PRIMARY KEY, short_name varchar(128) NOT NULL UNIQUE, end_ts timestamptz NOT NULL, org_id integer NOT NULL REFERENCES organization (id));
CREATE TABLE subscription_descriptor (id uuid PRIMARY KEY);
CREATE TABLE email_message (
  id serial PRIMARY KEY,
  event_id integer REFERENCES event (id),
  status varchar(255) NOT NULL,
  recipient varchar(255) NOT NULL,
  subject varchar(255) NOT NULL,
  message text NOT NULL,
  attachments text,
  checksum varchar(255) NOT NULL,
  request_ts timestamptz NOT NULL,
  sent_ts timestamptz,
  attempts integer DEFAULT 0 NOT NULL,
  email_cc text,
  organization_id_fk integer NOT NULL REFERENCES organization (id),
  reservation_id character(36),
  html_message text,
  subscription_descriptor_id_fk uuid CONSTRAINT email_message_subscription_descriptor_fk REFERENCES subscription_descriptor (id)
);
CREATE INDEX idx_email_msg_checksum ON email_message (checksum);
CREATE INDEX idx_email_event_id ON email_message (event_id) WHERE event_id IS NOT NULL;
CREATE INDEX idx_email_subscription_descriptor ON email_message (subscription_descriptor_id_fk) WHERE subscription_descriptor_id_fk IS NOT NULL;
CREATE INDEX idx_email_subscription_status_process ON email_message (status) WHERE status = 'WAITING' OR status = 'RETRY';
CREATE TABLE admin_job_queue (
  id bigserial PRIMARY KEY NOT NULL,
  job_name varchar(255) NOT NULL,
  request_ts timestamp NOT NULL,
  status varchar(255) NOT NULL,
  execution_ts timestamp,
  metadata jsonb,
  attempts integer NOT NULL DEFAULT 1,
  allow_duplicates char(1) DEFAULT 'N',
  CONSTRAINT unique_job_schedule UNIQUE (job_name, request_ts, allow_duplicates)
);

INSERT INTO organization (name) VALUES ('Rosengarten Konzerte'), ('Aare Conference');
INSERT INTO event (short_name, end_ts, org_id) VALUES ('rosengarten-winter', now() + interval '20 days', 1), ('aare-dev', now() + interval '50 days', 2), ('aare-data', now() + interval '3 days', 2);

-- the processor takes a message as IN_PROCESS, and sends it in the same second
INSERT INTO email_message (event_id, status, recipient, subject, message, attachments, checksum, request_ts, sent_ts, attempts, organization_id_fk, reservation_id, html_message)
SELECT e.id, st, 'guest' || g || '@example.org', 'Your ticket for ' || e.short_name, 'Dear guest, please find your ticket attached. Reservation ' || upper(left(md5('r' || g), 8)),
       CASE WHEN g % 3 = 0 THEN '[{"filename":"ticket.pdf","contentType":"application/pdf","identifier":"TICKET_PDF"}]' END,
       encode(sha256(convert_to('mail' || g, 'UTF8')), 'hex'), r, CASE WHEN st = 'SENT' THEN r + interval '4 seconds' + g % 50 * interval '100 milliseconds' END,
       CASE st WHEN 'RETRY' THEN 1 + g % 4 WHEN 'ERROR' THEN 10 WHEN 'IN_PROCESS' THEN g % 2 ELSE CASE WHEN g % 17 = 0 THEN 1 ELSE 0 END END, e.org_id,
       CASE WHEN g % 9 <> 0 THEN md5('res' || g)::uuid::text END, CASE WHEN st <> 'SENT' AND g % 4 = 0 THEN '<p>Dear guest</p>' END
FROM (SELECT g, CASE WHEN g <= 5 THEN 'WAITING' WHEN g <= 9 THEN 'RETRY' WHEN g <= 13 THEN 'IN_PROCESS' WHEN g % 31 = 0 THEN 'ERROR' ELSE 'SENT' END AS st,
             CASE WHEN g <= 5 THEN now() - g * interval '700 milliseconds' WHEN g <= 9 THEN now() + (g - 7) * interval '50 seconds' WHEN g <= 11 THEN now() - g * interval '300 milliseconds'
                  WHEN g <= 13 THEN now() - (g - 11) * interval '44 minutes' ELSE now() - g * interval '83 minutes' END AS r
      FROM generate_series(1, 150) g) s JOIN event e ON e.id = 1 + s.g % 3
ORDER BY g DESC;

INSERT INTO admin_job_queue (job_name, request_ts, status, execution_ts, metadata, attempts, allow_duplicates)
SELECT (ARRAY['CHECK_OFFLINE_PAYMENTS', 'SEND_TICKET_ASSIGNMENT_REMINDER', 'SEND_OFFLINE_PAYMENT_REMINDER', 'EXECUTE_EXTENSION', 'REGENERATE_INVOICES'])[1 + g % 5], r, st,
       CASE WHEN st <> 'SCHEDULED' THEN r + interval '38 seconds' + g % 9 * interval '1.1 seconds' END,
       CASE WHEN st = 'SCHEDULED' AND g % 5 = 3 THEN '{"extensionName":"mailing-list","path":"-1"}'::jsonb ELSE '{}' END,
       CASE st WHEN 'FAILED' THEN CASE WHEN g % 5 = 3 THEN 18 ELSE 1 END WHEN 'SCHEDULED' THEN CASE WHEN g % 5 = 3 THEN 1 + g % 7 ELSE 1 END ELSE CASE WHEN g % 23 = 3 THEN 3 ELSE 1 END END,
       CASE WHEN g % 5 = 3 THEN 'Y' ELSE 'N' END
FROM (SELECT g, CASE WHEN g <= 3 THEN 'SCHEDULED' WHEN g <= 12 THEN 'SCHEDULED' WHEN g % 19 = 0 THEN 'FAILED' ELSE 'EXECUTED' END AS st,
             date_trunc('seconds', CASE WHEN g <= 3 THEN (now() AT TIME ZONE 'UTC') - g * interval '9 seconds' WHEN g <= 12 THEN (now() AT TIME ZONE 'UTC') + (g - 3) * interval '11 minutes' ELSE (now() AT TIME ZONE 'UTC') - g * interval '13 minutes' END) AS r
      FROM generate_series(1, 100) g) s
ORDER BY g DESC;
