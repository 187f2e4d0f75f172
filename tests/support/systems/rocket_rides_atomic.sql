CREATE TABLE users (
    id                 bigserial PRIMARY KEY,
    email              text NOT NULL UNIQUE CHECK (char_length(email) <= 255),
    stripe_customer_id text NOT NULL UNIQUE CHECK (char_length(stripe_customer_id) <= 50)
);
CREATE INDEX users_email ON users (email);

CREATE TABLE idempotency_keys (
    id              bigserial   PRIMARY KEY,
    created_at      timestamptz NOT NULL DEFAULT now(),
    idempotency_key text        NOT NULL CHECK (char_length(idempotency_key) <= 100),
    last_run_at     timestamptz NOT NULL DEFAULT now(),
    locked_at       timestamptz DEFAULT now(),
    request_method  text        NOT NULL CHECK (char_length(request_method) <= 10),
    request_params  jsonb       NOT NULL,
    request_path    text        NOT NULL CHECK (char_length(request_path) <= 100),
    response_code   int,
    response_body   jsonb,
    recovery_point  text        NOT NULL CHECK (char_length(recovery_point) <= 50),
    user_id         bigint      NOT NULL
);
CREATE UNIQUE INDEX idempotency_keys_user_id_idempotency_key ON idempotency_keys (user_id, idempotency_key);
ALTER TABLE idempotency_keys ADD CONSTRAINT idempotency_keys_user_id_fkey
    FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE RESTRICT;

INSERT INTO users (email, stripe_customer_id)
SELECT format('rider%s@example.com', n), 'cus_' || substr(md5('c' || n), 1, 14) FROM generate_series(1, 6) n;

-- finished: 201 or an answer about a refused card / unavailable processor
INSERT INTO idempotency_keys (created_at, idempotency_key, last_run_at, locked_at, request_method, request_params, request_path,
                              response_code, response_body, recovery_point, user_id)
SELECT t, md5('f' || n), CASE WHEN n % 8 = 0 THEN t + interval '6 minutes' ELSE t END, NULL, 'POST',
       jsonb_build_object('origin_lat', 37.7 + n * 0.003, 'origin_lon', -122.4 - n * 0.002, 'target_lat', 37.8, 'target_lon', -122.3 - n * 0.001),
       '/rides',
       CASE WHEN n % 9 = 4 THEN 402 WHEN n % 17 = 5 THEN 503 ELSE 201 END,
       CASE WHEN n % 9 = 4 THEN '{"error": "Error from payment processor: Your card was declined."}'::jsonb
            WHEN n % 17 = 5 THEN '{"error": "Error from payment processor. Please contact support."}'::jsonb
            ELSE '{"message": "Payment accepted. Your pilot is on their way!"}'::jsonb END,
       'finished', 1 + n % 6
FROM (SELECT n, now() - make_interval(mins => n * 71) AS t FROM generate_series(1, 40) n) s;
-- running now
INSERT INTO idempotency_keys (created_at, idempotency_key, last_run_at, locked_at, request_method, request_params, request_path, recovery_point, user_id)
SELECT t, md5('r' || n), t, t, 'POST', '{"origin_lat": 37.77, "origin_lon": -122.41, "target_lat": 37.8, "target_lon": -122.27}', '/rides',
       (ARRAY['started','ride_created','charge_created'])[1 + n % 3], 1 + n % 6
FROM (SELECT n, now() - make_interval(secs => n * 3) AS t FROM generate_series(1, 4) n) s;
-- the process died: the lock is older than 90 s
INSERT INTO idempotency_keys (created_at, idempotency_key, last_run_at, locked_at, request_method, request_params, request_path, recovery_point, user_id)
SELECT t, md5('d' || n), t, t, 'POST', '{"origin_lat": 37.61, "origin_lon": -122.39, "target_lat": 37.8, "target_lon": -122.27}', '/rides',
       (ARRAY['started','ride_created'])[1 + n % 2], 1 + n % 6
FROM (SELECT n, now() - make_interval(mins => 2 + n * 4) AS t FROM generate_series(1, 3) n) s;
-- an error unlocked the key; client or completer may go on from the recovery point
INSERT INTO idempotency_keys (created_at, idempotency_key, last_run_at, locked_at, request_method, request_params, request_path, recovery_point, user_id)
SELECT t, md5('u' || n), t + make_interval(mins => n), NULL, 'POST', '{"origin_lat": 37.5, "origin_lon": -122.2, "target_lat": 37.8, "target_lon": -122.27}', '/rides',
       (ARRAY['started','ride_created','ride_created','charge_created'])[1 + n % 4], 1 + n % 6
FROM (SELECT n, now() - make_interval(mins => 9 + n * 13) AS t FROM generate_series(1, 7) n) s;
