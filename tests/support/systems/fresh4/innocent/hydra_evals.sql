CREATE TABLE jobsetevals (id serial PRIMARY KEY NOT NULL, jobset_id integer NOT NULL, evaluationerror_id integer,
  "timestamp" integer NOT NULL, checkouttime integer NOT NULL, evaltime integer NOT NULL,
  hasnewbuilds integer NOT NULL, hash text NOT NULL, nrbuilds integer, nrsucceeded integer, flake text,
  nixexprinput text, nixexprpath text);
INSERT INTO jobsetevals (jobset_id, evaluationerror_id, "timestamp", checkouttime, evaltime, hasnewbuilds, hash,
  nrbuilds, nrsucceeded, flake) SELECT 1 + g % 4, CASE WHEN g % 17 = 0 THEN g END,
  extract(epoch FROM now())::int - g * 3600, g % 9, 40 + g, (g % 3 > 0)::int, md5('he' || g), CASE WHEN g % 3 > 0
  THEN 100 + g END, CASE WHEN g % 3 > 0 AND g > 5 THEN 90 + g END,
  'github:example/' || md5('fl' || g) FROM generate_series(1, 130) g;
