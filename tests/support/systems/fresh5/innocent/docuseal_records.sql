CREATE TABLE email_events (id bigserial PRIMARY KEY, emailable_type varchar NOT NULL, emailable_id bigint NOT NULL,
  account_id bigint NOT NULL, event_type varchar NOT NULL, data text NOT NULL, email varchar NOT NULL,
  event_datetime timestamp NOT NULL, created_at timestamp NOT NULL, tag varchar NOT NULL, message_id varchar NOT
  NULL);
CREATE TABLE submitters (id bigserial PRIMARY KEY, submission_id bigint NOT NULL, uuid varchar NOT NULL, email
  varchar, slug varchar NOT NULL UNIQUE, values text NOT NULL, ua varchar, ip varchar, sent_at timestamp, opened_at
  timestamp, completed_at timestamp, created_at timestamp NOT NULL, updated_at timestamp NOT NULL, name varchar,
  phone varchar, external_id varchar, preferences text NOT NULL, metadata text NOT NULL, account_id bigint NOT NULL,
  declined_at timestamp, timezone varchar);
CREATE TABLE completed_submitters (id bigserial PRIMARY KEY, submitter_id bigint NOT NULL UNIQUE, submission_id
  bigint NOT NULL, account_id bigint NOT NULL, template_id bigint, source varchar NOT NULL, sms_count integer NOT
  NULL, completed_at timestamp NOT NULL, created_at timestamp NOT NULL, updated_at timestamp NOT NULL);
INSERT INTO email_events (emailable_type, emailable_id, account_id, event_type, data, email, event_datetime,
  created_at, tag, message_id) SELECT 'Submitter', g, 1, (ARRAY['send', 'open', 'click', 'bounce'])[1 + g % 4],
  '{}', 's' || g || '@example.com', c, c, 'submitter_invitation', md5('me' || g) FROM (SELECT g, localtimestamp - g
  * interval '2 hours' AS c FROM generate_series(1, 150) g) s;
INSERT INTO submitters (submission_id, uuid, email, slug, values, sent_at, opened_at, completed_at, created_at,
  updated_at, name, preferences, metadata, account_id, declined_at) SELECT g / 2, md5('uu' || g), 's' || g ||
  '@example.com', md5('sg' || g), '{}', CASE WHEN g % 9 > 0 THEN c + interval '1 minute' END, CASE WHEN g % 4 > 0
  THEN c + interval '5 hours' END, CASE WHEN g % 4 > 1 THEN c + interval '6 hours' END, c, c + interval '6 hours',
  'Person ' || g, '{}', '{}', 1, CASE WHEN g % 4 = 1 AND g % 5 = 0 THEN c + interval '6 hours' END FROM (SELECT g,
  localtimestamp - g * interval '7 hours' AS c FROM generate_series(1, 140) g) s;
INSERT INTO completed_submitters (submitter_id, submission_id, account_id, template_id, source, sms_count,
  completed_at, created_at, updated_at) SELECT g, g / 2, 1, 1 + g % 5, 'link', 0, c, c, c FROM (SELECT g,
  localtimestamp - g * interval '7 hours' AS c FROM generate_series(1, 110) g) s;
