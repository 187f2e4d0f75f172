CREATE TABLE enqueue (
    id              uuid NOT NULL,
    published_at    bigint NOT NULL,
    body            text DEFAULT NULL,
    headers         text DEFAULT NULL,
    properties      text DEFAULT NULL,
    redelivered     boolean DEFAULT NULL,
    queue           varchar(255) NOT NULL,
    priority        smallint DEFAULT NULL,
    delayed_until   bigint DEFAULT NULL,
    time_to_live    bigint DEFAULT NULL,
    delivery_id     uuid DEFAULT NULL,
    redeliver_after bigint DEFAULT NULL,
    PRIMARY KEY (id)
);
CREATE INDEX idx_enqueue_fetch ON enqueue (priority, published_at, queue, delivery_id, delayed_until, id);
CREATE INDEX idx_enqueue_redeliver ON enqueue (redeliver_after, delivery_id);
CREATE INDEX idx_enqueue_ttl ON enqueue (time_to_live, delivery_id);
CREATE INDEX idx_enqueue_delivery ON enqueue (delivery_id);

INSERT INTO enqueue (id, published_at, body, headers, properties, priority, queue, redelivered, delivery_id, redeliver_after, delayed_until, time_to_live)
SELECT gen_random_uuid(), (extract(epoch FROM t) * 10000)::bigint, format('{"orderId":%s}', n),
       format('{"content_type":"application\/json","message_id":"%s","timestamp":%s,"reply_to":null,"correlation_id":""}', md5('m' || n)::uuid, extract(epoch FROM t)::bigint),
       format('{"enqueue.topic":"%s","enqueue.processor":"App\\Processor\\%s"}', (ARRAY['order_placed','mail'])[1 + n % 2], (ARRAY['OrderProcessor','MailProcessor'])[1 + n % 2]),
       CASE WHEN n % 8 = 0 THEN -3 ELSE 0 END, (ARRAY['enqueue.app.default','enqueue.app.mail'])[1 + n % 2],
       kind IN ('back', 'again'),
       CASE WHEN kind IN ('run', 'dead', 'again') THEN gen_random_uuid() END,
       CASE kind WHEN 'run' THEN extract(epoch FROM now())::bigint + 1200 - n WHEN 'again' THEN extract(epoch FROM now())::bigint + 1100 WHEN 'dead' THEN extract(epoch FROM now())::bigint - 1 WHEN 'back' THEN extract(epoch FROM now())::bigint - 60 * n END,
       CASE WHEN kind = 'new' AND n % 5 = 0 THEN extract(epoch FROM now())::bigint + 300 + n END,
       CASE WHEN n % 6 = 0 THEN extract(epoch FROM t)::bigint + 86400 END
FROM (SELECT n, kind, now() - CASE kind WHEN 'new' THEN make_interval(secs => n) WHEN 'run' THEN make_interval(secs => n + 3) WHEN 'dead' THEN interval '1203 seconds' ELSE make_interval(mins => 25 + n) END AS t
      FROM (SELECT n, CASE WHEN n <= 28 THEN 'new' WHEN n <= 34 THEN 'run' WHEN n <= 36 THEN 'dead' WHEN n <= 39 THEN 'back' ELSE 'again' END AS kind FROM generate_series(1, 41) n) a) b;
