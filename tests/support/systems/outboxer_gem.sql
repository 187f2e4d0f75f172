CREATE TABLE outboxer_messages (
  id bigserial PRIMARY KEY,
  lock_version integer DEFAULT 0 NOT NULL,
  status character varying(255) NOT NULL,
  messageable_id character varying(255) NOT NULL,
  messageable_type character varying(255) NOT NULL,
  updated_at timestamp(6) without time zone NOT NULL,
  queued_at timestamp(6) without time zone NOT NULL,
  publishing_at timestamp(6) without time zone,
  published_at timestamp(6) without time zone,
  failed_at timestamp(6) without time zone,
  publisher_id bigint,
  publisher_name character varying(263)
);
CREATE INDEX idx_outboxer_status ON outboxer_messages USING btree (status);
CREATE INDEX idx_outboxer_status_queued_at ON outboxer_messages USING btree (status, queued_at);
CREATE INDEX idx_outboxer_status_updated_at ON outboxer_messages USING btree (status, updated_at);
CREATE INDEX idx_outboxer_pub_id_published_at ON outboxer_messages USING btree (publisher_id, published_at);
CREATE INDEX idx_outboxer_status_pub_id_published_at ON outboxer_messages USING btree (status, publisher_id, published_at);
CREATE INDEX idx_outboxer_status_id ON outboxer_messages USING btree (status, id);
CREATE INDEX idx_outboxer_id_status_lock_version ON outboxer_messages USING btree (id, status, lock_version);
CREATE TABLE outboxer_exceptions (
  id bigserial PRIMARY KEY,
  class_name character varying(255),
  message_text text NOT NULL,
  created_at timestamp(6) without time zone NOT NULL,
  message_id bigint NOT NULL REFERENCES outboxer_messages (id) ON DELETE CASCADE
);
CREATE INDEX index_outboxer_exceptions_on_message_id ON outboxer_exceptions USING btree (message_id);

INSERT INTO outboxer_messages (lock_version, status, messageable_id, messageable_type, updated_at, queued_at, publishing_at, failed_at)
SELECT CASE s.w WHEN 'queued' THEN CASE WHEN g % 9 = 0 THEN 3 ELSE 0 END WHEN 'publishing' THEN CASE WHEN g % 9 = 0 THEN 4 ELSE 1 END ELSE CASE WHEN g % 7 = 0 THEN 5 ELSE 2 END END,
       s.w, (4000 + g)::text, CASE g % 3 WHEN 0 THEN 'Accounts::InvoiceRaisedEvent' WHEN 1 THEN 'Orders::OrderPlacedEvent' ELSE 'Event' END,
       coalesce(f.t, p.t, q.t), q.t, p.t, f.t
FROM generate_series(1, 60) g,
LATERAL (SELECT CASE WHEN g <= 22 THEN 'failed' WHEN g <= 34 THEN 'publishing' ELSE 'queued' END AS w) s,
LATERAL (SELECT (now() AT TIME ZONE 'UTC') - CASE s.w WHEN 'failed' THEN (61 - g) * interval '1 hour 11 minutes 0.203117 seconds' WHEN 'publishing' THEN CASE WHEN g = 23 THEN interval '9 hours' ELSE (61 - g) * interval '101.5 milliseconds' END ELSE (61 - g) * interval '83.2 milliseconds' END AS t) q,
LATERAL (SELECT CASE s.w WHEN 'queued' THEN NULL WHEN 'publishing' THEN q.t + interval '0.611 seconds' ELSE q.t + interval '1.072 seconds' END AS t) p,
LATERAL (SELECT CASE s.w WHEN 'failed' THEN p.t + interval '0.214 seconds' END AS t) f;

INSERT INTO outboxer_exceptions (class_name, message_text, created_at, message_id)
SELECT CASE WHEN id % 2 = 0 THEN 'Errno::ECONNREFUSED' ELSE 'Net::ReadTimeout' END,
       CASE WHEN id % 2 = 0 THEN 'Connection refused - connect(2) for "broker" port 9092' ELSE 'Net::ReadTimeout with #<TCPSocket:(closed)>' END,
       failed_at + interval '2 milliseconds', id
FROM outboxer_messages WHERE status = 'failed';
