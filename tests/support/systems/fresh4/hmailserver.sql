CREATE TABLE hm_messages (messageid bigserial NOT NULL PRIMARY KEY, messageaccountid int NOT NULL,
  messagefolderid integer NOT NULL DEFAULT 0, messagefilename varchar(255) NOT NULL, messagetype smallint NOT NULL,
  messagefrom varchar(255) NOT NULL, messagesize bigint NOT NULL, messagecurnooftries int NOT NULL,
  messagenexttrytime timestamp NOT NULL, messageflags smallint NOT NULL, messagecreatetime timestamp NOT NULL,
  messagelocked smallint NOT NULL, messageuid bigint NOT NULL);
CREATE INDEX idx_hm_messages ON hm_messages (messageaccountid, messagefolderid);
CREATE INDEX idx_hm_messages_type ON hm_messages (messagetype);
INSERT INTO hm_messages (messageaccountid, messagefolderid, messagefilename, messagetype, messagefrom, messagesize,
  messagecurnooftries, messagenexttrytime, messageflags, messagecreatetime, messagelocked, messageuid) SELECT CASE
  WHEN k = 'ok' THEN 1 + g % 12 ELSE 0 END, CASE WHEN k = 'ok' THEN 1 + g % 30 ELSE 0 END,
  '{' || upper(md5('ml' || g)::uuid::text) || '}.eml', CASE WHEN k = 'ok' THEN 2 ELSE 1 END,
  'from' || g % 40 || '@example.com', 900 + g * 31, CASE WHEN k = 'again' THEN 1 + g % 4 ELSE 0 END, CASE
  WHEN k = 'again' THEN n + g * interval '6 minutes' ELSE '1901-01-01' END, CASE WHEN k = 'ok' AND g % 3 > 0 THEN 33
  ELSE 32 END, c, CASE WHEN k IN ('run', 'lost') THEN 1 ELSE 0 END, CASE WHEN k = 'ok' THEN g ELSE 0 END
FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 5 THEN 'new' WHEN g <= 8 THEN 'run' WHEN g <= 22 THEN 'again'
  WHEN g <= 24 THEN 'lost' ELSE 'ok' END AS k, localtimestamp - CASE WHEN g <= 22 THEN g * interval '3 seconds'
  WHEN g <= 24 THEN interval '2 days' + g * interval '7 minutes' ELSE g * interval '70 minutes' END AS c
FROM generate_series(1, 220) g) s;
