CREATE TABLE webhookrequests (id serial PRIMARY KEY, "webhookId" integer, "debounceKey" varchar(255), status
  varchar(255) NOT NULL, attempts smallint, method varchar(255), url varchar(255), "requestHeaders" text,
  "requestBody" text, "responseStatus" smallint, "responseHeaders" text, "responseBody" text, "responseTime"
  integer, "dateCreated" timestamp(0) NOT NULL, "dateRequested" timestamp(0), uid char(36) NOT NULL DEFAULT
  '0');
CREATE INDEX idx_webhookrequests_debounce ON webhookrequests ("debounceKey", status);
CREATE INDEX idx_webhookrequests_status ON webhookrequests (status, "dateCreated");
INSERT INTO webhookrequests ("webhookId", "debounceKey", status, attempts, method, url, "requestHeaders",
  "requestBody", "responseStatus", "responseHeaders", "responseBody", "responseTime", "dateCreated",
  "dateRequested", uid) SELECT 1 + g % 4, CASE WHEN g % 5 = 0 THEN 'entry-' || g END, CASE k WHEN 'bad' THEN
  'done' WHEN 'gone' THEN 'done' WHEN 'lost' THEN 'requested' ELSE k END, CASE WHEN k IN ('done') THEN 1 ELSE
  CASE WHEN k IN ('bad', 'gone') THEN 3 END END, 'post', 'https://hook.example/' || g % 4,
  '{"Content-Type": "application/json"}', '{"id": ' || g || '}', CASE WHEN k IN ('done') THEN 200 ELSE CASE
  WHEN k IN ('bad') THEN 500 END END, CASE WHEN k IN ('done', 'bad') THEN '{}' END, CASE WHEN k IN ('done')
  THEN 'ok' ELSE CASE WHEN k IN ('bad') THEN 'oops' END END, CASE WHEN k IN ('done', 'bad', 'gone') THEN 60 +
  g % 300 END, c, CASE WHEN k IN ('pending') THEN NULL ELSE c + interval '4 seconds' END, md5('wr' ||
  g)::uuid::text FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 3 THEN 'pending' WHEN g <= 5 THEN
  'requested' WHEN g <= 7 THEN 'lost' WHEN g % 12 = 0 THEN 'bad' WHEN g % 37 = 0 THEN 'gone' ELSE 'done' END
  AS k, localtimestamp - CASE WHEN g <= 5 THEN g * interval '25 seconds' WHEN g <= 7 THEN interval '9 hours' +
  g * interval '7 minutes' ELSE g * interval '15 minutes' END AS c FROM generate_series(1, 200) g) s;
