CREATE TABLE queue_items (id uuid NOT NULL PRIMARY KEY, job_execution_id uuid, upload_definition_id uuid,
  original_size bigint, file_path text, "timestamp" timestamp, tenant text, part_number integer, processing
  boolean DEFAULT false, okapi_url text, data_type text, okapi_token text, okapi_permissions text,
  okapi_request_id text);
CREATE INDEX idx_queue_processing ON queue_items (processing);
INSERT INTO queue_items (id, job_execution_id, upload_definition_id, original_size, file_path, "timestamp",
  tenant, part_number, processing, okapi_url, data_type, okapi_permissions) SELECT md5('qi' || g)::uuid,
  md5('je' || g / 4)::uuid, md5('ud' || g / 20)::uuid, 50000, 'diku/data-import/' || g || '.mrc', c, 'diku', 1
  + g % 4, CASE WHEN k IN ('wait') THEN false ELSE true END, 'http://okapi:9130', 'MARC', '[]' FROM (SELECT g,
  localtimestamp AS n, CASE WHEN g <= 5 THEN 'work' WHEN g <= 8 THEN 'lost' ELSE 'wait' END AS k,
  localtimestamp - CASE WHEN g <= 5 THEN g * interval '25 seconds' WHEN g <= 8 THEN interval '9 hours' + g *
  interval '7 minutes' ELSE g * interval '20 seconds' END AS c FROM generate_series(1, 90) g) s;
