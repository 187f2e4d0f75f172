CREATE TABLE instructor_task_instructortask (id serial PRIMARY KEY, task_type varchar(50) NOT NULL,
  course_id varchar(255) NOT NULL, task_key varchar(255) NOT NULL, task_input text NOT NULL, task_id
  varchar(255) NOT NULL, task_state varchar(50), task_output varchar(1024), requester_id integer NOT NULL,
  created timestamp(6), updated timestamp(6) NOT NULL, subtasks text NOT NULL);
CREATE INDEX it_task_key ON instructor_task_instructortask (task_key);
INSERT INTO instructor_task_instructortask (task_type, course_id, task_key, task_input, task_id, task_state,
  task_output, requester_id, created, updated, subtasks) SELECT (ARRAY['grade_problems',
  'bulk_course_email', 'profile_info_csv'])[1 + g % 3], 'course-v1:X+' || g % 9 || '+2026', md5('tk' || g %
  40), '{}', md5('ti' || g)::uuid::text, CASE k WHEN 'new' THEN 'QUEUING' WHEN 'work' THEN 'PROGRESS' WHEN
  'lost' THEN 'PROGRESS' WHEN 'bad' THEN 'FAILURE' ELSE 'SUCCESS' END, CASE WHEN k IN ('new') THEN NULL ELSE
  '{"attempted": ' || g % 90 || '}' END, 1 + g % 12, (c) AT TIME ZONE 'UTC', (c + CASE WHEN k IN ('new')
  THEN interval '0' ELSE ((2 + g * 37 % 89) * interval '1 second') END) AT TIME ZONE 'UTC', '' FROM (SELECT
  g, now() AS n, CASE WHEN g <= 2 THEN 'new' WHEN g <= 4 THEN 'work' WHEN g <= 7 THEN 'lost' WHEN g % 19 = 6
  THEN 'bad' ELSE 'done' END AS k, now() - CASE WHEN g <= 2 THEN g * interval '25 seconds' WHEN g <= 4 THEN
  g * interval '25 seconds' WHEN g <= 7 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval
  '31 minutes' END AS c FROM generate_series(1, 270) g) s ORDER BY s.c;
