CREATE TABLE letters (id uuid NOT NULL PRIMARY KEY, service varchar(256) NOT NULL, created_at timestamp NOT NULL,
  sent_to_print_at timestamp, printed_at timestamp, additional_data json, is_failed boolean DEFAULT false,
  type varchar(256) NOT NULL, status varchar(256), file_content bytea, is_encrypted boolean DEFAULT false,
  checksum varchar(256) NOT NULL, encryption_key_fingerprint varchar(50), copies json);
CREATE INDEX letters_checksum_idx ON letters (checksum);
CREATE UNIQUE INDEX checksum_status ON letters (checksum, status) WHERE status = 'Created';
INSERT INTO letters SELECT md5('le' || g)::uuid, (ARRAY['civil_service', 'sscs', 'probate_backend'])[1 + g % 3], c,
  CASE WHEN k NOT IN ('Created', 'FailedToUpload', 'Skipped', 'Aborted') THEN c + interval '40 seconds' END, CASE
  WHEN k = 'Posted' THEN date_trunc('day', c) + interval '1 day 9 hours' END, json_build_object('caseId', 16000 + g),
  false, (ARRAY['CIV001', 'SSC001', 'PRO001'])[1 + g % 3], k, CASE WHEN k IN ('Created', 'Uploaded',
  'FailedToUpload') THEN decode(md5('pdf' || g), 'hex') END, true, md5('cs' || g), 'A1B2C3D4', '{"1":1}'
FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 5 THEN 'Created' WHEN g <= 30 THEN 'Uploaded' WHEN g <= 33
  THEN 'Uploaded' WHEN g <= 34 THEN 'Created' WHEN g % 53 = 0 THEN 'FailedToUpload' WHEN g % 31 = 0
  THEN 'NoReportAborted' WHEN g % 43 = 0 THEN 'Aborted' WHEN g % 61 = 0 THEN 'PostedLocally' ELSE 'Posted' END AS k,
  localtimestamp - CASE WHEN g <= 30 THEN g * interval '2 minutes' WHEN g <= 34
  THEN interval '5 days' + g * interval '7 minutes' ELSE g * interval '70 minutes' END AS c
FROM generate_series(1, 190) g) s;
