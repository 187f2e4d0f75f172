CREATE TABLE django_q_ormq (
  id serial PRIMARY KEY,
  key varchar(100) NOT NULL,
  payload text NOT NULL,
  lock timestamp with time zone
);
INSERT INTO django_q_ormq (key, payload, lock)
SELECT CASE WHEN i%7=0 THEN 'reports' ELSE 'default' END,
 '.eJx'||replace(translate(encode(sha256(('p'||i)::bytea)||sha256(('q'||i)::bytea),'base64'),'+/=','-_'),E'\n','')||':'||translate(substr(encode(sha256(('s'||i)::bytea),'base64'),1,6),'+/','-_')||':'||translate(substr(encode(sha256(('t'||i)::bytea),'base64'),1,43),'+/','-_'),
 CASE WHEN i<=9 THEN now() + interval '60 seconds' - i*interval '3 seconds' WHEN i<=12 THEN now() - interval '40 seconds' - i*interval '1 second' ELSE now() - (60-i)*interval '0.8 seconds' END
FROM generate_series(1,52) i;
