CREATE TABLE event_log (
    id              serial PRIMARY KEY NOT NULL,
    event_type      text NOT NULL,
    event_body_data text NOT NULL,
    flow_id         text,
    created         timestamptz NOT NULL DEFAULT now(),
    last_modified   timestamptz NOT NULL DEFAULT now(),
    locked_by       text,
    locked_until    timestamptz,
    compaction_key  text,
    eid             uuid
);
CREATE INDEX event_log_locked_until_index ON event_log (locked_until);

INSERT INTO event_log (event_type, event_body_data, flow_id, created, last_modified, locked_by, locked_until, compaction_key, eid)
SELECT (ARRAY['wholesale.purchase-order-change','wholesale.article-snapshot'])[1 + n % 2],
       format('{"data_op":"%s","data_type":"warehouse:order","data":{"code":"A-%s","lines":%s}}', (ARRAY['C','U','D','S'])[1 + n % 4], n, n % 6),
       CASE WHEN n % 5 <> 0 THEN 'F' || substr(md5('flow' || n), 1, 20) END, t, t, lb, lu,
       CASE WHEN n % 2 = 0 THEN 'A-' || n END, NULL
FROM (SELECT n,
        CASE WHEN n <= 12 THEN now() - make_interval(mins => 70 - n) WHEN n <= 30 THEN now() - make_interval(secs => 90 - n) ELSE now() - make_interval(secs => (41 - n) * 0.1) END AS t,
        CASE WHEN n <= 12 THEN md5('lock' || n / 5)::uuid::text WHEN n <= 30 THEN md5('lockrun')::uuid::text END AS lb,
        CASE WHEN n <= 12 THEN now() - make_interval(secs => 20 + (n / 5) * 15) WHEN n <= 30 THEN now() + interval '9 minutes 40 seconds' END AS lu
      FROM generate_series(1, 40) n) s;
