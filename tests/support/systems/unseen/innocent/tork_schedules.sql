CREATE TABLE users (id varchar(32) PRIMARY KEY);
CREATE TABLE scheduled_jobs (
  id varchar(32) NOT NULL PRIMARY KEY,
  name varchar(64) NOT NULL,
  description text NOT NULL,
  tags text[] NOT NULL DEFAULT '{}',
  cron_expr varchar(64) NOT NULL,
  inputs jsonb NOT NULL,
  output_ text NOT NULL,
  tasks jsonb NOT NULL,
  defaults jsonb,
  webhooks jsonb,
  auto_delete jsonb,
  secrets jsonb,
  created_at timestamp NOT NULL,
  created_by varchar(32) NOT NULL REFERENCES users (id),
  state varchar(10) NOT NULL
);
INSERT INTO users VALUES (md5('guest'));
INSERT INTO scheduled_jobs (id, name, description, cron_expr, inputs, output_, tasks, created_at, created_by, state)
SELECT md5('sc' || g), 'nightly-' || g, 'builds report ' || g, (ARRAY['0 3 * * *', '*/15 * * * *', '0 0 * * 1'])[1 + g % 3], '{"day": "today"}', '', '[{"name": "build", "image": "ubuntu", "run": "make report"}]', (now() AT TIME ZONE 'UTC') - g * interval '4 days', md5('guest'), CASE WHEN g % 6 = 0 THEN 'PAUSED' ELSE 'ACTIVE' END FROM generate_series(1, 40) g;
