CREATE TABLE wallet_locks (id bigserial PRIMARY KEY, wallet_id bigint NOT NULL, merchant_id bigint NOT NULL,
  currency varchar(16) NOT NULL, network_id varchar(16) NOT NULL, locked_at timestamp NOT NULL, locked_until
  timestamp, CONSTRAINT wallet_lock_is_unique UNIQUE (wallet_id, currency, network_id));
CREATE TABLE job_logs (id bigserial PRIMARY KEY, created_at timestamp NOT NULL, level smallint NOT NULL, job_id
  varchar(128), message text NOT NULL, metadata jsonb);
CREATE TABLE customers (id bigserial PRIMARY KEY, uuid uuid NOT NULL UNIQUE, created_at timestamp NOT NULL,
  updated_at timestamp NOT NULL, email varchar(255), merchant_id bigint NOT NULL);
INSERT INTO wallet_locks (wallet_id, merchant_id, currency, network_id, locked_at, locked_until) SELECT g, 1 + g %
  4, 'ETH', '1', c, c + interval '40 minutes' FROM (SELECT g, localtimestamp - g * interval '4 minutes' AS c FROM
  generate_series(1, 40) g) s;
INSERT INTO job_logs (created_at, level, job_id, message, metadata) SELECT localtimestamp - g * interval
  '5 minutes', CASE WHEN g % 19 = 0 THEN 2 ELSE 0 END, 'check-incoming-' || g % 4, 'checked ' || g, '{}' FROM
  generate_series(1, 200) g;
INSERT INTO customers (uuid, created_at, updated_at, email, merchant_id) SELECT md5('cu' || g)::uuid, c, c, 'c' || g
  || '@example.com', 1 + g % 4 FROM (SELECT g, localtimestamp - g * interval '3 hours' AS c FROM generate_series(1,
  120) g) s;
