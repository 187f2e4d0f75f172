CREATE TABLE masters (id serial PRIMARY KEY, name text NOT NULL, name_hash varchar(40) NOT NULL, active integer NOT NULL, last_active integer NOT NULL);
CREATE TABLE buildrequests (
  id serial PRIMARY KEY,
  buildsetid integer NOT NULL,
  builderid integer NOT NULL,
  priority integer NOT NULL DEFAULT 0,
  complete integer DEFAULT 0,
  results smallint,
  submitted_at integer NOT NULL,
  complete_at integer,
  waited_for smallint DEFAULT 0
);
CREATE INDEX buildrequests_buildsetid ON buildrequests (buildsetid);
CREATE INDEX buildrequests_builderid ON buildrequests (builderid);
CREATE INDEX buildrequests_complete ON buildrequests (complete);
CREATE TABLE buildrequest_claims (
  brid integer NOT NULL REFERENCES buildrequests (id) ON DELETE CASCADE,
  masterid integer NOT NULL REFERENCES masters (id) ON DELETE CASCADE,
  claimed_at integer NOT NULL
);
CREATE UNIQUE INDEX buildrequest_claims_brids ON buildrequest_claims (brid);
CREATE INDEX ix_buildrequest_claims_masterid ON buildrequest_claims (masterid);

INSERT INTO masters (name, name_hash, active, last_active) VALUES ('bb-1:/var/lib/buildbot', md5('m1'), 1, extract(epoch FROM now())::int - 30), ('bb-2:/var/lib/buildbot', md5('m2'), 0, extract(epoch FROM now())::int - 9000);
INSERT INTO buildrequests (buildsetid, builderid, priority, complete, results, submitted_at, complete_at, waited_for)
SELECT 800 + g / 3, 1 + g % 6, 0, CASE WHEN g <= 134 THEN 1 ELSE 0 END, CASE WHEN g <= 134 THEN (ARRAY[0, 0, 0, 2, 0, 0, 1, 0, 6, 0, 0, 4, 0])[1 + g % 13] ELSE -1 END, e - CASE WHEN g > 144 THEN (152 - g) * 20 ELSE (150 - g) * 1900 END, CASE WHEN g <= 134 THEN e - (150 - g) * 1900 + 60 + g % 900 END, CASE WHEN g % 11 = 0 THEN 1 ELSE 0 END
FROM (SELECT g, extract(epoch FROM now())::int AS e FROM generate_series(1, 150) g) s;
INSERT INTO buildrequest_claims (brid, masterid, claimed_at) SELECT id, CASE WHEN id IN (135, 136) THEN 2 ELSE 1 END, submitted_at + 5 FROM buildrequests WHERE id <= 144;
