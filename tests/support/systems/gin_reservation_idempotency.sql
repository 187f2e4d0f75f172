CREATE TABLE users (
    id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    email         text NOT NULL
);
CREATE TABLE reservations (
    id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    user_id       uuid NOT NULL REFERENCES users (id)
);
CREATE TABLE idempotency_keys (
    key                   uuid NOT NULL,
    user_id               uuid NOT NULL REFERENCES users (id),
    endpoint              text NOT NULL,
    request_hash          text NOT NULL,
    response_body_hash    text,
    status                text NOT NULL DEFAULT 'processing' CHECK (status IN ('processing', 'completed', 'failed')),
    result_reservation_id uuid REFERENCES reservations (id),
    expires_at            timestamptz NOT NULL,
    created_at            timestamptz NOT NULL DEFAULT now(),
    updated_at            timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (key, user_id)
);
CREATE INDEX idx_idempotency_keys_expires_at ON idempotency_keys (expires_at);

INSERT INTO users (id, email) SELECT md5('user' || n)::uuid, format('guest%s@example.org', n) FROM generate_series(0, 7) n;
INSERT INTO reservations (id, user_id) SELECT md5('resv' || n)::uuid, md5('user' || n % 8)::uuid FROM generate_series(1, 46) n;
INSERT INTO idempotency_keys (key, user_id, endpoint, request_hash, response_body_hash, status, result_reservation_id, expires_at, created_at, updated_at)
SELECT md5('key' || n)::uuid, md5('user' || n % 8)::uuid, 'POST /reservations', encode(sha256(convert_to('rq' || n, 'UTF8')), 'hex'),
       encode(sha256(convert_to('rs' || n, 'UTF8')), 'hex'), 'completed', md5('resv' || n)::uuid, t + interval '24 hours', t, t
FROM (SELECT n, now() - make_interval(mins => n * 33) AS t FROM generate_series(1, 46) n) s;
