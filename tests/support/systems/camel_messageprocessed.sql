CREATE TABLE CAMEL_MESSAGEPROCESSED (processorName VARCHAR(255), messageId VARCHAR(100), createdAt TIMESTAMP, PRIMARY KEY (processorName, messageId));
INSERT INTO CAMEL_MESSAGEPROCESSED (processorName, messageId, createdAt)
SELECT CASE WHEN g % 4 = 0 THEN 'invoiceFiles' ELSE 'orderEvents' END,
       CASE WHEN g % 4 = 0 THEN 'invoice-' || to_char(now() - g * interval '6 hours', 'YYYYMMDD') || '-' || lpad(g::text, 4, '0') || '.xml' ELSE upper(substr(md5('m' || g), 1, 15)) || '-' || lpad(to_hex(g), 16, '0') END,
       date_trunc('milliseconds', (now() AT TIME ZONE 'UTC') - (91 - g) * interval '2 hours 17 minutes')
FROM generate_series(1, 90) AS g;
