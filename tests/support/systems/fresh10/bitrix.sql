CREATE TABLE b_event (id serial PRIMARY KEY, event_name varchar(255) NOT NULL, message_id integer, lid
  varchar(255) NOT NULL, c_fields text, date_insert timestamp, date_exec timestamp, success_exec char(1) NOT
  NULL DEFAULT 'N', duplicate char(1) NOT NULL DEFAULT 'Y', language_id char(2));
CREATE INDEX ix_b_event_success ON b_event (success_exec);
CREATE INDEX ix_b_event_date_exec ON b_event (date_exec);
INSERT INTO b_event (event_name, message_id, lid, c_fields, date_insert, date_exec, success_exec, duplicate,
  language_id) SELECT (ARRAY['SALE_NEW_ORDER', 'USER_INFO', 'FORM_FILLING'])[1 + g % 3], CASE WHEN k IN
  ('done') THEN CASE WHEN g % 9 = 0 THEN 40 + g % 5 END END, 's1', 'a:1:{s:5:"EMAIL";s:' || g || '}',
  (c)::timestamp(0), CASE WHEN k IN ('new', 'lost') THEN NULL ELSE c + ((2 + g * 37 % 89) * interval
  '1 second') END::timestamp(0), CASE k WHEN 'new' THEN 'N' WHEN 'lost' THEN 'N' WHEN 'bad' THEN 'F' WHEN
  'part' THEN 'P' WHEN 'none' THEN '0' ELSE 'Y' END, 'N', 'ru' FROM (SELECT g, now() AS n, CASE WHEN g <= 4
  THEN 'new' WHEN g <= 8 THEN 'lost' WHEN g % 31 = 10 THEN 'bad' WHEN g % 59 = 19 THEN 'none' WHEN g % 97 =
  32 THEN 'part' ELSE 'done' END AS k, now() - CASE WHEN g <= 4 THEN g * interval '25 seconds' WHEN g <= 8
  THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '12 minutes' END AS c FROM
  generate_series(1, 400) g) s ORDER BY s.c;
