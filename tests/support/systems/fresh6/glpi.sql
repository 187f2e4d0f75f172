CREATE TABLE glpi_queuednotifications (id serial PRIMARY KEY, itemtype varchar(100), items_id integer NOT NULL
  DEFAULT 0, notificationtemplates_id integer NOT NULL DEFAULT 0, entities_id integer NOT NULL DEFAULT 0, is_deleted
  smallint NOT NULL DEFAULT 0, sent_try integer NOT NULL DEFAULT 0, create_time timestamp, send_time timestamp,
  sent_time timestamp, name text, sender text, sendername text, recipient text, recipientname text, replyto text,
  replytoname text, headers text, body_html text, body_text text, messageid text, documents text, mode varchar(20)
  NOT NULL);
CREATE INDEX queuednotifications_is_deleted ON glpi_queuednotifications (is_deleted);
CREATE INDEX queuednotifications_send_time ON glpi_queuednotifications (send_time);
CREATE INDEX queuednotifications_sent_try ON glpi_queuednotifications (sent_try);
INSERT INTO glpi_queuednotifications (itemtype, items_id, notificationtemplates_id, is_deleted, sent_try,
  create_time, send_time, sent_time, name, sender, sendername, recipient, recipientname, headers, body_html,
  body_text, messageid, documents, mode) SELECT 'Ticket', g, 1 + g % 9, CASE k WHEN 'done' THEN 1 ELSE 0 END, CASE k
  WHEN 'dead' THEN 5 WHEN 'retry' THEN 2 ELSE 0 END, c, CASE k WHEN 'retry' THEN n + g * interval '20 seconds' WHEN
  'dead' THEN c + interval '15 minutes' ELSE c END, CASE k WHEN 'done' THEN c + interval '50 seconds' END, '[GLPI #'
  || g || '] New ticket', 'glpi@example.com', 'GLPI', 'u' || g || '@example.com', 'U' || g, '[]', '<p>x</p>', 'x',
  'GLPI-' || g, '', 'mailing' FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 4 THEN 'new' WHEN g <= 7 THEN
  'retry' WHEN g <= 10 THEN 'lost' WHEN g <= 12 THEN 'dead' ELSE 'done' END AS k, localtimestamp - CASE WHEN g <= 7
  THEN g * interval '25 seconds' WHEN g <= 12 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval
  '25 minutes' END AS c FROM generate_series(1, 220) g) s;
