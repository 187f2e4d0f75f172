CREATE TABLE ticket (
  id bigserial NOT NULL,
  tn varchar (50) NOT NULL,
  title varchar (255) NULL,
  queue_id integer NOT NULL,
  ticket_lock_id smallint NOT NULL,
  type_id smallint NULL,
  service_id integer NULL,
  sla_id integer NULL,
  user_id integer NOT NULL,
  responsible_user_id integer NOT NULL,
  ticket_priority_id smallint NOT NULL,
  ticket_state_id smallint NOT NULL,
  customer_id varchar (150) NULL,
  customer_user_id varchar (250) NULL,
  timeout integer NOT NULL,
  until_time integer NOT NULL,
  escalation_time integer NOT NULL,
  escalation_update_time integer NOT NULL,
  escalation_response_time integer NOT NULL,
  escalation_solution_time integer NOT NULL,
  archive_flag smallint DEFAULT 0 NOT NULL,
  create_time timestamp(0) NOT NULL,
  create_by integer NOT NULL,
  change_time timestamp(0) NOT NULL,
  change_by integer NOT NULL,
  PRIMARY KEY (id),
  CONSTRAINT ticket_tn UNIQUE (tn)
);
CREATE INDEX ticket_ticket_lock_id ON ticket (ticket_lock_id);
CREATE INDEX ticket_ticket_state_id ON ticket (ticket_state_id);
CREATE INDEX ticket_timeout ON ticket (timeout);
CREATE INDEX ticket_until_time ON ticket (until_time);
CREATE TABLE ticket_history (
  id bigserial NOT NULL,
  name varchar (200) NOT NULL,
  history_type_id smallint NOT NULL,
  ticket_id bigint NOT NULL,
  article_id bigint NULL,
  type_id smallint NOT NULL,
  queue_id integer NOT NULL,
  owner_id integer NOT NULL,
  priority_id smallint NOT NULL,
  state_id smallint NOT NULL,
  create_time timestamp(0) NOT NULL,
  create_by integer NOT NULL,
  change_time timestamp(0) NOT NULL,
  change_by integer NOT NULL,
  PRIMARY KEY (id)
);
CREATE INDEX ticket_history_ticket_id ON ticket_history (ticket_id);
CREATE TABLE communication_log (
  id bigserial NOT NULL,
  insert_fingerprint varchar (64) NULL,
  transport varchar (200) NOT NULL,
  direction varchar (200) NOT NULL,
  status varchar (200) NOT NULL,
  account_type varchar (200) NULL,
  account_id varchar (200) NULL,
  start_time timestamp(0) NOT NULL,
  end_time timestamp(0) NULL,
  PRIMARY KEY (id)
);
CREATE INDEX communication_status ON communication_log (status);
INSERT INTO ticket (tn, title, queue_id, ticket_lock_id, type_id, user_id, responsible_user_id, ticket_priority_id, ticket_state_id, customer_id, customer_user_id, timeout, until_time, escalation_time, escalation_update_time, escalation_response_time, escalation_solution_time, archive_flag, create_time, create_by, change_time, change_by)
SELECT '2026112710' || lpad(g::text, 5, '0'), (ARRAY['Invoice is wrong', 'Cannot sign in', 'Printer offline', 'Refund for order'])[1 + g % 4], 1 + g % 5, 1 + (g % 3 = 0)::int, 1, 1 + g % 7, 1, 2 + g % 3, (ARRAY[1, 4, 2, 6, 2, 4, 2])[1 + g % 7], 'ACME' || g % 9, 'kunde' || g % 40, CASE WHEN g % 3 = 0 THEN e - g * 600 ELSE 0 END, CASE WHEN g % 7 = 3 THEN e + g * 3600 ELSE 0 END, CASE WHEN g % 7 IN (0, 1) THEN e + 7200 ELSE 0 END, 0, 0, 0, (g % 7 IN (2, 4) AND g > 60)::int, localtimestamp - g * interval '3 hours', 1, localtimestamp - g * interval '2 hours', 1 + g % 7
FROM (SELECT g, extract(epoch FROM now())::int AS e FROM generate_series(1, 110) g) s;
INSERT INTO ticket_history (name, history_type_id, ticket_id, type_id, queue_id, owner_id, priority_id, state_id, create_time, create_by, change_time, change_by)
SELECT '%%open%%' || n, 1 + (id * n) % 27, id, 1, queue_id, user_id, ticket_priority_id, ticket_state_id, create_time + n * interval '9 minutes', 1, create_time + n * interval '9 minutes', 1 FROM ticket, generate_series(1, 3) n;
INSERT INTO communication_log (insert_fingerprint, transport, direction, status, account_type, account_id, start_time, end_time)
SELECT md5('cl' || g), 'Email', CASE WHEN g % 3 = 0 THEN 'Outgoing' ELSE 'Incoming' END, st, CASE WHEN g % 3 = 0 THEN 'DoNotSendEmail' ELSE 'IMAPS' END, CASE WHEN g % 3 > 0 THEN '1' END, localtimestamp - (150 - g) * interval '10 minutes', CASE WHEN st <> 'Processing' THEN localtimestamp - (150 - g) * interval '10 minutes' + g % 7 * interval '1 second' END
FROM (SELECT g, CASE WHEN g > 147 THEN 'Processing' WHEN g % 17 = 0 THEN 'Failed' ELSE 'Successful' END AS st FROM generate_series(1, 149) g) s;
