CREATE TABLE action_mailbox_inbound_emails (
    id bigserial PRIMARY KEY,
    status integer DEFAULT 0 NOT NULL,
    message_id character varying NOT NULL,
    message_checksum character varying NOT NULL,
    created_at timestamp(6) without time zone NOT NULL,
    updated_at timestamp(6) without time zone NOT NULL
);
CREATE UNIQUE INDEX index_action_mailbox_inbound_emails_uniqueness ON action_mailbox_inbound_emails USING btree (message_id, message_checksum);

INSERT INTO action_mailbox_inbound_emails (status, message_id, message_checksum, created_at, updated_at)
SELECT st, CASE WHEN g % 3 = 0 THEN 'CAF' || substr(md5('m' || g), 1, 26) || '@mail.gmail.com' ELSE md5('m' || g) || '@mail' || (g % 5) || '.example.org' END,
       substr(encode(sha256(convert_to('src' || g, 'UTF8')), 'hex'), 1, 40),
       t, CASE WHEN st = 0 THEN t WHEN st = 1 THEN t + interval '310 milliseconds' ELSE t + (400 + (g * 71) % 3000) * interval '1 millisecond' END
FROM (SELECT g, CASE WHEN g > 78 THEN 0 WHEN g > 76 THEN 1 WHEN g % 12 = 0 THEN 3 WHEN g % 17 = 0 THEN 4 ELSE 2 END AS st,
             (now() AT TIME ZONE 'utc') - (81 - g) * CASE WHEN g > 76 THEN interval '1300 milliseconds' ELSE interval '8 hours 20 minutes' END AS t FROM generate_series(1, 80) AS g) s ORDER BY g;
