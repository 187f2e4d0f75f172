CREATE TABLE t_sys_log (sys_log_id serial PRIMARY KEY, user_id bigint, login_username varchar(32), user_name
  varchar(32), user_ip varchar(128) NOT NULL DEFAULT '', sys_type varchar(8) NOT NULL, method_name
  varchar(128) NOT NULL DEFAULT '', method_remark varchar(128) NOT NULL DEFAULT '', req_url varchar(256) NOT
  NULL DEFAULT '', opt_req_param text NOT NULL DEFAULT '', opt_res_info text NOT NULL DEFAULT '', created_at
  timestamp(6) NOT NULL DEFAULT CURRENT_TIMESTAMP);
INSERT INTO t_sys_log (user_id, login_username, user_name, user_ip, sys_type, method_name, method_remark,
  req_url, opt_req_param, opt_res_info, created_at) SELECT 1 + g % 9, 'op' || g % 9, 'Op ' || g % 9,
  '10.0.0.' || g % 200, (ARRAY['MGR', 'MCH'])[1 + g % 2], 'com.example.Ctrl.update', (ARRAY['login', 'update
  merchant'])[1 + g % 2], '/api/x/' || g, '{}', '{"code":0}', c::timestamp(6) FROM (SELECT g, now() AS n,
  'done' AS k, now() - g * interval '9 minutes' AS c FROM generate_series(1, 380) g) s ORDER BY s.c;
