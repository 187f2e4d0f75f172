CREATE TABLE submissions_submission (id serial PRIMARY KEY, uuid uuid NOT NULL UNIQUE, form_id integer NOT
  NULL, form_url varchar(255) NOT NULL, created_on timestamptz NOT NULL, completed_on timestamptz,
  suspended_on timestamptz, registration_status varchar(50) NOT NULL DEFAULT 'pending', registration_result
  jsonb, last_register_date timestamptz, registration_attempts integer NOT NULL DEFAULT 0,
  public_registration_reference varchar(100) NOT NULL DEFAULT '', price numeric(10,2),
  payment_complete_confirmation_email_sent boolean NOT NULL DEFAULT false, confirmation_email_sent boolean
  NOT NULL DEFAULT false, needs_on_completion_retry boolean NOT NULL DEFAULT false, language_code varchar(2)
  NOT NULL DEFAULT 'nl');
INSERT INTO submissions_submission (uuid, form_id, form_url, created_on, completed_on, suspended_on,
  registration_status, registration_result, last_register_date, registration_attempts,
  public_registration_reference, price, confirmation_email_sent, needs_on_completion_retry) SELECT md5('of'
  || g)::uuid, 1 + g % 12, 'https://formulieren.stad.nl/f' || g % 12, c, CASE WHEN k IN ('fill') THEN NULL
  ELSE c + interval '6 minutes' END, CASE WHEN k IN ('fill') THEN CASE WHEN g % 4 = 0 THEN c + interval
  '9 minutes' END END, CASE k WHEN 'fill' THEN 'pending' WHEN 'new' THEN 'pending' WHEN 'lost' THEN
  'pending' WHEN 'work' THEN 'in_progress' WHEN 'lostw' THEN 'in_progress' WHEN 'bad' THEN 'failed' WHEN
  'retry' THEN 'failed' ELSE 'success' END, CASE WHEN k IN ('done', 'bad', 'retry') THEN CASE k WHEN 'bad'
  THEN jsonb_build_object('traceback', 'HTTP 500') WHEN 'retry' THEN jsonb_build_object('traceback',
  'HTTP 500') ELSE jsonb_build_object('ref', g) END END, CASE WHEN k IN ('done', 'bad', 'retry', 'work',
  'lostw') THEN c + interval '7 minutes' END, CASE k WHEN 'fill' THEN 0 WHEN 'new' THEN 0 WHEN 'lost' THEN 0
  WHEN 'work' THEN 0 WHEN 'lostw' THEN 0 WHEN 'retry' THEN 2 WHEN 'bad' THEN 5 ELSE 1 END, CASE WHEN k IN
  ('fill', 'new', 'lost') THEN '' ELSE 'OF-' || upper(substr(md5('or' || g), 1, 6)) END, CASE WHEN g % 6 = 0
  THEN 12.50 END, k = 'done', k = 'retry' FROM (SELECT g, now() AS n, CASE WHEN g <= 2 THEN 'new' WHEN g <=
  3 THEN 'work' WHEN g <= 5 THEN 'retry' WHEN g <= 8 THEN 'lost' WHEN g <= 10 THEN 'lostw' WHEN g % 41 = 13
  THEN 'bad' WHEN g % 5 = 1 THEN 'fill' ELSE 'done' END AS k, now() - CASE WHEN g <= 2 THEN g * interval
  '25 seconds' WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 5 THEN g * interval '25 seconds' WHEN g
  <= 8 THEN interval '9 hours' + g * interval '7 minutes' WHEN g <= 10 THEN interval '9 hours' + g *
  interval '7 minutes' ELSE g * interval '17 minutes' END AS c FROM generate_series(1, 400) g) s ORDER BY
  s.c;
