-- Whether this minute of a table has no sample yet, and how many microseconds of it are left.
SELECT NOT EXISTS (SELECT FROM onceover.samples s WHERE s.relation = $1::text AND s.minute = m.minute),
       pg_catalog.ceil(extract(epoch FROM m.minute + interval '1 minute' - m.now) * 1000000)::bigint
FROM (SELECT t.now, pg_catalog.date_bin('1 minute', t.now, timestamptz '1970-01-01 00:00:00+00') AS minute
      FROM (SELECT pg_catalog.clock_timestamp() AS now) t) m
