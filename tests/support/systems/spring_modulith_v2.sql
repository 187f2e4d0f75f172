CREATE TABLE event_publication (
  id uuid NOT NULL,
  listener_id text NOT NULL,
  event_type text NOT NULL,
  serialized_event text NOT NULL,
  publication_date timestamp with time zone NOT NULL,
  completion_date timestamp with time zone,
  status text,
  completion_attempts int,
  last_resubmission_date timestamp with time zone,
  PRIMARY KEY (id)
);
CREATE INDEX event_publication_serialized_event_hash_idx ON event_publication USING hash (serialized_event);
CREATE INDEX event_publication_by_completion_date_idx ON event_publication (completion_date);

-- completed at the first try (some after a resubmission)
INSERT INTO event_publication (id, listener_id, event_type, serialized_event, publication_date, completion_date, status, completion_attempts, last_resubmission_date)
SELECT gen_random_uuid(),
       CASE g % 3 WHEN 0 THEN 'com.acme.loyalty.PointsListener.on(com.acme.payments.PaymentReceived)'
                  WHEN 1 THEN 'com.acme.invoices.InvoiceListener.on(com.acme.payments.PaymentReceived)'
                  ELSE 'com.acme.shipping.ShipmentListener.on(com.acme.orders.OrderPaid)' END,
       CASE WHEN g % 3 = 2 THEN 'com.acme.orders.OrderPaid' ELSE 'com.acme.payments.PaymentReceived' END,
       CASE WHEN g % 3 = 2 THEN '{"orderId":' || (3000 + g) || '}' ELSE '{"paymentId":"' || md5('p' || g)::uuid || '","cents":' || (990 + g * 71) || '}' END,
       p.d, r.d + (30 + g % 11 * 9) * interval '1 millisecond', 'COMPLETED',
       CASE WHEN g % 8 = 0 THEN 2 WHEN g % 19 = 0 THEN 4 ELSE 1 END,
       r.d
FROM generate_series(1, 48) g,
LATERAL (SELECT now() - g * interval '2 hours 41 minutes 0.55213 seconds' AS d) p,
LATERAL (SELECT p.d + CASE WHEN g % 8 = 0 THEN interval '31 minutes' WHEN g % 19 = 0 THEN interval '95 minutes' ELSE interval '0' END AS d) r;

-- just published, being handled, failed, sent again after a failure
INSERT INTO event_publication (id, listener_id, event_type, serialized_event, publication_date, completion_date, status, completion_attempts, last_resubmission_date)
SELECT gen_random_uuid(),
       'com.acme.shipping.ShipmentListener.on(com.acme.orders.OrderPaid)', 'com.acme.orders.OrderPaid',
       '{"orderId":' || (9000 + g) || '}',
       p.d, NULL, s.w,
       CASE s.w WHEN 'FAILED' THEN 1 + g % 3 WHEN 'RESUBMITTED' THEN 2 + g % 2 WHEN 'PROCESSING' THEN CASE WHEN g % 4 = 0 THEN 2 ELSE 1 END ELSE 1 END,
       CASE WHEN s.w = 'FAILED' AND g % 3 > 0 THEN p.d + interval '30 minutes' * (g % 3)
            WHEN s.w = 'RESUBMITTED' THEN now() - g * interval '170 milliseconds'
            WHEN s.w = 'PROCESSING' AND g % 4 = 0 THEN now() - interval '1.3 seconds'
            ELSE p.d END
FROM generate_series(1, 30) g,
LATERAL (SELECT CASE WHEN g <= 5 THEN 'PUBLISHED' WHEN g <= 12 THEN 'PROCESSING' WHEN g <= 25 THEN 'FAILED' ELSE 'RESUBMITTED' END AS w) s,
LATERAL (SELECT now() - CASE WHEN s.w = 'PUBLISHED' THEN g * interval '60 milliseconds'
                             WHEN s.w = 'PROCESSING' AND g % 4 = 0 THEN interval '3 hours 20 minutes'
                             WHEN s.w = 'PROCESSING' THEN g * interval '240 milliseconds'
                             ELSE g * interval '1 hour 17 minutes' END AS d) p;
