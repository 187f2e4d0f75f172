CREATE TYPE state AS ENUM ('pending', 'processing', 'failed', 'completed');
CREATE TABLE opendaylightjournal (seqnum bigserial PRIMARY KEY, object_type varchar(36) NOT NULL, object_uuid
  varchar(36) NOT NULL, operation varchar(36) NOT NULL, data bytea, state state NOT NULL DEFAULT 'pending',
  retry_count integer DEFAULT 0, last_retried timestamp DEFAULT now(), version_id integer NOT NULL DEFAULT 0);
INSERT INTO opendaylightjournal (object_type, object_uuid, operation, data, state, retry_count, last_retried,
  version_id) SELECT (ARRAY['port', 'network', 'subnet', 'security_group'])[1 + g % 4], md5('ob' || g %
  90)::uuid::text, (ARRAY['create', 'update', 'delete'])[1 + g % 3], decode('80', 'hex'), (CASE k WHEN 'lost' THEN
  'processing' WHEN 'retry' THEN 'pending' ELSE k END)::state, CASE k WHEN 'failed' THEN 5 WHEN 'retry' THEN 2 ELSE
  0 END, CASE WHEN k = 'pending' THEN c ELSE c + interval '2 seconds' END, CASE k WHEN 'pending' THEN 1 WHEN
  'processing' THEN 2 WHEN 'lost' THEN 2 WHEN 'failed' THEN 8 ELSE 3 END FROM (SELECT g, localtimestamp AS n, CASE
  WHEN g <= 4 THEN 'pending' WHEN g <= 6 THEN 'processing' WHEN g <= 8 THEN 'retry' WHEN g <= 11 THEN 'lost' WHEN g
  % 19 = 0 THEN 'failed' ELSE 'completed' END AS k, localtimestamp - CASE WHEN g <= 8 THEN g * interval '25 seconds'
  WHEN g <= 11 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '9 minutes' END AS c FROM
  generate_series(1, 200) g) s;
