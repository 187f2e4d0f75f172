CREATE TABLE lock_keys (
  key_id         varchar(64) NOT NULL PRIMARY KEY,
  key_token      varchar(64) NOT NULL,
  key_expiration integer
);
CREATE TABLE cache_items (
  item_id       varchar(255) NOT NULL,
  item_data     bytea NOT NULL,
  item_lifetime integer DEFAULT NULL,
  item_time     integer NOT NULL,
  PRIMARY KEY (item_id)
);
INSERT INTO lock_keys
SELECT encode(sha256(convert_to('resource-' || n, 'UTF8')), 'hex'), left(encode(sha256(convert_to('tok' || n, 'UTF8')), 'base64'), 44),
       extract(epoch FROM now())::int + CASE WHEN n % 6 = 0 THEN -n * 10 ELSE 300 - n * 7 END
FROM generate_series(1, 30) AS n;
INSERT INTO cache_items
SELECT 'AbCd' || left(md5('ns'), 6) || ':' || (ARRAY['exchange_rate', 'menu', 'profile'])[1 + n % 3] || '_' || n, convert_to('a:1:{s:4:"rate";d:1.' || n || ';}', 'UTF8'),
       CASE WHEN n % 4 = 0 THEN NULL ELSE 3600 END, extract(epoch FROM now())::int - n * 97
FROM generate_series(1, 66) AS n;
