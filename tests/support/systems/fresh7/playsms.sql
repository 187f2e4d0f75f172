CREATE TABLE "playsms_tblSMSOutgoing_queue" (id serial PRIMARY KEY, queue_code varchar(40) NOT NULL DEFAULT
  '', datetime_entry varchar(20) NOT NULL DEFAULT '', datetime_scheduled varchar(20) NOT NULL DEFAULT '',
  datetime_update varchar(20) NOT NULL DEFAULT '', flag integer NOT NULL DEFAULT 0, sms_count integer NOT NULL
  DEFAULT 0, uid integer NOT NULL DEFAULT 0, gpid integer NOT NULL DEFAULT 0, sender_id varchar(100) NOT NULL
  DEFAULT '', footer varchar(30) NOT NULL DEFAULT '', message text NOT NULL, sms_type varchar(100) NOT NULL
  DEFAULT '', "unicode" integer NOT NULL DEFAULT 0, UNIQUE (queue_code));
CREATE TABLE "playsms_tblDLR" (c_timestamp integer NOT NULL DEFAULT 0, id serial PRIMARY KEY, flag_processed
  smallint NOT NULL DEFAULT 0, smslog_id integer NOT NULL DEFAULT 0, p_status smallint NOT NULL DEFAULT 0, uid
  integer NOT NULL DEFAULT 0);
INSERT INTO "playsms_tblSMSOutgoing_queue" (queue_code, datetime_entry, datetime_scheduled, datetime_update,
  flag, sms_count, uid, sender_id, message, sms_type) SELECT md5('qc' || g), to_char(c,
  'YYYY-MM-DD HH24:MI:SS'), to_char(c, 'YYYY-MM-DD HH24:MI:SS'), to_char(c + interval '3 seconds',
  'YYYY-MM-DD HH24:MI:SS'), CASE k WHEN 'wait' THEN 0 WHEN 'done' THEN 1 ELSE 3 END, 1 + g % 50, 1 + g % 6,
  'playSMS', 'Hello ' || g, 'text' FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 3 THEN 'wait' WHEN g <=
  5 THEN 'send' WHEN g <= 8 THEN 'lost' ELSE 'done' END AS k, localtimestamp - CASE WHEN g <= 5 THEN g *
  interval '25 seconds' WHEN g <= 8 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval
  '18 minutes' END AS c FROM generate_series(1, 200) g) s;
INSERT INTO "playsms_tblDLR" (c_timestamp, flag_processed, smslog_id, p_status, uid) SELECT extract(epoch FROM
  c)::bigint, CASE WHEN k IN ('new', 'lost') THEN 1 ELSE 2 END, 5000 + g, CASE WHEN g % 9 = 0 THEN 2 ELSE 3
  END, 1 + g % 6 FROM (SELECT g, now() AS n, CASE WHEN g <= 4 THEN 'new' WHEN g <= 6 THEN 'lost' ELSE 'done'
  END AS k, now() - CASE WHEN g <= 4 THEN g * interval '25 seconds' WHEN g <= 6 THEN interval '9 hours' + g *
  interval '7 minutes' ELSE g * interval '6 minutes' END AS c FROM generate_series(1, 240) g) s;
