CREATE TABLE failed_work (id bigint PRIMARY KEY, failed_at timestamp, stage integer, work_unique_name
  varchar(255), failed_msg text, strand varchar(255), state text, run_by varchar(255));
INSERT INTO failed_work (id, failed_at, stage, work_unique_name, failed_msg, strand, state, run_by) SELECT
  9000 - g, c::timestamp, 1, 'com.x.MailWork', 'boom ' || g, 's1', '{}', 'node-1' FROM (SELECT g, now() AS
  n, 'done' AS k, now() - g * interval '200 minutes' AS c FROM generate_series(1, 220) g) s ORDER BY g DESC;
