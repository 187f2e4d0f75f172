CREATE TABLE "DnsRefreshRequest" (
  id bigserial NOT NULL,
  name text NOT NULL,
  request_time timestamptz NOT NULL,
  tld text NOT NULL,
  type text NOT NULL,
  last_process_time timestamptz NOT NULL,
  PRIMARY KEY (id)
);
CREATE INDEX "idx8gtvnbk64yskcvrdp61f5ied3" ON "DnsRefreshRequest" (request_time);
CREATE INDEX "idxfdk2xpil2x1gh0omt84k2y3o1" ON "DnsRefreshRequest" (last_process_time);
INSERT INTO "DnsRefreshRequest" (name, request_time, tld, type, last_process_time)
SELECT CASE WHEN g % 5 = 0 THEN 'ns' || g % 3 || '.' ELSE '' END || (ARRAY['birch', 'cedar', 'maple', 'rowan', 'alder'])[1 + g % 5] || g || '.' || t, CASE WHEN g <= 34 THEN now() - g * interval '1 second' WHEN g <= 44 THEN now() + (g - 34) * interval '3 minutes' ELSE now() - interval '2 minutes' - g * interval '1 second' END, t, CASE WHEN g % 5 = 0 THEN 'HOST' ELSE 'DOMAIN' END,
       CASE WHEN g <= 44 THEN timestamptz '1970-01-01 00:00:00+00' WHEN g > 66 THEN now() - interval '26 minutes' ELSE now() - (g - 40) * interval '2 seconds' END
FROM (SELECT g, (ARRAY['app', 'dev', 'page'])[1 + g % 3] AS t FROM generate_series(1, 70) g) s;
