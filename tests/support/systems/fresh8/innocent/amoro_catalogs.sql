CREATE TABLE optimizer (token varchar(50) PRIMARY KEY, resource_id varchar(100), group_name varchar(50),
  container_name varchar(100), start_time timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP, touch_time timestamp
  NOT NULL DEFAULT CURRENT_TIMESTAMP, thread_count integer, total_memory bigint, properties text);
INSERT INTO optimizer (token, resource_id, group_name, container_name, start_time, touch_time, thread_count,
  total_memory, properties) SELECT (md5('ot' || g)::uuid)::text, md5('r' || g), 'default', 'local',
  c::timestamp, (n - g % 20 * interval '1 second')::timestamp, 4, 4096, '{}' FROM (SELECT g, now() AS n,
  'done' AS k, now() - g * interval '60 minutes' AS c FROM generate_series(1, 200) g) s ORDER BY g DESC;
