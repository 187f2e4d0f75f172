CREATE TABLE queue (
    id SERIAL,
    created_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    queue_name varchar(255) NOT NULL
);
CREATE UNIQUE INDEX unique_queue_name ON queue (queue_name);
CREATE TABLE queue_message (
    created_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    deliver_on TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
    queue_name varchar(255) NOT NULL,
    message_id varchar(255) NOT NULL,
    priority integer DEFAULT 0,
    popped boolean DEFAULT false,
    offset_time_seconds BIGINT,
    payload TEXT,
    PRIMARY KEY (queue_name, message_id)
);
CREATE UNIQUE INDEX unique_queue_name_message_id ON queue_message (queue_name, message_id);
CREATE INDEX combo_queue_message ON queue_message USING btree (queue_name, priority desc, popped, deliver_on, created_on);

INSERT INTO queue (queue_name, created_on)
SELECT q, (now() AT TIME ZONE 'utc') - interval '40 days' FROM unnest(ARRAY['_deciderQueue','HTTP','encode_video','send_invoice','conductor:order_events:sink']) AS q;

INSERT INTO queue_message (created_on, deliver_on, queue_name, message_id, priority, popped, offset_time_seconds, payload)
SELECT CASE WHEN popped AND q IN ('HTTP','conductor:order_events:sink') THEN n - (g % 50) * interval '1 second' ELSE t END,
       CASE WHEN q = '_deciderQueue' AND popped THEN n - (g % 20) * interval '2 seconds'
            WHEN q = '_deciderQueue' THEN n + (g % 30) * interval '1 second'
            WHEN popped AND q IN ('encode_video','send_invoice') AND g % 7 = 0 THEN n - interval '95 seconds'
            WHEN popped AND q NOT IN ('encode_video','send_invoice') THEN n - (g % 50) * interval '1 second'
            WHEN popped THEN n + (20 + (g * 13) % 3000) * interval '1 second'
            WHEN off > 0 THEN t + off * interval '1 second'
            ELSE t END,
       q, CASE WHEN q LIKE 'conductor:%' THEN md5('m' || g) ELSE gen_random_uuid()::text END,
       CASE WHEN g % 8 = 0 THEN 10 ELSE 0 END, popped,
       CASE WHEN q = '_deciderQueue' THEN 30 WHEN popped AND q IN ('encode_video','send_invoice') THEN 3600 WHEN popped THEN 0 ELSE off END,
       CASE WHEN q LIKE 'conductor:%' THEN '{"orderId":"' || g || '","workflowVersion":1,"workflowType":"order_flow"}' END
FROM (SELECT g, (now() AT TIME ZONE 'utc') AS n, (now() AT TIME ZONE 'utc') - g * interval '23 seconds' AS t,
             (ARRAY['_deciderQueue','_deciderQueue','encode_video','send_invoice','HTTP','conductor:order_events:sink'])[1 + g % 6] AS q,
             g % 5 < 2 AS popped, CASE WHEN g % 9 = 0 THEN 600 + g * 40 ELSE 0 END AS off
      FROM generate_series(1, 108) AS g) s;
