CREATE TABLE event (
  id bigserial PRIMARY KEY, target bigint NOT NULL, event_def int, add_time timestamptz NOT NULL DEFAULT now(), run_time timestamptz NOT NULL, start_time timestamptz, update_time timestamptz, complete_time timestamptz, update_process int,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'invalid', 'found', 'collecting', 'collected', 'validating', 'valid', 'reacting', 'reacted', 'cleaning', 'complete', 'error')), user_data text, template_output bigint, error_output bigint, async_output bigint
);
CREATE INDEX atev_target_def_idx ON event (target, event_def);
CREATE INDEX atev_def_state ON event (event_def, state);
INSERT INTO event (target, event_def, add_time, run_time, start_time, update_time, complete_time, update_process, state, template_output, error_output)
SELECT 4000 + g, 1 + g % 6, d - interval '2 days', d, CASE WHEN st <> 'pending' THEN d + interval '1 minute' END, CASE WHEN st <> 'pending' THEN d + interval '2 minutes' END, CASE WHEN st = 'complete' THEN d + interval '2 minutes' END, CASE WHEN st <> 'pending' THEN 6000 + g % 9 END, st, CASE WHEN st = 'complete' THEN 900 + g END, CASE WHEN st = 'error' THEN 300 + g END
FROM (SELECT g, CASE WHEN g <= 14 THEN 'pending' WHEN g <= 17 THEN 'collecting' WHEN g <= 20 THEN 'reacting' WHEN g <= 23 THEN 'found' WHEN g % 9 = 0 THEN 'invalid' WHEN g % 27 = 1 THEN 'error' ELSE 'complete' END AS st, CASE WHEN g <= 5 THEN now() - g * interval '5 seconds' WHEN g <= 14 THEN now() + g * interval '3 hours' WHEN g <= 20 THEN now() - interval '2 minutes' WHEN g <= 23 THEN now() - interval '15 hours' ELSE now() - g * interval '50 minutes' END AS d FROM generate_series(1, 140) g) s;
