CREATE TABLE processed_event (
  eventid uuid NOT NULL,
  CONSTRAINT processed_event_ids_pkey PRIMARY KEY (eventid)
);
CREATE TABLE outbox_event (
  id uuid NOT NULL,
  destination varchar(255) NULL,
  payload varchar(4096) NULL,
  "timestamp" int8 NOT NULL,
  version varchar(255) NULL,
  CONSTRAINT outbox_pkey PRIMARY KEY (id)
);
INSERT INTO processed_event (eventid) SELECT gen_random_uuid() FROM generate_series(1, 90);
INSERT INTO outbox_event (id, destination, payload, "timestamp", version)
SELECT gen_random_uuid(), 'demo-outbox-outbound', 'event data: ' || md5(g::text), (extract(epoch FROM now() - (61 - g) * interval '29 minutes') * 1000)::bigint + g * 3 % 7, 'v1'
FROM generate_series(1, 60) AS g;
