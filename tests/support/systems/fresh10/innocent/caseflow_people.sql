CREATE TABLE users (id serial PRIMARY KEY, css_id varchar NOT NULL, station_id varchar NOT NULL, full_name
  varchar, email varchar, roles varchar[], status varchar DEFAULT 'active', status_updated_at timestamp,
  last_login_at timestamp, efolder_documents_fetched_at timestamp, selected_regional_office varchar,
  created_at timestamp, updated_at timestamp);
CREATE UNIQUE INDEX index_users_unique_css_id ON users (upper(css_id));
INSERT INTO users (css_id, station_id, full_name, email, roles, status, status_updated_at, last_login_at,
  created_at, updated_at) SELECT 'CSS' || g, '101', 'User ' || g, 'u' || g || '@va.gov',
  ARRAY['Build HearSched'], CASE WHEN g % 9 = 4 THEN 'inactive' ELSE 'active' END, CASE WHEN g % 9 = 4 THEN
  c + interval '90 days' END, CASE WHEN g % 7 <> 3 THEN (n - g * interval '2 hours')::timestamp END,
  c::timestamp, (n - g * interval '2 hours')::timestamp FROM (SELECT g, now() AS n, 'done' AS k, now() - g *
  interval '700 minutes' AS c FROM generate_series(1, 340) g) s ORDER BY s.c;
