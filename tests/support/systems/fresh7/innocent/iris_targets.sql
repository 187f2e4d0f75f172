CREATE TABLE target (id bigserial PRIMARY KEY, name varchar(255) NOT NULL, type_id integer NOT NULL, active
  smallint NOT NULL DEFAULT 1, UNIQUE (name, type_id));
CREATE TABLE response (id bigserial PRIMARY KEY, created timestamp NOT NULL, message_id bigint NOT NULL,
  content text NOT NULL, source varchar(255) NOT NULL);
CREATE TABLE message_changelog (id bigserial PRIMARY KEY, date timestamp NOT NULL, message_id bigint NOT NULL,
  change_type varchar(255) NOT NULL, old varchar(255) NOT NULL, new varchar(255) NOT NULL, description
  varchar(255));
INSERT INTO target (name, type_id, active) SELECT 'user' || g, 1 + g % 2, CASE WHEN g % 9 = 0 THEN 0 ELSE 1
  END FROM generate_series(1, 120) g;
INSERT INTO response (created, message_id, content, source) SELECT localtimestamp - g * interval '40 minutes',
  g * 2, 'claim', '+4930' || g FROM generate_series(1, 150) g;
INSERT INTO message_changelog (date, message_id, change_type, old, new, description) SELECT localtimestamp - g
  * interval '30 minutes', g, 'mode-change', 'call', 'email', '' FROM generate_series(1, 160) g;
