CREATE TABLE requests (
    "Id" uuid NOT NULL,
    "Name" text NOT NULL,
    "Time" timestamp with time zone NOT NULL,
    CONSTRAINT "PK_requests" PRIMARY KEY ("Id")
);

INSERT INTO requests ("Id", "Name", "Time")
SELECT gen_random_uuid(),
       (ARRAY['CreateOrderCommand','CreateOrderCommand','CreateOrderCommand','CancelOrderCommand','ShipOrderCommand'])[1 + (g % 5)],
       now() - (g * g * interval '17 seconds') - interval '41 minutes' * g
FROM generate_series(1, 72) AS g;
