CREATE TABLE "umbracoDistributedJob" (id serial PRIMARY KEY, "Name" varchar(255) NOT NULL, "lastRun" timestamp NOT
  NULL DEFAULT now(), period bigint NOT NULL, "IsRunning" boolean NOT NULL, "lastAttemptedRun" timestamp NOT NULL
  DEFAULT now());
INSERT INTO "umbracoDistributedJob" ("Name", "lastRun", period, "IsRunning", "lastAttemptedRun") SELECT 'Job' || g,
  localtimestamp - g * interval '50 seconds', 600000000::bigint * g, g = 4, localtimestamp - g * interval
  '50 seconds' FROM generate_series(1, 14) g;
