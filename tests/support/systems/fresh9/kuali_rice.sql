CREATE TABLE kren_msg_deliv_t (msg_deliv_id numeric(8) PRIMARY KEY, msg_id numeric(8) NOT NULL, recip_id
  varchar(300) NOT NULL, msg_typ_nm varchar(200) NOT NULL, msg_deliv_stat_cd varchar(15) NOT NULL,
  msg_deliv_sys_id varchar(300), prcss_cnt numeric(8) NOT NULL DEFAULT 0, lockd_dttm timestamp, ver_nbr
  numeric(8) NOT NULL DEFAULT 0);
CREATE INDEX kren_msg_deliv_tp1 ON kren_msg_deliv_t (msg_deliv_stat_cd);
INSERT INTO kren_msg_deliv_t (msg_deliv_id, msg_id, recip_id, msg_typ_nm, msg_deliv_stat_cd,
  msg_deliv_sys_id, prcss_cnt, lockd_dttm, ver_nbr) SELECT 60000 - g, 50000 - g, 'user' || g % 70,
  (ARRAY['ActionListPush', 'Email'])[1 + g % 2], CASE k WHEN 'new' THEN 'UNDELIVERED' WHEN 'work' THEN
  'UNDELIVERED' WHEN 'lost' THEN 'UNDELIVERED' WHEN 'retry' THEN 'UNDELIVERED' WHEN 'bad' THEN 'ERROR' WHEN
  'off' THEN 'REMOVED' ELSE 'DELIVERED' END, CASE WHEN k IN ('done', 'off') THEN (700000 - g)::text END,
  CASE k WHEN 'new' THEN 0 WHEN 'work' THEN 0 WHEN 'lost' THEN 0 WHEN 'retry' THEN 2 WHEN 'bad' THEN 3 ELSE
  1 END, CASE WHEN k IN ('work', 'lost') THEN c + interval '5 seconds' END::timestamp(0), CASE k WHEN 'new'
  THEN 0 WHEN 'work' THEN 1 WHEN 'lost' THEN 1 WHEN 'retry' THEN 4 WHEN 'bad' THEN 6 WHEN 'off' THEN 3 ELSE
  2 END FROM (SELECT g, now() AS n, CASE WHEN g <= 4 THEN 'new' WHEN g <= 6 THEN 'work' WHEN g <= 9 THEN
  'lost' WHEN g <= 11 THEN 'retry' WHEN g % 41 = 13 THEN 'bad' WHEN g % 13 = 4 THEN 'off' ELSE 'done' END AS
  k, now() - CASE WHEN g <= 4 THEN g * interval '25 seconds' WHEN g <= 6 THEN g * interval '25 seconds' WHEN
  g <= 9 THEN interval '9 hours' + g * interval '7 minutes' WHEN g <= 11 THEN g * interval '25 seconds' ELSE
  g * interval '9 minutes' END AS c FROM generate_series(1, 360) g) s ORDER BY s.c;
