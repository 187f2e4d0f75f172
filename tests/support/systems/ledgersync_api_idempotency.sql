CREATE TABLE idempotency_keys (
    id bigserial PRIMARY KEY,
    key character varying,
    response_body jsonb,
    response_status integer,
    request_id character varying,
    created_at timestamp without time zone NOT NULL,
    updated_at timestamp without time zone NOT NULL,
    request_body jsonb
);
CREATE INDEX index_idempotency_keys_on_key ON idempotency_keys USING btree (key);
CREATE INDEX index_idempotency_keys_on_request_id ON idempotency_keys USING btree (request_id);

INSERT INTO idempotency_keys (key, response_body, response_status, request_id, created_at, updated_at, request_body)
SELECT CASE WHEN g % 20 = 0 THEN 'sync-invoice-' || (g / 20)
            ELSE 'sync-' || md5('k' || g::text) END,
       CASE WHEN g % 14 = 0
            THEN jsonb_build_object('error', jsonb_build_object('type', 'invalid_request_error', 'message', 'Reference resource is missing'))
            WHEN g % 3 = 0
            THEN jsonb_build_object('object', 'user', 'id', 'usr_' || substr(md5('u' || g::text), 1, 16), 'external_id', 'acct-' || g)
            ELSE jsonb_build_object('object', 'sync', 'id', 'sync_' || substr(md5('s' || g::text), 1, 16), 'status', 'blocked', 'operation_method', 'create') END,
       CASE WHEN g % 14 = 0 THEN 422 WHEN g % 3 = 0 THEN 200 ELSE 201 END,
       gen_random_uuid()::text,
       t, t,
       CASE WHEN g % 3 = 0
            THEN jsonb_build_object('external_id', 'acct-' || g)
            ELSE jsonb_build_object('ledger', 'ldg_' || substr(md5((g % 6)::text), 1, 12), 'operation_method', 'create',
                 'resource_external_id', 'inv-' || (5000 + g), 'resource_type', (ARRAY['invoice','customer','payment'])[1 + g % 3],
                 'references', jsonb_build_object('inv-' || (5000 + g), jsonb_build_object('data', jsonb_build_object('currency', 'USD', 'memo', 'order ' || g)))) END
FROM (SELECT g, date_trunc('microseconds', (now() AT TIME ZONE 'utc') - (81 - g) * interval '2 hours 19 minutes') AS t FROM generate_series(1, 80) AS g) s
ORDER BY g;

INSERT INTO idempotency_keys (key, response_body, response_status, request_id, created_at, updated_at, request_body)
SELECT key, jsonb_set(response_body, '{id}', to_jsonb('sync_' || substr(md5('again' || id::text), 1, 16))), 201, gen_random_uuid()::text,
       created_at + interval '30 hours', created_at + interval '30 hours', request_body
FROM idempotency_keys WHERE key IN ('sync-invoice-1', 'sync-invoice-2');
