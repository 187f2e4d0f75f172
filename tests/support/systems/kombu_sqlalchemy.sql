CREATE SEQUENCE queue_id_sequence;
CREATE SEQUENCE message_id_sequence;
CREATE TABLE kombu_queue (
  id integer NOT NULL PRIMARY KEY,
  name varchar(200) UNIQUE
);
CREATE TABLE kombu_message (
  id integer NOT NULL PRIMARY KEY,
  visible boolean,
  "timestamp" timestamp,
  payload text NOT NULL,
  version smallint NOT NULL,
  queue_id integer,
  CONSTRAINT "FK_kombu_message_queue" FOREIGN KEY (queue_id) REFERENCES kombu_queue (id)
);
CREATE INDEX ix_kombu_message_visible ON kombu_message (visible);
CREATE INDEX ix_kombu_message_timestamp ON kombu_message ("timestamp");
INSERT INTO kombu_queue SELECT nextval('queue_id_sequence'), n FROM unnest(ARRAY['celery','galaxy.internal','celeryev.5d1c']) n;
CREATE FUNCTION pg_temp.pl(i int) RETURNS text LANGUAGE sql AS
$$ SELECT '{"body": "' || replace(encode(convert_to('[[' || i || '], {}, {"callbacks": null, "errbacks": null, "chain": null, "chord": null}]', 'UTF8'), 'base64'), E'\n', '') || '", "content-encoding": "utf-8", "content-type": "application/json", "headers": {"lang": "py", "task": "app.tasks.' || (ARRAY['build','notify','sweep'])[1 + i % 3] || '", "id": "' || md5('k' || i)::uuid || '", "retries": 0, "eta": null}, "properties": {"correlation_id": "' || md5('k' || i)::uuid || '", "delivery_mode": 2, "priority": 0, "body_encoding": "base64", "delivery_tag": "' || md5('d' || i)::uuid || '"}}' $$;
-- handed out
INSERT INTO kombu_message
SELECT nextval('message_id_sequence'), false, now()::timestamp - (81 - i) * interval '9 minutes', pg_temp.pl(i), 2, 1 + i % 2
FROM generate_series(1, 80) i;
-- waiting
INSERT INTO kombu_message
SELECT nextval('message_id_sequence'), true, NULL, pg_temp.pl(100 + i), 1, 1 + i % 2
FROM generate_series(1, 18) i;
