CREATE FUNCTION gen_hasura_uuid() RETURNS uuid LANGUAGE sql AS 'select gen_random_uuid()';
CREATE TABLE event_log (
  id text DEFAULT gen_hasura_uuid() PRIMARY KEY,
  schema_name text NOT NULL,
  table_name text NOT NULL,
  trigger_name text NOT NULL,
  payload jsonb NOT NULL,
  delivered boolean NOT NULL DEFAULT false,
  error boolean NOT NULL DEFAULT false,
  tries integer NOT NULL DEFAULT 0,
  created_at timestamp DEFAULT now(),
  locked timestamptz,
  next_retry_at timestamp,
  archived boolean NOT NULL DEFAULT false
);
CREATE INDEX event_log_trigger_name_idx ON event_log (trigger_name);
CREATE INDEX event_log_fetch_events ON event_log (locked NULLS FIRST, next_retry_at NULLS FIRST, created_at) WHERE delivered = 'f' AND error = 'f' AND archived = 'f';
CREATE TABLE event_invocation_logs (
  id text DEFAULT gen_hasura_uuid() PRIMARY KEY,
  trigger_name text,
  event_id text,
  status integer,
  request json,
  response json,
  created_at timestamp DEFAULT now()
);
CREATE INDEX event_invocation_logs_event_id_idx ON event_invocation_logs (event_id);

-- 1 delivered, 2 delivered after retries, 3 waiting, 4 locked by a running server, 5 lock has run out, 6 waits for a retry, 7 given up, 8 of a dropped trigger
INSERT INTO event_log (id, schema_name, table_name, trigger_name, payload, delivered, error, tries, created_at, locked, next_retry_at, archived)
SELECT md5('ev' || g)::uuid::text, 'public', n.tab, n.trg,
       jsonb_build_object('op', n.op, 'data', jsonb_build_object('old', CASE WHEN n.op = 'UPDATE' THEN n.r END, 'new', n.r || jsonb_build_object('status', 'paid')),
         'session_variables', jsonb_build_object('x-hasura-role', 'user', 'x-hasura-user-id', (g % 12)::text), 'trace_context', NULL),
       s IN (1, 2) OR (s = 8 AND g % 2 = 0), s = 7,
       CASE s WHEN 1 THEN 1 WHEN 2 THEN 2 + g % 2 WHEN 6 THEN 1 + g % 3 WHEN 7 THEN 4 WHEN 8 THEN CASE WHEN g % 2 = 0 THEN 1 ELSE 0 END WHEN 4 THEN CASE WHEN g % 4 = 0 THEN 1 ELSE 0 END ELSE 0 END,
       (now() AT TIME ZONE 'UTC') - CASE WHEN s = 3 THEN g * interval '8 milliseconds' WHEN s = 4 THEN g * interval '30 milliseconds' WHEN s = 5 THEN interval '52 minutes' WHEN s = 6 THEN g * interval '1.1 seconds' ELSE g * interval '2 hours 3 minutes 0.210733 seconds' END,
       CASE s WHEN 4 THEN now() - (g % 6) * interval '170 milliseconds' WHEN 5 THEN now() - interval '51 minutes 58.2 seconds' END,
       CASE s WHEN 6 THEN (now() AT TIME ZONE 'UTC') + (g % 7 - 1) * interval '2.4 seconds' WHEN 4 THEN CASE WHEN g % 4 = 0 THEN (now() AT TIME ZONE 'UTC') - interval '1.4 seconds' END END,
       s = 8
FROM (SELECT g, CASE WHEN g <= 42 THEN 1 WHEN g <= 48 THEN 2 WHEN g <= 54 THEN 3 WHEN g <= 62 THEN 4 WHEN g <= 64 THEN 5 WHEN g <= 71 THEN 6 WHEN g <= 78 THEN 7 ELSE 8 END AS s FROM generate_series(1, 84) g) q,
LATERAL (SELECT CASE WHEN s = 8 THEN 'legacy_sync' WHEN g % 3 = 0 THEN 'user_welcome' ELSE 'payment_settled' END AS trg,
                CASE WHEN g % 3 = 0 AND s < 8 THEN 'users' ELSE 'payments' END AS tab,
                CASE WHEN g % 3 = 0 THEN 'INSERT' ELSE 'UPDATE' END AS op,
                jsonb_build_object('id', g, 'status', 'open', 'amount', 10 * g) AS r) n;

INSERT INTO event_invocation_logs (trigger_name, event_id, status, request, response, created_at)
SELECT trigger_name, id, CASE WHEN delivered AND k = tries THEN 200 WHEN k % 2 = 0 THEN 503 ELSE 1000 END,
       json_build_object('payload', json_build_object('id', id), 'headers', json_build_array(), 'version', '2'),
       CASE WHEN delivered AND k = tries THEN json_build_object('type', 'webhook_response', 'version', '2', 'data', json_build_object('status', 200, 'body', '{"ok":true}'))
            ELSE json_build_object('type', 'client_error', 'version', '2', 'data', json_build_object('message', 'connection timed out')) END,
       created_at + k * interval '10.3 seconds'
FROM event_log, LATERAL generate_series(1, tries) k;
