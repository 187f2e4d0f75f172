CREATE TYPE limitingfactor AS ENUM ('DROPDOWN','QUERY','NOT_LIMITED','QUERY_AND_DROPDOWN','UNKNOWN');
CREATE TABLE query (
  id serial PRIMARY KEY,
  client_id varchar(11) NOT NULL UNIQUE,
  database_id integer NOT NULL,
  tmp_table_name varchar(256),
  tmp_schema_name varchar(256),
  user_id integer,
  status varchar(16),
  tab_name varchar(256),
  sql_editor_id varchar(256),
  schema varchar(256),
  catalog varchar(256),
  sql text,
  select_sql text,
  executed_sql text,
  "limit" integer,
  limiting_factor limitingfactor DEFAULT 'UNKNOWN',
  select_as_cta boolean,
  select_as_cta_used boolean,
  ctas_method varchar(16),
  progress integer,
  rows integer,
  error_message text,
  results_key varchar(64),
  start_time numeric(20,6),
  start_running_time numeric(20,6),
  end_time numeric(20,6),
  end_result_backend_time numeric(20,6),
  tracking_url text,
  changed_on timestamp,
  extra_json text
);
CREATE INDEX ix_query_results_key ON query (results_key);
CREATE INDEX ix_query_sql_editor_id ON query (sql_editor_id);
CREATE INDEX ti_user_id_changed_on ON query (user_id, changed_on);
CREATE TABLE report_execution_log (
  id serial PRIMARY KEY,
  uuid bytea,
  scheduled_dttm timestamp NOT NULL,
  start_dttm timestamp,
  end_dttm timestamp,
  value double precision,
  value_row_json text,
  state varchar(50) NOT NULL,
  error_message text,
  report_schedule_id integer NOT NULL
);
CREATE INDEX ix_report_execution_log_report_schedule_id ON report_execution_log (report_schedule_id);
CREATE INDEX ix_report_execution_log_start_dttm ON report_execution_log (start_dttm);
INSERT INTO query (client_id, database_id, user_id, status, tab_name, sql_editor_id, schema, sql, executed_sql, "limit", limiting_factor, select_as_cta, select_as_cta_used, ctas_method, progress, rows, error_message, results_key, start_time, start_running_time, end_time, end_result_backend_time, changed_on, extra_json)
SELECT substr(translate(encode(sha256(('q'||i)::bytea),'base64'),'+/=','-_x'),1,9), 1+i%2, 1+i%5, s.st, 'Untitled Query '||(i%4), (10+i%4)::text, 'public', q.sql, CASE WHEN s.st IN ('success','running','failed','timed_out','stopped') THEN q.sql||E'\nLIMIT 1001' END, 1000, (CASE WHEN s.st='success' THEN 'DROPDOWN' ELSE 'UNKNOWN' END)::limitingfactor, false, false, 'TABLE',
 CASE s.st WHEN 'success' THEN 100 WHEN 'running' THEN 0 ELSE 0 END, CASE WHEN s.st='success' THEN (i*73)%1000 END, CASE s.st WHEN 'failed' THEN 'postgresql error: column "amout" does not exist' WHEN 'timed_out' THEN 'The query exceeded the 30 seconds timeout.' END, CASE WHEN s.st='success' AND i%2=0 THEN gen_random_uuid()::text END,
 e, CASE WHEN s.st NOT IN ('pending') THEN e+212.5 END, CASE WHEN s.st NOT IN ('pending','running') THEN e+2212.125+i*17 END, CASE WHEN s.st='success' AND i%2=0 THEN e+2512.125+i*17 END, to_timestamp((e+2600)/1000) AT TIME ZONE 'utc', CASE WHEN s.st='success' THEN '{"progress": null, "columns": [{"column_name": "n", "name": "n", "type": "LONGINTEGER", "is_dttm": false}]}' ELSE '{}' END
FROM generate_series(1,54) i CROSS JOIN LATERAL (SELECT CASE WHEN i=54 THEN 'pending' WHEN i>51 THEN 'running' ELSE (ARRAY['success','success','failed','success','stopped','success','timed_out','success'])[1+i%8] END st, round(extract(epoch FROM now()-(55-i)*interval '26 minutes')::numeric*1000,3) e) s
CROSS JOIN LATERAL (SELECT 'SELECT count(*) AS n FROM orders WHERE created_at > current_date - '||i AS sql) q;
INSERT INTO report_execution_log (uuid, scheduled_dttm, start_dttm, end_dttm, value, value_row_json, state, error_message, report_schedule_id)
SELECT uuid_send(gen_random_uuid()), c, c+interval '12 seconds', CASE WHEN s.st='Working' THEN c+interval '12 seconds' ELSE c+interval '48 seconds' END, CASE WHEN i%3=0 AND s.st<>'Working' THEN i*1.5 END, CASE WHEN i%3=0 AND s.st<>'Working' THEN '{"revenue":{"0":'||i*1.5||'}}' END, s.st, CASE s.st WHEN 'Error' THEN 'Failed taking a screenshot Timeout 600000ms exceeded.' WHEN 'On Grace' THEN 'Alert fired during grace period.' END, 1+i%4
FROM generate_series(1,50) i CROSS JOIN LATERAL (SELECT (ARRAY['Success','Working','Success','Error','Not triggered','Success','On Grace'])[1+i%7] st, date_trunc('hour',(now() AT TIME ZONE 'utc'))-i*interval '1 hour' c) s;
