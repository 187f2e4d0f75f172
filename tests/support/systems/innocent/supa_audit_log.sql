CREATE TYPE operation AS ENUM ('INSERT', 'UPDATE', 'DELETE', 'TRUNCATE');
CREATE TABLE record_version (
  id            bigserial PRIMARY KEY,
  record_id     uuid,
  old_record_id uuid,
  op            operation NOT NULL,
  ts            timestamptz NOT NULL DEFAULT now(),
  table_oid     oid NOT NULL,
  table_schema  name NOT NULL,
  table_name    name NOT NULL,
  record        jsonb,
  old_record    jsonb,
  CHECK (coalesce(record_id, old_record_id) IS NOT NULL OR op = 'TRUNCATE'),
  CHECK ((op IN ('INSERT', 'UPDATE')) = (record_id IS NOT NULL)),
  CHECK ((op IN ('INSERT', 'UPDATE')) = (record IS NOT NULL)),
  CHECK ((op IN ('UPDATE', 'DELETE')) = (old_record_id IS NOT NULL)),
  CHECK ((op IN ('UPDATE', 'DELETE')) = (old_record IS NOT NULL))
);
CREATE INDEX record_version_record_id ON record_version (record_id) WHERE record_id IS NOT NULL;
CREATE INDEX record_version_old_record_id ON record_version (old_record_id) WHERE old_record_id IS NOT NULL;
CREATE INDEX record_version_ts ON record_version USING brin (ts);
CREATE INDEX record_version_table_oid ON record_version (table_oid);
INSERT INTO record_version (record_id, old_record_id, op, ts, table_oid, table_schema, table_name, record, old_record)
SELECT CASE WHEN o <> 'DELETE' THEN r END, CASE WHEN o <> 'INSERT' THEN r END, o::operation, now() - (91 - n) * interval '17 minutes', 16402, 'public', 'orders',
       CASE WHEN o <> 'DELETE' THEN jsonb_build_object('id', n / 3, 'status', CASE o WHEN 'INSERT' THEN 'pending' ELSE 'completed' END, 'amount', 10 + n) END,
       CASE WHEN o <> 'INSERT' THEN jsonb_build_object('id', n / 3, 'status', 'pending', 'amount', 10 + n) END
FROM (SELECT n, (ARRAY['INSERT', 'UPDATE', 'DELETE'])[1 + n % 3] AS o, md5('rec' || n / 3)::uuid AS r FROM generate_series(1, 90) AS n) AS s ORDER BY n;
