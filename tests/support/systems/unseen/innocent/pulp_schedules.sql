CREATE TABLE core_taskschedule (
  pulp_id uuid PRIMARY KEY,
  pulp_created timestamptz NOT NULL,
  pulp_last_updated timestamptz,
  name text NOT NULL,
  next_dispatch timestamptz,
  dispatch_interval interval,
  task_name text NOT NULL,
  task_args text NOT NULL,
  task_kwargs text NOT NULL,
  last_task_id uuid,
  pulp_domain_id uuid NOT NULL,
  CONSTRAINT core_taskschedule_name_pulp_domain_uniq UNIQUE (name, pulp_domain_id)
);
INSERT INTO core_taskschedule (pulp_id, pulp_created, pulp_last_updated, name, next_dispatch, dispatch_interval, task_name, task_args, task_kwargs, last_task_id, pulp_domain_id)
SELECT md5('ps' || g)::uuid, now() - interval '300 days', now() - g * interval '19 minutes', 'sync mirror ' || g, CASE WHEN g % 10 > 0 THEN now() + g * interval '41 minutes' END, CASE WHEN g % 10 > 0 THEN interval '1 day' END, 'pulp_rpm.app.tasks.synchronizing.synchronize', 'gAAAAABm' || md5('sa' || g), 'gAAAAABm' || md5('sk' || g), CASE WHEN g % 12 > 0 THEN md5('pt' || g)::uuid END, md5('dom')::uuid FROM generate_series(1, 48) g;
