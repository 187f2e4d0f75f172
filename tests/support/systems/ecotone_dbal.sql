CREATE TABLE ecotone_deduplication (
  message_id VARCHAR(255) NOT NULL,
  consumer_endpoint_id VARCHAR(255) NOT NULL,
  routing_slip VARCHAR(255) NOT NULL,
  handled_at BIGINT NOT NULL,
  PRIMARY KEY (message_id, consumer_endpoint_id, routing_slip)
);
CREATE INDEX IDX_4FEBE3E36F4B26C ON ecotone_deduplication (handled_at);

CREATE TABLE ecotone_error_messages (
  message_id VARCHAR(255) NOT NULL,
  failed_at TIMESTAMP(0) WITHOUT TIME ZONE NOT NULL,
  payload TEXT NOT NULL,
  headers TEXT NOT NULL,
  PRIMARY KEY (message_id)
);
CREATE INDEX IDX_F9FBCA7B1DD19495 ON ecotone_error_messages (failed_at);

-- Each event is handled by one or two event handlers behind one asynchronous channel; commands with #[Deduplicated] use a header value and have no channel.
INSERT INTO ecotone_deduplication (message_id, consumer_endpoint_id, routing_slip, handled_at)
SELECT m.id, 'notifications', h.slip, (extract(epoch FROM now() - g * interval '2 hours 11 minutes') * 1000)::bigint + h.n * 37
FROM generate_series(1, 50) AS g
CROSS JOIN LATERAL (SELECT md5('event ' || g)::uuid::text AS id) AS m
CROSS JOIN (VALUES (1, 'orderPlacedEmail.target'), (2, 'orderPlacedLedger.target')) AS h (n, slip)
WHERE h.n = 1 OR g % 2 = 0
UNION ALL
SELECT 'pay-2024-' || lpad(g::text, 5, '0'), '', 'capturePayment', (extract(epoch FROM now() - g * interval '3 hours 5 minutes') * 1000)::bigint
FROM generate_series(1, 30) AS g;

INSERT INTO ecotone_error_messages (message_id, failed_at, payload, headers)
SELECT gen_random_uuid(), date_trunc('second', (now() AT TIME ZONE 'UTC') - g * interval '5 hours'),
       '{"orderId":"' || (3000 + g) || '","total":' || (g * 7) || '}',
       '{"id":"' || gen_random_uuid() || '","timestamp":' || extract(epoch FROM now() - g * interval '5 hours')::bigint
         || ',"__TypeId__":"App\\Ordering\\OrderWasPlaced","contentType":"application\/json","polledChannelName":"notifications","exception-class":"GuzzleHttp\\Exception\\ConnectException","exception-message":"cURL error 28: Operation timed out","exception-code":"0","ecotone_retry_number":3}'
FROM generate_series(1, 24) AS g;
