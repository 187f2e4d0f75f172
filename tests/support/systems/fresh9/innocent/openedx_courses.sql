CREATE TABLE student_courseenrollment (id serial PRIMARY KEY, course_id varchar(255) NOT NULL, created
  timestamp(6), is_active boolean NOT NULL, mode varchar(100) NOT NULL, user_id integer NOT NULL, UNIQUE
  (user_id, course_id));
INSERT INTO student_courseenrollment (course_id, created, is_active, mode, user_id) SELECT 'course-v1:X+' ||
  g % 9 || '+2026', (c) AT TIME ZONE 'UTC', g % 11 > 0, (ARRAY['audit', 'verified', 'honor'])[1 + g % 3], g
  FROM (SELECT g, now() AS n, 'done' AS k, now() - g * interval '70 minutes' AS c FROM generate_series(1,
  360) g) s ORDER BY s.c;
CREATE TABLE certificates_generatedcertificate (id serial PRIMARY KEY, course_id varchar(255) NOT NULL,
  verify_uuid varchar(32) NOT NULL, grade varchar(5) NOT NULL, key varchar(32) NOT NULL, distinction boolean
  NOT NULL, status varchar(32) NOT NULL, mode varchar(32) NOT NULL, name varchar(255) NOT NULL, created_date
  timestamp(6) NOT NULL, modified_date timestamp(6) NOT NULL, error_reason varchar(512) NOT NULL, user_id
  integer NOT NULL);
INSERT INTO certificates_generatedcertificate (course_id, verify_uuid, grade, key, distinction, status,
  mode, name, created_date, modified_date, error_reason, user_id) SELECT 'course-v1:X+' || g % 9 || '+2026',
  md5('vu' || g), (0.5 + 0.001 * (g % 400))::text, '', false, CASE k WHEN 'bad' THEN 'notpassing' WHEN 'off'
  THEN 'unverified' ELSE 'downloadable' END, 'verified', 'Student ' || g, (c) AT TIME ZONE 'UTC', (c +
  interval '2 days') AT TIME ZONE 'UTC', '', g FROM (SELECT g, now() AS n, CASE WHEN g % 5 = 1 THEN 'bad'
  WHEN g % 17 = 5 THEN 'off' ELSE 'done' END AS k, now() - g * interval '90 minutes' AS c FROM
  generate_series(1, 280) g) s ORDER BY s.c;
