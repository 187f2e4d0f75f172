CREATE TABLE queueitem (
  id                 serial PRIMARY KEY,
  queue_name         varchar(1024) NOT NULL,
  body               text NOT NULL,
  available_after    timestamp NOT NULL,
  available          boolean NOT NULL,
  processing_expires timestamp,
  retries_remaining  integer NOT NULL,
  state_id           varchar(255) NOT NULL
);
CREATE INDEX queueitem_queue_name ON queueitem (queue_name);
CREATE UNIQUE INDEX queueitem_state_id ON queueitem (state_id);
CREATE INDEX queueitem_processing_expires_available ON queueitem (processing_expires, available);
CREATE INDEX queueitem_pe_aafter_qname_rremaining_available ON queueitem (processing_expires, available_after, queue_name, retries_remaining, available);

INSERT INTO queueitem (queue_name, body, available_after, available, processing_expires, retries_remaining, state_id)
SELECT 'notification/org' || n % 6 || '/app' || n % 4 || '/', '{"notification_uuid": "' || md5('nt' || n)::uuid || '", "event_data": {"repository": "org' || n % 6 || '/app' || n % 4 || '"}, "performer_data": {}}',
       (now() AT TIME ZONE 'UTC') - n * interval '2 seconds', true, NULL, 5, md5('st' || n)::uuid::text
FROM generate_series(1, 24) AS n;
INSERT INTO queueitem (queue_name, body, available_after, available, processing_expires, retries_remaining, state_id)
SELECT 'dockerfilebuild/org' || n % 3 || '/web/', '{"build_uuid": "' || md5('b' || n)::uuid || '"}', (now() AT TIME ZONE 'UTC') - n * interval '40 seconds', false,
       (now() AT TIME ZONE 'UTC') + (300 - n * 20) * interval '1 second', 4 - n % 2, md5('rn' || n)::uuid::text
FROM generate_series(1, 9) AS n;
INSERT INTO queueitem (queue_name, body, available_after, available, processing_expires, retries_remaining, state_id)
SELECT 'repositorygc/org' || n || '/old/', '{"marker_id": ' || 60 + n || ', "original_name": "old"}', (now() AT TIME ZONE 'UTC') - interval '2 hours', false,
       (now() AT TIME ZONE 'UTC') - n * interval '90 seconds', 3, md5('out' || n)::uuid::text
FROM generate_series(1, 4) AS n;
INSERT INTO queueitem (queue_name, body, available_after, available, processing_expires, retries_remaining, state_id)
SELECT 'notification/org' || n || '/api/', '{"notification_uuid": "' || md5('rt' || n)::uuid || '", "event_data": {}, "performer_data": {}}',
       (now() AT TIME ZONE 'UTC') + (n * 50 - 100) * interval '1 second', true, (now() AT TIME ZONE 'UTC') + (n * 50 - 102) * interval '1 second', 5 - (1 + n % 4), md5('rtst' || n)::uuid::text
FROM generate_series(1, 7) AS n;
INSERT INTO queueitem (queue_name, body, available_after, available, processing_expires, retries_remaining, state_id)
SELECT 'chunk_cleanup/' || md5('c' || n)::uuid || '/', '{"location": "local_us", "uuid": "' || md5('c' || n)::uuid || '", "path": "uploads/' || md5('c' || n)::uuid || '"}',
       (now() AT TIME ZONE 'UTC') - n * interval '1 day', n % 2 = 0, (now() AT TIME ZONE 'UTC') - n * interval '1 day', 0, md5('dead' || n)::uuid::text
FROM generate_series(1, 6) AS n;
