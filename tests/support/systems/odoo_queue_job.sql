CREATE TABLE queue_job (
  id serial PRIMARY KEY,
  uuid varchar NOT NULL,
  graph_uuid varchar,
  user_id integer,
  company_id integer,
  name varchar,
  model_name varchar,
  method_name varchar,
  records text,
  dependencies text,
  args text,
  kwargs text,
  func_string varchar,
  state varchar NOT NULL,
  priority integer,
  exc_name varchar,
  exc_message varchar,
  exc_info text,
  result text,
  date_created timestamp without time zone,
  date_started timestamp without time zone,
  date_enqueued timestamp without time zone,
  date_done timestamp without time zone,
  exec_time double precision,
  date_cancelled timestamp without time zone,
  eta timestamp without time zone,
  retry integer,
  max_retries integer,
  channel_method_name varchar,
  job_function_id integer,
  channel varchar,
  identity_key varchar,
  worker_pid integer
);
CREATE INDEX queue_job__uuid_index ON queue_job (uuid);
CREATE INDEX queue_job__graph_uuid_index ON queue_job (graph_uuid);
CREATE INDEX queue_job__company_id_index ON queue_job (company_id);
CREATE INDEX queue_job__state_index ON queue_job (state);
CREATE INDEX queue_job__channel_index ON queue_job (channel);
CREATE INDEX queue_job_identity_key_state_partial_index ON queue_job (identity_key) WHERE state IN ('pending','enqueued','wait_dependencies') AND identity_key IS NOT NULL;
INSERT INTO queue_job (uuid, user_id, company_id, name, model_name, method_name, records, dependencies, args, kwargs, func_string, state, priority, exc_name, exc_message, exc_info, result, date_created, date_started, date_enqueued, date_done, exec_time, date_cancelled, eta, retry, max_retries, channel_method_name, job_function_id, channel, identity_key, worker_pid)
SELECT md5('oj'||i)::uuid::text, 2+i%3, 1, (ARRAY['Validate invoice','Export record','Send order'])[1+i%3], (ARRAY['account.move','product.product','sale.order'])[1+i%3], (ARRAY['action_post','export_record','send_order'])[1+i%3],
 '{"_type": "odoo_recordset", "model": "'||(ARRAY['account.move','product.product','sale.order'])[1+i%3]||'", "ids": ['||i||'], "uid": 2, "su": false}', '{"depends_on": [], "reverse_depends_on": []}', '[]', '{}',
 (ARRAY['account.move','product.product','sale.order'])[1+i%3]||'('||i||',).'||(ARRAY['action_post','export_record','send_order'])[1+i%3]||'()', st, 10,
 CASE WHEN st='failed' THEN 'odoo.exceptions.UserError' END, CASE WHEN st='failed' THEN 'The partner has no address' END, CASE WHEN st='failed' THEN E'Traceback (most recent call last):\n  ...\nodoo.exceptions.UserError: The partner has no address\n' END,
 CASE WHEN st='done' AND i%4=0 THEN 'Exported' END, c,
 CASE WHEN st IN ('started','done','failed') THEN e + interval '1 second' END,
 CASE WHEN st IN ('enqueued','started','done','failed') THEN e END, CASE WHEN st='done' THEN e + (2+i%5)*interval '1 second' END, CASE WHEN st='done' THEN 1+i%5+0.25 END,
 CASE WHEN st='cancelled' THEN c + interval '1 hour' END, CASE WHEN i<=4 THEN date_trunc('second', now() at time zone 'UTC') + i*interval '2 hours' WHEN i IN (9,10) THEN date_trunc('second', now() at time zone 'UTC') + interval '5 minutes' END,
 CASE WHEN st IN ('started') THEN 0 WHEN st IN ('done','failed') THEN 1 WHEN i IN (9,10) THEN 1 ELSE 0 END, 5,
 '<'||(ARRAY['account.move','product.product','sale.order'])[1+i%3]||'>.'||(ARRAY['action_post','export_record','send_order'])[1+i%3], 1+i%3, 'root', CASE WHEN i%5=0 THEN md5('idk'||i) END,
 CASE WHEN st IN ('started','done','failed') THEN 4100+i%3 END
FROM (SELECT i, st, c, CASE WHEN st='enqueued' THEN CASE WHEN i=20 THEN date_trunc('second', now() at time zone 'UTC') - interval '17 minutes' ELSE date_trunc('second', now() at time zone 'UTC') - interval '2 seconds' END WHEN st='started' THEN CASE WHEN i=26 THEN date_trunc('second', now() at time zone 'UTC') - interval '8 hours' ELSE date_trunc('second', now() at time zone 'UTC') - i*interval '1 second' END ELSE c + interval '3 seconds' END e FROM
 (SELECT i, CASE WHEN i<=12 THEN 'pending' WHEN i<=15 THEN 'wait_dependencies' WHEN i<=20 THEN 'enqueued' WHEN i<=26 THEN 'started' WHEN i%10=0 THEN 'failed' WHEN i%19=0 THEN 'cancelled' ELSE 'done' END st,
  date_trunc('second', now() at time zone 'UTC') - CASE WHEN i<=19 THEN i*interval '4 seconds' WHEN i=20 THEN interval '18 minutes' WHEN i=26 THEN interval '8 hours 1 minute' WHEN i<=26 THEN interval '2 minutes' ELSE i*interval '5 hours' END c FROM generate_series(1,82) i) z) x;
