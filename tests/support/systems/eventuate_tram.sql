CREATE TABLE message (
    id                varchar(255) PRIMARY KEY,
    destination       text NOT NULL,
    headers           text NOT NULL,
    payload           text NOT NULL,
    published         smallint DEFAULT 0,
    message_partition smallint,
    creation_time     bigint
);
CREATE INDEX message_published_idx ON message (published, id);

CREATE TABLE received_messages (
    consumer_id   varchar(1000),
    message_id    varchar(1000),
    creation_time bigint,
    published     smallint DEFAULT 0,
    PRIMARY KEY (consumer_id, message_id)
);

INSERT INTO message (id, destination, headers, payload, published, message_partition, creation_time)
SELECT i, 'com.example.orders.domain.Order',
       format('{"PARTITION_ID":"%s","event-aggregate-type":"com.example.orders.domain.Order","event-aggregate-id":"%s","event-type":"com.example.orders.events.%s","DATE":"Fri, 02 May 2025 10:00:00 GMT","DESTINATION":"com.example.orders.domain.Order","ID":"%s"}',
              500 + n, 500 + n, (ARRAY['OrderCreatedEvent','OrderApprovedEvent','OrderCancelledEvent'])[1 + n % 3], i),
       format('{"orderId":%s,"orderTotal":{"amount":"%s.50"}}', 500 + n, n * 3),
       CASE WHEN n <= 50 THEN 1 ELSE 0 END, NULL,
       (extract(epoch FROM now() - make_interval(secs => (60 - n) * 211 + 1)) * 1000)::bigint
FROM (SELECT n, '00000196' || lpad(to_hex(2000000 + n * 977), 8, '0') || '-0242ac1b00080000' AS i FROM generate_series(1, 58) n) s;

INSERT INTO received_messages (consumer_id, message_id, creation_time)
SELECT (ARRAY['customerServiceEvents','orderHistoryServiceEvents','customerCommandDispatcher'])[1 + n % 3],
       '00000195' || lpad(to_hex(3000000 + (n / 3) * 991), 8, '0') || '-0242ac1b00070000',
       (extract(epoch FROM now() - make_interval(secs => (70 - n) * 307 + 1)) * 1000)::bigint
FROM generate_series(1, 66) n;
