CREATE TABLE IF NOT EXISTS "received" (
    "Id"         bigint PRIMARY KEY NOT NULL,
    "Version"    varchar(20) NOT NULL,
    "Name"       varchar(200) NOT NULL,
    "Group"      varchar(200) NULL,
    "Content"    text NULL,
    "Retries"    int NOT NULL,
    "Added"      timestamp NOT NULL,
    "ExpiresAt"  timestamp NULL,
    "StatusName" varchar(50) NOT NULL
);
CREATE INDEX IF NOT EXISTS "idx_received_ExpiresAt_StatusName" ON "received" ("ExpiresAt", "StatusName");
CREATE INDEX IF NOT EXISTS "idx_received_Version_ExpiresAt_StatusName" ON "received" ("Version", "ExpiresAt", "StatusName");

CREATE TABLE IF NOT EXISTS "published" (
    "Id"         bigint PRIMARY KEY NOT NULL,
    "Version"    varchar(20) NOT NULL,
    "Name"       varchar(200) NOT NULL,
    "Content"    text NULL,
    "Retries"    int NOT NULL,
    "Added"      timestamp NOT NULL,
    "ExpiresAt"  timestamp NULL,
    "StatusName" varchar(50) NOT NULL
);
CREATE INDEX IF NOT EXISTS "idx_published_ExpiresAt_StatusName" ON "published" ("ExpiresAt", "StatusName");
CREATE INDEX IF NOT EXISTS "idx_published_Version_ExpiresAt_StatusName" ON "published" ("Version", "ExpiresAt", "StatusName");

INSERT INTO "published" ("Id", "Version", "Name", "Content", "Retries", "Added", "ExpiresAt", "StatusName")
SELECT 1918200000000000000 + n * 4194304, 'v1', nm,
       format('{"Headers":{"cap-callback-name":null,"cap-msg-id":"%s","cap-corr-id":"%s","cap-corr-seq":"0","cap-msg-name":"%s","cap-msg-type":"OrderPlaced","cap-senttime":"2025-05-02 10:00:00"%s},"Value":{"OrderId":%s,"Total":%s.0}}',
              1918200000000000000 + n * 4194304, 1918200000000000000 + n * 4194304, nm,
              CASE WHEN st = 'Failed' THEN ',"cap-exception":"PublisherSentFailedException-->Broker: Message timed out"' ELSE '' END, n, n * 5),
       r, t, x, st
FROM (SELECT n, (ARRAY['order.placed','invoice.issued','stock.reserved'])[1 + n % 3] AS nm, st, t,
             CASE st WHEN 'Succeeded' THEN CASE WHEN n % 12 = 0 THEN 2 ELSE 0 END WHEN 'Failed' THEN CASE WHEN n % 2 = 0 THEN 50 ELSE 3 + n % 5 END ELSE 0 END AS r,
             CASE st WHEN 'Succeeded' THEN t + interval '24 hours 1 second' WHEN 'Failed' THEN t + interval '15 days'
                     WHEN 'Delayed' THEN (now() AT TIME ZONE 'UTC') + make_interval(mins => 5 + n) WHEN 'Queued' THEN (now() AT TIME ZONE 'UTC') + make_interval(secs => n - 40) END AS x
      FROM (SELECT n, CASE WHEN n <= 40 THEN 'Succeeded' WHEN n <= 48 THEN 'Failed' WHEN n <= 52 THEN 'Scheduled' WHEN n <= 57 THEN 'Delayed' ELSE 'Queued' END AS st,
                   (now() AT TIME ZONE 'UTC') - CASE WHEN n <= 40 THEN make_interval(mins => n * 31) WHEN n <= 48 THEN make_interval(mins => CASE WHEN n % 2 = 0 THEN n * 60 ELSE 3 + n % 5 END)
                        WHEN n <= 52 THEN make_interval(secs => n - 48) ELSE make_interval(mins => n) END AS t
            FROM generate_series(1, 60) n) a) b;

INSERT INTO "received" ("Id", "Version", "Name", "Group", "Content", "Retries", "Added", "ExpiresAt", "StatusName")
SELECT 1918300000000000000 + n * 4194304, 'v1', nm, (ARRAY['cap.queue.billing.v1','cap.queue.shipping.v1'])[1 + n % 2],
       format('{"Headers":{"cap-msg-id":"%s","cap-corr-id":"%s","cap-corr-seq":"0","cap-msg-name":"%s","cap-msg-group":"%s"%s},"Value":{"OrderId":%s}}',
              1918200000000000000 + n * 4194304, 1918200000000000000 + n * 4194304, nm, (ARRAY['cap.queue.billing.v1','cap.queue.shipping.v1'])[1 + n % 2],
              CASE WHEN st = 'Failed' THEN ',"cap-exception":"SubscriberExecutionFailedException-->Object reference not set to an instance of an object."' ELSE '' END, n),
       CASE st WHEN 'Succeeded' THEN CASE WHEN n % 10 = 0 THEN 1 ELSE 0 END WHEN 'Failed' THEN CASE WHEN n % 2 = 0 THEN 50 ELSE 3 + n % 4 END ELSE 0 END,
       t, CASE st WHEN 'Succeeded' THEN t + interval '24 hours 2 seconds' WHEN 'Failed' THEN t + interval '15 days' END, st
FROM (SELECT n, (ARRAY['order.placed','payment.settled'])[1 + n % 2] AS nm,
             CASE WHEN n <= 42 THEN 'Succeeded' WHEN n <= 51 THEN 'Failed' ELSE 'Scheduled' END AS st,
             (now() AT TIME ZONE 'UTC') - CASE WHEN n <= 42 THEN make_interval(mins => n * 29) WHEN n <= 51 THEN make_interval(mins => CASE WHEN n % 2 = 0 THEN n * 55 ELSE 4 + n % 4 END) ELSE make_interval(secs => n - 51) END AS t
      FROM generate_series(1, 56) n) a;
