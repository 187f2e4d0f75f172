CREATE TYPE notification_type AS ENUM ('email', 'sms', 'letter');
CREATE TABLE notifications (id uuid NOT NULL PRIMARY KEY, "to" varchar NOT NULL, normalised_to varchar, job_id uuid,
  job_row_number integer, service_id uuid, template_id uuid, template_version integer NOT NULL, api_key_id uuid,
  key_type varchar NOT NULL, billable_units integer NOT NULL, notification_type notification_type NOT NULL,
  created_at timestamp NOT NULL, sent_at timestamp, sent_by varchar, updated_at timestamp, notification_status text,
  reference varchar, client_reference varchar, _personalisation varchar, international boolean NOT NULL,
  phone_prefix varchar, rate_multiplier numeric, created_by_id uuid, reply_to_text varchar, postage varchar);
CREATE INDEX ix_notifications_created_at ON notifications (created_at);
CREATE INDEX ix_notifications_reference ON notifications (reference);
CREATE INDEX ix_notifications_notification_type_composite ON notifications (notification_type, notification_status,
  created_at);
CREATE TABLE jobs (id uuid NOT NULL PRIMARY KEY, original_file_name varchar NOT NULL, service_id uuid NOT NULL,
  template_id uuid, template_version integer NOT NULL, created_at timestamp NOT NULL, updated_at timestamp,
  notification_count integer NOT NULL, notifications_sent integer NOT NULL, notifications_delivered integer NOT NULL,
  notifications_failed integer NOT NULL, processing_started timestamp, processing_finished timestamp,
  created_by_id uuid, scheduled_for timestamp, job_status varchar(255) NOT NULL, archived boolean NOT NULL,
  contact_list_id uuid);
CREATE INDEX ix_jobs_job_status ON jobs (job_status);
CREATE INDEX ix_jobs_scheduled_for ON jobs (scheduled_for);
INSERT INTO notifications (id, "to", normalised_to, job_id, job_row_number, service_id, template_id,
  template_version, api_key_id, key_type, billable_units, notification_type, created_at, sent_at, sent_by,
  updated_at, notification_status, reference, client_reference, _personalisation, international,
  created_by_id) SELECT md5('no' || g)::uuid, 'p' || g || '@example.gov.uk', 'p' || g || '@example.gov.uk', CASE
  WHEN g % 3 = 0 THEN md5('jo' || g / 10)::uuid END, CASE WHEN g % 3 = 0 THEN g END, md5('sv' || g % 4)::uuid,
  md5('tp' || g % 6)::uuid, 1, CASE WHEN g % 3 > 0 THEN md5('ak')::uuid END, 'normal', CASE WHEN k = 'created' THEN 0
  ELSE 1 END, (ARRAY['email', 'sms'])[1 + g % 2]::notification_type, c, CASE WHEN k NOT IN ('created',
  'technical-failure') THEN c + interval '2 seconds' END, CASE WHEN k NOT IN ('created', 'technical-failure')
  THEN CASE WHEN g % 2 = 0 THEN 'ses' ELSE 'mmg' END END, CASE k WHEN 'created' THEN NULL WHEN 'sending'
  THEN c + interval '2 seconds' ELSE c + interval '9 seconds' END, k, CASE WHEN k NOT IN ('created',
  'technical-failure') THEN md5('rf' || g) END, CASE WHEN g % 7 = 0 THEN 'case-' || g END, 'gAAAA' || g, false, NULL
FROM (SELECT g, (now() AT TIME ZONE 'UTC') AS n, CASE WHEN g <= 5 THEN 'created' WHEN g <= 19 THEN 'sending'
  WHEN g <= 21 THEN 'created' WHEN g <= 25 THEN 'sending' WHEN g % 13 = 0 THEN 'permanent-failure' WHEN g % 29 = 0
  THEN 'temporary-failure' WHEN g % 61 = 0 THEN 'technical-failure' ELSE 'delivered' END AS k,
  (now() AT TIME ZONE 'UTC') - CASE WHEN g <= 19 THEN g * interval '5 seconds' WHEN g <= 25
  THEN interval '10 hours' + g * interval '7 minutes' ELSE g * interval '11 minutes' END AS c
FROM generate_series(1, 240) g) s;
INSERT INTO jobs SELECT md5('jo' || g)::uuid, 'people-' || g || '.csv', md5('sv' || g % 4)::uuid,
  md5('tp' || g % 6)::uuid, 1, c, CASE WHEN k NOT IN ('pending', 'later') THEN c + interval '2 minutes' END, 20 + g,
  0, 0, 0, CASE WHEN k IN ('run', 'finished', 'lost') THEN c + interval '5 seconds' END, CASE WHEN k = 'finished'
  THEN c + interval '2 minutes' END, md5('us' || g % 5)::uuid, CASE WHEN k = 'later' THEN n + g * interval '5 hours'
  WHEN k = 'off' OR g % 9 = 0 THEN c END, CASE k WHEN 'later' THEN 'scheduled' WHEN 'run' THEN 'in progress'
  WHEN 'lost' THEN 'in progress' WHEN 'off' THEN 'cancelled' WHEN 'limit' THEN 'sending limits exceeded' ELSE k END,
  g > 60, NULL
FROM (SELECT g, (now() AT TIME ZONE 'UTC') AS n, CASE WHEN g <= 1 THEN 'pending' WHEN g <= 9 THEN 'later'
  WHEN g <= 12 THEN 'run' WHEN g <= 14 THEN 'lost' WHEN g % 17 = 0 THEN 'off' WHEN g % 41 = 0 THEN 'limit'
  ELSE 'finished' END AS k, (now() AT TIME ZONE 'UTC') - CASE WHEN g <= 12 THEN g * interval '30 seconds'
  WHEN g <= 14 THEN interval '1 day' + g * interval '7 minutes' ELSE g * interval '9 hours' END AS c
FROM generate_series(1, 120) g) s;
