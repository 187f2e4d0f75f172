CREATE TABLE inbox_message (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT inbox_message_pk PRIMARY KEY,
    version integer NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    channel text NOT NULL,
    status text NOT NULL,
    payload bytea NOT NULL,
    metadata bytea,
    retry_at timestamptz,
    trace_context text,
    audit_log text NOT NULL,
    CONSTRAINT retry_status_requires_retry_at_value_chk CHECK ((status = 'RETRY') = (retry_at IS NOT NULL))
);
CREATE INDEX inbox_message_status_idx ON inbox_message (status);
CREATE INDEX inbox_message_completed_at_idx ON inbox_message (updated_at) WHERE status = 'COMPLETED';
CREATE TABLE inbox_message_recipient (
    name text NOT NULL,
    inbox_message_fk bigint NOT NULL CONSTRAINT inbox_message_recipient_inbox_message_fk REFERENCES inbox_message (id) ON DELETE CASCADE,
    CONSTRAINT inbox_message_recipient_name_and_fk_unique UNIQUE (name, inbox_message_fk)
);
CREATE INDEX inbox_message_recipient_name ON inbox_message_recipient (name);

-- kind of row per number; c: creation, u: last change (milliseconds, as the library writes them)
WITH r AS (
    SELECT n,
           CASE WHEN n <= 34 THEN 'COMPLETED' WHEN n <= 39 THEN 'ERROR' WHEN n <= 45 THEN 'RETRY'
                WHEN n <= 49 THEN 'WAITING_FOR_CONTINUATION' WHEN n <= 55 THEN 'IN_PROGRESS' ELSE 'NEW' END AS st,
           date_trunc('milliseconds', now() - make_interval(secs => (70 - n) * (CASE WHEN n <= 39 THEN 2220 WHEN n <= 51 THEN 60 ELSE 2 END))) AS c
    FROM generate_series(1, 66) n
), s AS (
    SELECT n, st, c,
           c + make_interval(secs => 0.021 + (n % 7) * 0.2) AS t1,
           CASE WHEN st = 'RETRY' THEN date_trunc('milliseconds', now() - make_interval(secs => n % 50 + 1))
                ELSE c + make_interval(secs => 0.9 + (n % 5) * 1.7) END AS t2
    FROM r
)
INSERT INTO inbox_message (version, created_at, updated_at, channel, status, payload, metadata, retry_at, trace_context, audit_log)
SELECT CASE st WHEN 'NEW' THEN 1 WHEN 'IN_PROGRESS' THEN 2 ELSE CASE WHEN n % 9 = 0 THEN 5 ELSE 3 END END,
       c,
       CASE st WHEN 'NEW' THEN c WHEN 'IN_PROGRESS' THEN t1 ELSE t2 END,
       (ARRAY['order-commands', 'payment-notifications', 'crm-sync'])[n % 3 + 1],
       st,
       convert_to(format('{"orderId":%s,"action":"%s"}', 40000 + n, (ARRAY['reserve', 'capture', 'update'])[n % 3 + 1]), 'UTF8'),
       CASE WHEN n % 4 = 0 AND st <> 'NEW' THEN convert_to(format('{"step":%s}', n % 3), 'UTF8') END,
       CASE WHEN st = 'RETRY' THEN t2 + make_interval(secs => CASE WHEN n % 3 = 0 THEN 1 ELSE 120 END) END,
       NULL,
       to_char(c AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || ' - message inserted'
         || CASE WHEN st <> 'NEW' THEN E'\n' || to_char(t1 AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || ' - status NEW -> IN_PROGRESS' ELSE '' END
         || CASE WHEN st NOT IN ('NEW', 'IN_PROGRESS') AND n % 9 = 0 THEN
              E'\n' || to_char((t1 + interval '200 ms') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || ' - status IN_PROGRESS -> RETRY' ||
              E'\n' || to_char((t1 + interval '600 ms') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || ' - status RETRY -> IN_PROGRESS' ELSE '' END
         || CASE WHEN st NOT IN ('NEW', 'IN_PROGRESS') THEN
              E'\n' || to_char(t2 AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || ' - status IN_PROGRESS -> ' || st || CASE WHEN n % 4 = 0 THEN '; metadata set' ELSE '' END ELSE '' END
FROM s ORDER BY n;
-- rows that an operator gave back after an error: again NEW, time of last change untouched
UPDATE inbox_message SET status = 'NEW', version = version + 1,
       audit_log = audit_log || E'\n' || to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || ' - reset to NEW'
WHERE id IN (38, 39);
INSERT INTO inbox_message_recipient (name, inbox_message_fk)
SELECT 'customer-' || (id % 17), id FROM inbox_message
UNION ALL SELECT 'warehouse-' || (id % 3), id FROM inbox_message WHERE id % 6 = 0;
