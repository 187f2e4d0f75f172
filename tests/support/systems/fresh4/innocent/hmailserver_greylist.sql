CREATE TABLE hm_greylisting_triplets (glid bigserial NOT NULL PRIMARY KEY, glcreatetime timestamp NOT NULL,
  glblockendtime timestamp NOT NULL, gldeletetime timestamp NOT NULL, glipaddress1 bigint NOT NULL,
  glipaddress2 bigint, glsenderaddress varchar(200) NOT NULL, glrecipientaddress varchar(200) NOT NULL,
  glblockedcount int NOT NULL, glpassedcount int NOT NULL);
CREATE TABLE hm_fetchaccounts (faid bigserial NOT NULL PRIMARY KEY, faactive smallint NOT NULL,
  faaccountid int NOT NULL, faaccountname varchar(255) NOT NULL, faserveraddress varchar(255) NOT NULL,
  faserverport int NOT NULL, faservertype smallint NOT NULL, fausername varchar(255) NOT NULL,
  fapassword varchar(255) NOT NULL, faminutes int NOT NULL, fanexttry timestamp NOT NULL, fadaystokeep int NOT NULL,
  falocked smallint NOT NULL);
INSERT INTO hm_greylisting_triplets (glcreatetime, glblockendtime, gldeletetime, glipaddress1, glsenderaddress,
  glrecipientaddress, glblockedcount, glpassedcount) SELECT c, c + interval '25 minutes', c + CASE WHEN g % 3 = 0
  THEN interval '24 hours' ELSE interval '36 days' END, 3232235520 + g, 's' || g || '@example.com',
  'r' || g % 9 || '@example.org', 1 + g % 3, CASE WHEN g % 3 = 0 THEN 0 ELSE g % 20 END FROM (SELECT g,
  localtimestamp - g * interval '3 hours' AS c FROM generate_series(1, 140) g) s;
INSERT INTO hm_fetchaccounts (faactive, faaccountid, faaccountname, faserveraddress, faserverport, faservertype,
  fausername, fapassword, faminutes, fanexttry, fadaystokeep, falocked) SELECT (g % 5 > 0)::int, g, 'box' || g,
  'pop.example.com', 995, 0, 'u' || g, md5('p' || g), 30, localtimestamp + g % 30 * interval '1 minute', 0,
  (g % 20 = 0)::int FROM generate_series(1, 50) g;
