CREATE TABLE jobs (id text NOT NULL, queue text NOT NULL, payload jsonb NOT NULL, "runAt" timestamp(3) NOT NULL
  DEFAULT CURRENT_TIMESTAMP, attempts integer NOT NULL DEFAULT 0, "maxAttempts" integer NOT NULL, "lastError" text,
  "lockedAt" timestamp(3), "createdAt" timestamp(3) NOT NULL DEFAULT CURRENT_TIMESTAMP, "updatedAt" timestamp(3) NOT
  NULL DEFAULT CURRENT_TIMESTAMP, CONSTRAINT jobs_pkey PRIMARY KEY (id));
INSERT INTO jobs SELECT 'cm' || left(md5('ch' || g), 23), 'context-agent', '{}', CASE k WHEN 'again' THEN n + g *
  interval '1 minute' ELSE c END, CASE k WHEN 'new' THEN 0 WHEN 'again' THEN 2 WHEN 'dead' THEN 5 ELSE 1 END, 5,
  CASE WHEN k IN ('again', 'dead') THEN 'model overloaded' END, CASE WHEN k IN ('run', 'lost') THEN c + interval
  '1 second' END, c, c + interval '1 second' FROM (SELECT g, localtimestamp(3) AS n, CASE WHEN g <= 5 THEN 'new'
  WHEN g <= 7 THEN 'run' WHEN g <= 10 THEN 'again' WHEN g <= 13 THEN 'lost' WHEN g <= 19 THEN 'dead' END AS k,
  localtimestamp(3) - CASE WHEN g <= 10 THEN g * interval '25 seconds' WHEN g <= 19 THEN interval '9 hours' + g *
  interval '7 minutes' ELSE g * interval '25 minutes' END AS c FROM generate_series(1, 19) g) s;
