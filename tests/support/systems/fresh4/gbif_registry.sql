CREATE TYPE enum_downlad_status AS ENUM ('PREPARING', 'RUNNING', 'SUCCEEDED', 'CANCELLED', 'KILLED', 'FAILED',
  'SUSPENDED', 'FILE_ERASED');
CREATE TYPE pipeline_step_status AS ENUM ('RUNNING', 'FAILED', 'COMPLETED', 'SUBMITTED', 'ABORTED', 'QUEUED');
CREATE TABLE occurrence_download (key varchar(255) NOT NULL PRIMARY KEY, filter text,
  status enum_downlad_status NOT NULL, download_link text NOT NULL, notification_addresses text,
  created_by varchar(255) NOT NULL, created timestamptz NOT NULL DEFAULT now(),
  modified timestamptz NOT NULL DEFAULT now(), size bigint, total_records bigint,
  send_notification boolean DEFAULT true, doi text, format text NOT NULL, license text NOT NULL DEFAULT 'CC_BY_4_0',
  erase_after timestamptz, erasure_notification timestamptz, source text);
CREATE TABLE pipeline_step (key bigserial NOT NULL PRIMARY KEY, type text NOT NULL, runner text,
  started timestamptz NOT NULL DEFAULT now(), finished timestamptz, state pipeline_step_status NOT NULL,
  message text, metrics text, rerun_reason text, created_by text NOT NULL, modified timestamptz, modified_by text,
  pipeline_process_key integer NOT NULL);
INSERT INTO occurrence_download SELECT lpad(g::text, 7, '0') || '-251101000000000',
  '{"type":"equals","key":"TAXON_KEY","value":"' || g || '"}', k::enum_downlad_status,
  'https://api.gbif.org/v1/occurrence/download/request/' || g || '.zip', 'p' || g || '@example.org',
  'user' || g % 30, c, CASE WHEN k = 'PREPARING' THEN c ELSE c + g % 50 * interval '20 seconds' END, CASE
  WHEN k IN ('SUCCEEDED', 'FILE_ERASED') THEN 1000 * g ELSE 0 END, CASE WHEN k IN ('SUCCEEDED', 'FILE_ERASED')
  THEN 50 * g ELSE 0 END, true, CASE WHEN k <> 'PREPARING' THEN '10.15468/dl.' || left(md5('doi' || g), 6) END,
  (ARRAY['DWCA', 'SIMPLE_CSV'])[1 + g % 2], 'CC_BY_4_0', c + interval '180 days', NULL, NULL
FROM (SELECT g, now() AS n, CASE WHEN g <= 5 THEN 'PREPARING' WHEN g <= 11 THEN 'RUNNING' WHEN g <= 13 THEN 'RUNNING'
  WHEN g <= 14 THEN 'PREPARING' WHEN g % 19 = 0 THEN 'CANCELLED' WHEN g % 23 = 0 THEN 'FAILED' WHEN g % 31 = 0
  THEN 'KILLED' WHEN g % 11 = 0 THEN 'FILE_ERASED' ELSE 'SUCCEEDED' END AS k, now() - CASE WHEN g <= 11
  THEN g * interval '50 seconds' WHEN g <= 14 THEN interval '4 days' + g * interval '7 minutes'
  ELSE g * interval '2 hours' END AS c
FROM generate_series(1, 160) g) s;
INSERT INTO pipeline_step (type, runner, started, finished, state, message, metrics, created_by, modified,
  modified_by, pipeline_process_key) SELECT (ARRAY['DWCA_TO_VERBATIM', 'VERBATIM_TO_INTERPRETED',
  'INTERPRETED_TO_INDEX', 'HDFS_VIEW'])[1 + g % 4], 'STANDALONE', c, CASE WHEN k IN ('COMPLETED', 'FAILED',
  'ABORTED') THEN c + g % 60 * interval '12 seconds' + interval '5 seconds' END, k::pipeline_step_status,
  '{"datasetUuid":"' || md5('du' || g % 20)::uuid || '"}', NULL, 'registry', CASE WHEN k <> 'SUBMITTED'
  THEN c + interval '5 seconds' END, CASE WHEN k <> 'SUBMITTED' THEN 'registry' END, 1 + g / 4
FROM (SELECT g, now() AS n, CASE WHEN g <= 9 THEN 'SUBMITTED' WHEN g <= 12 THEN 'QUEUED' WHEN g <= 17 THEN 'RUNNING'
  WHEN g <= 20 THEN 'RUNNING' WHEN g <= 21 THEN 'SUBMITTED' WHEN g % 14 = 0 THEN 'FAILED' WHEN g % 37 = 0
  THEN 'ABORTED' ELSE 'COMPLETED' END AS k, now() - CASE WHEN g <= 17 THEN g * interval '25 seconds' WHEN g <= 21
  THEN interval '3 days' + g * interval '7 minutes' ELSE g * interval '35 minutes' END AS c
FROM generate_series(1, 200) g) s;
