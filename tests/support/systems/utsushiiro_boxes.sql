CREATE EXTENSION IF NOT EXISTS "uuid-ossp";
CREATE OR REPLACE FUNCTION auto_set_created_at_and_updated_at()
  RETURNS trigger AS $$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      NEW.created_at := NOW();
      NEW.updated_at := NOW();
    ELSIF TG_OP = 'UPDATE' THEN
      NEW.created_at := OLD.created_at;
      NEW.updated_at := NOW();
    END IF;

    RETURN NEW;
  END;
  $$ LANGUAGE plpgsql;
CREATE TABLE IF NOT EXISTS outbox_messages (
    id UUID PRIMARY KEY DEFAULT uuid_generate_v4(),
    payload JSONB NOT NULL,
    sent_at TIMESTAMPTZ,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX IF NOT EXISTS outbox_messages_unsent_created_at ON outbox_messages (created_at) WHERE sent_at IS NULL;
CREATE INDEX IF NOT EXISTS outbox_messages_sent_created_at ON outbox_messages (created_at) WHERE sent_at IS NOT NULL;
CREATE TABLE IF NOT EXISTS inbox_messages (
    id UUID PRIMARY KEY,
    payload JSONB NOT NULL,
    received_at TIMESTAMPTZ NOT NULL,
    processed_at TIMESTAMPTZ,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX IF NOT EXISTS inbox_messages_unprocessed_created_at ON inbox_messages (created_at) WHERE processed_at IS NULL;
CREATE INDEX IF NOT EXISTS inbox_messages_processed_created_at ON inbox_messages (created_at) WHERE processed_at IS NOT NULL;

-- sent and processed rows are deleted after five minutes; the last rows of the outbox wait, two messages of the inbox fail again and again
INSERT INTO outbox_messages (id, payload, sent_at, created_at, updated_at)
SELECT md5('uo' || n)::uuid, to_jsonb('Hello, World! at ' || to_char(t AT TIME ZONE 'Asia/Tokyo', 'YYYY-MM-DD"T"HH24:MI:SS') || '+09:00'), CASE WHEN n > 9 THEN t + (90 + n % 70) * interval '1 ms' END, t, CASE WHEN n > 9 THEN t + (92 + n % 70) * interval '1 ms' ELSE t END
FROM generate_series(1, 150) n, LATERAL (SELECT now() - n * interval '1.9 s' - n % 7 * interval '90 ms' AS t) x;
INSERT INTO inbox_messages (id, payload, received_at, processed_at, created_at, updated_at)
SELECT id, payload, sent_at + interval '31 ms', CASE WHEN row_number() OVER (ORDER BY sent_at DESC) > 12 THEN sent_at + (180 + extract(milliseconds FROM sent_at)::int % 200) * interval '1 ms' END, sent_at + interval '33 ms',
       CASE WHEN row_number() OVER (ORDER BY sent_at DESC) > 12 THEN sent_at + (185 + extract(milliseconds FROM sent_at)::int % 200) * interval '1 ms' ELSE sent_at + interval '33 ms' END
FROM outbox_messages WHERE sent_at IS NOT NULL;
INSERT INTO inbox_messages (id, payload, received_at, created_at, updated_at)
SELECT md5('ui' || n)::uuid, jsonb_build_object('text', 'not a string'), t, t + interval '2 ms', t + interval '2 ms' FROM generate_series(1, 2) n, LATERAL (SELECT now() - n * interval '3 h' AS t) x;
CREATE TRIGGER auto_set_outbox_messages_created_at_and_updated_at
    BEFORE INSERT OR UPDATE ON outbox_messages
    FOR EACH ROW
    EXECUTE FUNCTION auto_set_created_at_and_updated_at();
CREATE TRIGGER auto_set_inbox_messages_created_at_and_updated_at
    BEFORE INSERT OR UPDATE ON inbox_messages
    FOR EACH ROW
    EXECUTE FUNCTION auto_set_created_at_and_updated_at();
