CREATE TABLE lava_scheduler_app_device (hostname varchar(200) PRIMARY KEY, device_type_id varchar(50) NOT
  NULL, device_version varchar(200), physical_owner_id integer, description text, state integer NOT NULL
  DEFAULT 0, health integer NOT NULL DEFAULT 2, last_health_report_job_id integer, is_synced boolean NOT
  NULL DEFAULT false, worker_host_id varchar(200));
INSERT INTO lava_scheduler_app_device (hostname, device_type_id, device_version, physical_owner_id,
  description, state, health, last_health_report_job_id, worker_host_id) SELECT 'board-' || g,
  (ARRAY['qemu', 'rpi4', 'juno'])[1 + g % 3], '1.' || g % 3, 1 + g % 5, 'rack ' || g % 9, CASE WHEN g % 4 =
  1 THEN 2 WHEN g % 19 = 3 THEN 1 ELSE 0 END, CASE WHEN g % 11 = 3 THEN 4 ELSE 0 END, 5000 - g, 'worker-' ||
  g % 6 FROM (SELECT g, now() AS n, 'done' AS k, now() - g * interval '9 minutes' AS c FROM
  generate_series(1, 240) g) s ORDER BY s.c;
