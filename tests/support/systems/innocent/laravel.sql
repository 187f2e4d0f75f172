CREATE TABLE sessions (
  id varchar(255) NOT NULL PRIMARY KEY,
  user_id bigint,
  ip_address varchar(45),
  user_agent text,
  payload text NOT NULL,
  last_activity integer NOT NULL
);
CREATE INDEX sessions_user_id_index ON sessions (user_id);
CREATE INDEX sessions_last_activity_index ON sessions (last_activity);
CREATE TABLE cache_locks (
  key varchar(255) NOT NULL PRIMARY KEY,
  owner varchar(255) NOT NULL,
  expiration bigint NOT NULL
);
CREATE INDEX cache_locks_expiration_index ON cache_locks (expiration);
CREATE TABLE password_reset_tokens (
  email varchar(255) NOT NULL PRIMARY KEY,
  token varchar(255) NOT NULL,
  created_at timestamp(0) without time zone
);
INSERT INTO sessions
SELECT translate(substr(encode(sha256(('s'||i)::bytea),'base64'),1,40),'+/=','aBc'), CASE WHEN i%3<>0 THEN 1+i%17 END, '203.0.113.'||i, 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36',
 replace(encode(convert_to('a:3:{s:6:"_token";s:40:"'||substr(md5('t'||i)||md5('u'||i),1,40)||'";s:9:"_previous";a:1:{s:3:"url";s:22:"https://shop.test/cart";}s:6:"_flash";a:2:{s:3:"old";a:0:{}s:3:"new";a:0:{}}}','UTF8'),'base64'),E'\n',''),
 extract(epoch FROM now())::int - i*191
FROM generate_series(1,48) i;
INSERT INTO cache_locks
SELECT 'laravel_cache_'||(CASE WHEN i%2=0 THEN 'framework/schedule-'||encode(sha256(('k'||i)::bytea),'hex') ELSE 'laravel_unique_job:App\Jobs\SyncOrder:'||(4000+i) END), translate(substr(encode(sha256(('o'||i)::bytea),'base64'),1,16),'+/=','xYz'), extract(epoch FROM now())::bigint + CASE WHEN i%5=0 THEN -i*60 ELSE i*97 END
FROM generate_series(1,26) i;
INSERT INTO password_reset_tokens
SELECT 'user'||i||'@example.org', '$2y$12$'||translate(substr(encode(sha256(('p'||i)::bytea),'base64')||encode(sha256(('q'||i)::bytea),'base64'),1,53),'+=','./'), date_trunc('second',(now() AT TIME ZONE 'utc') - i*interval '11 minutes')
FROM generate_series(1,30) i;
