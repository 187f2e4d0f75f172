CREATE TABLE loose_foreign_keys_deleted_records (id bigserial NOT NULL, partition bigint NOT NULL DEFAULT 1,
  primary_key_value bigint NOT NULL, status smallint NOT NULL DEFAULT 1, created_at timestamptz NOT NULL
  DEFAULT now(), fully_qualified_table_name text NOT NULL, consume_after timestamptz DEFAULT now(),
  cleanup_attempts smallint DEFAULT 0, CONSTRAINT check_1a541f3235 CHECK
  (char_length(fully_qualified_table_name) <= 150), PRIMARY KEY (partition, id));
CREATE INDEX index_lfk_partitioned ON loose_foreign_keys_deleted_records (partition,
  fully_qualified_table_name, consume_after, id) WHERE status = 1;
INSERT INTO loose_foreign_keys_deleted_records (partition, primary_key_value, status, created_at,
  fully_qualified_table_name, consume_after, cleanup_attempts) SELECT 3, 900000 - g * 7, CASE k WHEN 'new'
  THEN 1 WHEN 'retry' THEN 1 WHEN 'lost' THEN 1 ELSE 2 END, c, (ARRAY['public.ci_pipelines',
  'public.projects', 'public.merge_requests'])[1 + g % 3], CASE k WHEN 'retry' THEN n + interval '9 minutes'
  WHEN 'lost' THEN c ELSE c END, CASE k WHEN 'retry' THEN 1 WHEN 'lost' THEN 0 ELSE 0 END FROM (SELECT g,
  now() AS n, CASE WHEN g <= 5 THEN 'new' WHEN g <= 7 THEN 'retry' WHEN g <= 10 THEN 'lost' ELSE 'done' END
  AS k, now() - CASE WHEN g <= 5 THEN g * interval '25 seconds' WHEN g <= 7 THEN g * interval '25 seconds'
  WHEN g <= 10 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '6 minutes' END AS c
  FROM generate_series(1, 400) g) s ORDER BY s.c;
