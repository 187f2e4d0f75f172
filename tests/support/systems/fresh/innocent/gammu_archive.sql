CREATE TABLE sentitems (
  "UpdatedInDB" timestamp(0) NOT NULL DEFAULT localtimestamp(0), "InsertIntoDB" timestamp(0) NOT NULL DEFAULT localtimestamp(0), "SendingDateTime" timestamp(0) NOT NULL DEFAULT localtimestamp(0), "DeliveryDateTime" timestamp(0), "Text" text NOT NULL, "DestinationNumber" varchar(20) NOT NULL DEFAULT '',
  "Coding" varchar(255) NOT NULL DEFAULT 'Default_No_Compression', "UDH" text NOT NULL, "SMSCNumber" varchar(20) NOT NULL DEFAULT '', "Class" integer NOT NULL DEFAULT -1, "TextDecoded" text NOT NULL DEFAULT '', "ID" serial, "SenderID" varchar(255) NOT NULL, "SequencePosition" integer NOT NULL DEFAULT 1,
  "Status" varchar(255) NOT NULL DEFAULT 'SendingOK', "StatusError" integer NOT NULL DEFAULT -1, "TPMR" integer NOT NULL DEFAULT -1, "RelativeValidity" integer NOT NULL DEFAULT -1, "CreatorID" text NOT NULL, "StatusCode" integer NOT NULL DEFAULT -1,
  CHECK ("Status" IN ('SendingOK', 'SendingOKNoReport', 'SendingError', 'DeliveryOK', 'DeliveryFailed', 'DeliveryPending', 'DeliveryUnknown', 'Error')), PRIMARY KEY ("ID", "SequencePosition")
);
CREATE INDEX sentitems_date ON sentitems ("DeliveryDateTime");
CREATE TABLE phones (
  "ID" text NOT NULL, "UpdatedInDB" timestamp(0) NOT NULL DEFAULT localtimestamp(0), "InsertIntoDB" timestamp(0) NOT NULL DEFAULT localtimestamp(0), "TimeOut" timestamp(0) NOT NULL DEFAULT localtimestamp(0), "Send" boolean NOT NULL DEFAULT false, "Receive" boolean NOT NULL DEFAULT false, "IMEI" varchar(35) PRIMARY KEY,
  "IMSI" varchar(35) NOT NULL, "NetCode" varchar(10) DEFAULT 'ERROR', "NetName" varchar(35) DEFAULT 'ERROR', "Client" text NOT NULL, "Battery" integer NOT NULL DEFAULT -1, "Signal" integer NOT NULL DEFAULT -1, "Sent" integer NOT NULL DEFAULT 0, "Received" integer NOT NULL DEFAULT 0
);
INSERT INTO sentitems ("UpdatedInDB", "InsertIntoDB", "SendingDateTime", "DeliveryDateTime", "Text", "DestinationNumber", "UDH", "SMSCNumber", "TextDecoded", "SenderID", "Status", "TPMR", "CreatorID")
SELECT c, c, c + interval '5 seconds', CASE WHEN g % 5 > 0 THEN c + interval '15 seconds' END, upper(md5('s' || g)), '+3612345' || 1000 + g, '', '+36209300099', 'Your parcel ' || g || ' is here', 'modem0', CASE WHEN g % 5 = 0 THEN 'SendingOK' WHEN g % 17 = 0 THEN 'DeliveryFailed' WHEN g % 23 = 0 THEN 'SendingError' ELSE 'DeliveryOK' END, g % 255, 'shop'
FROM (SELECT g, localtimestamp - g * interval '22 minutes' AS c FROM generate_series(1, 120) g) s;
INSERT INTO phones ("ID", "TimeOut", "Send", "Receive", "IMEI", "IMSI", "NetCode", "NetName", "Client", "Battery", "Signal", "Sent", "Received") SELECT 'modem' || g, localtimestamp + interval '10 seconds', true, true, '35' || 1000000000000 + g, '216' || 100000000000 + g, '216 30', 'Net', 'Gammu 1.42', 100, 60 + g, 100 * g, 3 * g FROM generate_series(1, 4) g;
