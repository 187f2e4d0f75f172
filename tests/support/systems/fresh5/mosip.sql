CREATE TABLE credential_transaction (id varchar(64) NOT NULL, credential_id varchar(36), request varchar,
  status_code varchar(32) NOT NULL, datashareurl varchar(256), issuancedate timestamp, signature varchar,
  trn_retry_count smallint, cr_by varchar(256) NOT NULL, cr_dtimes timestamp NOT NULL, upd_by varchar(256),
  upd_dtimes timestamp, is_deleted boolean DEFAULT false, del_dtimes timestamp, status_comment varchar(512),
  CONSTRAINT pk_credtrn_id PRIMARY KEY (id));
INSERT INTO credential_transaction SELECT md5('ct' || g)::uuid::text, CASE WHEN k IN ('ISSUED', 'STORED',
  'printing') THEN md5('ci' || g)::uuid::text END, md5('rq' || g), CASE k WHEN 'lost' THEN 'NEW' ELSE k END, CASE
  WHEN k IN ('ISSUED', 'STORED') THEN 'https://datashare/' || g END, CASE WHEN k IN ('ISSUED', 'STORED') THEN c +
  interval '1 minute' END, CASE WHEN k IN ('ISSUED', 'STORED') THEN md5('sg' || g) END, CASE k WHEN 'FAILED' THEN 1
  + g % 9 END, 'SYSTEM', c, CASE WHEN k NOT IN ('NEW', 'lost') THEN 'CREDENTIAL_REQUEST_GENERATOR' END, CASE WHEN k
  NOT IN ('NEW', 'lost') THEN c + interval '2 minutes' END, false, NULL, CASE WHEN k = 'FAILED' THEN
  'unable to call credential service' END FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 6 THEN 'NEW' WHEN g <=
  10 THEN 'lost' WHEN g % 11 = 0 THEN 'FAILED' WHEN g % 47 = 0 THEN 'CANCELLED' WHEN g % 3 = 0 THEN 'ISSUED' ELSE
  'STORED' END AS k, localtimestamp - CASE WHEN g <= 6 THEN g * interval '25 seconds' WHEN g <= 10 THEN interval
  '9 hours' + g * interval '7 minutes' ELSE g * interval '25 minutes' END AS c FROM generate_series(1, 200) g) s;
