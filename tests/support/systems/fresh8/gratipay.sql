CREATE TABLE email_messages (id serial PRIMARY KEY, participant bigint, spt_name text NOT NULL, context
  bytea NOT NULL, user_initiated boolean NOT NULL DEFAULT true, ctime timestamptz NOT NULL DEFAULT now(),
  result text, remote_message_id text, email_address text, CONSTRAINT email_or_participant_required CHECK
  (participant IS NOT NULL OR email_address IS NOT NULL));
INSERT INTO email_messages (participant, spt_name, context, user_initiated, ctime, result,
  remote_message_id, email_address) SELECT CASE WHEN g % 3 > 0 THEN 1 + g % 90 END, (ARRAY['verification',
  'charge_succeeded', 'branch'])[1 + g % 3], decode(md5('ctx' || g), 'hex'), g % 2 = 0, c, CASE WHEN k =
  'done' THEN '' WHEN k = 'bad' THEN 'ClientError(''Throttling'')' END, CASE WHEN k = 'done' THEN '0102-' ||
  md5('rm' || g) END, CASE WHEN g % 3 = 0 THEN 'p' || g || '@example.com' END FROM (SELECT g, now() AS n,
  CASE WHEN g <= 4 THEN 'new' WHEN g <= 6 THEN 'lost' WHEN g % 33 = 11 THEN 'bad' ELSE 'done' END AS k,
  now() - CASE WHEN g <= 4 THEN g * interval '25 seconds' WHEN g <= 6 THEN interval '9 hours' + g * interval
  '7 minutes' ELSE g * interval '10 minutes' END AS c FROM generate_series(1, 470) g) s ORDER BY g DESC;
CREATE TYPE exchange_status AS ENUM ('pre', 'pending', 'failed', 'succeeded', 'unknown');
CREATE TABLE exchanges (id serial PRIMARY KEY, "timestamp" timestamptz NOT NULL DEFAULT now(), amount
  numeric(35,2) NOT NULL, fee numeric(35,2) NOT NULL, participant text NOT NULL, recorder text, note text,
  status exchange_status NOT NULL, route bigint NOT NULL, ref text);
INSERT INTO exchanges ("timestamp", amount, fee, participant, note, status, route, ref) SELECT c, CASE WHEN
  g % 4 = 0 THEN -(10 + g % 90) ELSE 10 + g % 90 END, 0.59, 'user' || g % 70, CASE WHEN k = 'bad' THEN 'Card
  declined' END, CASE k WHEN 'work' THEN 'pre' WHEN 'lost' THEN 'pre' WHEN 'wait' THEN 'pending' WHEN 'bad'
  THEN 'failed' ELSE 'succeeded'::exchange_status END, 1 + g % 70, CASE WHEN k IN ('done', 'wait', 'bad')
  THEN md5('ref' || g) END FROM (SELECT g, now() AS n, CASE WHEN g <= 1 THEN 'work' WHEN g <= 6 THEN 'wait'
  WHEN g <= 8 THEN 'lost' WHEN g % 21 = 7 THEN 'bad' ELSE 'done' END AS k, now() - CASE WHEN g <= 1 THEN g *
  interval '25 seconds' WHEN g <= 6 THEN g * interval '25 seconds' WHEN g <= 8 THEN interval '9 hours' + g *
  interval '7 minutes' ELSE g * interval '60 minutes' END AS c FROM generate_series(1, 380) g) s ORDER BY g
  DESC;
