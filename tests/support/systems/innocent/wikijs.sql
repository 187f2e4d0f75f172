CREATE TABLE "userKeys" (
    id serial PRIMARY KEY,
    kind varchar(255) NOT NULL,
    token varchar(255) NOT NULL,
    "createdAt" varchar(255) NOT NULL,
    "validUntil" varchar(255) NOT NULL,
    "userId" integer
);
CREATE TABLE "settings" (
    key varchar(255) NOT NULL PRIMARY KEY,
    value json,
    "updatedAt" varchar(255) NOT NULL
);
CREATE TABLE "assets" (
    id serial PRIMARY KEY,
    filename varchar(255) NOT NULL,
    hash varchar(255) NOT NULL,
    ext varchar(255) NOT NULL,
    kind text CHECK (kind IN ('binary', 'image')) NOT NULL DEFAULT 'binary',
    mime varchar(255) NOT NULL DEFAULT 'application/octet-stream',
    "fileSize" integer,
    metadata json,
    "createdAt" varchar(255) NOT NULL,
    "updatedAt" varchar(255) NOT NULL,
    "folderId" integer,
    "authorId" integer
);
CREATE INDEX assets_hash_index ON "assets" (hash);
COMMENT ON COLUMN "assets"."fileSize" IS 'In kilobytes';

INSERT INTO "userKeys" (kind, token, "createdAt", "validUntil", "userId")
SELECT (ARRAY['verify','resetPwd','changePwd','tfa'])[1 + g % 4], encode(sha256(convert_to('t' || g, 'UTF8')), 'hex'), to_char(t, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), to_char(t + interval '1 day', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 2 + g % 12
FROM (SELECT g, (now() AT TIME ZONE 'utc') - g * interval '5 hours' AS t FROM generate_series(1, 36) AS g) s;
INSERT INTO "settings" (key, value, "updatedAt")
SELECT k, json_build_object('v', true), to_char((now() AT TIME ZONE 'utc') - interval '30 days', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
FROM unnest(ARRAY['auth','certs','company','features','graphEndpoint','host','lang','logoUrl','mail','seo','sessionSecret','telemetry','theming','title','uploads']) AS k;
INSERT INTO "assets" (filename, hash, ext, kind, mime, "fileSize", "createdAt", "updatedAt", "folderId", "authorId")
SELECT 'screenshot-' || g || '.png', encode(sha256(convert_to('h' || g, 'UTF8')), 'hex'), '.png', 'image', 'image/png', 1000 * g, to_char(t, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), to_char(t, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), NULL, 2 + g % 4
FROM (SELECT g, (now() AT TIME ZONE 'utc') - g * interval '2 days' AS t FROM generate_series(1, 50) AS g) s;
