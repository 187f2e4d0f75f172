CREATE TABLE harmony_task_singletons (
  task_name varchar(255) NOT NULL,
  task_id bigint,
  last_run_time timestamptz,
  run_now_request boolean NOT NULL DEFAULT false,
  PRIMARY KEY (task_name)
);
CREATE TABLE harmony_machine_details (
  id serial PRIMARY KEY,
  tasks text,
  layers text,
  startup_time timestamptz,
  miners text,
  machine_id integer,
  machine_name text
);
INSERT INTO harmony_task_singletons SELECT 'Singleton' || n, CASE WHEN n % 5 = 0 THEN 70000 + n END, now() - n * interval '13 minutes', n = 7 FROM generate_series(1, 34) n;
INSERT INTO harmony_machine_details (tasks, layers, startup_time, miners, machine_id, machine_name) SELECT ',SDR,TreeD,TreeRC,', ',base,gpu,', now() - n * interval '2 days', 'f01' || n, n, 'node-' || n FROM generate_series(1, 12) n;
