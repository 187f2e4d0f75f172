CREATE TABLE "watermill_tasks" (
  "offset" serial PRIMARY KEY,
  "uuid" varchar(36) NOT NULL,
  "payload" json DEFAULT NULL,
  "metadata" json DEFAULT NULL,
  "acked" boolean NOT NULL DEFAULT false,
  "created_at" timestamp with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP
);

INSERT INTO "watermill_tasks" ("uuid", "payload", "metadata", "acked", "created_at")
SELECT gen_random_uuid()::text, json_build_object('email', 'u' || g || '@example.org', 'template', CASE WHEN g % 2 = 0 THEN 'welcome' ELSE 'receipt' END),
       json_build_object('correlation_id', md5('q' || g)::uuid), g <= 58,
       now() - CASE WHEN g <= 58 THEN (71 - g) * interval '14 minutes 0.31 seconds' ELSE (71 - g) * interval '0.21 seconds' END
FROM generate_series(1, 70) g;
