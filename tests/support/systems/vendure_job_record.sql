CREATE TABLE job_record (
  "createdAt" timestamp(6) NOT NULL DEFAULT now(),
  "updatedAt" timestamp(6) NOT NULL DEFAULT now(),
  "queueName" character varying NOT NULL,
  data text,
  state character varying NOT NULL,
  progress integer NOT NULL,
  result text,
  error character varying,
  "startedAt" timestamp(6),
  "settledAt" timestamp(6),
  "isSettled" boolean NOT NULL,
  retries integer NOT NULL,
  attempts integer NOT NULL,
  id serial PRIMARY KEY
);
CREATE INDEX "IDX_job_record_createdAt" ON job_record ("createdAt");
-- a row that has just been taken has state RUNNING but neither startedAt nor the new attempt: these come with the next save (progress or end)
INSERT INTO job_record ("createdAt", "updatedAt", "queueName", data, state, progress, result, error, "startedAt", "settledAt", "isSettled", retries, attempts)
SELECT c, CASE s WHEN 'PENDING' THEN c WHEN 'RUNNING' THEN c + interval '1 second' ELSE c + interval '4 seconds' END, (ARRAY['update-search-index','send-email','apply-collection-filters'])[1 + g % 3], '{"type":"reindex","ctx":{"_apiType":"admin"},"channelId":' || g || '}', s,
  CASE s WHEN 'COMPLETED' THEN 100 WHEN 'RUNNING' THEN CASE WHEN g % 2 = 0 THEN 40 ELSE 0 END WHEN 'CANCELLED' THEN 0 ELSE 0 END, CASE s WHEN 'COMPLETED' THEN CASE WHEN g % 2 = 0 THEN '{"success":true,"indexedItemCount":' || g || '}' ELSE 'true' END END, CASE WHEN s IN ('FAILED','RETRYING') OR (s = 'COMPLETED' AND g % 12 = 1) THEN 'connect ECONNREFUSED 127.0.0.1:25' END,
  CASE WHEN s IN ('COMPLETED','FAILED','RETRYING') OR (s = 'RUNNING' AND g % 2 = 0) THEN c + interval '1 second' END, CASE WHEN s IN ('COMPLETED','FAILED','CANCELLED') THEN c + interval '4 seconds' END, s IN ('COMPLETED','FAILED','CANCELLED'), CASE WHEN s = 'RETRYING' OR g % 3 = 1 THEN 5 ELSE 0 END,
  CASE s WHEN 'COMPLETED' THEN 1 + (g % 12 = 1)::int WHEN 'RETRYING' THEN 1 + g % 4 WHEN 'FAILED' THEN CASE WHEN g % 3 = 1 THEN 6 ELSE 1 END WHEN 'RUNNING' THEN CASE WHEN g % 2 = 0 THEN 1 ELSE 0 END ELSE 0 END
FROM (SELECT g, CASE WHEN g <= 38 THEN 'COMPLETED' WHEN g <= 54 THEN 'PENDING' WHEN g <= 62 THEN 'RUNNING' WHEN g <= 67 THEN 'RETRYING' WHEN g <= 73 THEN 'FAILED' ELSE 'CANCELLED' END AS s,
       timezone('UTC', now()) - CASE WHEN g BETWEEN 39 AND 54 THEN g * interval '0.4 seconds' WHEN g BETWEEN 55 AND 60 THEN g * interval '1 second' ELSE g * interval '26 minutes' END AS c FROM generate_series(1, 76) g) x;
