CREATE TABLE wp_cavalcade_logs (id bigserial PRIMARY KEY, job bigint NOT NULL, status varchar(255) NOT NULL
  DEFAULT '', timestamp timestamp NOT NULL, content text NOT NULL);
INSERT INTO wp_cavalcade_logs (job, status, timestamp, content) SELECT 1 + g % 300, CASE WHEN g % 31 = 0
  THEN 'failed' ELSE 'completed' END, c AT TIME ZONE 'UTC', '' FROM (SELECT g, now() AS n, 'done' AS k,
  now() - g * interval '9 minutes' AS c FROM generate_series(1, 700) g) s ORDER BY g DESC;
