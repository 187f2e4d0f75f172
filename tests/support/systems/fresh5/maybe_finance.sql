CREATE TABLE syncs (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), syncable_type varchar NOT NULL, syncable_id uuid
  NOT NULL, status varchar DEFAULT 'pending', error varchar, data jsonb, created_at timestamp NOT NULL, updated_at
  timestamp NOT NULL, parent_id uuid, pending_at timestamp, syncing_at timestamp, completed_at timestamp, failed_at
  timestamp, window_start_date date, window_end_date date);
CREATE INDEX index_syncs_on_status ON syncs (status);
CREATE TABLE imports (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), column_mappings jsonb, status varchar,
  raw_file_str varchar, normalized_csv_str varchar, created_at timestamp NOT NULL, updated_at timestamp NOT NULL,
  family_id uuid NOT NULL, account_id uuid, type varchar NOT NULL, date_format varchar DEFAULT '%m/%d/%Y', error
  varchar);
CREATE TABLE family_exports (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), family_id uuid NOT NULL, status varchar
  NOT NULL DEFAULT 'pending', created_at timestamp NOT NULL, updated_at timestamp NOT NULL);
INSERT INTO syncs (syncable_type, syncable_id, status, error, created_at, updated_at, parent_id, syncing_at,
  completed_at, failed_at) SELECT (ARRAY['Account', 'PlaidItem', 'Family'])[1 + g % 3], md5('sy' || g % 30)::uuid,
  CASE k WHEN 'lost' THEN 'syncing' ELSE k END, CASE WHEN k = 'failed' THEN 'ITEM_LOGIN_REQUIRED' END, c, c +
  interval '8 seconds', CASE WHEN g % 3 = 0 THEN md5('pa' || g)::uuid END, CASE WHEN k IN ('syncing', 'lost',
  'completed', 'failed') THEN c + interval '1 second' END, CASE WHEN k = 'completed' THEN c + interval '8 seconds'
  END, CASE WHEN k = 'failed' THEN c + interval '8 seconds' END FROM (SELECT g, localtimestamp AS n, CASE WHEN g <=
  2 THEN 'pending' WHEN g <= 4 THEN 'syncing' WHEN g <= 7 THEN 'lost' WHEN g % 12 = 0 THEN 'failed' WHEN g % 41 = 0
  THEN 'stale' ELSE 'completed' END AS k, localtimestamp - CASE WHEN g <= 4 THEN g * interval '25 seconds' WHEN g <=
  7 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '25 minutes' END AS c FROM
  generate_series(1, 210) g) s;
INSERT INTO imports (column_mappings, status, raw_file_str, normalized_csv_str, created_at, updated_at, family_id,
  type, error) SELECT '{}', CASE k WHEN 'lost' THEN 'importing' WHEN 'draft' THEN 'pending' ELSE k END, 'a,b',
  'a,b', c, c + interval '20 minutes', md5('fa' || g % 20)::uuid, (ARRAY['TransactionImport', 'TradeImport',
  'MintImport'])[1 + g % 3], CASE WHEN k = 'failed' THEN 'Invalid date' END FROM (SELECT g, localtimestamp AS n,
  CASE WHEN g <= 1 THEN 'importing' WHEN g <= 19 THEN 'draft' WHEN g <= 21 THEN 'lost' WHEN g % 9 = 0 THEN 'failed'
  ELSE 'complete' END AS k, localtimestamp - CASE WHEN g <= 1 THEN g * interval '25 seconds' WHEN g <= 21 THEN
  interval '9 hours' + g * interval '7 minutes' ELSE g * interval '20 hours' END AS c FROM generate_series(1, 100)
  g) s;
INSERT INTO family_exports (family_id, status, created_at, updated_at) SELECT md5('fa' || g % 20)::uuid, CASE k WHEN
  'lost' THEN 'processing' ELSE k END, c, c + interval '1 minute' FROM (SELECT g, localtimestamp AS n, CASE WHEN g
  <= 1 THEN 'pending' WHEN g <= 2 THEN 'processing' WHEN g <= 4 THEN 'lost' WHEN g % 13 = 0 THEN 'failed' ELSE
  'completed' END AS k, localtimestamp - CASE WHEN g <= 2 THEN g * interval '25 seconds' WHEN g <= 4 THEN interval
  '9 hours' + g * interval '7 minutes' ELSE g * interval '30 hours' END AS c FROM generate_series(1, 60) g) s;
