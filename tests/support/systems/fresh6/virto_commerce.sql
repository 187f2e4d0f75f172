CREATE TABLE "NotificationMessage" ("Id" varchar(128) PRIMARY KEY, "TenantId" varchar(128), "TenantType"
  varchar(128), "NotificationType" varchar(128), "SendAttemptCount" integer NOT NULL, "MaxSendAttemptCount" integer
  NOT NULL, "LastSendError" text, "LastSendAttemptDate" timestamptz, "SendDate" timestamptz, "LanguageCode"
  varchar(10), "Status" varchar(20), "NotificationId" varchar(128), "Discriminator" varchar(128) NOT NULL, "Subject"
  varchar(512), "Body" text, "From" varchar(128), "To" varchar(128), "CC" varchar(1024), "BCC" varchar(1024),
  "Message" text, "Number" varchar(128), "CreatedDate" timestamptz NOT NULL, "ModifiedDate" timestamptz, "CreatedBy"
  varchar(64), "ModifiedBy" varchar(64));
CREATE INDEX "IX_NotificationMessage_NotificationId" ON "NotificationMessage" ("NotificationId");
INSERT INTO "NotificationMessage" ("Id", "TenantId", "TenantType", "NotificationType", "SendAttemptCount",
  "MaxSendAttemptCount", "LastSendError", "LastSendAttemptDate", "SendDate", "LanguageCode", "Status",
  "NotificationId", "Discriminator", "Subject", "Body", "From", "To", "Message", "Number", "CreatedDate",
  "ModifiedDate", "CreatedBy", "ModifiedBy") SELECT md5('nm' || g)::uuid::text, 'store' || g % 3, 'Store',
  (ARRAY['OrderPaidEmailNotification', 'RegistrationEmailNotification', 'TwoFactorSmsNotification'])[1 + g % 3],
  CASE k WHEN 'Pending' THEN 0 WHEN 'lost' THEN 0 WHEN 'Error' THEN 4 ELSE 1 END, CASE WHEN k IN ('Pending', 'lost')
  THEN 0 ELSE 4 END, CASE k WHEN 'Error' THEN 'SmtpException: no route' END, CASE WHEN k IN ('Sent', 'Error') THEN c
  + interval '2 seconds' END, CASE k WHEN 'Sent' THEN c + interval '2 seconds' END, 'en-US', CASE k WHEN 'lost' THEN
  'Pending' ELSE k END, md5('nt' || g % 3)::uuid::text, CASE WHEN g % 3 = 2 THEN 'SmsNotificationMessage' ELSE
  'EmailNotificationMessage' END, CASE WHEN g % 3 < 2 THEN 'Order ' || g END, CASE WHEN g % 3 < 2 THEN
  '<p>Hello</p>' END, CASE WHEN g % 3 < 2 THEN 'shop@example.com' END, CASE WHEN g % 3 < 2 THEN 'c' || g ||
  '@example.com' END, CASE WHEN g % 3 = 2 THEN 'Code 1' END, CASE WHEN g % 3 = 2 THEN '+100' || g END, c, c +
  interval '2 seconds', 'unknown', 'unknown' FROM (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'Pending' WHEN g <= 6
  THEN 'lost' WHEN g % 13 = 0 THEN 'Error' ELSE 'Sent' END AS k, now() - CASE WHEN g <= 3 THEN g * interval
  '25 seconds' WHEN g <= 6 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '25 minutes' END AS
  c FROM generate_series(1, 220) g) s;
