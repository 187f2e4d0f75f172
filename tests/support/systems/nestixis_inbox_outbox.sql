CREATE TABLE inbox_outbox_transport_event (
  id SERIAL NOT NULL,
  event_name character varying(255) NOT NULL,
  event_payload json NOT NULL,
  expire_at bigint NOT NULL,
  ready_to_retry_after bigint,
  inserted_at bigint NOT NULL,
  delived_to_listeners json NOT NULL,
  CONSTRAINT "PK_c1f6b3a9e2d84f0b7a5512e60d9" PRIMARY KEY (id)
);
-- Configured per event: expires after 30 days, taken up again 10 s after the last try. 1..28: some listener failed at least once;
-- 29..36: committed a moment ago, listeners are at work in the process that wrote them.
INSERT INTO inbox_outbox_transport_event (event_name, event_payload, expire_at, ready_to_retry_after, inserted_at, delived_to_listeners)
SELECT name, json_build_object('name', name, 'userId', 500 + g, 'email', 'u' || g || '@example.com'),
       t + 2592000000,
       CASE WHEN g <= 20 THEN now_ms + (g * 480) % 10000 WHEN g <= 28 THEN now_ms - (29 - g) * 900 ELSE t + 10000 END,
       t,
       CASE WHEN g <= 28 AND g % 3 = 0 THEN '["SendWelcomeMail"]'::json WHEN g <= 28 AND g % 3 = 1 THEN '["SyncCrm","SendWelcomeMail"]' ELSE '[]' END
FROM generate_series(1, 36) AS g
CROSS JOIN LATERAL (SELECT (extract(epoch FROM now()) * 1000)::bigint AS now_ms) AS n
CROSS JOIN LATERAL (SELECT now_ms - CASE WHEN g <= 28 THEN (30 - g) * 5400000::bigint ELSE (37 - g) * 600 END AS t,
                           CASE WHEN g % 4 = 0 THEN 'UserDeleted' ELSE 'UserCreated' END AS name) AS x;
