CREATE TABLE t_mch_notify_record (notify_id bigserial PRIMARY KEY, order_id varchar(64) NOT NULL, order_type
  smallint NOT NULL, mch_order_no varchar(64) NOT NULL, mch_no varchar(64) NOT NULL, isv_no varchar(64),
  app_id varchar(64) NOT NULL, notify_url text NOT NULL, res_result text, notify_count integer NOT NULL
  DEFAULT 0, notify_count_limit integer NOT NULL DEFAULT 6, state smallint NOT NULL DEFAULT 1,
  last_notify_time timestamp, created_at timestamp(3) NOT NULL DEFAULT CURRENT_TIMESTAMP, updated_at
  timestamp(3) NOT NULL DEFAULT CURRENT_TIMESTAMP, UNIQUE (order_id, order_type));
INSERT INTO t_mch_notify_record (order_id, order_type, mch_order_no, mch_no, app_id, notify_url, res_result,
  notify_count, state, last_notify_time, created_at, updated_at) SELECT 'P20261129' || (800000 - g), 1 + (g
  % 9 = 0)::integer, 'M' || (500000 - g), 'M16230' || g % 6, '60cc' || g % 6, 'https://shop' || g % 6 ||
  '.example/notify', CASE k WHEN 'new' THEN NULL WHEN 'lost' THEN NULL WHEN 'retry' THEN 'connect timed out'
  WHEN 'bad' THEN 'HTTP 502' ELSE 'SUCCESS' END, CASE k WHEN 'new' THEN 0 WHEN 'lost' THEN 0 WHEN 'retry'
  THEN 2 WHEN 'bad' THEN 6 ELSE 1 END, CASE k WHEN 'new' THEN 1 WHEN 'lost' THEN 1 WHEN 'retry' THEN 1 WHEN
  'bad' THEN 3 ELSE 2 END, CASE WHEN k IN ('new', 'lost') THEN NULL ELSE c + ((2 + g * 37 % 89) * interval
  '1 second') END::timestamp(0), c::timestamp(3), (c + CASE WHEN k IN ('new', 'lost') THEN interval '0' ELSE
  ((2 + g * 37 % 89) * interval '1 second') END)::timestamp(3) FROM (SELECT g, now() AS n, CASE WHEN g <= 5
  THEN 'new' WHEN g <= 9 THEN 'lost' WHEN g <= 12 THEN 'retry' WHEN g % 43 = 14 THEN 'bad' ELSE 'done' END
  AS k, now() - CASE WHEN g <= 5 THEN g * interval '25 seconds' WHEN g <= 9 THEN interval '9 hours' + g *
  interval '7 minutes' WHEN g <= 12 THEN g * interval '25 seconds' ELSE g * interval '4 minutes' END AS c
  FROM generate_series(1, 480) g) s ORDER BY s.c;
CREATE TABLE t_transfer_order (transfer_id varchar(32) PRIMARY KEY, mch_no varchar(64) NOT NULL, isv_no
  varchar(64), app_id varchar(64) NOT NULL, mch_name varchar(30) NOT NULL, mch_type smallint NOT NULL,
  mch_order_no varchar(64) NOT NULL, if_code varchar(20) NOT NULL, entry_type varchar(20) NOT NULL, amount
  bigint NOT NULL, currency varchar(3) NOT NULL DEFAULT 'cny', account_no varchar(64) NOT NULL, account_name
  varchar(64), bank_name varchar(32), transfer_desc varchar(128) NOT NULL DEFAULT '', client_ip varchar(32),
  state smallint NOT NULL DEFAULT 0, channel_extra varchar(512), channel_order_no varchar(64), err_code
  varchar(128), err_msg varchar(256), ext_param varchar(128), notify_url varchar(128) NOT NULL DEFAULT '',
  success_time timestamp, created_at timestamp(3) NOT NULL DEFAULT CURRENT_TIMESTAMP, updated_at
  timestamp(3) NOT NULL DEFAULT CURRENT_TIMESTAMP, UNIQUE (mch_no, mch_order_no));
INSERT INTO t_transfer_order (transfer_id, mch_no, app_id, mch_name, mch_type, mch_order_no, if_code,
  entry_type, amount, currency, account_no, account_name, transfer_desc, client_ip, state, channel_order_no,
  err_code, err_msg, notify_url, success_time, created_at, updated_at) SELECT 'T20261129' || (700000 - g),
  'M16230' || g % 6, '60cc' || g % 6, 'shop ' || g % 6, 1, 'W' || (300000 - g), (ARRAY['wxpay', 'alipay'])[1
  + g % 2], (ARRAY['WX_CASH', 'ALIPAY_CASH'])[1 + g % 2], 1000 + g * 371 % 90000, 'cny', 'u' ||
  substr(md5('ac' || g % 120), 1, 16), 'name ' || g % 120, 'payout', '10.0.0.' || g % 200, CASE k WHEN 'new'
  THEN 0 WHEN 'work' THEN 1 WHEN 'lost' THEN 1 WHEN 'bad' THEN 3 ELSE 2 END, CASE WHEN k IN ('done') THEN
  '4200' || (900000 - g) END, CASE WHEN k IN ('bad') THEN 'NOTENOUGH' END, CASE WHEN k IN ('bad') THEN
  'balance is too low' END, 'https://shop.example/t', CASE WHEN k IN ('done') THEN c + interval '2 seconds'
  + ((2 + g * 37 % 89) * interval '1 second') END::timestamp(0), c::timestamp(3), (c + CASE WHEN k IN
  ('new') THEN interval '0' ELSE interval '2 seconds' + ((2 + g * 37 % 89) * interval '1 second')
  END)::timestamp(3) FROM (SELECT g, now() AS n, CASE WHEN g <= 2 THEN 'new' WHEN g <= 5 THEN 'work' WHEN g
  <= 9 THEN 'lost' WHEN g % 37 = 12 THEN 'bad' ELSE 'done' END AS k, now() - CASE WHEN g <= 2 THEN g *
  interval '25 seconds' WHEN g <= 5 THEN g * interval '25 seconds' WHEN g <= 9 THEN interval '9 hours' + g *
  interval '7 minutes' ELSE g * interval '7 minutes' END AS c FROM generate_series(1, 420) g) s ORDER BY s.c;
