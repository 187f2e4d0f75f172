CREATE TABLE portal (
  bridge_id text NOT NULL,
  id text NOT NULL,
  receiver text NOT NULL,
  mxid text,
  PRIMARY KEY (bridge_id, id, receiver)
);
CREATE UNIQUE INDEX portal_mxid_idx ON portal (bridge_id, mxid);
CREATE TABLE backfill_task (
  bridge_id text NOT NULL,
  portal_id text NOT NULL,
  portal_receiver text NOT NULL,
  user_login_id text NOT NULL,
  batch_count integer NOT NULL,
  is_done boolean NOT NULL,
  queue_done boolean NOT NULL DEFAULT false,
  cursor text,
  oldest_message_id text,
  dispatched_at bigint,
  completed_at bigint,
  next_dispatch_min_ts bigint NOT NULL,
  PRIMARY KEY (bridge_id, portal_id, portal_receiver),
  CONSTRAINT backfill_queue_portal_fkey FOREIGN KEY (bridge_id, portal_id, portal_receiver) REFERENCES portal (bridge_id, id, receiver) ON DELETE CASCADE ON UPDATE CASCADE
);

INSERT INTO portal (bridge_id, id, receiver, mxid)
SELECT 'whatsapp', (4915100000000 + g * 7919) || '@s.whatsapp.net', '491700000' || g % 3, '!' || left(encode(sha256(convert_to('r' || g, 'UTF8')), 'hex'), 18) || ':example.org' FROM generate_series(1, 120) g;
-- 70 done, 12 running or begun, 20 that wait for their next batch, 12 new, 6 without a login
INSERT INTO backfill_task (bridge_id, portal_id, portal_receiver, user_login_id, batch_count, is_done, queue_done, cursor, oldest_message_id, dispatched_at, completed_at, next_dispatch_min_ts)
SELECT bridge_id, id, receiver, CASE WHEN g > 114 THEN '' ELSE receiver END, CASE k WHEN 'new' THEN -1 WHEN 'done' THEN 3 + g % 20 ELSE g % 9 END, k = 'done', k = 'done' OR g = 75,
       CASE WHEN k IN ('wait', 'run') AND g % 2 = 0 THEN md5('cur' || g) END, CASE WHEN k <> 'new' THEN '3EB0' || upper(left(md5('m' || g), 16)) END,
       CASE WHEN k <> 'new' THEN (extract(epoch FROM d) * 1000000)::bigint * 1000 + g END, CASE WHEN k IN ('done', 'wait') THEN (extract(epoch FROM d + interval '2.4 seconds') * 1000000)::bigint * 1000 + 3 * g END,
       CASE WHEN g > 114 THEN 9223372036854775807 WHEN k = 'new' THEN (extract(epoch FROM now() + (g - 106) * interval '20 seconds') * 1000000)::bigint * 1000 WHEN k = 'run' THEN (extract(epoch FROM d + interval '1 hour') * 1000000)::bigint * 1000 + g
            ELSE (extract(epoch FROM d + CASE WHEN k = 'wait' THEN interval '22.4 seconds' ELSE interval '22.4 seconds' END) * 1000000)::bigint * 1000 + g END
FROM (SELECT p.*, row_number() OVER (ORDER BY id) AS g FROM portal p) p,
     LATERAL (SELECT CASE WHEN g <= 70 THEN 'done' WHEN g <= 82 THEN 'run' WHEN g <= 102 THEN 'wait' ELSE 'new' END AS k) kk,
     LATERAL (SELECT CASE k WHEN 'done' THEN now() - g * interval '3 hours' WHEN 'run' THEN CASE WHEN g <= 78 THEN now() - (g - 70) * interval '1 second' ELSE now() - interval '50 minutes' - g * interval '10 minutes' END ELSE now() - (g - 82) * interval '2 seconds' END AS d) dd;
