CREATE TABLE events (id serial PRIMARY KEY, org_id integer NOT NULL, date date NOT NULL, info text NOT NULL,
  user_id integer NOT NULL, uuid varchar(40) NOT NULL UNIQUE, published boolean NOT NULL DEFAULT false,
  analysis smallint NOT NULL, attribute_count integer DEFAULT 0, orgc_id integer NOT NULL, timestamp integer
  NOT NULL DEFAULT 0, distribution smallint NOT NULL DEFAULT 0, proposal_email_lock boolean NOT NULL DEFAULT
  false, locked boolean NOT NULL DEFAULT false, threat_level_id integer NOT NULL, publish_timestamp integer
  NOT NULL DEFAULT 0, disable_correlation boolean NOT NULL DEFAULT false);
INSERT INTO events (org_id, date, info, user_id, uuid, published, analysis, attribute_count, orgc_id,
  timestamp, distribution, locked, threat_level_id, publish_timestamp) SELECT 1 + g % 5, c::date, 'Phishing
  ' || g, 1 + g % 9, md5('me' || g)::uuid::text, g % 5 > 0, g % 3, g % 90, 1 + g % 5, extract(epoch FROM
  c)::integer, g % 4, g % 2 = 0, 1 + g % 4, CASE WHEN g % 5 > 0 THEN extract(epoch FROM c + interval '2
  hours')::integer ELSE 0 END FROM (SELECT g, now() AS n, 'done' AS k, now() - g * interval '200 minutes' AS
  c FROM generate_series(1, 300) g) s ORDER BY s.c;
