-- Silverback 5, PostgreSQL outbox with its default table name (the name is quoted, the columns are not).
CREATE TABLE "SilverbackOutbox" (
  Id SERIAL PRIMARY KEY,
  Content BYTEA,
  Headers TEXT,
  EndpointName TEXT NOT NULL,
  Created TIMESTAMP WITH TIME ZONE NOT NULL
);

-- produced ones are gone: advance the sequence as a running system would have
ALTER SEQUENCE "SilverbackOutbox_id_seq" RESTART WITH 48212;

INSERT INTO "SilverbackOutbox" (Content, Headers, EndpointName, Created)
SELECT CASE WHEN g % 17 = 0 THEN NULL
            ELSE convert_to(CASE g % 3 WHEN 0 THEN '{"OrderId":' || (880100 + g) || ',"Status":"Confirmed"}'
                                       WHEN 1 THEN '{"CustomerId":"C' || g || '","Email":"c' || g || '@example.org"}'
                                       ELSE '{"Sku":"SKU-' || g || '","Delta":-' || (1 + g % 4) || '}' END, 'UTF8') END,
       CASE WHEN g % 23 = 5 THEN NULL
            WHEN g % 17 = 0 THEN '[{"Name":"x-kafka-message-key","Value":"' || (880100 + g) || '"}]'
            ELSE '[{"Name":"x-message-type","Value":"' || (ARRAY['Shop.Contracts.OrderConfirmed','Shop.Contracts.CustomerChanged','Shop.Contracts.StockMoved'])[1 + g % 3] || ', Shop.Contracts"},'
                 || '{"Name":"traceparent","Value":"00-' || md5('tr' || g) || '-' || substr(md5('sp' || g), 1, 16) || '-01"}]' END,
       (ARRAY['orders-producer','customers-producer','stock-producer'])[1 + g % 3],
       now() - CASE WHEN g <= 40 THEN make_interval(secs => (41 - g) * 0.9 + 6) ELSE make_interval(secs => 5) / g END
FROM generate_series(1, 52) g;
