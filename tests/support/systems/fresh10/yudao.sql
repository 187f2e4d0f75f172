CREATE TABLE pay_notify_task (id bigserial PRIMARY KEY, app_id bigint NOT NULL, type smallint NOT NULL,
  data_id bigint NOT NULL, status smallint NOT NULL, merchant_order_id varchar(64) NOT NULL DEFAULT '',
  merchant_refund_id varchar(64), next_notify_time timestamp NOT NULL, last_execute_time timestamp NOT NULL,
  notify_times smallint NOT NULL, max_notify_times smallint NOT NULL, notify_url varchar(1024) NOT NULL,
  creator varchar(64) DEFAULT '', create_time timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP, updater
  varchar(64) DEFAULT '', update_time timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP, deleted smallint NOT
  NULL DEFAULT 0, tenant_id bigint NOT NULL DEFAULT 0);
INSERT INTO pay_notify_task (app_id, type, data_id, status, merchant_order_id, next_notify_time,
  last_execute_time, notify_times, max_notify_times, notify_url, creator, create_time, updater, update_time,
  tenant_id) SELECT 7 + g % 4, 1 + g % 2, 60000 - g, CASE k WHEN 'new' THEN 0 WHEN 'lost' THEN 0 WHEN
  'retry' THEN 22 WHEN 'retry2' THEN 21 WHEN 'bad' THEN 20 ELSE 10 END, 'M' || (70000 - g), (c + CASE k WHEN
  'retry' THEN interval '20 minutes' WHEN 'retry2' THEN interval '20 minutes' WHEN 'bad' THEN interval
  '9 hours' ELSE interval '15 seconds' END)::timestamp(0), (c + CASE k WHEN 'new' THEN interval '0' WHEN
  'lost' THEN interval '0' WHEN 'retry' THEN interval '3 minutes' WHEN 'retry2' THEN interval '3 minutes'
  WHEN 'bad' THEN interval '9 hours' ELSE interval '1 second' END)::timestamp(0), CASE k WHEN 'new' THEN 0
  WHEN 'lost' THEN 0 WHEN 'retry' THEN 3 WHEN 'retry2' THEN 3 WHEN 'bad' THEN 9 ELSE 1 END, 9,
  'https://shop/notify/' || g % 4, '1', (c)::timestamp(0), '1', (c + CASE k WHEN 'new' THEN interval '0'
  WHEN 'lost' THEN interval '0' WHEN 'bad' THEN interval '9 hours' ELSE interval '1 second'
  END)::timestamp(0), 1 + g % 3 FROM (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'new' WHEN g <= 5 THEN
  'retry' WHEN g <= 7 THEN 'retry2' WHEN g <= 11 THEN 'lost' WHEN g % 41 = 13 THEN 'bad' ELSE 'done' END AS
  k, now() - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 5 THEN g * interval '25 seconds' WHEN
  g <= 7 THEN g * interval '25 seconds' WHEN g <= 11 THEN interval '9 hours' + g * interval '7 minutes' ELSE
  g * interval '9 minutes' END AS c FROM generate_series(1, 420) g) s ORDER BY s.c;
CREATE TABLE pay_refund (id bigserial PRIMARY KEY, no varchar(64) NOT NULL UNIQUE, app_id bigint NOT NULL,
  channel_id bigint NOT NULL, channel_code varchar(32) NOT NULL, order_id bigint NOT NULL, order_no
  varchar(64) NOT NULL, merchant_order_id varchar(64) NOT NULL, merchant_refund_id varchar(64) NOT NULL,
  notify_url varchar(1024) NOT NULL, status smallint NOT NULL, pay_price bigint NOT NULL, refund_price
  bigint NOT NULL, reason varchar(256) NOT NULL, user_ip varchar(50), channel_order_no varchar(64) NOT NULL,
  channel_refund_no varchar(64), success_time timestamp, channel_error_code varchar(128), channel_error_msg
  varchar(256), channel_notify_data varchar(4096), creator varchar(64) DEFAULT '', create_time timestamp NOT
  NULL DEFAULT CURRENT_TIMESTAMP, updater varchar(64) DEFAULT '', update_time timestamp NOT NULL DEFAULT
  CURRENT_TIMESTAMP, deleted smallint NOT NULL DEFAULT 0, tenant_id bigint NOT NULL DEFAULT 0);
INSERT INTO pay_refund (no, app_id, channel_id, channel_code, order_id, order_no, merchant_order_id,
  merchant_refund_id, notify_url, status, pay_price, refund_price, reason, user_ip, channel_order_no,
  channel_refund_no, success_time, channel_error_code, channel_error_msg, channel_notify_data, creator,
  create_time, updater, update_time, tenant_id) SELECT 'R' || (20261129000 - g), 7 + g % 4, 18 + g % 5,
  (ARRAY['wx_pub', 'alipay_pc', 'wx_lite'])[1 + g % 3], 60000 - g, 'P' || (20261120000 - g), 'M' || (70000 -
  g), 'MR' || (70000 - g), 'https://shop/refund/' || g % 4, CASE k WHEN 'new' THEN 0 WHEN 'lost' THEN 0 WHEN
  'bad' THEN 20 ELSE 10 END, 1000 + g * 17 % 90000, 500 + g * 17 % 40000, (ARRAY['user', 'stock',
  'price'])[1 + g % 3], '127.0.0.1', '4200' || md5('co' || g), CASE WHEN k IN ('done') THEN '5030' ||
  md5('cr' || g) END, CASE WHEN k IN ('done') THEN c + ((1 + g * 37 % 23) * interval '1 minute')
  END::timestamp(0), CASE WHEN k IN ('bad') THEN 'NOTENOUGH' END, CASE WHEN k IN ('bad') THEN
  'balance is too low' END, CASE WHEN k IN ('done') THEN '{"n":' || g || '}' END, '1', (c)::timestamp(0),
  '1', (c + CASE k WHEN 'new' THEN interval '0' WHEN 'lost' THEN interval '0' ELSE ((1 + g * 37 % 23) *
  interval '1 minute') END)::timestamp(0), 1 + g % 3 FROM (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'new'
  WHEN g <= 7 THEN 'lost' WHEN g % 29 = 9 THEN 'bad' ELSE 'done' END AS k, now() - CASE WHEN g <= 3 THEN g *
  interval '25 seconds' WHEN g <= 7 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval
  '26 minutes' END AS c FROM generate_series(1, 310) g) s ORDER BY s.c;
