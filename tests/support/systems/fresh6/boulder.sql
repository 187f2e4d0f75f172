CREATE TABLE orders (id bigserial PRIMARY KEY, "registrationID" bigint NOT NULL, expires timestamp NOT NULL, error
  bytea, "certificateSerial" varchar(255), "beganProcessing" smallint NOT NULL DEFAULT 0, created timestamp NOT
  NULL, "certificateProfileName" varchar(32), replaces varchar(255), authzs bytea);
CREATE INDEX reg_expires ON orders ("registrationID", expires);
CREATE INDEX regid_created_idx ON orders ("registrationID", created);
INSERT INTO orders ("registrationID", expires, error, "certificateSerial", "beganProcessing", created,
  "certificateProfileName", authzs) SELECT 1 + g % 60, c + interval '7 days', CASE k WHEN 'failed' THEN
  '\x7b7d'::bytea END, CASE k WHEN 'done' THEN '04' || md5('s' || g) END, CASE WHEN k IN ('new', 'unused') THEN 0
  ELSE 1 END, c, CASE WHEN g % 2 = 0 THEN 'classic' END, '\x0a01' FROM (SELECT g, localtimestamp AS n, CASE WHEN g
  <= 6 THEN 'new' WHEN g <= 8 THEN 'run' WHEN g <= 11 THEN 'lost' WHEN g % 7 = 0 THEN 'unused' WHEN g % 13 = 0 THEN
  'failed' ELSE 'done' END AS k, localtimestamp - CASE WHEN g <= 8 THEN g * interval '25 seconds' WHEN g <= 11 THEN
  interval '9 hours' + g * interval '7 minutes' ELSE g * interval '50 minutes' END AS c FROM generate_series(1, 240)
  g) s;
