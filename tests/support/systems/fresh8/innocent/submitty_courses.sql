CREATE TABLE sessions (session_id varchar(255) PRIMARY KEY, user_id varchar(255) NOT NULL, csrf_token
  varchar(255) NOT NULL, session_expires timestamptz(0) NOT NULL, session_created timestamptz(0),
  browser_name varchar(50) DEFAULT 'Unknown', browser_version varchar(15) DEFAULT '', platform varchar(50)
  DEFAULT 'Unknown');
INSERT INTO sessions (session_id, user_id, csrf_token, session_expires, session_created) SELECT md5('ss' ||
  g), 'student' || g % 80, md5('cf' || g), c + interval '14 days', c FROM (SELECT g, now() AS n, 'done' AS
  k, now() - g * interval '60 minutes' AS c FROM generate_series(1, 300) g) s ORDER BY g DESC;
CREATE TABLE courses_users (term varchar(255) NOT NULL, course varchar(255) NOT NULL, user_id varchar NOT
  NULL, user_group integer NOT NULL, registration_section varchar(255), registration_type varchar(255)
  DEFAULT 'graded' CHECK (registration_type IN ('graded', 'audit', 'withdrawn', 'staff')),
  manual_registration boolean DEFAULT false, previous_registration_section varchar(255), PRIMARY KEY (term,
  course, user_id));
INSERT INTO courses_users (term, course, user_id, user_group, registration_section, registration_type)
  SELECT 'f26', 'c' || g % 5, 'student' || g, CASE WHEN g % 20 = 0 THEN 2 ELSE 4 END, (1 + g % 4)::text,
  CASE WHEN g % 13 = 0 THEN 'withdrawn' ELSE 'graded' END FROM (SELECT g, now() AS n, 'done' AS k, now() - g
  * interval '9 minutes' AS c FROM generate_series(1, 400) g) s ORDER BY g DESC;
