CREATE TABLE "CommunicationRecipient" ("Id" serial PRIMARY KEY, "CommunicationId" integer NOT NULL,
  "PersonAliasId" integer, "Status" integer NOT NULL, "StatusNote" text, "AdditionalMergeValuesJson" text,
  "Guid" uuid NOT NULL UNIQUE, "CreatedDateTime" timestamp, "ModifiedDateTime" timestamp,
  "CreatedByPersonAliasId" integer, "OpenedDateTime" timestamp, "OpenedClient" varchar(200),
  "TransportEntityTypeName" varchar(200), "UniqueMessageId" varchar(100), "SendDateTime" timestamp,
  "MediumEntityTypeId" integer);
CREATE INDEX "IX_CommunicationId_Status" ON "CommunicationRecipient" ("CommunicationId", "Status");
INSERT INTO "CommunicationRecipient" ("CommunicationId", "PersonAliasId", "Status", "StatusNote", "Guid",
  "CreatedDateTime", "ModifiedDateTime", "CreatedByPersonAliasId", "OpenedDateTime", "OpenedClient",
  "TransportEntityTypeName", "UniqueMessageId", "SendDateTime", "MediumEntityTypeId") SELECT 40 + g / 60,
  1000 + g, CASE k WHEN 'new' THEN 0 WHEN 'lost' THEN 0 WHEN 'work' THEN 5 WHEN 'lostw' THEN 5 WHEN 'bad'
  THEN 2 WHEN 'can' THEN 3 WHEN 'open' THEN 4 ELSE 1 END, CASE WHEN k IN ('bad', 'can') THEN CASE k WHEN
  'can' THEN 'Cancelled by the sender' ELSE 'Address is on the block list' END END, md5('rr' || g)::uuid,
  c::timestamp(3), (c + CASE k WHEN 'new' THEN interval '0' WHEN 'lost' THEN interval '0' WHEN 'work' THEN
  interval '40 seconds' WHEN 'lostw' THEN interval '40 seconds' ELSE interval '1 minute' + ((2 + g * 37 %
  89) * interval '1 second') END)::timestamp(3), 10, CASE WHEN k IN ('open') THEN c + interval '5 hours'
  END::timestamp(3), CASE WHEN k IN ('open') THEN 'Apple Mail' END, CASE WHEN k IN ('done', 'open', 'bad')
  THEN 'Rock.Communication.Transport.SMTP' END, CASE WHEN k IN ('done', 'open') THEN md5('um' || g) END,
  CASE WHEN k IN ('done', 'open') THEN c + interval '1 minute' + ((2 + g * 37 % 89) * interval '1 second')
  END::timestamp(3), 37 FROM (SELECT g, now() AS n, CASE WHEN g <= 5 THEN 'new' WHEN g <= 7 THEN 'work' WHEN
  g <= 12 THEN 'lost' WHEN g <= 15 THEN 'lostw' WHEN g % 31 = 10 THEN 'bad' WHEN g % 83 = 27 THEN 'can' WHEN
  g % 3 = 1 THEN 'open' ELSE 'done' END AS k, now() - CASE WHEN g <= 5 THEN g * interval '25 seconds' WHEN g
  <= 7 THEN g * interval '25 seconds' WHEN g <= 12 THEN interval '9 hours' + g * interval '7 minutes' WHEN g
  <= 15 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '6 minutes' END AS c FROM
  generate_series(1, 440) g) s ORDER BY s.c;
