CREATE TABLE scheduled_mailings (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), legal_aid_application_id uuid,
  mailer_klass varchar NOT NULL, mailer_method varchar NOT NULL, arguments varchar NOT NULL, scheduled_at timestamp
  NOT NULL, sent_at timestamp, cancelled_at timestamp, created_at timestamp NOT NULL, updated_at timestamp NOT NULL,
  status varchar, addressee varchar, govuk_message_id varchar);
CREATE TABLE ccms_submissions (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), legal_aid_application_id uuid,
  applicant_ccms_reference varchar, case_ccms_reference varchar, aasm_state varchar, created_at timestamp NOT NULL,
  updated_at timestamp NOT NULL, applicant_add_transaction_id varchar, applicant_poll_count integer DEFAULT 0,
  case_add_transaction_id varchar, case_poll_count integer DEFAULT 0);
CREATE INDEX index_ccms_submissions_on_legal_aid_application_id ON ccms_submissions (legal_aid_application_id);
INSERT INTO scheduled_mailings (legal_aid_application_id, mailer_klass, mailer_method, arguments, scheduled_at,
  sent_at, cancelled_at, created_at, updated_at, status, addressee, govuk_message_id) SELECT md5('la' || g)::uuid,
  'SubmitApplicationReminderMailer', 'notify_provider', '---', CASE k WHEN 'later' THEN n + g * interval '1 day'
  ELSE c + interval '1 minute' END, CASE WHEN k NOT IN ('waiting', 'later', 'late', 'cancelled') THEN c + interval
  '2 minutes' END, CASE WHEN k = 'cancelled' THEN c + interval '1 day' END, c, c + interval '4 minutes', CASE k WHEN
  'later' THEN 'waiting' WHEN 'late' THEN 'waiting' WHEN 'lost' THEN 'sending' ELSE k END, 'p' || g ||
  '@example.com', CASE WHEN k NOT IN ('waiting', 'later', 'late', 'cancelled') THEN md5('gm' || g)::uuid::text END
  FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 2 THEN 'waiting' WHEN g <= 3 THEN 'processing' WHEN g <= 5
  THEN 'created' WHEN g <= 7 THEN 'sending' WHEN g <= 21 THEN 'later' WHEN g <= 24 THEN 'late' WHEN g <= 26 THEN
  'lost' WHEN g % 21 = 0 THEN 'permanent-failure' WHEN g % 47 = 0 THEN 'temporary-failure' WHEN g % 8 = 0 THEN
  'cancelled' ELSE 'delivered' END AS k, localtimestamp - CASE WHEN g <= 21 THEN g * interval '25 seconds' WHEN g <=
  26 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '3 hours' END AS c FROM generate_series(1,
  200) g) s;
INSERT INTO ccms_submissions (legal_aid_application_id, applicant_ccms_reference, case_ccms_reference, aasm_state,
  created_at, updated_at, applicant_add_transaction_id, applicant_poll_count, case_add_transaction_id,
  case_poll_count) SELECT md5('la' || g)::uuid, CASE WHEN k NOT IN ('initialised', 'case_ref_obtained',
  'applicant_submitted') THEN (4000000 + g)::text END, CASE WHEN k <> 'initialised' THEN (3000000 + g)::text END,
  CASE k WHEN 'lost' THEN 'case_submitted' ELSE k END, c, c + interval '9 minutes', CASE WHEN k NOT IN
  ('initialised', 'case_ref_obtained') THEN '2026' || lpad(g::text, 12, '0') END, CASE WHEN k IN ('initialised',
  'case_ref_obtained') THEN 0 ELSE 1 + g % 5 END, CASE WHEN k IN ('case_submitted', 'lost', 'case_created',
  'completed', 'failed') THEN '2027' || lpad(g::text, 12, '0') END, CASE k WHEN 'failed' THEN 20 WHEN
  'case_submitted' THEN 2 WHEN 'completed' THEN 1 + g % 4 WHEN 'lost' THEN 7 ELSE 0 END FROM (SELECT g,
  localtimestamp AS n, CASE WHEN g <= 1 THEN 'initialised' WHEN g <= 3 THEN 'applicant_submitted' WHEN g <= 6 THEN
  'case_submitted' WHEN g <= 9 THEN 'lost' WHEN g % 17 = 0 THEN 'failed' WHEN g % 37 = 0 THEN 'abandoned' ELSE
  'completed' END AS k, localtimestamp - CASE WHEN g <= 6 THEN g * interval '25 seconds' WHEN g <= 9 THEN interval
  '9 hours' + g * interval '7 minutes' ELSE g * interval '4 hours' END AS c FROM generate_series(1, 150) g) s;
