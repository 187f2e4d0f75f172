CREATE TABLE event_publication (
  id uuid NOT NULL,
  listener_id text NOT NULL,
  event_type text NOT NULL,
  serialized_event text NOT NULL,
  publication_date timestamp with time zone NOT NULL,
  completion_date timestamp with time zone,
  PRIMARY KEY (id)
);
CREATE INDEX event_publication_serialized_event_hash_idx ON event_publication USING hash (serialized_event);
CREATE INDEX event_publication_by_completion_date_idx ON event_publication (completion_date);

-- every event is stored once per listener; a few listeners have not come through
INSERT INTO event_publication (id, listener_id, event_type, serialized_event, publication_date, completion_date)
SELECT gen_random_uuid(),
       CASE l WHEN 1 THEN 'com.acme.inventory.InventoryManagement.on(com.acme.orders.OrderCompleted)'
              WHEN 2 THEN 'com.acme.mail.ConfirmationMailer.send(com.acme.orders.OrderCompleted)'
              ELSE 'org.springframework.modulith.events.support.DelegatingEventExternalizer.externalize(java.lang.Object)' END,
       'com.acme.orders.OrderCompleted',
       '{"orderId":"' || md5('o' || g)::uuid || '","lineItems":' || (1 + g % 5) || '}',
       p.d,
       CASE WHEN (g * 3 + l) % 17 = 0 THEN NULL
            WHEN g <= 2 AND l > 1 THEN NULL
            ELSE p.d + (l * 41 + g % 7 * 13) * interval '1 millisecond' + CASE WHEN (g + l) % 13 = 0 THEN interval '5 hours 12 minutes' ELSE interval '0' END END
FROM generate_series(1, 30) g
CROSS JOIN generate_series(1, 3) l,
LATERAL (SELECT now() - (g - 1) * interval '7 hours 13 minutes' - interval '1.804617 seconds' AS d) p;
