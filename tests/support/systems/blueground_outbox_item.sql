CREATE SEQUENCE outbox_item_seq;
CREATE TABLE outbox_item (
  id bigint,
  type text NOT NULL,
  status text NOT NULL,
  payload text NOT NULL,
  group_id text,
  retries bigint NOT NULL,
  next_run timestamp NOT NULL,
  last_execution timestamp,
  rerun_after timestamp,
  delete_after timestamp,
  version numeric DEFAULT 0,
  created_at timestamp without time zone NOT NULL,
  created_by numeric DEFAULT 0,
  updated_at timestamp without time zone NOT NULL,
  updated_by numeric DEFAULT 0,
  CONSTRAINT outbox_item_pk PRIMARY KEY (id)
);
CREATE INDEX idx_outbox_item_status ON outbox_item (status);
CREATE INDEX idx_outbox_item_next_run ON outbox_item (next_run);
CREATE INDEX idx_outbox_item_rerun_after ON outbox_item (rerun_after);
CREATE INDEX idx_outbox_item_delete_after ON outbox_item (delete_after);
CREATE INDEX outbox_item_group_id_idx ON outbox_item USING hash (group_id) WHERE group_id IS NOT NULL;

-- s: 1 completed, 2 failed, 3 fresh, 4 waits after a failure, 5 running, 6 running but its time is over
INSERT INTO outbox_item (id, type, status, payload, group_id, retries, next_run, last_execution, rerun_after, delete_after, version, created_at, created_by, updated_at, updated_by)
SELECT nextval('outbox_item_seq'), CASE g % 3 WHEN 0 THEN 'BOOKING_CONFIRMED_EMAIL' WHEN 1 THEN 'LEASE_SYNC' ELSE 'PAYOUT_REQUESTED' END,
       CASE s WHEN 1 THEN 'COMPLETED' WHEN 2 THEN 'FAILED' WHEN 5 THEN 'RUNNING' WHEN 6 THEN 'RUNNING' ELSE 'PENDING' END,
       '{"bookingId":' || (7000 + g) || ',"guestId":"' || md5('g' || g)::uuid || '"}',
       CASE WHEN g % 6 = 0 THEN 'booking-' || (g % 4) END,
       f.n,
       CASE WHEN f.n = 0 THEN c.d - interval '1 millisecond' WHEN s = 4 THEN l.d + CASE WHEN f.n = 1 THEN interval '0.2 seconds' ELSE interval '60.2 seconds' END ELSE l.d - interval '2 seconds' END,
       l.d, l.d + interval '1 hour',
       CASE WHEN s = 1 THEN l.d + interval '0.41 seconds' + interval '10 days' END,
       CASE WHEN s = 3 THEN 0 WHEN s IN (5, 6) THEN 2 * f.n + 1 WHEN s = 4 THEN 2 * f.n ELSE 2 * (f.n + 1) END,
       c.d, NULL,
       CASE WHEN s = 3 THEN c.d WHEN s IN (5, 6) THEN l.d + interval '2 milliseconds' ELSE l.d + interval '0.415 seconds' END, NULL
FROM (SELECT g, CASE WHEN g <= 46 THEN 1 WHEN g <= 54 THEN 2 WHEN g <= 57 THEN 6 WHEN g <= 64 THEN 4 WHEN g <= 72 THEN 5 ELSE 3 END AS s FROM generate_series(1, 80) g) q,
LATERAL (SELECT CASE s WHEN 2 THEN 5 WHEN 4 THEN 1 + g % 4 WHEN 1 THEN CASE WHEN g % 10 = 0 THEN 2 ELSE 0 END WHEN 5 THEN CASE WHEN g % 4 = 0 THEN 1 ELSE 0 END ELSE 0 END AS n) f,
LATERAL (SELECT (now() AT TIME ZONE 'UTC') - CASE s WHEN 1 THEN (81 - g) * interval '2 hours 51 minutes 0.317 seconds' WHEN 2 THEN (81 - g) * interval '1 hour 9 minutes' WHEN 6 THEN interval '3 hours' - g * interval '1 minute' WHEN 4 THEN interval '80 seconds' * f.n + (65 - g) * interval '3 seconds' WHEN 5 THEN interval '70 seconds' * f.n + (81 - g) * interval '0.6 seconds' ELSE (81 - g) * interval '0.11 seconds' END AS d) c,
LATERAL (SELECT CASE WHEN s = 3 THEN NULL ELSE c.d + interval '0.9 seconds' + greatest(f.n - 1, 0) * interval '66 seconds' + CASE WHEN f.n > 0 THEN interval '9 seconds' ELSE interval '0' END END AS d) l;
