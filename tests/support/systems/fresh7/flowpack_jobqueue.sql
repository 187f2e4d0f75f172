CREATE TABLE flowpack_jobqueue_messages_import (id serial PRIMARY KEY, payload text NOT NULL, state
  varchar(255) NOT NULL, failures integer NOT NULL DEFAULT 0, scheduled timestamp(0));
CREATE INDEX state_scheduled ON flowpack_jobqueue_messages_import (state, scheduled);
INSERT INTO flowpack_jobqueue_messages_import (payload, state, failures, scheduled) SELECT 'O:8:"stdClass":'
  || g, CASE k WHEN 'later' THEN 'ready' ELSE k END, CASE WHEN k IN ('later') THEN 1 + g % 2 ELSE CASE WHEN k
  IN ('failed') THEN 3 ELSE 0 END END, CASE WHEN k IN ('later') THEN n + g * interval '20 seconds' ELSE c END
  FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 5 THEN 'reserved' WHEN g <= 12 THEN 'later' WHEN g % 6 =
  0 THEN 'failed' ELSE 'ready' END AS k, localtimestamp - CASE WHEN g <= 12 THEN g * interval '25 seconds'
  ELSE g * interval '30 seconds' END AS c FROM generate_series(1, 110) g) s;
