CREATE TYPE delivery_mode AS ENUM ('at_least_once', 'at_most_once');
CREATE TABLE events (
  id varchar PRIMARY KEY,
  event_type text NOT NULL,
  project_id varchar NOT NULL,
  raw text NOT NULL,
  data bytea NOT NULL,
  created_at timestamptz DEFAULT current_timestamp
);
CREATE TABLE event_deliveries (
  id varchar PRIMARY KEY,
  status text NOT NULL,
  description text NOT NULL,
  project_id varchar NOT NULL,
  endpoint_id varchar,
  event_id varchar NOT NULL REFERENCES events (id),
  device_id varchar,
  subscription_id varchar NOT NULL,
  metadata jsonb NOT NULL,
  headers jsonb,
  attempts bytea,
  cli_metadata jsonb,
  created_at timestamptz DEFAULT current_timestamp,
  updated_at timestamptz DEFAULT current_timestamp,
  deleted_at timestamptz,
  url_query_params varchar,
  idempotency_key text,
  latency text,
  event_type text,
  acknowledged_at timestamptz DEFAULT NULL,
  latency_seconds numeric DEFAULT NULL,
  target_url text,
  delivery_mode delivery_mode DEFAULT 'at_least_once'
);
CREATE INDEX idx_event_deliveries_project_id_key ON event_deliveries (project_id);
CREATE INDEX idx_event_deliveries_status_key ON event_deliveries (status);
CREATE INDEX idx_event_deliveries_event_id_key ON event_deliveries (event_id);
CREATE INDEX idx_event_deliveries_created_at_key ON event_deliveries (created_at);
CREATE INDEX idx_event_deliveries_deleted_at_key ON event_deliveries (deleted_at);
CREATE INDEX idx_event_deliveries_endpoint_id_key ON event_deliveries (endpoint_id);
CREATE INDEX event_deliveries_event_type_1 ON event_deliveries (event_type);
CREATE INDEX idx_event_deliveries_project_id_endpoint_id_status ON event_deliveries (project_id, endpoint_id, status);

INSERT INTO events (id, event_type, project_id, raw, data, created_at)
SELECT '01J9' || upper(substr(md5('ev' || g), 1, 22)), CASE g % 3 WHEN 0 THEN 'invoice.paid' WHEN 1 THEN 'charge.succeeded' ELSE 'customer.updated' END,
       '01J8' || upper(substr(md5('pr' || g % 2), 1, 22)), '{"n":' || g || '}', convert_to('{"n":' || g || '}', 'UTF8'),
       now() - CASE WHEN g > 38 THEN (45 - g) * interval '0.7 seconds' WHEN g > 35 THEN (g - 35) * interval '20 seconds' + interval '320 seconds' ELSE (45 - g) * interval '3 hours 7 minutes' END
FROM generate_series(1, 44) g;

-- two endpoints per event
INSERT INTO event_deliveries (id, status, description, project_id, endpoint_id, event_id, device_id, subscription_id, metadata, headers, created_at, updated_at, url_query_params, idempotency_key, event_type, acknowledged_at, latency_seconds, target_url, delivery_mode)
SELECT '01J9' || upper(substr(md5('d' || g || '/' || e), 1, 22)), s.w,
       CASE s.w WHEN 'Failure' THEN 'Retry limit exceeded' ELSE '' END,
       ev.project_id, '01J7' || upper(substr(md5('ep' || e), 1, 22)), ev.id, NULL, '01J6' || upper(substr(md5('su' || e), 1, 22)),
       jsonb_build_object('data', convert_from(ev.data, 'UTF8')::jsonb, 'raw', ev.raw, 'strategy', 'linear',
         'next_send_time', to_char((CASE WHEN s.w IN ('Retry', 'Failure') THEN c.d + interval '100.8 seconds' + (t.n - 1) * interval '100.4 seconds' WHEN t.n > 1 THEN c.d + interval '100.8 seconds' ELSE c.d END) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
         'num_trials', t.n, 'interval_seconds', 100, 'retry_limit', 5, 'max_retry_seconds', 7200),
       jsonb_build_object('X-Event-Source', jsonb_build_array('billing')),
       c.d,
       CASE s.w WHEN 'Scheduled' THEN c.d WHEN 'Discarded' THEN c.d WHEN 'Processing' THEN c.d + interval '0.3 seconds' ELSE c.d + interval '0.8 seconds' + greatest(t.n - 1, 0) * interval '100.4 seconds' END,
       '', CASE WHEN g % 4 = 0 THEN 'charge-' || g || '-v1' ELSE '' END, ev.event_type, c.d,
       CASE WHEN s.w = 'Success' THEN 0.8 + greatest(t.n - 1, 0) * 100.4 END,
       CASE WHEN e = 1 THEN 'https://erp.example.com/in' ELSE 'https://crm.example.com/hooks/convoy' END, 'at_least_once'
FROM generate_series(1, 44) g
CROSS JOIN generate_series(1, 2) e
JOIN events ev ON ev.id = '01J9' || upper(substr(md5('ev' || g), 1, 22)),
LATERAL (SELECT CASE WHEN g > 42 THEN 'Scheduled' WHEN g > 38 THEN CASE WHEN e = 1 THEN 'Processing' ELSE 'Scheduled' END
                     WHEN g > 36 THEN 'Success' WHEN e = 2 AND g % 5 = 0 THEN 'Failure' WHEN e = 2 AND g IN (3, 14, 22) THEN 'Discarded' ELSE 'Success' END AS w) s0,
LATERAL (SELECT CASE WHEN g IN (37, 38) AND e = 2 THEN 'Retry' WHEN g = 36 AND e = 2 THEN 'Retry' ELSE s0.w END AS w) s,
LATERAL (SELECT CASE s.w WHEN 'Success' THEN CASE WHEN g % 9 = 0 THEN 2 ELSE 1 END WHEN 'Failure' THEN 5 WHEN 'Retry' THEN 4 ELSE 0 END AS n) t,
LATERAL (SELECT ev.created_at + interval '0.2 seconds' AS d) c;
