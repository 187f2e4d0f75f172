CREATE TABLE checkpoints (workflow_id varchar(255) NOT NULL, position integer NOT NULL, value bytea,
  idempotency_key varchar(255) NOT NULL, created_at timestamp NOT NULL);
CREATE UNIQUE INDEX idx_checkpoints_workflow_id_position ON checkpoints (workflow_id, position);
INSERT INTO checkpoints (workflow_id, position, value, idempotency_key, created_at) SELECT 'order-' || g / 4,
  g % 4, CASE WHEN g % 9 > 0 THEN '\x81a26f6b'::bytea END, md5('step' || g % 4), c FROM (SELECT g,
  localtimestamp AS n, 'x' AS k, localtimestamp - CASE WHEN g <= 5 THEN g * interval '25 seconds' ELSE g *
  interval '11 minutes' END AS c FROM generate_series(1, 180) g) s;
