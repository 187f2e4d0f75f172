CREATE TABLE "oAuthToken" (
    "id" serial PRIMARY KEY,
    "accessToken" varchar(255) NOT NULL,
    "accessTokenExpiresAt" timestamptz NOT NULL,
    "refreshToken" varchar(255) NOT NULL,
    "refreshTokenExpiresAt" timestamptz NOT NULL,
    "createdAt" timestamptz NOT NULL,
    "updatedAt" timestamptz NOT NULL,
    "userId" integer NOT NULL,
    "oAuthClientId" integer NOT NULL
);
CREATE UNIQUE INDEX "o_auth_token_refresh_token" ON "oAuthToken" ("refreshToken");
CREATE UNIQUE INDEX "o_auth_token_access_token" ON "oAuthToken" ("accessToken");
CREATE INDEX "o_auth_token_user_id" ON "oAuthToken" ("userId");
CREATE INDEX "o_auth_token_o_auth_client_id" ON "oAuthToken" ("oAuthClientId");
CREATE TABLE "userNotification" (
    "id" serial PRIMARY KEY,
    "type" integer NOT NULL,
    "read" boolean NOT NULL DEFAULT false,
    "data" jsonb,
    "createdAt" timestamptz NOT NULL,
    "updatedAt" timestamptz NOT NULL,
    "userId" integer NOT NULL,
    "videoId" integer,
    "commentId" integer,
    "abuseId" integer,
    "videoBlacklistId" integer,
    "videoImportId" integer,
    "accountId" integer,
    "actorFollowId" integer,
    "pluginId" integer,
    "applicationId" integer,
    "userRegistrationId" integer,
    "videoCaptionId" integer,
    "channelCollaboratorId" integer
);
CREATE INDEX "user_notification_user_id" ON "userNotification" ("userId");
CREATE INDEX "user_notification_video_id" ON "userNotification" ("videoId") WHERE "videoId" IS NOT NULL;
CREATE INDEX "user_notification_comment_id" ON "userNotification" ("commentId") WHERE "commentId" IS NOT NULL;
INSERT INTO "oAuthToken" ("accessToken", "accessTokenExpiresAt", "refreshToken", "refreshTokenExpiresAt", "createdAt", "updatedAt", "userId", "oAuthClientId")
SELECT md5('at' || n) || left(md5('a2' || n), 8), t + interval '24 hours', md5('rt' || n) || left(md5('r2' || n), 8), t + interval '14 days', t, t, n % 15 + 1, 1
FROM (SELECT n, now() - make_interval(hours => (41 - n) * 7, secs => n) AS t FROM generate_series(1, 40) n) s;
INSERT INTO "userNotification" ("type", "read", "data", "createdAt", "updatedAt", "userId", "videoId", "commentId", "actorFollowId")
SELECT CASE n % 3 WHEN 0 THEN 1 WHEN 1 THEN 2 ELSE 10 END, n <= 50, NULL, t, CASE WHEN n <= 50 THEN t + make_interval(hours => n % 30 + 1) ELSE t END, n % 15 + 1,
       CASE WHEN n % 3 = 0 THEN 200 + n END, CASE WHEN n % 3 = 1 THEN 900 + n END, CASE WHEN n % 3 = 2 THEN 50 + n END
FROM (SELECT n, now() - make_interval(hours => (72 - n) * 6) AS t FROM generate_series(1, 70) n) s;
