CREATE TABLE idempotency_keys (id bigserial PRIMARY KEY, key varchar(255) NOT NULL, hash_payload varchar(255)
  NOT NULL, user_id bigint NOT NULL, response json, created_at timestamp(0), updated_at timestamp(0), UNIQUE
  (key, user_id));
INSERT INTO idempotency_keys (key, hash_payload, user_id, response, created_at, updated_at) SELECT md5('ek' ||
  g)::uuid::text, md5('ha' || g) || md5('hb' || g), 1 + g % 9, json_build_object('usi_id', g % 30, 'valor',
  g), c, c FROM (SELECT g, localtimestamp AS n, 'x' AS k, localtimestamp - CASE WHEN g <= 3 THEN g * interval
  '25 seconds' ELSE g * interval '5 hours' END AS c FROM generate_series(1, 150) g) s;
