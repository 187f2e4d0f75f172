CREATE TABLE "crlShards" (id bigserial PRIMARY KEY, "issuerID" bigint NOT NULL, idx integer NOT NULL, "thisUpdate"
  timestamp, "nextUpdate" timestamp, "leasedUntil" timestamp NOT NULL, UNIQUE ("issuerID", idx));
CREATE TABLE paused ("registrationID" bigint NOT NULL, "identifierType" smallint NOT NULL, "identifierValue"
  varchar(255) NOT NULL, "pausedAt" timestamp NOT NULL, "unpausedAt" timestamp, PRIMARY KEY ("registrationID",
  "identifierValue", "identifierType"));
CREATE TABLE serials (id bigserial PRIMARY KEY, "registrationID" bigint NOT NULL, serial varchar(255) NOT NULL
  UNIQUE, created timestamp NOT NULL, expires timestamp NOT NULL);
INSERT INTO "crlShards" ("issuerID", idx, "thisUpdate", "nextUpdate", "leasedUntil") SELECT 7 + g % 2, g / 2,
  localtimestamp - g * interval '2 minutes', localtimestamp + interval '9 days' - g * interval '2 minutes',
  localtimestamp - g * interval '1 minute' + CASE WHEN g <= 4 THEN interval '10 minutes' ELSE interval '0' END FROM
  generate_series(1, 120) g;
INSERT INTO paused SELECT g, 0, 'd' || g || '.example', c, CASE WHEN g % 3 = 0 THEN c + interval '2 days' END FROM
  (SELECT g, localtimestamp - g * interval '9 hours' AS c FROM generate_series(1, 60) g) s;
INSERT INTO serials ("registrationID", serial, created, expires) SELECT 1 + g % 60, '04' || md5('s' || g), c, c +
  interval '90 days' FROM (SELECT g, localtimestamp - g * interval '50 minutes' AS c FROM generate_series(1, 220) g)
  s;
