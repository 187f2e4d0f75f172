CREATE TABLE attempt_details (id char(27) PRIMARY KEY, request_headers jsonb, request_body jsonb,
  response_headers jsonb, response_body jsonb, ws_id char(27),
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP(3), updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP(3));
CREATE TABLE endpoints (id char(27) PRIMARY KEY, name text, description text, request jsonb NOT NULL DEFAULT '{}',
  enabled boolean NOT NULL DEFAULT true, metadata jsonb NOT NULL DEFAULT '{}', events text[],
  retry jsonb NOT NULL DEFAULT '{}', ws_id char(27), created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP(3),
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP(3));
INSERT INTO attempt_details SELECT left(md5('at' || g), 27), '{"Content-Type":"application/json"}',
  jsonb_build_object('n', g), CASE WHEN g % 9 > 0 THEN '{"Date":"x"}'::jsonb END, CASE WHEN g % 9 > 0
  THEN to_jsonb('ok'::text) END, left(md5('ws'), 27), c, c FROM (SELECT g,
  now() - g * interval '12 minutes' AS c FROM generate_series(1, 150) g) s;
INSERT INTO endpoints SELECT left(md5('ep' || g), 27), 'endpoint ' || g, NULL,
  '{"url":"https://example.com/hook","method":"POST","timeout":10000}', g % 7 > 0, '{}', ARRAY['order.created'],
  '{"strategy":"fixed","config":{"attempts":[0,60,3600]}}', left(md5('ws'), 27), c, CASE WHEN g % 3 = 0
  THEN c + interval '3 days' ELSE c END FROM (SELECT g, now() - g * interval '3 days' AS c FROM generate_series(1,
  45) g) s;
