CREATE TABLE networks (id uuid NOT NULL PRIMARY KEY, created_at timestamp NOT NULL, updated_at timestamp NOT NULL);
CREATE TABLE courier_messages (
  id uuid NOT NULL,
  type integer NOT NULL,
  status integer NOT NULL,
  body text NOT NULL,
  subject varchar(255) NOT NULL,
  recipient varchar(255) NOT NULL,
  created_at timestamp NOT NULL,
  updated_at timestamp NOT NULL,
  template_type varchar(255) NOT NULL DEFAULT '',
  template_data bytea,
  nid uuid CONSTRAINT courier_messages_nid_fk_idx REFERENCES networks (id) ON UPDATE RESTRICT ON DELETE CASCADE,
  send_count integer NOT NULL DEFAULT 0,
  channel varchar(32),
  request_headers jsonb,
  PRIMARY KEY (id)
);
CREATE INDEX courier_messages_status_id_idx ON courier_messages (status, id);
CREATE INDEX courier_messages_nid_id_created_at_idx ON courier_messages (nid, id, created_at DESC);
CREATE INDEX courier_messages_nid_status_created_at_id_idx ON courier_messages (nid, status, created_at DESC);
CREATE INDEX courier_messages_nid_recipient_created_at_id_idx ON courier_messages (nid, recipient, created_at DESC);
CREATE TABLE courier_message_dispatches (
  id uuid PRIMARY KEY,
  message_id uuid NOT NULL CONSTRAINT courier_message_dispatches_message_id_fk REFERENCES courier_messages (id) ON DELETE CASCADE,
  status varchar(7) NOT NULL,
  error json,
  nid uuid NOT NULL CONSTRAINT courier_message_dispatches_nid_fk REFERENCES networks (id) ON DELETE CASCADE,
  created_at timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX courier_message_dispatches_message_id_idx ON courier_message_dispatches (message_id, created_at DESC);

INSERT INTO networks VALUES (md5('net')::uuid, (now() AT TIME ZONE 'UTC') - interval '200 days', (now() AT TIME ZONE 'UTC') - interval '200 days');
INSERT INTO courier_messages (id, type, status, body, subject, recipient, created_at, updated_at, template_type, template_data, nid, send_count, channel)
SELECT md5('km' || g)::uuid, CASE WHEN g % 9 = 0 THEN 2 ELSE 1 END, st, 'Hi, please enter the following code: ' || 100000 + (g * 7919) % 900000, CASE WHEN g % 9 = 0 THEN '' ELSE 'Use code to sign in' END, CASE WHEN g % 9 = 0 THEN '+4915100' || 10000 + g ELSE 'person' || g || '@example.org' END, c, c,
       (ARRAY['login_code_valid', 'recovery_code_valid', 'verification_code_valid', 'registration_code_valid'])[1 + g % 4], convert_to('{"to":"person' || g || '@example.org"}', 'UTF8'), md5('net')::uuid,
       CASE st WHEN 1 THEN CASE WHEN g <= 4 THEN 0 ELSE 1 + g % 3 END WHEN 2 THEN 1 + (g % 13 = 0)::int WHEN 3 THEN (g % 2) ELSE 6 END, CASE WHEN g % 9 = 0 THEN 'sms' ELSE 'email' END
FROM (SELECT g, CASE WHEN g <= 8 THEN 1 WHEN g <= 14 THEN 3 WHEN g % 22 = 0 THEN 4 ELSE 2 END AS st, (now() AT TIME ZONE 'UTC') - CASE WHEN g <= 4 THEN g * interval '200 milliseconds' WHEN g <= 8 THEN g * interval '20 seconds' WHEN g <= 11 THEN g * interval '150 milliseconds' WHEN g <= 14 THEN interval '2 days' + g * interval '1 hour' ELSE g * interval '19 minutes' END AS c FROM generate_series(1, 130) g) s;
INSERT INTO courier_message_dispatches (id, message_id, status, error, nid, created_at, updated_at)
SELECT md5('kd' || id || n)::uuid, id, CASE WHEN status = 2 AND n = send_count THEN 'success' ELSE 'failed' END, CASE WHEN status = 2 AND n = send_count THEN NULL ELSE '{"code":500,"message":"dial tcp: lookup smtp.example.org: no such host"}'::json END, nid, created_at + n * interval '1 second', created_at + n * interval '1 second'
FROM courier_messages, generate_series(1, 6) n WHERE n <= send_count;
