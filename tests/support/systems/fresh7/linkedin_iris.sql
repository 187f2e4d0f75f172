CREATE TABLE message (id bigserial PRIMARY KEY, batch varchar(32), created timestamp NOT NULL, sent timestamp,
  application_id integer NOT NULL, target_id bigint NOT NULL, destination varchar(255), mode_id integer,
  plan_id bigint, priority_id integer NOT NULL, subject varchar(255), body text, incident_id bigint,
  plan_notification_id bigint, active smallint NOT NULL DEFAULT 1, template_id integer);
CREATE INDEX ix_message_sent ON message (sent);
CREATE INDEX ix_message_created ON message (created);
CREATE INDEX ix_message_active ON message (active);
INSERT INTO message (created, sent, application_id, target_id, destination, mode_id, plan_id, priority_id,
  subject, body, incident_id, active, template_id) SELECT c, CASE WHEN k IN ('done') THEN c + interval
  '4 seconds' END, 1 + g % 5, 1 + g % 60, CASE WHEN k IN ('done') THEN 'user' || g % 60 || '@example.com' END,
  CASE WHEN k IN ('done') THEN 26 END, 3, 7, CASE WHEN k IN ('done') THEN 'disk full on host' || g END, CASE
  WHEN k IN ('done') THEN 'see the page' END, g / 2, CASE WHEN k IN ('new', 'lost') THEN 1 ELSE 0 END, CASE
  WHEN k IN ('done') THEN 4 END FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 3 THEN 'new' WHEN g <= 6
  THEN 'lost' WHEN g % 12 = 0 THEN 'dropped' ELSE 'done' END AS k, localtimestamp - CASE WHEN g <= 3 THEN g *
  interval '25 seconds' WHEN g <= 6 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval
  '7 minutes' END AS c FROM generate_series(1, 240) g) s;
