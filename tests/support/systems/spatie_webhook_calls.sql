CREATE TABLE webhook_calls (
    id bigserial PRIMARY KEY,
    name varchar(255) NOT NULL,
    url varchar(512) NOT NULL,
    headers json,
    payload json,
    attachments json,
    exception text,
    created_at timestamp(0) without time zone,
    updated_at timestamp(0) without time zone
);

INSERT INTO webhook_calls (name, url, headers, payload, attachments, exception, created_at, updated_at)
SELECT n, 'https://shop.example.com/webhooks/' || n,
       CASE WHEN n = 'stripe' THEN json_build_object('stripe-signature', json_build_array('t=' || extract(epoch FROM t)::bigint || ',v1=' || md5('v' || g))) ELSE '[]'::json END,
       CASE n WHEN 'stripe' THEN json_build_object('id', 'evt_1N' || substr(md5('e' || g), 1, 22), 'object', 'event', 'type', (ARRAY['charge.succeeded','invoice.paid','customer.updated'])[1 + g % 3],
                   'data', json_build_object('object', json_build_object('id', 'ch_3N' || substr(md5('c' || g), 1, 20), 'amount', g * 100, 'currency', 'eur')))
              WHEN 'github' THEN json_build_object('action', 'opened', 'number', g, 'repository', json_build_object('full_name', 'acme/shop'))
              ELSE json_build_object('event', 'parcel.status', 'tracking', '3S' || upper(substr(md5('p' || g), 1, 10))) END,
       NULL,
       CASE WHEN g % 17 = 0 THEN json_build_object('code', 0, 'message', 'Connection refused [tcp://127.0.0.1:6379]', 'trace', '#0 vendor/predis/predis/src/Connection/StreamConnection.php(128)')::text END,
       date_trunc('second', t), date_trunc('second', t)
FROM (SELECT g, (ARRAY['stripe','stripe','github','parcels'])[1 + g % 4] AS n, (now() AT TIME ZONE 'utc') - (71 - g) * interval '5 hours 3 minutes' AS t FROM generate_series(1, 70) AS g) s ORDER BY g;
