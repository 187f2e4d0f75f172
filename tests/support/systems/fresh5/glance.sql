CREATE TABLE tasks (id varchar(36) NOT NULL PRIMARY KEY, type varchar(30) NOT NULL, status varchar(30) NOT NULL,
  owner varchar(255) NOT NULL, expires_at timestamp, image_id varchar(36), request_id varchar(64), user_id
  varchar(64), created_at timestamp NOT NULL, updated_at timestamp NOT NULL, deleted_at timestamp, deleted boolean
  NOT NULL);
CREATE INDEX ix_tasks_type ON tasks (type);
CREATE INDEX ix_tasks_status ON tasks (status);
CREATE INDEX ix_tasks_owner ON tasks (owner);
CREATE INDEX ix_tasks_updated_at ON tasks (updated_at);
INSERT INTO tasks SELECT md5('gt' || g)::uuid::text, (ARRAY['api_image_import', 'import', 'export'])[1 + g % 3],
  CASE k WHEN 'lost' THEN 'processing' ELSE k END, md5('ow' || g % 8), CASE WHEN k IN ('success', 'failure') THEN c
  + interval '49 hours' END, md5('im' || g)::uuid::text, 'req-' || md5('rq' || g)::uuid, md5('us' || g % 8), c, c +
  interval '70 seconds', CASE WHEN g > 110 THEN c + interval '3 days' END, g > 110 FROM (SELECT g, localtimestamp AS
  n, CASE WHEN g <= 1 THEN 'pending' WHEN g <= 3 THEN 'processing' WHEN g <= 6 THEN 'lost' WHEN g % 9 = 0 THEN
  'failure' ELSE 'success' END AS k, localtimestamp - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 6
  THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '2 hours' END AS c FROM generate_series(1,
  150) g) s;
