CREATE TABLE email_outbox (id serial PRIMARY KEY, email jsonb NOT NULL, created timestamptz NOT NULL DEFAULT
  now(), latest_attempt timestamptz, latest_error text NOT NULL DEFAULT '', next_attempt timestamptz DEFAULT
  now(), backoff interval NOT NULL DEFAULT interval '10 seconds', deadline timestamptz NOT NULL DEFAULT
  now());
INSERT INTO email_outbox (email, created, latest_attempt, latest_error, next_attempt, backoff, deadline)
  SELECT jsonb_build_object('to', 'u' || g % 50 || '@example.org', 'subject', 'Application ' || g), c, CASE
  WHEN k IN ('retry', 'done') THEN c + interval '50 seconds' END, CASE k WHEN 'retry' THEN 'connection
  refused' WHEN 'done' THEN 'connection refused' ELSE '' END, CASE WHEN k IN ('done') THEN NULL::timestamptz
  ELSE CASE k WHEN 'retry' THEN n + interval '6 minutes' ELSE c END END, CASE k WHEN 'retry' THEN interval
  '80 seconds' WHEN 'done' THEN interval '12 hours' ELSE interval '10 seconds' END, c + interval '7 days'
  FROM (SELECT g, now() AS n, CASE WHEN g <= 6 THEN 'new' WHEN g <= 9 THEN 'retry' WHEN g <= 13 THEN 'lost'
  ELSE 'done' END AS k, now() - CASE WHEN g <= 6 THEN g * interval '25 seconds' WHEN g <= 9 THEN g *
  interval '25 seconds' WHEN g <= 13 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval
  '90 minutes' END AS c FROM generate_series(1, 260) g) s ORDER BY s.c;
