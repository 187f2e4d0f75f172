CREATE TABLE node_message_ids (
  message_id varchar(64) NOT NULL,
  insertion_time timestamp NOT NULL,
  sender varchar(64),
  sequence_number bigint,
  CONSTRAINT node_message_ids_pkey PRIMARY KEY (message_id)
);
-- from peers that name a sender and count
INSERT INTO node_message_ids
SELECT (ARRAY['XI','XD','XC'])[1 + i % 3] || '-' || upper(substr(md5('sh' || (i % 6)), 1, 8)) || '-' || substr(md5('se' || (i / 4)), 1, 16) || '-' || (i % 4),
       date_trunc('milliseconds', (now() AT TIME ZONE 'UTC') - (100 - i) * interval '7 minutes'),
       upper(encode(sha256(convert_to('peer' || (i % 6), 'UTF8')), 'hex')), 500 + i
FROM generate_series(1, 84) i;
-- without that information
INSERT INTO node_message_ids
SELECT 'XI-' || upper(substr(md5('old' || i), 1, 8)) || '-' || substr(md5('olds' || i), 1, 16) || '-0',
       date_trunc('milliseconds', (now() AT TIME ZONE 'UTC') - i * interval '5 hours'), NULL, NULL
FROM generate_series(1, 16) i;
