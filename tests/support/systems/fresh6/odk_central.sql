CREATE TABLE audits (id serial PRIMARY KEY, "actorId" integer, action text NOT NULL, "acteeId" varchar(36), details
  jsonb, "loggedAt" timestamptz(3), claimed timestamptz(3), processed timestamptz(3), "lastFailure" timestamptz(3),
  failures integer DEFAULT 0, notes text);
CREATE INDEX audits_claimed_processed_index ON audits (claimed, processed);
CREATE INDEX audits_action_acteeid_loggedat_index ON audits (action, "acteeId", "loggedAt");
INSERT INTO audits ("actorId", action, "acteeId", details, "loggedAt", claimed, processed, "lastFailure", failures)
  SELECT CASE WHEN g % 11 > 0 THEN 5 + g % 7 END, CASE WHEN k = 'plain' THEN (ARRAY['user.session.create',
  'form.delete', 'project.update'])[1 + g % 3] ELSE (ARRAY['submission.create', 'submission.update',
  'form.update.publish', 'dataset.update'])[1 + g % 4] END, md5('ac' || g % 40)::uuid::text,
  jsonb_build_object('submissionId', g), c, CASE WHEN k IN ('claimed', 'lost', 'done') THEN c + interval '3 seconds'
  END, CASE k WHEN 'done' THEN c + interval '4 seconds' WHEN 'plain' THEN c END, CASE WHEN k IN ('retry', 'dead')
  THEN c + interval '5 seconds' END, CASE k WHEN 'retry' THEN 2 WHEN 'dead' THEN 5 ELSE 0 END FROM (SELECT g, now()
  AS n, CASE WHEN g <= 3 THEN 'new' WHEN g <= 5 THEN 'claimed' WHEN g <= 7 THEN 'retry' WHEN g <= 10 THEN 'lost'
  WHEN g <= 12 THEN 'dead' WHEN g % 3 = 0 THEN 'plain' ELSE 'done' END AS k, now() - CASE WHEN g <= 7 THEN g *
  interval '25 seconds' WHEN g <= 12 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval
  '25 minutes' END AS c FROM generate_series(1, 260) g) s;
