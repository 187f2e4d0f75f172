CREATE TABLE order_outbox_items (
  id bigserial PRIMARY KEY,
  uuid uuid NOT NULL,
  event_name character varying NOT NULL,
  event_key character varying NOT NULL,
  bucket integer NOT NULL,
  status integer DEFAULT 0 NOT NULL,
  options jsonb,
  payload bytea NOT NULL,
  errors_count integer DEFAULT 0 NOT NULL,
  error_log text,
  processed_at timestamp(6) without time zone,
  created_at timestamp(6) without time zone NOT NULL,
  updated_at timestamp(6) without time zone NOT NULL
);
CREATE UNIQUE INDEX index_order_outbox_items_on_uuid ON order_outbox_items USING btree (uuid);
CREATE INDEX index_order_outbox_items_on_status_and_bucket_and_errors_count ON order_outbox_items USING btree (status, bucket, errors_count);
CREATE INDEX index_order_outbox_items_on_event_name_and_event_key_and_id ON order_outbox_items USING btree (event_name, event_key, id);
CREATE INDEX index_order_outbox_items_on_created_at ON order_outbox_items USING btree (created_at);
CREATE TABLE payment_inbox_items (
  id bigserial PRIMARY KEY,
  uuid uuid NOT NULL,
  event_key character varying NOT NULL,
  bucket integer NOT NULL,
  status integer DEFAULT 0 NOT NULL,
  options jsonb,
  payload bytea NOT NULL,
  errors_count integer DEFAULT 0 NOT NULL,
  error_log text,
  processed_at timestamp(6) without time zone,
  created_at timestamp(6) without time zone NOT NULL,
  updated_at timestamp(6) without time zone NOT NULL
);
CREATE UNIQUE INDEX index_payment_inbox_items_on_uuid ON payment_inbox_items USING btree (uuid);
CREATE INDEX index_payment_inbox_items_on_status_and_bucket_and_errors_count ON payment_inbox_items USING btree (status, bucket, errors_count);
CREATE INDEX index_payment_inbox_items_on_event_key_and_id ON payment_inbox_items USING btree (event_key, id);
CREATE INDEX index_payment_inbox_items_on_created_at ON payment_inbox_items USING btree (created_at);

-- 0 pending, 1 failed, 2 delivered, 3 discarded (a newer item of the same key exists)
INSERT INTO order_outbox_items (uuid, event_name, event_key, bucket, status, options, payload, errors_count, error_log, processed_at, created_at, updated_at)
SELECT gen_random_uuid(), CASE WHEN g % 3 = 0 THEN 'order_canceled' ELSE 'order_created' END, k::text, k % 16, s.v,
       CASE WHEN g % 4 = 0 THEN '{"headers": {"Trace-Id": "' || md5('t' || g) || '"}}' END::jsonb,
       decode('0a24', 'hex') || convert_to(md5('o' || k)::uuid::text, 'UTF8') || decode('10', 'hex') || decode(lpad(to_hex(g), 2, '0'), 'hex'),
       n.e,
       CASE WHEN n.e > 0 THEN E'-----\n' || to_char(l.p, 'YYYY-MM-DD HH24:MI:SS') || E' UTC \n ' || 'Local: Message timed out (msg_timed_out)' || E'\n /app/vendor/rdkafka/producer/delivery_handle.rb:24:in `wait''\n /app/lib/sbmt/outbox/process_item.rb:112:in `block in process_item''' END,
       l.p, c.d, coalesce(l.p, c.d)
FROM (SELECT g, 5000 + g * 11 % 47 AS k FROM generate_series(1, 90) g) q,
LATERAL (SELECT CASE WHEN g > 82 THEN 0 WHEN g > 74 THEN -1 WHEN g % 21 = 0 THEN 1 WHEN g % 16 = 0 THEN 3 ELSE 2 END AS r) r0,
LATERAL (SELECT CASE r WHEN -1 THEN 0 ELSE r END AS v) s,
LATERAL (SELECT CASE r WHEN -1 THEN 1 + g % 4 WHEN 1 THEN 8 WHEN 3 THEN 1 + g % 2 WHEN 2 THEN CASE WHEN g % 13 = 0 THEN 1 ELSE 0 END ELSE 0 END AS e) n,
LATERAL (SELECT (now() AT TIME ZONE 'UTC') - CASE WHEN r = 0 THEN (91 - g) * interval '90 milliseconds' WHEN r = -1 THEN (91 - g) * interval '40 seconds' ELSE (91 - g) * interval '47 minutes 3.117 seconds' END AS d) c,
LATERAL (SELECT CASE r WHEN 0 THEN NULL WHEN -1 THEN (now() AT TIME ZONE 'UTC') - (g % 5) * interval '3.1 seconds' WHEN 1 THEN c.d + interval '34 minutes 11.2 seconds' ELSE c.d + interval '1.21 seconds' + n.e * interval '12 seconds' END AS p) l;

INSERT INTO payment_inbox_items (uuid, event_key, bucket, status, options, payload, errors_count, error_log, processed_at, created_at, updated_at)
SELECT md5('u' || g)::uuid, 'pay-' || (900 + g), ('x' || substr(md5('b' || g), 1, 1))::bit(4)::int, CASE WHEN g <= 50 THEN CASE WHEN g % 23 = 0 THEN 1 ELSE 2 END ELSE 0 END,
       jsonb_build_object('headers', jsonb_build_object('Idempotency-Key', md5('u' || g)::uuid), 'source', 'kafka', 'topic', 'payments'),
       convert_to('{"payment_id":' || (900 + g) || ',"state":"paid"}', 'UTF8'),
       n.e,
       CASE WHEN n.e > 0 THEN E'-----\n' || to_char(l.p, 'YYYY-MM-DD HH24:MI:SS') || E' UTC \n ' || 'transport PaymentImporter returned failure: order_not_found' || E'\n ' END,
       l.p, c.d, coalesce(l.p, c.d)
FROM generate_series(1, 58) g,
LATERAL (SELECT CASE WHEN g > 55 THEN 0 WHEN g > 50 THEN 1 + g % 3 WHEN g % 23 = 0 THEN 8 WHEN g % 10 = 0 THEN 2 ELSE 0 END AS e) n,
LATERAL (SELECT (now() AT TIME ZONE 'UTC') - CASE WHEN g > 50 THEN (59 - g) * interval '4.7 seconds' ELSE (59 - g) * interval '1 hour 33 minutes' END AS d) c,
LATERAL (SELECT CASE WHEN g > 55 THEN NULL WHEN g > 50 THEN c.d + interval '2.2 seconds' WHEN n.e = 8 THEN c.d + interval '33 minutes' ELSE c.d + interval '0.61 seconds' + n.e * interval '11 seconds' END AS p) l;
