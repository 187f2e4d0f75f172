CREATE TYPE task_action AS ENUM ('receive', 'translate', 'batch', 'process', 'route', 'send', 'wipe',
  'none', 'batch_error', 'send_error', 'wipe_error');
CREATE TABLE task (report_id uuid PRIMARY KEY, next_action task_action NOT NULL, next_action_at timestamptz,
  schema_name varchar(63) NOT NULL, receiver_name varchar(63), item_count integer NOT NULL, body_format
  varchar(63) NOT NULL, body_url varchar(2048), created_at timestamptz NOT NULL DEFAULT now(), translated_at
  timestamptz, batched_at timestamptz, sent_at timestamptz, wiped_at timestamptz, errored_at timestamptz,
  retry_token jsonb);
CREATE INDEX task_next ON task (next_action, next_action_at);
INSERT INTO task (report_id, next_action, next_action_at, schema_name, receiver_name, item_count,
  body_format, body_url, created_at, translated_at, batched_at, sent_at, errored_at, retry_token) SELECT
  md5('rs' || g)::uuid, CASE k WHEN 'new' THEN 'send' WHEN 'lost' THEN 'send' WHEN 'batch' THEN 'batch' WHEN
  'retry' THEN 'send' WHEN 'bad' THEN 'send_error' ELSE 'none' END::task_action, CASE k WHEN 'new' THEN c +
  interval '1 minute' WHEN 'lost' THEN c + interval '1 minute' WHEN 'batch' THEN n + interval '35 minutes'
  WHEN 'retry' THEN n + interval '12 minutes' ELSE NULL END, (ARRAY['pdi-covid-19', 'az/az-covid-19'])[1 + g
  % 2], 'phd' || g % 12 || '.elr', 1 + g * 13 % 200, (ARRAY['HL7_BATCH', 'CSV', 'HL7'])[1 + g % 3],
  'https://store/reports/' || md5('b' || g), c, CASE WHEN k IN ('batch') THEN NULL ELSE c + interval
  '20 seconds' END, CASE WHEN k IN ('batch') THEN NULL ELSE c + interval '40 seconds' END, CASE WHEN k IN
  ('done') THEN c + interval '1 minute' + ((2 + g * 37 % 89) * interval '1 second') END, CASE WHEN k IN
  ('bad', 'retry') THEN c + interval '1 minute' + ((2 + g * 37 % 89) * interval '1 second') END, CASE WHEN k
  IN ('retry', 'bad') THEN jsonb_build_object('retryCount', 2) END FROM (SELECT g, now() AS n, CASE WHEN g
  <= 3 THEN 'new' WHEN g <= 7 THEN 'batch' WHEN g <= 11 THEN 'lost' WHEN g <= 13 THEN 'retry' WHEN g % 37 =
  12 THEN 'bad' ELSE 'done' END AS k, now() - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 7
  THEN g * interval '25 seconds' WHEN g <= 11 THEN interval '9 hours' + g * interval '7 minutes' WHEN g <=
  13 THEN g * interval '25 seconds' ELSE g * interval '6 minutes' END AS c FROM generate_series(1, 400) g) s
  ORDER BY s.c;
