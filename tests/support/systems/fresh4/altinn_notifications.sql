CREATE TYPE emailnotificationresulttype AS ENUM ('New', 'Sending', 'Succeeded', 'Delivered', 'Failed',
  'Failed_RecipientReserved', 'Failed_RecipientNotIdentified', 'Failed_InvalidEmailFormat',
  'Failed_SupressedRecipient', 'Failed_TransientError', 'Failed_Bounced', 'Failed_FilteredSpam',
  'Failed_Quarantined', 'Failed_TTL');
CREATE TYPE orderprocessingstate AS ENUM ('Registered', 'Processing', 'Completed', 'SendConditionNotMet',
  'Cancelled', 'Processed');
CREATE TYPE notificationordertype AS ENUM ('Notification', 'Reminder', 'Instant');
CREATE TABLE orders (_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, alternateid uuid UNIQUE NOT NULL,
  creatorname text NOT NULL, sendersreference text, created timestamptz NOT NULL,
  requestedsendtime timestamptz NOT NULL, processed timestamptz,
  processedstatus orderprocessingstate DEFAULT 'Registered', notificationorder jsonb NOT NULL,
  sendingtimepolicy integer, type notificationordertype NOT NULL DEFAULT 'Notification', _orderchainid bigint);
CREATE TABLE emailnotifications (_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, _orderid bigint NOT NULL,
  alternateid uuid UNIQUE NOT NULL, toaddress text NOT NULL, result emailnotificationresulttype NOT NULL,
  resulttime timestamptz NOT NULL, expirytime timestamptz NOT NULL, operationid text, recipientorgno text,
  recipientnin text, customizedbody text, customizedsubject text, deliveryreport jsonb,
  total_attachment_size_bytes bigint NOT NULL DEFAULT 0);
INSERT INTO orders (alternateid, creatorname, sendersreference, created, requestedsendtime, processed,
  processedstatus, notificationorder, type) SELECT md5('or' || g)::uuid, (ARRAY['ttd', 'skd', 'nav'])[1 + g % 3],
  CASE WHEN g % 2 = 0 THEN 'ref-' || g END, c, CASE WHEN k = 'later' THEN n + g * interval '3 hours'
  ELSE c + g % 3 * interval '1 hour' END, CASE WHEN k IN ('Completed', 'SendConditionNotMet', 'Cancelled',
  'Processed') THEN c + g % 3 * interval '1 hour' + interval '2 minutes' END, (CASE WHEN k IN ('later', 'new')
  THEN 'Registered' ELSE k END)::orderprocessingstate, jsonb_build_object('$', 'NotificationOrder', 'id',
  md5('or' || g)::uuid), CASE WHEN g % 5 = 0 THEN 'Reminder' ELSE 'Notification' END::notificationordertype
FROM (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'new' WHEN g <= 17 THEN 'later' WHEN g <= 19 THEN 'Processing'
  WHEN g <= 24 THEN 'Processed' WHEN g <= 26 THEN 'Processing' WHEN g % 37 = 0 THEN 'SendConditionNotMet'
  WHEN g % 29 = 0 THEN 'Cancelled' ELSE 'Completed' END AS k, now() - CASE WHEN g <= 24
  THEN g * interval '10 seconds' WHEN g <= 26 THEN interval '1 day' + g * interval '7 minutes'
  ELSE g * interval '3 hours' END AS c
FROM generate_series(1, 150) g) s;
INSERT INTO emailnotifications (_orderid, alternateid, toaddress, result, resulttime, expirytime, operationid,
  recipientorgno, recipientnin, deliveryreport) SELECT 1 + g % 150, md5('em' || g)::uuid,
  'person' || g || '@example.no', k::emailnotificationresulttype, CASE k WHEN 'New' THEN c WHEN 'Sending'
  THEN c + interval '2 seconds' WHEN 'Failed_TTL' THEN c + interval '2 days' ELSE c + interval '20 seconds' END,
  c + interval '2 days', CASE WHEN k IN ('Succeeded', 'Delivered', 'Failed_Bounced')
  THEN md5('op' || g)::uuid::text END, CASE WHEN g % 2 = 0 THEN '91083155' || g % 9 END, CASE WHEN g % 2 = 1
  THEN '0101' || 1000000 + g END, CASE WHEN k IN ('Delivered', 'Failed_Bounced')
  THEN '{"status":"Delivered"}'::jsonb END
FROM (SELECT g, now() AS n, CASE WHEN g <= 6 THEN 'New' WHEN g <= 10 THEN 'Sending' WHEN g <= 22 THEN 'Succeeded'
  WHEN g <= 25 THEN 'Sending' WHEN g % 23 = 0 THEN 'Failed_Bounced' WHEN g % 41 = 0 THEN 'Failed_TTL' WHEN g % 47 = 0
  THEN 'Failed_RecipientNotIdentified' ELSE 'Delivered' END AS k, now() - CASE WHEN g <= 22
  THEN g * interval '6 seconds' WHEN g <= 25 THEN interval '20 hours' + g * interval '7 minutes'
  ELSE g * interval '2 hours' END AS c
FROM generate_series(1, 210) g) s;
