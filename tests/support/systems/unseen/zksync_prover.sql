CREATE TABLE prover_fri_protocol_versions (id integer NOT NULL, protocol_version_patch integer NOT NULL DEFAULT 0, created_at timestamp NOT NULL, PRIMARY KEY (id, protocol_version_patch));
CREATE TABLE prover_jobs_fri (
  id bigserial PRIMARY KEY,
  l1_batch_number bigint NOT NULL,
  circuit_id smallint NOT NULL,
  circuit_blob_url text NOT NULL,
  aggregation_round smallint NOT NULL,
  sequence_number integer NOT NULL,
  status text NOT NULL,
  error text,
  attempts smallint DEFAULT 0 NOT NULL,
  processing_started_at timestamp,
  created_at timestamp NOT NULL,
  updated_at timestamp NOT NULL,
  time_taken time,
  depth integer DEFAULT 0 NOT NULL,
  is_node_final_proof boolean DEFAULT false NOT NULL,
  proof_blob_url text,
  protocol_version integer,
  picked_by text,
  protocol_version_patch integer NOT NULL DEFAULT 0,
  priority integer NOT NULL DEFAULT 0,
  batch_sealed_at timestamp NOT NULL DEFAULT now(),
  chain_id integer NOT NULL DEFAULT 0,
  CONSTRAINT protocol_semantic_version_fk FOREIGN KEY (protocol_version, protocol_version_patch) REFERENCES prover_fri_protocol_versions (id, protocol_version_patch)
);
CREATE UNIQUE INDEX prover_jobs_fri_composite_index ON prover_jobs_fri (l1_batch_number, chain_id, aggregation_round, circuit_id, depth, sequence_number);
CREATE INDEX prover_jobs_fri_status_processing_started_at_idx ON prover_jobs_fri (status, processing_started_at) WHERE attempts < 20;
CREATE INDEX prover_jobs_fri_get_next_job_index ON prover_jobs_fri (protocol_version, protocol_version_patch, priority DESC, batch_sealed_at, aggregation_round, circuit_id, id) INCLUDE (chain_id) WHERE status = 'queued'::text;
CREATE TABLE prover_jobs_fri_archive (
  id bigserial PRIMARY KEY,
  l1_batch_number bigint NOT NULL,
  circuit_id smallint NOT NULL,
  circuit_blob_url text NOT NULL,
  aggregation_round smallint NOT NULL,
  sequence_number integer NOT NULL,
  status text NOT NULL,
  error text,
  attempts smallint DEFAULT 0 NOT NULL,
  processing_started_at timestamp,
  created_at timestamp NOT NULL,
  updated_at timestamp NOT NULL,
  time_taken time,
  depth integer DEFAULT 0 NOT NULL,
  is_node_final_proof boolean DEFAULT false NOT NULL,
  proof_blob_url text,
  protocol_version integer,
  picked_by text,
  protocol_version_patch integer NOT NULL DEFAULT 0,
  priority integer NOT NULL DEFAULT 0,
  batch_sealed_at timestamp NOT NULL DEFAULT now(),
  chain_id integer NOT NULL DEFAULT 0
);

INSERT INTO prover_fri_protocol_versions VALUES (27, 0, (now() AT TIME ZONE 'UTC') - interval '60 days'), (27, 1, (now() AT TIME ZONE 'UTC') - interval '20 days');
INSERT INTO prover_jobs_fri (l1_batch_number, circuit_id, circuit_blob_url, aggregation_round, sequence_number, status, error, attempts, processing_started_at, created_at, updated_at, time_taken, depth, is_node_final_proof, proof_blob_url, protocol_version, picked_by, protocol_version_patch, priority, batch_sealed_at, chain_id)
SELECT 51000 + g / 20, 1 + g % 13, '51000_' || g || '_circuit.bin', g % 3, g % 20, st, CASE WHEN st = 'failed' THEN 'Failed to generate proof: Out of GPU memory' WHEN st = 'successful' AND g % 40 = 0 THEN 'Failed to generate proof: Out of GPU memory' END, CASE st WHEN 'queued' THEN (g % 9 = 0)::int WHEN 'failed' THEN 10 ELSE 1 + (g % 15 = 0)::int END,
       CASE WHEN st = 'queued' THEN CASE WHEN g % 9 = 0 THEN c + interval '40 minutes' END ELSE p END, c, CASE st WHEN 'queued' THEN CASE WHEN g % 9 = 0 THEN c + interval '40 minutes' ELSE c END WHEN 'successful' THEN p + interval '31 seconds' + g % 60 * interval '1 second' WHEN 'failed' THEN p + interval '50 seconds' ELSE p END,
       CASE WHEN st = 'successful' THEN time '00:00:31' + g % 60 * interval '1 second' END, 0, false, CASE WHEN st = 'successful' THEN 'proof_' || g || '.bin' END, 27, CASE WHEN st <> 'queued' OR g % 9 = 0 THEN 'circuit-prover-gpu-' || left(md5('pod' || g % 5), 9) END, 1, 0, c - interval '3 minutes', 270 + g % 2
FROM (SELECT g, CASE WHEN g > 150 THEN 'queued' WHEN g > 140 THEN 'in_progress' WHEN g > 128 THEN CASE WHEN g % 4 = 0 THEN 'failed' ELSE 'successful' END ELSE 'successful' END AS st, (now() AT TIME ZONE 'UTC') - CASE WHEN g > 150 THEN interval '50 minutes' - (g - 150) * interval '1 second' ELSE (190 - g) * interval '4 minutes' END AS c,
             CASE WHEN g > 146 THEN (now() AT TIME ZONE 'UTC') - (152 - g) * interval '8 seconds' WHEN g > 140 THEN (now() AT TIME ZONE 'UTC') - interval '2 hours' - g * interval '1 second' ELSE (now() AT TIME ZONE 'UTC') - (190 - g) * interval '4 minutes' + interval '70 seconds' END AS p FROM generate_series(1, 176) g) s;
INSERT INTO prover_jobs_fri_archive (id, l1_batch_number, circuit_id, circuit_blob_url, aggregation_round, sequence_number, status, attempts, processing_started_at, created_at, updated_at, time_taken, proof_blob_url, protocol_version, picked_by, protocol_version_patch, batch_sealed_at, chain_id)
SELECT 900 + g, 50900 + g / 20, 1 + g % 13, '50900_' || g || '_circuit.bin', g % 3, g % 20, 'successful', 1, c + interval '1 minute', c, c + interval '100 seconds', time '00:00:40', 'proof_a' || g || '.bin', 27, 'circuit-prover-gpu-' || left(md5('pod' || g % 5), 9), 0, c - interval '3 minutes', 270
FROM (SELECT g, (now() AT TIME ZONE 'UTC') - interval '4 days' - g * interval '5 minutes' AS c FROM generate_series(1, 90) g) s;
