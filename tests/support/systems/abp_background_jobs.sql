CREATE TABLE "AbpBackgroundJobs" (
  "Id" uuid NOT NULL CONSTRAINT "PK_AbpBackgroundJobs" PRIMARY KEY,
  "ApplicationName" character varying(96),
  "JobName" character varying(128) NOT NULL,
  "JobArgs" character varying(1048576) NOT NULL,
  "TryCount" smallint NOT NULL DEFAULT 0,
  "CreationTime" timestamp without time zone NOT NULL,
  "NextTryTime" timestamp without time zone NOT NULL,
  "LastTryTime" timestamp without time zone,
  "IsAbandoned" boolean NOT NULL DEFAULT false,
  "Priority" smallint NOT NULL DEFAULT 15,
  "ExtraProperties" text NOT NULL,
  "ConcurrencyStamp" character varying(40) NOT NULL
);
CREATE INDEX "IX_AbpBackgroundJobs_IsAbandoned_NextTryTime" ON "AbpBackgroundJobs" ("IsAbandoned", "NextTryTime");
INSERT INTO "AbpBackgroundJobs"
SELECT gen_random_uuid(), NULL, (ARRAY['Shop.ChargeOrderArgs','Volo.Abp.Emailing.BackgroundEmailSendingJobArgs'])[1 + g % 2], '{"OrderId":' || g || '}', t, c, CASE WHEN g <= 22 THEN c WHEN g <= 28 THEN n + g * interval '10 minutes' WHEN g <= 44 THEN l + interval '60 seconds' * power(2, t - 1) ELSE l - interval '1 second' END, l, g > 44, CASE WHEN g % 6 = 0 THEN 20 ELSE 15 END, '{}', md5(random()::text)
FROM (SELECT g, n, t, CASE WHEN g <= 28 THEN n - g * interval '1 second' WHEN g <= 44 THEN n - (power(2, t - 1) - 0.5) * interval '60 seconds' - interval '8 seconds' ELSE n - g * interval '2 days' END AS c, CASE WHEN g > 44 THEN n - g * interval '2 days' + interval '34 hours 8 minutes' WHEN g > 28 THEN n - interval '34 seconds' END AS l
      FROM (SELECT g, timezone('UTC', now()) AS n, CASE WHEN g <= 28 THEN 0 WHEN g <= 44 THEN 1 + g % 5 ELSE 12 END AS t FROM generate_series(1, 52) g) y) x;
