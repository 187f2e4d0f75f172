CREATE TABLE token (scope text NOT NULL, token text NOT NULL, data jsonb NOT NULL,
  created timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP, PRIMARY KEY (scope, token));
CREATE TABLE alert_sent (alert_id integer NOT NULL, parameter text,
  whenqueued timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP);
INSERT INTO token SELECT (ARRAY['problem', 'comment', 'email_sign_in'])[1 + g % 3], left(md5('tk' || g), 18),
  jsonb_build_object('id', g), localtimestamp - g * interval '2 hours' FROM generate_series(1, 120) g;
INSERT INTO alert_sent SELECT 1 + g % 30, (4000 + g)::text,
  localtimestamp - g * interval '50 minutes' FROM generate_series(1, 150) g;
