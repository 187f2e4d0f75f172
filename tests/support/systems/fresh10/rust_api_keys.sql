CREATE TABLE idempotency_keys (key text PRIMARY KEY, user_id uuid, method text NOT NULL, path text NOT NULL,
  request_hash bytea, response_status integer, response_body jsonb, locked_until timestamptz, created_at
  timestamptz NOT NULL DEFAULT now(), processed_at timestamptz);
INSERT INTO idempotency_keys (key, user_id, method, path, request_hash, response_status, response_body,
  locked_until, created_at, processed_at) SELECT md5('rk' || g), md5('ru' || g % 60)::uuid, 'POST',
  (ARRAY['/transfers', '/cards'])[1 + g % 2], decode(md5('r1' || g), 'hex'), CASE WHEN k IN ('done', 'bad')
  THEN CASE k WHEN 'bad' THEN 500 ELSE 200 END END, CASE WHEN k IN ('done', 'bad') THEN
  jsonb_build_object('id', g) END, CASE k WHEN 'work' THEN n + interval '20 seconds' ELSE c + interval
  '30 seconds' END, c, CASE WHEN k IN ('done', 'bad') THEN c + interval '60 milliseconds' * (1 + g % 30) END
  FROM (SELECT g, now() AS n, CASE WHEN g <= 2 THEN 'work' WHEN g <= 5 THEN 'lost' WHEN g % 31 = 10 THEN
  'bad' ELSE 'done' END AS k, now() - CASE WHEN g <= 2 THEN g * interval '25 seconds' WHEN g <= 5 THEN
  interval '9 hours' + g * interval '7 minutes' ELSE g * interval '5 minutes' END AS c FROM
  generate_series(1, 340) g) s ORDER BY s.c;
