CREATE TABLE roomserver_transactions (
  transaction_id text NOT NULL,
  session_id bigint NOT NULL,
  user_id text NOT NULL,
  event_id text NOT NULL,
  PRIMARY KEY (transaction_id, session_id, user_id)
);
INSERT INTO roomserver_transactions
SELECT CASE WHEN i % 3 = 0 THEN 'm' || (1732400000000 + i * 61733) || '.' || (i % 40) ELSE '$' || substr(md5('tx' || i), 1, 20) END,
       1 + i % 11,
       '@' || (ARRAY['alice','bob','carol','dave'])[1 + i % 4] || ':example.org',
       '$' || translate(rtrim(encode(sha256(convert_to('ev' || i, 'UTF8')), 'base64'), '='), '+/', '-_')
FROM generate_series(1, 90) i;
-- the same name used by two devices
INSERT INTO roomserver_transactions
SELECT 'retry-' || i, s, '@alice:example.org',
       '$' || translate(rtrim(encode(sha256(convert_to('dup' || i || s, 'UTF8')), 'base64'), '='), '+/', '-_')
FROM generate_series(1, 5) i, generate_series(1, 2) s;
