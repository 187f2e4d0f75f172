CREATE TABLE mail_type (id integer PRIMARY KEY, name varchar(100) NOT NULL);
CREATE TABLE mail_archive (
  id serial NOT NULL,
  crdate timestamp DEFAULT now() NOT NULL,
  moddate timestamp,
  status integer,
  attempt smallint DEFAULT 0 NOT NULL,
  mail_type_id integer NOT NULL,
  mail_template_version integer NOT NULL,
  message_params jsonb NOT NULL,
  response_header jsonb,
  CONSTRAINT mail_archive_pkey PRIMARY KEY (id),
  CONSTRAINT mail_archive_mail_type_id_fkey FOREIGN KEY (mail_type_id) REFERENCES mail_type (id)
);
CREATE INDEX mail_archive_crdate_idx ON mail_archive (crdate);
CREATE INDEX mail_archive_mail_type_id_mail_template_version_idx ON mail_archive (mail_type_id, mail_template_version);
CREATE INDEX mail_archive_status_idx ON mail_archive (status);

INSERT INTO mail_type VALUES (1, 'sendauthinfo_pif'), (3, 'expiration_notify'), (10, 'notification_create'), (12, 'notification_transfer'), (21, 'contact_identification');
INSERT INTO mail_archive (crdate, moddate, status, attempt, mail_type_id, mail_template_version, message_params, response_header)
SELECT c, CASE st WHEN 0 THEN c + interval '50 seconds' WHEN 1 THEN CASE WHEN g <= 138 THEN c + interval '3 minutes' END END, st, CASE st WHEN 0 THEN (g % 18 = 0)::int ELSE CASE WHEN g <= 138 AND st = 1 THEN 1 + g % 3 ELSE 0 END END,
       (ARRAY[1, 3, 10, 12, 21])[1 + g % 5], 1 + g % 2, jsonb_build_object('header', jsonb_build_object('To', 'holder' || g || '@example.cz'), 'body', jsonb_build_object('handle', 'EXAMPLE' || g || '.CZ', 'ticket', 4000 + g)),
       CASE WHEN st = 0 THEN jsonb_build_object('Message-ID', '<' || md5('mid' || g) || '@nic.example>', 'Date', 'Fri, 27 Nov 2026 08:00:00 +0000') END
FROM (SELECT g, CASE WHEN g > 132 THEN 1 WHEN g > 126 THEN 2 ELSE 0 END AS st, localtimestamp - CASE WHEN g > 138 THEN (146 - g) * interval '6 seconds' WHEN g > 126 THEN (140 - g) * interval '9 minutes' ELSE (140 - g) * interval '47 minutes' END AS c FROM generate_series(1, 145) g) s;
