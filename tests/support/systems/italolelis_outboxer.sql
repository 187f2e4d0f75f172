CREATE TABLE event_store (
    id SERIAL not null primary key,
    dispatched boolean not null default false,
    dispatched_at timestamp,
    payload bytea not null,
    options jsonb,
    headers jsonb
);
CREATE INDEX "index_dispatchedAt" ON event_store using btree (dispatched_at asc nulls last);
CREATE INDEX "index_dispatched" ON event_store using btree (dispatched asc nulls last);

INSERT INTO event_store (dispatched, dispatched_at, payload, options, headers)
SELECT g <= 62,
       CASE WHEN g <= 62 THEN (now() AT TIME ZONE 'utc') - (75 - g) * interval '19 minutes' END,
       convert_to('{"order_id":"' || gen_random_uuid() || '","status":"' || (ARRAY['placed','paid','shipped'])[1 + g % 3] || '","lines":' || (1 + g % 4) || '}', 'UTF8'),
       CASE WHEN g <= 62 THEN '{}'::jsonb ELSE jsonb_build_object('exchange.name', 'orders', 'exchange.type', 'topic', 'routing_key', 'orders.' || (ARRAY['placed','paid','shipped'])[1 + g % 3]) END,
       CASE WHEN g <= 62 THEN '{}'::jsonb ELSE jsonb_build_object('content-type', 'application/json', 'x-trace', md5('t' || g)) END
FROM generate_series(1, 74) AS g ORDER BY g;
