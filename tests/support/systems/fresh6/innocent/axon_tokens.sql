CREATE TABLE token_entry (processor_name varchar(255) NOT NULL, segment integer NOT NULL, mask integer NOT NULL,
  token bytea, token_type varchar(255), timestamp varchar(255), owner varchar(255), PRIMARY KEY (processor_name,
  segment));
INSERT INTO token_entry SELECT 'processor' || g / 4, g % 4, 3, '\x7b7d', 'GlobalSequenceTrackingToken',
  to_char((now() - g * interval '2 seconds') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), CASE WHEN g % 9 > 0
  THEN '1@node' || g % 3 END FROM generate_series(1, 48) g;
