CREATE TABLE received_transactions (
  transaction_id text, origin text, ts bigint, response_code integer, response_json bytea, has_been_referenced smallint DEFAULT 0,
  CONSTRAINT received_transactions_transaction_id_origin_key UNIQUE (transaction_id, origin)
);
CREATE INDEX received_transactions_ts ON received_transactions (ts);
CREATE TABLE device_federation_inbox (origin text NOT NULL, message_id text NOT NULL, received_ts bigint NOT NULL, instance_name text);
CREATE INDEX device_federation_inbox_sender_id ON device_federation_inbox (origin, message_id);
CREATE INDEX device_federation_inbox_received_ts_index ON device_federation_inbox (received_ts);
CREATE TABLE device_federation_outbox (destination text NOT NULL, stream_id bigint NOT NULL, queued_ts bigint NOT NULL, messages_json text NOT NULL, instance_name text);
CREATE INDEX device_federation_outbox_destination_id ON device_federation_outbox (destination, stream_id);
CREATE INDEX device_federation_outbox_id ON device_federation_outbox (stream_id);
CREATE TABLE application_services_txns (as_id text NOT NULL, txn_id bigint NOT NULL, event_ids text NOT NULL, CONSTRAINT application_services_txns_as_id_txn_id_key UNIQUE (as_id, txn_id));
CREATE INDEX application_services_txns_id ON application_services_txns (as_id);
CREATE TABLE scheduled_tasks (
  id text PRIMARY KEY, action text NOT NULL, status text NOT NULL, timestamp bigint NOT NULL, resource_id text, params text, result text, error text
);
CREATE INDEX scheduled_tasks_status ON scheduled_tasks (status);
CREATE INDEX scheduled_tasks_timestamp ON scheduled_tasks (timestamp);
INSERT INTO received_transactions (transaction_id, origin, ts, response_code, response_json)
SELECT (1700000000000 + i*7919)::text, (ARRAY['matrix.org','kde.org','example.net','tchap.test'])[1+i%4], (extract(epoch from now())*1000)::bigint - i*900001, 200,
 convert_to(CASE WHEN i%5=0 THEN '{"pdus":{}}' WHEN i%7=0 THEN '{"pdus":{"$'||substr(encode(sha256(i::text::bytea),'base64'),1,43)||'":{"error":"Server is not in room"}}}' ELSE '{"pdus":{"$'||substr(encode(sha256(i::text::bytea),'base64'),1,43)||'":{}}}' END,'UTF8')
FROM generate_series(1,70) i;
INSERT INTO device_federation_inbox (origin, message_id, received_ts)
SELECT (ARRAY['matrix.org','kde.org','example.net'])[1+i%3], substr(md5('m'||i),1,16), (extract(epoch from now())*1000)::bigint - i*7200011::bigint FROM generate_series(1,80) i;
INSERT INTO device_federation_outbox (destination, stream_id, queued_ts, messages_json, instance_name)
SELECT (ARRAY['matrix.org','offline.example','tchap.test'])[1+i%3], 91000+i, (extract(epoch from now())*1000)::bigint - (41-i)*60007,
 '{"messages":{"@bob:'||(ARRAY['matrix.org','offline.example','tchap.test'])[1+i%3]||'":{"DEV'||i||'":{"algorithm":"m.olm.v1.curve25519-aes-sha2","ciphertext":{}}}},"message_id":"'||substr(md5('out'||i),1,16)||'","sender":"@alice:hs.test","type":"m.room.encrypted"}', 'master'
FROM generate_series(1,40) i;
INSERT INTO application_services_txns
SELECT (ARRAY['whatsapp','irc-bridge'])[1+i%2], 5000+i, '["$'||translate(substr(encode(sha256(('as'||i)::bytea),'base64'),1,43),'+/','-_')||'"]' FROM generate_series(1,30) i;
INSERT INTO scheduled_tasks (id, action, status, timestamp, resource_id, params, result, error)
SELECT substr(md5('t'||i),1,16), a, st, now_ms - CASE st WHEN 'scheduled' THEN -i*50000 WHEN 'active' THEN i*7000 ELSE i*7800000::bigint END,
 CASE a WHEN 'delete_device_messages' THEN 'DEVICE'||i WHEN 'redact_all_events' THEN '@spam'||i||':hs.test' ELSE '!room'||i||':hs.test' END,
 CASE a WHEN 'delete_device_messages' THEN '{"user_id":"@u'||i||':hs.test","device_id":"DEVICE'||i||'","up_to_stream_id":'||90000+i||'}'
  WHEN 'purge_history' THEN '{"token":"t'||i||'-5_0_0_0_0_0_0_0_0_0","delete_local_events":false}'
  WHEN 'redact_all_events' THEN '{"user_id":"@spam'||i||':hs.test","rooms":["!r:hs.test"],"requester":"@admin:hs.test","admin":"@admin:hs.test","reason":null,"limit":null}'
  ELSE '{"new_room_user_id":null,"new_room_name":null,"message":null,"requester_user_id":"@admin:hs.test","block":false,"purge":true,"force_purge":false}' END,
 CASE WHEN a='shutdown_and_purge_room' AND st IN ('complete','active') THEN '{"kicked_users":["@x:hs.test"],"failed_to_kick_users":[],"local_aliases":[],"new_room_id":null}'
  WHEN a='redact_all_events' AND st='complete' THEN '{"failed":{}}' END,
 CASE WHEN st='failed' THEN 'server_name not known' END
FROM (SELECT i, (extract(epoch from now())*1000)::bigint now_ms, (ARRAY['purge_history','delete_device_messages','shutdown_and_purge_room','redact_all_events'])[1+i%4] a,
 CASE WHEN i<=8 THEN 'scheduled' WHEN i<=12 THEN 'active' WHEN i%11=0 THEN 'failed' WHEN i%17=0 THEN 'cancelled' ELSE 'complete' END st FROM generate_series(1,64) i) x;
