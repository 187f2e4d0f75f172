CREATE TABLE idempotency_records (idempotencykey varchar(100) NOT NULL PRIMARY KEY, idempotencyrecord bytea
  NOT NULL, createdat bigint, updatedat bigint);
CREATE INDEX createatidempotencyrecords ON idempotency_records (createdat);
CREATE INDEX updatedatidempotencyrecords ON idempotency_records (updatedat);
INSERT INTO idempotency_records (idempotencykey, idempotencyrecord, createdat, updatedat) SELECT 'pay-' ||
  md5('ik' || g), CASE WHEN k IN ('running', 'lost') THEN '\x0801'::bytea ELSE '\x08021204'::bytea ||
  decode(md5('an' || g), 'hex') END, extract(epoch FROM c)::bigint * 1000 + g % 900, CASE WHEN k IN
  ('running', 'lost') THEN extract(epoch FROM c)::bigint * 1000 + g % 900 ELSE extract(epoch FROM c)::bigint *
  1000 + g % 900 + 340 END FROM (SELECT g, now() AS n, CASE WHEN g <= 2 THEN 'running' WHEN g <= 4 THEN 'lost'
  ELSE 'done' END AS k, now() - CASE WHEN g <= 2 THEN g * interval '25 seconds' WHEN g <= 4 THEN interval
  '9 hours' + g * interval '7 minutes' ELSE g * interval '35 minutes' END AS c FROM generate_series(1, 160) g)
  s;
