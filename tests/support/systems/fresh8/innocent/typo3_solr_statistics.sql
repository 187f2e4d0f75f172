CREATE TABLE tx_solr_statistics (uid serial PRIMARY KEY, pid integer NOT NULL DEFAULT 0, root_pid integer
  NOT NULL DEFAULT 0, tstamp integer NOT NULL DEFAULT 0, language integer NOT NULL DEFAULT 0, num_found
  integer NOT NULL DEFAULT 0, suggestions_shown integer NOT NULL DEFAULT 0, time_total integer NOT NULL
  DEFAULT 0, time_preparation integer NOT NULL DEFAULT 0, time_processing integer NOT NULL DEFAULT 0,
  feuser_id integer NOT NULL DEFAULT 0, ip varchar(255) NOT NULL DEFAULT '', keywords varchar(128) NOT NULL
  DEFAULT '', page integer NOT NULL DEFAULT 0, filters bytea, sorting varchar(128) NOT NULL DEFAULT '',
  parameters bytea);
INSERT INTO tx_solr_statistics (pid, root_pid, tstamp, num_found, time_total, time_processing, keywords)
  SELECT 1, 1, extract(epoch FROM c)::integer, g % 70, 20 + g % 90, 10 + g % 50, 'word ' || g % 40 FROM
  (SELECT g, now() AS n, 'done' AS k, now() - g * interval '9 minutes' AS c FROM generate_series(1, 500) g)
  s ORDER BY g DESC;
