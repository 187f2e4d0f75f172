CREATE TABLE infra_config (id bigserial PRIMARY KEY, category varchar(50) NOT NULL, type smallint NOT NULL,
  name varchar(100) NOT NULL DEFAULT '', config_key varchar(100) NOT NULL DEFAULT '', value varchar(500) NOT
  NULL DEFAULT '', visible boolean NOT NULL, remark varchar(500), creator varchar(64) DEFAULT '',
  create_time timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP, updater varchar(64) DEFAULT '', update_time
  timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP, deleted smallint NOT NULL DEFAULT 0);
INSERT INTO infra_config (category, type, name, config_key, value, visible, creator, create_time, updater,
  update_time, deleted) SELECT (ARRAY['ui', 'biz'])[1 + g % 2], 2, 'Setting ' || g, 'sys.key' || g, CASE
  WHEN g % 2 = 0 THEN 'true' ELSE g::text END, g % 3 = 0, '1', (c)::timestamp(0), '1', (c + interval
  '3 days')::timestamp(0), CASE WHEN g % 23 = 4 THEN 1 ELSE 0 END FROM (SELECT g, now() AS n, 'done' AS k,
  now() - g * interval '2000 minutes' AS c FROM generate_series(1, 220) g) s ORDER BY s.c;
