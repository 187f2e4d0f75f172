CREATE TABLE message_handler_requests (handlername varchar(128), "timestamp" timestamp(6) NOT NULL DEFAULT now(),
  request_id bigint, request bytea, leased_until timestamp(6), leased_by varchar(128), PRIMARY KEY (request_id));
CREATE INDEX message_handler_requests_by_lease ON message_handler_requests (leased_until, leased_by);
CREATE TABLE client_action_requests (client_id bigint, flow_id bigint, request_id bigint,
  "timestamp" timestamp(6) NOT NULL DEFAULT now(), request bytea NOT NULL, leased_until timestamp(6),
  leased_by varchar(128), leased_count int DEFAULT 0, PRIMARY KEY (client_id, flow_id, request_id));
INSERT INTO message_handler_requests SELECT (ARRAY['StatsHandler', 'ForemanHandler', 'BlobHandler'])[1 + g % 3], c,
  880000000 + g * 977, decode(md5('mh' || g), 'hex'), CASE k WHEN 'run'
  THEN n + interval '5 minutes' - g * interval '2 seconds' WHEN 'lost' THEN c + interval '10 minutes' END, CASE
  WHEN k <> 'new' THEN 'worker-' || g % 3 || ':1234' END
FROM (SELECT g, (now() AT TIME ZONE 'UTC') AS n, CASE WHEN g <= 44 THEN 'new' WHEN g <= 59 THEN 'run' WHEN g <= 65
  THEN 'lost' ELSE 'new' END AS k, (now() AT TIME ZONE 'UTC') - CASE WHEN g <= 59 THEN g * interval '2 seconds'
  WHEN g <= 65 THEN interval '8 hours' + g * interval '7 minutes' ELSE g * interval '1 minute' END AS c
FROM generate_series(1, 70) g) s;
INSERT INTO client_action_requests SELECT 1000 + g % 25, 70000 + g, 1 + g % 3, c, decode(md5('ca' || g), 'hex'),
  CASE k WHEN 'run' THEN n + interval '10 minutes' - g * interval '5 seconds' WHEN 'lost'
  THEN c + interval '20 minutes' END, CASE WHEN k <> 'new' THEN 'frontend-' || g % 2 || ':8080' END, CASE k
  WHEN 'new' THEN 0 WHEN 'lost' THEN 1 + g % 4 ELSE 1 END
FROM (SELECT g, (now() AT TIME ZONE 'UTC') AS n, CASE WHEN g <= 50 THEN 'new' WHEN g <= 70 THEN 'run' WHEN g <= 79
  THEN 'lost' ELSE 'new' END AS k, (now() AT TIME ZONE 'UTC') - CASE WHEN g <= 70 THEN g * interval '4 seconds'
  WHEN g <= 79 THEN interval '1 day' + g * interval '7 minutes' ELSE g * interval '3 minutes' END AS c
FROM generate_series(1, 90) g) s;
