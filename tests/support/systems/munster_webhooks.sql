CREATE TABLE received_webhooks (
    id bigserial PRIMARY KEY,
    handler_event_id character varying NOT NULL,
    handler_module_name character varying NOT NULL,
    status character varying DEFAULT 'received' NOT NULL,
    body bytea NOT NULL,
    created_at timestamp(6) without time zone NOT NULL,
    updated_at timestamp(6) without time zone NOT NULL,
    request_headers json
);
CREATE UNIQUE INDEX webhook_dedup_idx ON received_webhooks USING btree (handler_module_name, handler_event_id);
CREATE INDEX index_received_webhooks_on_status ON received_webhooks USING btree (status);

WITH s AS (
    SELECT g,
           CASE WHEN g > 85 THEN 'received' WHEN g > 82 THEN 'processing' WHEN g = 40 THEN 'processing'
                WHEN g % 13 = 0 THEN 'error' WHEN g % 9 = 0 THEN 'skipped' WHEN g % 21 = 0 THEN 'failed_validation' ELSE 'processed' END AS st,
           (now() AT TIME ZONE 'utc') - (89 - g) * CASE WHEN g > 82 THEN interval '1900 milliseconds' ELSE interval '26 minutes' END + (g % 5) * interval '137 milliseconds' AS t,
           (ARRAY['Webhooks::StarlingPaymentsHandler','Webhooks::StarlingPaymentsHandler','Webhooks::CustomerIoHandler','Webhooks::RevolutBusinessHandler'])[1 + g % 4] AS h
    FROM generate_series(1, 88) AS g
)
INSERT INTO received_webhooks (handler_event_id, handler_module_name, status, body, created_at, updated_at, request_headers)
SELECT CASE WHEN h LIKE '%CustomerIo%' THEN '01H' || upper(substr(md5('e' || g), 1, 23)) ELSE gen_random_uuid()::text END,
       h, st,
       convert_to(CASE WHEN g % 21 = 0 THEN 'not json at all ' || g
            WHEN h LIKE '%Starling%' THEN '{"webhookEventUid":"' || md5('w' || g) || '","webhookType":"FEED_ITEM","content":{"feedItemUid":"' || md5('f' || g) || '","amount":{"currency":"GBP","minorUnits":' || (g * 125) || '},"direction":"IN"}}'
            WHEN h LIKE '%CustomerIo%' THEN '{"metric":"delivered","object_type":"email","event_id":"' || g || '"}'
            ELSE '{"event":"TransactionStateChanged","data":{"id":"' || md5('r' || g) || '","old_state":"pending","new_state":"completed"}}' END, 'UTF8'),
       t,
       CASE st WHEN 'received' THEN t WHEN 'processing' THEN t + interval '850 milliseconds' ELSE t + (1200 + (g * 97) % 4000) * interval '1 millisecond' END,
       json_build_object('HTTP_HOST', 'app.example.com', 'REQUEST_METHOD', 'POST', 'CONTENT_TYPE', 'application/json', 'HTTP_X_HOOK_SIGNATURE', md5('sig' || g),
            'action_dispatch.request.path_parameters', json_build_object('controller', 'munster/receive_webhooks', 'action', 'create', 'service_id', 'svc-' || g % 4))
FROM s ORDER BY g;
