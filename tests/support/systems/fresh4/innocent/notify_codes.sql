CREATE TYPE verify_code_types AS ENUM ('email', 'sms');
CREATE TABLE verify_codes (id uuid NOT NULL PRIMARY KEY, user_id uuid NOT NULL, _code varchar NOT NULL,
  code_type verify_code_types NOT NULL, expiry_datetime timestamp NOT NULL, code_used boolean,
  created_at timestamp NOT NULL);
INSERT INTO verify_codes SELECT md5('vc' || g)::uuid, md5('us' || g % 20)::uuid, '$2b$10$' || md5('cd' || g), 'sms',
  c + interval '30 minutes', g % 4 > 0, c FROM (SELECT g,
  (now() AT TIME ZONE 'UTC') - g * interval '20 minutes' AS c FROM generate_series(1, 120) g) s;
