CREATE TABLE sessions (id text PRIMARY KEY, last_used timestamptz, created_at timestamptz NOT NULL, email
  text NOT NULL);
INSERT INTO sessions (id, last_used, created_at, email) SELECT md5('cs' || g), c + interval '3 hours', c,
  'u' || g % 9 || '@example.org' FROM (SELECT g, now() AS n, 'done' AS k, now() - g * interval '80 minutes'
  AS c FROM generate_series(1, 250) g) s ORDER BY s.c;
CREATE TABLE bridge_types (name text PRIMARY KEY, url text NOT NULL, confirmations bigint NOT NULL DEFAULT
  0, incoming_token_hash text NOT NULL, salt text NOT NULL, outgoing_token text NOT NULL,
  minimum_contract_payment varchar(255), created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL);
INSERT INTO bridge_types (name, url, confirmations, incoming_token_hash, salt, outgoing_token,
  minimum_contract_payment, created_at, updated_at) SELECT 'bridge-' || g, 'https://b.example/' || g, 0,
  md5('ih' || g), md5('sa' || g), md5('ot' || g), '0', c, c + interval '5 days' FROM (SELECT g, now() AS n,
  'done' AS k, now() - g * interval '300 minutes' AS c FROM generate_series(1, 250) g) s ORDER BY s.c;
