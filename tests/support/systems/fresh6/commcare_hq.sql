CREATE TABLE repeaters_repeatrecord (id serial PRIMARY KEY, domain varchar(126) NOT NULL, payload_id varchar(255)
  NOT NULL, repeater_id_ uuid NOT NULL, state smallint NOT NULL CHECK (state >= 0), registered_at timestamptz NOT
  NULL, next_check timestamptz, max_possible_tries integer NOT NULL, CONSTRAINT next_check_pending_or_null CHECK
  (next_check IS NULL OR state = 1 OR state = 2));
CREATE INDEX repeaters_domain_registered ON repeaters_repeatrecord (domain, registered_at);
CREATE INDEX next_check_not_null ON repeaters_repeatrecord (next_check) WHERE next_check IS NOT NULL;
CREATE INDEX state_partial_idx ON repeaters_repeatrecord (repeater_id_) WHERE state IN (1, 2);
INSERT INTO repeaters_repeatrecord (domain, payload_id, repeater_id_, state, registered_at, next_check,
  max_possible_tries) SELECT 'project' || g % 4, md5('pl' || g), md5('rp' || g % 6)::uuid, CASE k WHEN 'new' THEN 1
  WHEN 'late' THEN 1 WHEN 'retry' THEN 2 WHEN 'overdue' THEN 2 WHEN 'cancelled' THEN 8 WHEN 'empty' THEN 16 WHEN
  'invalid' THEN 32 ELSE 4 END, c, CASE k WHEN 'new' THEN c WHEN 'late' THEN c WHEN 'overdue' THEN c + interval
  '2 hours' WHEN 'retry' THEN n + g * interval '9 minutes' END, 6 FROM (SELECT g, now() AS n, CASE WHEN g <= 5 THEN
  'new' WHEN g <= 10 THEN 'retry' WHEN g <= 13 THEN 'late' WHEN g <= 15 THEN 'overdue' WHEN g % 14 = 0 THEN
  'cancelled' WHEN g % 37 = 0 THEN 'empty' WHEN g % 41 = 0 THEN 'invalid' ELSE 'success' END AS k, now() - CASE WHEN
  g <= 10 THEN g * interval '25 seconds' WHEN g <= 15 THEN interval '9 hours' + g * interval '7 minutes' ELSE g *
  interval '25 minutes' END AS c FROM generate_series(1, 260) g) s;
