CREATE FUNCTION update_timestamp() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW."UpdatedInDB" := localtimestamp(0); RETURN NEW; END $$;
CREATE TABLE outbox (
  "UpdatedInDB" timestamp(0) NOT NULL DEFAULT localtimestamp(0), "InsertIntoDB" timestamp(0) NOT NULL DEFAULT localtimestamp(0), "SendingDateTime" timestamp NOT NULL DEFAULT localtimestamp(0), "SendBefore" time NOT NULL DEFAULT '23:59:59', "SendAfter" time NOT NULL DEFAULT '00:00:00',
  "SendDays" integer NOT NULL DEFAULT 127, "Text" text, "DestinationNumber" varchar(20) NOT NULL DEFAULT '', "Coding" varchar(255) NOT NULL DEFAULT 'Default_No_Compression', "UDH" text, "Class" integer DEFAULT -1, "TextDecoded" text NOT NULL DEFAULT '', "ID" serial PRIMARY KEY,
  "MultiPart" boolean NOT NULL DEFAULT false, "RelativeValidity" integer DEFAULT -1, "SenderID" varchar(255), "SendingTimeOut" timestamp(0) NOT NULL DEFAULT localtimestamp(0), "DeliveryReport" varchar(10) DEFAULT 'default', "CreatorID" text NOT NULL, "Retries" integer DEFAULT 0,
  "Priority" integer DEFAULT 0, "Status" varchar(255) NOT NULL DEFAULT 'Reserved', "StatusCode" integer NOT NULL DEFAULT -1,
  CHECK ("Coding" IN ('Default_No_Compression', 'Unicode_No_Compression', '8bit', 'Default_Compression', 'Unicode_Compression')), CHECK ("DeliveryReport" IN ('default', 'yes', 'no')),
  CHECK ("Status" IN ('SendingOK', 'SendingOKNoReport', 'SendingError', 'DeliveryOK', 'DeliveryFailed', 'DeliveryPending', 'DeliveryUnknown', 'Error', 'Reserved'))
);
CREATE INDEX outbox_date ON outbox ("SendingDateTime", "SendingTimeOut");
CREATE INDEX outbox_sender ON outbox ("SenderID");
CREATE TABLE inbox (
  "UpdatedInDB" timestamp(0) NOT NULL DEFAULT localtimestamp(0), "ReceivingDateTime" timestamp(0) NOT NULL DEFAULT localtimestamp(0), "InsertIntoDB" timestamp(0) NOT NULL DEFAULT localtimestamp(0), "Text" text NOT NULL, "SenderNumber" varchar(20) NOT NULL DEFAULT '',
  "Coding" varchar(255) NOT NULL DEFAULT 'Default_No_Compression', "UDH" text NOT NULL, "SMSCNumber" varchar(20) NOT NULL DEFAULT '', "Class" integer NOT NULL DEFAULT -1, "TextDecoded" text NOT NULL DEFAULT '', "ID" serial PRIMARY KEY, "MessageID" integer NOT NULL DEFAULT 0,
  "SequencePosition" integer NOT NULL DEFAULT 1, "PartCount" integer NOT NULL DEFAULT 1, "RecipientID" text NOT NULL, "Processed" boolean NOT NULL DEFAULT false, "Status" integer NOT NULL DEFAULT -1,
  CHECK ("Coding" IN ('Default_No_Compression', 'Unicode_No_Compression', '8bit', 'Default_Compression', 'Unicode_Compression'))
);
CREATE INDEX inbox_message ON inbox ("MessageID", "SequencePosition");
CREATE INDEX inbox_insert ON inbox ("InsertIntoDB");
INSERT INTO outbox ("UpdatedInDB", "InsertIntoDB", "SendingDateTime", "Text", "DestinationNumber", "TextDecoded", "SendingTimeOut", "CreatorID", "Retries", "Status", "StatusCode")
SELECT c, c, CASE k WHEN 'later' THEN n + g * interval '1 hour' ELSE c END, upper(md5('x' || g)), '+3612345' || 1000 + g, 'Your parcel ' || g || ' is here', CASE k WHEN 'run' THEN n + interval '50 seconds' WHEN 'retry' THEN n + g % 9 * interval '1 minute' ELSE c END, 'shop',
       CASE k WHEN 'retry' THEN 1 + g % 2 ELSE 0 END, 'Reserved', CASE k WHEN 'retry' THEN 27 ELSE -1 END
FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 20 THEN 'new' WHEN g <= 34 THEN 'later' WHEN g <= 42 THEN 'retry' WHEN g <= 44 THEN 'run' ELSE 'lost' END AS k FROM generate_series(1, 50) g) s, LATERAL (SELECT CASE k WHEN 'lost' THEN n - interval '6 hours' ELSE n - g * interval '5 seconds' END AS c) x;
INSERT INTO inbox ("UpdatedInDB", "ReceivingDateTime", "InsertIntoDB", "Text", "SenderNumber", "UDH", "SMSCNumber", "TextDecoded", "RecipientID", "Processed")
SELECT c + CASE WHEN p THEN interval '20 seconds' ELSE interval '0' END, c, c + interval '2 seconds', upper(md5('i' || g)), '+3630777' || 1000 + g % 30, '', '+36209300099', 'STOP ' || g, 'modem0', p
FROM (SELECT g, g > 9 AS p, CASE WHEN g <= 4 THEN localtimestamp - g * interval '1 second' ELSE localtimestamp - g * interval '21 minutes' END AS c FROM generate_series(1, 90) g) s;
CREATE TRIGGER update_timestamp BEFORE UPDATE ON inbox FOR EACH ROW EXECUTE PROCEDURE update_timestamp();
CREATE TRIGGER update_timestamp BEFORE UPDATE ON outbox FOR EACH ROW EXECUTE PROCEDURE update_timestamp();
