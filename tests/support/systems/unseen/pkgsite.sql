CREATE TABLE module_version_states (
  module_path text NOT NULL,
  version text NOT NULL,
  status integer DEFAULT 0 NOT NULL,
  error text DEFAULT ''::text NOT NULL,
  try_count integer DEFAULT 0 NOT NULL,
  last_processed_at timestamptz,
  next_processed_after timestamptz DEFAULT CURRENT_TIMESTAMP NOT NULL,
  index_timestamp timestamptz,
  created_at timestamptz DEFAULT CURRENT_TIMESTAMP NOT NULL,
  app_version text DEFAULT ''::text NOT NULL,
  sort_version text NOT NULL,
  go_mod_path text DEFAULT ''::text NOT NULL,
  num_packages integer,
  incompatible boolean NOT NULL,
  has_go_mod boolean,
  PRIMARY KEY (module_path, version)
);
CREATE INDEX idx_module_version_states_index_timestamp ON module_version_states (index_timestamp DESC);
CREATE INDEX idx_module_version_states_last_processed_at ON module_version_states (last_processed_at);
CREATE INDEX idx_module_version_states_next_processed_after ON module_version_states (next_processed_after);
CREATE INDEX idx_module_version_states_sort_version ON module_version_states (sort_version DESC);
CREATE INDEX idx_module_version_states_num_packages ON module_version_states (num_packages);
CREATE INDEX idx_module_version_states_status ON module_version_states (status);
CREATE INDEX idx_module_version_states_incompatible ON module_version_states (incompatible);
CREATE INDEX idx_mvs_unprocessed_timestamp ON module_version_states (index_timestamp) WHERE last_processed_at IS NULL;

INSERT INTO module_version_states (module_path, version, status, error, try_count, last_processed_at, next_processed_after, index_timestamp, created_at, app_version, sort_version, go_mod_path, num_packages, incompatible, has_go_mod)
SELECT m, 'v1.' || g || '.' || g % 4, st,
       CASE st WHEN 404 THEN 'proxy.GetZip: fetch module: not found (module not found)' WHEN 490 THEN 'bad module: go.mod path not found' WHEN 491 THEN 'module path=' || m || ', go.mod path=' || m || '/v2: alternative module'
               WHEN 500 THEN 'fetch.FetchModule: unexpected EOF' WHEN 503 THEN 'shedding load' WHEN 540 THEN 'proxy timed out' ELSE '' END,
       tries, CASE WHEN tries > 0 THEN c + interval '20 seconds' + (tries - 1) * interval '11 minutes' END,
       CASE WHEN tries = 0 THEN c WHEN st >= 500 AND g <= 24 THEN now() + (g - 15) * interval '4 minutes' ELSE c + interval '80 seconds' + (tries - 1) * interval '31 minutes' END,
       c - interval '40 seconds', c, CASE WHEN tries > 0 THEN '20261' || (11 + g % 8) || 't1402' ELSE '' END, '1,' || chr(97 + g % 26) || g || ',~', CASE WHEN tries > 0 THEN m ELSE '' END,
       CASE WHEN st IN (200, 290) THEN 1 + g * 7 % 60 END, false, CASE WHEN tries > 0 THEN st <> 490 END
FROM (SELECT g, 'github.com/' || (ARRAY['elm', 'birke', 'ahorn', 'linde', 'esche', 'buche'])[1 + g % 6] || '/' || (ARRAY['retry', 'httpx', 'ledger', 'queue', 'mapset'])[1 + g % 5] || g / 30 AS m,
             CASE WHEN g <= 9 THEN 0 WHEN g <= 24 THEN (ARRAY[500, 503, 540])[1 + g % 3] WHEN g % 13 = 0 THEN 404 WHEN g % 17 = 0 THEN 491 WHEN g % 29 = 0 THEN 490 WHEN g % 23 = 0 THEN 290 ELSE 200 END AS st,
             CASE WHEN g <= 9 THEN now() - g * interval '7 seconds' WHEN g <= 24 THEN now() - g * interval '19 minutes' ELSE now() - g * interval '2 hours 5 minutes' END AS c
      FROM generate_series(1, 170) g) s, LATERAL (SELECT CASE WHEN st = 0 THEN 0 WHEN g <= 24 THEN 1 + g % 6 WHEN g % 11 = 0 THEN 3 ELSE 1 END AS tries) t;
