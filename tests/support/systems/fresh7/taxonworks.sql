CREATE TABLE dataset_records (id bigserial PRIMARY KEY, type varchar NOT NULL, status varchar NOT NULL,
  data_fields jsonb NOT NULL, metadata jsonb, created_at timestamp(6) NOT NULL, updated_at timestamp(6) NOT
  NULL, created_by_id integer NOT NULL, updated_by_id integer NOT NULL, project_id bigint, import_dataset_id
  bigint);
CREATE INDEX index_dataset_records_on_import_dataset_id_and_type_and_id ON dataset_records (import_dataset_id,
  type, id);
INSERT INTO dataset_records (type, status, data_fields, metadata, created_at, updated_at, created_by_id,
  updated_by_id, project_id, import_dataset_id) SELECT 'DatasetRecord::DarwinCore::Taxon', CASE k WHEN 'lost'
  THEN 'Importing' ELSE k END, jsonb_build_array(g, 'Aus bus'), CASE WHEN k IN ('Errored') THEN
  '{"error_data": {"messages": {"name": ["is taken"]}}}'::jsonb ELSE '{}'::jsonb END, c, CASE WHEN k IN
  ('NotReady', 'Ready') THEN c ELSE c + interval '5 minutes' END, 1, 1, 1, 1 + g / 90 FROM (SELECT g,
  localtimestamp AS n, CASE WHEN g <= 4 THEN 'NotReady' WHEN g <= 8 THEN 'Ready' WHEN g <= 9 THEN 'Importing'
  WHEN g <= 11 THEN 'lost' WHEN g % 12 = 0 THEN 'Errored' WHEN g % 37 = 0 THEN 'Unsupported' ELSE 'Imported'
  END AS k, localtimestamp - CASE WHEN g <= 9 THEN g * interval '25 seconds' WHEN g <= 11 THEN interval
  '9 hours' + g * interval '7 minutes' ELSE g * interval '6 minutes' END AS c FROM generate_series(1, 260) g)
  s;
