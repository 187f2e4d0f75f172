CREATE TABLE messenger_messages (
  id bigserial NOT NULL,
  body text NOT NULL,
  headers text NOT NULL,
  queue_name varchar(190) NOT NULL,
  created_at timestamp(0) without time zone NOT NULL,
  available_at timestamp(0) without time zone NOT NULL,
  delivered_at timestamp(0) without time zone DEFAULT NULL,
  PRIMARY KEY (id)
);
CREATE INDEX idx_75ea56e0fb7336f0 ON messenger_messages (queue_name);
CREATE INDEX idx_75ea56e0e3bd61ce ON messenger_messages (available_at);
CREATE INDEX idx_75ea56e016ba31db ON messenger_messages (delivered_at);

-- handled rows are deleted; 1 waits, 2 delayed (or waits for a retry), 3 taken by a worker, 4 taken long ago by a dead worker, 5 in the failure transport
INSERT INTO messenger_messages (body, headers, queue_name, created_at, available_at, delivered_at)
SELECT json_build_object('orderId', 700 + g)::text,
       json_build_object('type', CASE WHEN g % 3 = 0 THEN 'App\Message\SendInvoice' WHEN g % 3 = 1 THEN 'App\Message\CapturePayment' ELSE 'App\Message\IndexProduct' END, 'Content-Type', 'application/json',
         'X-Message-Stamp-Symfony\Component\Messenger\Stamp\BusNameStamp', '[{"busName":"messenger.bus.default"}]')::jsonb
       || CASE WHEN s = 5 THEN jsonb_build_object('X-Message-Stamp-Symfony\Component\Messenger\Stamp\SentToFailureTransportStamp', '[{"originalReceiverName":"async"}]', 'X-Message-Stamp-Symfony\Component\Messenger\Stamp\RedeliveryStamp', '[{"retryCount":0}]')
               WHEN s = 2 AND g % 2 = 0 THEN jsonb_build_object('X-Message-Stamp-Symfony\Component\Messenger\Stamp\RedeliveryStamp', '[{"retryCount":' || (1 + g % 3) || '}]') ELSE '{}'::jsonb END,
       CASE WHEN s = 5 THEN 'failed' ELSE 'default' END,
       c.d, c.d + CASE WHEN s = 2 THEN (1 + g % 4) * interval '4 minutes' ELSE interval '0' END,
       CASE s WHEN 3 THEN (now() AT TIME ZONE 'UTC') - (g % 9) * interval '1 second' WHEN 4 THEN c.d + interval '2 seconds' END
FROM (SELECT g, CASE WHEN g <= 18 THEN 5 WHEN g <= 21 THEN 4 WHEN g <= 27 THEN 3 WHEN g <= 37 THEN 2 ELSE 1 END AS s FROM generate_series(1, 56) g) q,
LATERAL (SELECT (now() AT TIME ZONE 'UTC') - CASE s WHEN 5 THEN (57 - g) * interval '6 hours 11 minutes' WHEN 4 THEN interval '3 hours' + g * interval '1 minute' WHEN 3 THEN (57 - g) * interval '1 second' WHEN 2 THEN (57 - g) * interval '5 seconds' ELSE (57 - g) * interval '1 second' END AS d) c;
