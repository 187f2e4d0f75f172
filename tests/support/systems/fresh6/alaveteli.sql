CREATE TABLE outgoing_messages (id serial PRIMARY KEY, info_request_id integer NOT NULL, body text NOT NULL, status
  varchar NOT NULL, message_type varchar NOT NULL, created_at timestamp NOT NULL, updated_at timestamp NOT NULL,
  last_sent_at timestamp, incoming_message_followup_id integer, what_doing varchar NOT NULL, prominence varchar NOT
  NULL DEFAULT 'normal', prominence_reason text, from_name text);
CREATE INDEX index_outgoing_messages_on_info_request_id ON outgoing_messages (info_request_id);
INSERT INTO outgoing_messages (info_request_id, body, status, message_type, created_at, updated_at, last_sent_at,
  incoming_message_followup_id, what_doing, from_name) SELECT g, 'Dear Sir or Madam, ' || g, CASE k WHEN 'lost' THEN
  'ready' ELSE k END, CASE WHEN g % 5 = 0 THEN 'followup' ELSE 'initial_request' END, c, c + interval '5 seconds',
  CASE k WHEN 'sent' THEN c + interval '5 seconds' END, CASE WHEN g % 5 = 0 THEN g END, CASE WHEN g % 20 = 0 THEN
  'internal_review' ELSE 'normal_sort' END, 'P' || g FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 2 THEN
  'ready' WHEN g <= 5 THEN 'lost' WHEN g % 23 = 0 THEN 'failed' ELSE 'sent' END AS k, localtimestamp - CASE WHEN g
  <= 2 THEN g * interval '25 seconds' WHEN g <= 5 THEN interval '9 hours' + g * interval '7 minutes' ELSE g *
  interval '3 hours' END AS c FROM generate_series(1, 180) g) s;
