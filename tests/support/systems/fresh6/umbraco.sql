CREATE TABLE "umbracoLongRunningOperation" (id uuid PRIMARY KEY, type varchar(50) NOT NULL, status varchar(50) NOT
  NULL, result text, "createDate" timestamp NOT NULL DEFAULT now(), "updateDate" timestamp NOT NULL DEFAULT now(),
  "expirationDate" timestamp NOT NULL);
INSERT INTO "umbracoLongRunningOperation" (id, type, status, result, "createDate", "updateDate", "expirationDate")
  SELECT md5('lr' || g)::uuid, (ARRAY['RebuildIndex', 'PublishBranch', 'DatabaseCacheRebuild'])[1 + g % 3], CASE k
  WHEN 'lost' THEN 'Running' ELSE k END, CASE k WHEN 'Success' THEN '{"ok": true}' END, c, CASE k WHEN 'Enqueued'
  THEN c ELSE c + interval '50 seconds' END, CASE k WHEN 'Enqueued' THEN c ELSE c + interval '50 seconds' END +
  interval '5 minutes' FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 2 THEN 'Enqueued' WHEN g <= 4 THEN
  'Running' WHEN g <= 7 THEN 'lost' WHEN g % 14 = 0 THEN 'Failed' ELSE 'Success' END AS k, localtimestamp - CASE
  WHEN g <= 4 THEN g * interval '25 seconds' WHEN g <= 7 THEN interval '9 hours' + g * interval '7 minutes' ELSE g *
  interval '50 minutes' END AS c FROM generate_series(1, 90) g) s;
