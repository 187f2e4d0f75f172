CREATE TABLE api_webhookevent (id serial PRIMARY KEY, date_created timestamptz NOT NULL, date_modified
  timestamptz NOT NULL, webhook_id integer NOT NULL, event_id uuid NOT NULL, event_status smallint NOT NULL,
  content jsonb, next_retry_date timestamptz, error_message text NOT NULL, response text NOT NULL,
  retry_counter smallint NOT NULL, status_code smallint, debug boolean NOT NULL);
CREATE INDEX api_webhookevent_next_retry ON api_webhookevent (next_retry_date, event_status);
CREATE TABLE recap_pacerfetchqueue (id serial PRIMARY KEY, date_created timestamptz NOT NULL, date_modified
  timestamptz NOT NULL, date_completed timestamptz, status smallint NOT NULL, request_type smallint NOT NULL,
  message text NOT NULL, pacer_case_id varchar(100) NOT NULL, docket_number varchar(50) NOT NULL,
  de_date_start date, show_parties_and_counsel boolean NOT NULL, court_id varchar(15), docket_id integer,
  recap_document_id integer, user_id integer NOT NULL);
CREATE INDEX recap_pacerfetchqueue_status ON recap_pacerfetchqueue (status);
INSERT INTO api_webhookevent (date_created, date_modified, webhook_id, event_id, event_status, content,
  next_retry_date, error_message, response, retry_counter, status_code, debug) SELECT c, c + interval
  '2 seconds', 1 + g % 20, md5('ev' || g)::uuid, CASE k WHEN 'retry' THEN 1 WHEN 'done' THEN 2 WHEN 'bad' THEN
  3 WHEN 'off' THEN 4 ELSE 0 END, jsonb_build_object('docket', g), CASE WHEN k IN ('retry') THEN n + g *
  interval '90 seconds' ELSE CASE WHEN k IN ('bad') THEN c + interval '3 hours' END END, CASE WHEN k IN
  ('retry', 'bad') THEN 'ConnectionError' ELSE '' END, CASE WHEN k IN ('done') THEN 'thanks' ELSE CASE WHEN k
  IN ('retry', 'bad') THEN '<html>' ELSE '' END END, CASE WHEN k IN ('retry') THEN 2 ELSE CASE WHEN k IN
  ('bad') THEN 8 ELSE 0 END END, CASE WHEN k IN ('done') THEN 200 ELSE CASE WHEN k IN ('retry', 'bad') THEN
  503 END END, false FROM (SELECT g, now() AS n, CASE WHEN g <= 2 THEN 'new' WHEN g <= 6 THEN 'retry' WHEN g
  <= 8 THEN 'lost' WHEN g % 17 = 0 THEN 'bad' WHEN g % 41 = 0 THEN 'off' ELSE 'done' END AS k, now() - CASE
  WHEN g <= 6 THEN g * interval '25 seconds' WHEN g <= 8 THEN interval '9 hours' + g * interval '7 minutes'
  ELSE g * interval '9 minutes' END AS c FROM generate_series(1, 240) g) s;
INSERT INTO recap_pacerfetchqueue (date_created, date_modified, date_completed, status, request_type, message,
  pacer_case_id, docket_number, show_parties_and_counsel, court_id, docket_id, user_id) SELECT c, CASE WHEN k
  IN ('new') THEN c ELSE c + interval '40 seconds' END, CASE WHEN k IN ('done', 'bad') THEN c + interval
  '40 seconds' END, CASE k WHEN 'new' THEN 1 WHEN 'done' THEN 2 WHEN 'bad' THEN 3 WHEN 'retry' THEN 5 ELSE 4
  END, 1 + g % 3, CASE WHEN k IN ('done') THEN 'Successfully completed fetch' ELSE CASE WHEN k IN ('bad') THEN
  'Unable to log in' ELSE CASE WHEN k IN ('retry') THEN 'Timed out, will retry' ELSE '' END END END, (400000 +
  g)::text, '', true, 'cand', g, 1 + g % 30 FROM (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'new' WHEN g <=
  5 THEN 'work' WHEN g <= 6 THEN 'retry' WHEN g <= 9 THEN 'lost' WHEN g % 11 = 0 THEN 'bad' ELSE 'done' END AS
  k, now() - CASE WHEN g <= 6 THEN g * interval '25 seconds' WHEN g <= 9 THEN interval '9 hours' + g *
  interval '7 minutes' ELSE g * interval '18 minutes' END AS c FROM generate_series(1, 200) g) s;
