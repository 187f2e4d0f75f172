CREATE TYPE enum_course_request_status AS ENUM ('pending', 'approved', 'denied', 'creating', 'failed');
CREATE TABLE course_requests (approved_by bigint, approved_status enum_course_request_status NOT NULL
  DEFAULT 'pending', created_at timestamptz NOT NULL DEFAULT now(), first_name text, github_user text, id
  bigserial PRIMARY KEY, institution text, last_name text, note text, referral_source text, short_name text
  NOT NULL, title text NOT NULL, user_id bigint NOT NULL, work_email text);
INSERT INTO course_requests (approved_by, approved_status, created_at, first_name, last_name, institution,
  short_name, title, user_id, work_email) SELECT CASE WHEN g > 5 THEN 1 END, CASE WHEN g <= 5 THEN 'pending'
  WHEN g % 6 = 0 THEN 'denied' ELSE 'approved' END::enum_course_request_status, c, 'Ann', 'Lee', 'State',
  'CS ' || g, 'Course ' || g, g, 'a' || g || '@example.edu' FROM (SELECT g, now() AS n, 'done' AS k, now() -
  g * interval '900 minutes' AS c FROM generate_series(1, 210) g) s ORDER BY g DESC;
CREATE TABLE audit_logs (action text, assessment_id bigint, authn_user_id bigint, column_name text,
  course_id bigint, course_instance_id bigint, date timestamptz DEFAULT CURRENT_TIMESTAMP, id bigserial
  PRIMARY KEY, institution_id bigint, new_state jsonb, old_state jsonb, parameters jsonb, row_id bigint,
  table_name text, user_id bigint);
INSERT INTO audit_logs (action, authn_user_id, course_id, date, new_state, old_state, row_id, table_name,
  user_id) SELECT (ARRAY['insert', 'update', 'soft_delete'])[1 + g % 3], 1 + g % 30, 1 + g % 8, c,
  '{}'::jsonb, '{}'::jsonb, g, 'pl_courses', 1 + g % 30 FROM (SELECT g, now() AS n, 'done' AS k, now() - g *
  interval '9 minutes' AS c FROM generate_series(1, 600) g) s ORDER BY g DESC;
