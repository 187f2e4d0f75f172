CREATE TABLE prover_task (
  id bigserial PRIMARY KEY,
  prover_public_key varchar NOT NULL,
  prover_name varchar NOT NULL,
  prover_version varchar NOT NULL,
  task_id varchar NOT NULL,
  task_type smallint NOT NULL DEFAULT 0,
  proving_status smallint NOT NULL DEFAULT 0,
  failure_type smallint NOT NULL DEFAULT 0,
  reward decimal(78, 0) NOT NULL DEFAULT 0,
  proof bytea DEFAULT NULL,
  assigned_at timestamp(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  created_at timestamp(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamp(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  deleted_at timestamp(0) DEFAULT NULL,
  uuid uuid DEFAULT gen_random_uuid() NOT NULL UNIQUE
);
CREATE INDEX idx_uuid ON prover_task (uuid) WHERE deleted_at IS NULL;
CREATE INDEX idx_prover_task_task_id ON prover_task (task_id) WHERE deleted_at IS NULL;

INSERT INTO prover_task (prover_public_key, prover_name, prover_version, task_id, task_type, proving_status, failure_type, proof, assigned_at, created_at, updated_at, deleted_at, uuid)
SELECT '03' || md5('pk' || g % 7) || md5('pl' || g % 7), 'prover-' || g % 7, 'v4.4.56-9a12d0e', '0x' || md5('ta' || g / 2) || md5('tb' || g / 2), CASE WHEN g % 12 = 0 THEN 2 WHEN g % 40 = 1 THEN 3 ELSE 1 END, st, CASE WHEN st = 3 THEN 1 + g % 4 ELSE 0 END,
       CASE WHEN st = 2 THEN decode(md5('pr' || g) || md5('ps' || g), 'hex') END, a, a, CASE WHEN st = 1 THEN a ELSE a + (300 + g % 500) * interval '1 second' END, CASE WHEN g BETWEEN 100 AND 109 THEN a + interval '2 hours' END, md5('pu' || g)::uuid
FROM (SELECT g, CASE WHEN g > 126 THEN 1 WHEN g IN (104, 105) THEN 1 WHEN g % 11 = 0 THEN 3 ELSE 2 END AS st, CASE WHEN g > 130 THEN (now() AT TIME ZONE 'UTC') - (145 - g) * interval '35 seconds' WHEN g > 126 THEN (now() AT TIME ZONE 'UTC') - interval '5 hours' - g * interval '1 second' ELSE (now() AT TIME ZONE 'UTC') - (150 - g) * interval '21 minutes' - interval '5 hours' END AS a FROM generate_series(1, 144) g) s;
