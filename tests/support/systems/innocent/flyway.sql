CREATE TABLE flyway_schema_history (
  installed_rank integer NOT NULL,
  version varchar(50),
  description varchar(200) NOT NULL,
  type varchar(20) NOT NULL,
  script varchar(1000) NOT NULL,
  checksum integer,
  installed_by varchar(100) NOT NULL,
  installed_on timestamp NOT NULL DEFAULT now(),
  execution_time integer NOT NULL,
  success boolean NOT NULL,
  CONSTRAINT flyway_schema_history_pk PRIMARY KEY (installed_rank)
);
CREATE INDEX flyway_schema_history_s_idx ON flyway_schema_history (success);
INSERT INTO flyway_schema_history
SELECT i, CASE WHEN i%8=0 THEN NULL ELSE '2.'||i END, CASE WHEN i%8=0 THEN 'refresh views' ELSE d END, CASE WHEN i=13 THEN 'JDBC' ELSE 'SQL' END,
 CASE WHEN i%8=0 THEN 'R__refresh_views.sql' WHEN i=13 THEN 'db.migration.V2_13__'||replace(d,' ','_') ELSE 'V2.'||i||'__'||replace(d,' ','_')||'.sql' END,
 CASE WHEN i=13 THEN NULL ELSE ('x'||substr(md5('ck'||i),1,8))::bit(32)::int END, 'app_owner', now()::timestamp - (32-i)*interval '6 days 3 hours', 8+(i*131)%900, true
FROM generate_series(1,31) i CROSS JOIN LATERAL (SELECT (ARRAY['create customer','create account','add account currency','create payment','payment reference index','create refund','add refund reason','create event log','job settings','add processed at','create outgoing mail','drop legacy status','backfill amounts','create card','widen iban'])[1+i%15] d) s;
INSERT INTO flyway_schema_history VALUES (32,'2.32','add retry count','SQL','V2.32__add_retry_count.sql',-1187364021,'app_owner',now()::timestamp - interval '3 hours',41,false);
