CREATE TABLE c_queue_workpackage (c_queue_workpackage_id numeric(10) PRIMARY KEY, ad_client_id numeric(10)
  NOT NULL, ad_org_id numeric(10) NOT NULL, created timestamptz NOT NULL DEFAULT now(), createdby
  numeric(10) NOT NULL, updated timestamptz NOT NULL DEFAULT now(), updatedby numeric(10) NOT NULL, isactive
  char(1) NOT NULL DEFAULT 'Y' CHECK (isactive IN ('Y', 'N')), c_queue_packageprocessor_id numeric(10) NOT
  NULL, c_async_batch_id numeric(10), priority char(1) NOT NULL DEFAULT '5', isreadyforprocessing char(1)
  NOT NULL DEFAULT 'N', processed char(1) NOT NULL DEFAULT 'N', iserror char(1) NOT NULL DEFAULT 'N',
  iserroracknowledged char(1) NOT NULL DEFAULT 'N', errormsg varchar(2000), ad_issue_id numeric(10),
  skippedat timestamptz, skip_timeout_millis numeric(10), skipped_count numeric(10) DEFAULT 0,
  skipped_last_reason varchar(2000), laststarttime timestamptz, lastendtime timestamptz, lastdurationmillis
  numeric(10));
CREATE INDEX c_queue_workpackage_open ON c_queue_workpackage (c_queue_packageprocessor_id, priority) WHERE
  processed = 'N' AND isreadyforprocessing = 'Y' AND iserror = 'N';
INSERT INTO c_queue_workpackage (c_queue_workpackage_id, ad_client_id, ad_org_id, created, createdby,
  updated, updatedby, c_queue_packageprocessor_id, c_async_batch_id, priority, isreadyforprocessing,
  processed, iserror, errormsg, ad_issue_id, skippedat, skip_timeout_millis, skipped_count,
  skipped_last_reason, laststarttime, lastendtime, lastdurationmillis) SELECT 1000900 - g, 1000000, 1000000,
  c, 100, c + CASE k WHEN 'new' THEN interval '0' WHEN 'lost' THEN interval '0' ELSE interval '1 second' +
  ((2 + g * 37 % 89) * interval '1 second') END, 100, 540001 + g % 6, CASE WHEN k IN ('done') THEN CASE WHEN
  g % 3 = 0 THEN 1000100 + g / 20 END END, (ARRAY['3', '5', '7'])[1 + g % 3], 'Y', CASE k WHEN 'new' THEN
  'N' WHEN 'work' THEN 'N' WHEN 'lost' THEN 'N' WHEN 'skip' THEN 'N' WHEN 'bad' THEN 'N' ELSE 'Y' END, CASE
  k WHEN 'bad' THEN 'Y' ELSE 'N' END, CASE WHEN k IN ('bad') THEN 'No price for product ' || g END, CASE
  WHEN k IN ('bad') THEN 1200000 + g END, CASE WHEN k IN ('skip') THEN n - interval '20 seconds' END, CASE
  WHEN k IN ('skip') THEN 60000 END, CASE k WHEN 'skip' THEN 3 ELSE 0 END, CASE WHEN k IN ('skip') THEN
  'Document is locked' END, CASE WHEN k IN ('done', 'bad', 'skip', 'work') THEN c + interval '1 second' END,
  CASE WHEN k IN ('done', 'bad', 'skip') THEN c + interval '1 second' + ((2 + g * 37 % 89) * interval
  '1 second') END, CASE WHEN k IN ('done', 'bad', 'skip') THEN 200 + g * 37 % 9000 END FROM (SELECT g, now()
  AS n, CASE WHEN g <= 4 THEN 'new' WHEN g <= 6 THEN 'work' WHEN g <= 10 THEN 'lost' WHEN g <= 12 THEN
  'skip' WHEN g % 29 = 9 THEN 'bad' ELSE 'done' END AS k, now() - CASE WHEN g <= 4 THEN g * interval
  '25 seconds' WHEN g <= 6 THEN g * interval '25 seconds' WHEN g <= 10 THEN interval '9 hours' + g *
  interval '7 minutes' WHEN g <= 12 THEN g * interval '25 seconds' ELSE g * interval '6 minutes' END AS c
  FROM generate_series(1, 420) g) s ORDER BY s.c;
