CREATE TABLE streams (
  stream_id      bigserial PRIMARY KEY NOT NULL,
  stream_uuid    text NOT NULL,
  stream_version bigint DEFAULT 0 NOT NULL,
  created_at     timestamptz DEFAULT now() NOT NULL,
  deleted_at     timestamptz
);
CREATE UNIQUE INDEX ix_streams_stream_uuid ON streams (stream_uuid);
CREATE TABLE events (
  event_id       uuid PRIMARY KEY NOT NULL,
  event_type     text NOT NULL,
  causation_id   uuid,
  correlation_id uuid,
  data           bytea NOT NULL,
  metadata       bytea,
  created_at     timestamptz DEFAULT now() NOT NULL
);
CREATE TABLE stream_events (
  event_id                uuid NOT NULL REFERENCES events (event_id),
  stream_id               bigint NOT NULL REFERENCES streams (stream_id),
  stream_version          bigint NOT NULL,
  original_stream_id      bigint REFERENCES streams (stream_id),
  original_stream_version bigint,
  PRIMARY KEY (event_id, stream_id)
);
CREATE UNIQUE INDEX ix_stream_events ON stream_events (stream_id, stream_version);
CREATE TABLE subscriptions (
  subscription_id   bigserial PRIMARY KEY NOT NULL,
  stream_uuid       text NOT NULL,
  subscription_name text NOT NULL,
  last_seen         bigint,
  created_at        timestamptz DEFAULT now() NOT NULL
);
CREATE UNIQUE INDEX ix_subscriptions_stream_uuid_subscription_name ON subscriptions (stream_uuid, subscription_name);
INSERT INTO streams (stream_id, stream_uuid, stream_version, created_at) VALUES (0, '$all', 90, now() - interval '40 days');
INSERT INTO streams (stream_uuid, stream_version, created_at) SELECT 'account-' || md5('acc' || n)::uuid, 3, now() - (31 - n) * interval '1 day' FROM generate_series(1, 30) AS n ORDER BY n;
INSERT INTO events
SELECT md5('ev' || s || '-' || v)::uuid, (ARRAY['Elixir.Bank.AccountOpened', 'Elixir.Bank.MoneyDeposited', 'Elixir.Bank.MoneyWithdrawn'])[v], md5('cmd' || s || '-' || v)::uuid, md5('cor' || s)::uuid,
       convert_to('{"amount":' || s * 10 + v || '}', 'UTF8'), convert_to('{"user":"u' || s || '"}', 'UTF8'), now() - (31 - s) * interval '1 day' + v * interval '1 hour'
FROM generate_series(1, 30) AS s, generate_series(1, 3) AS v;
INSERT INTO stream_events SELECT md5('ev' || s || '-' || v)::uuid, s, v, s, v FROM generate_series(1, 30) AS s, generate_series(1, 3) AS v;
INSERT INTO stream_events SELECT md5('ev' || s || '-' || v)::uuid, 0, (s - 1) * 3 + v, s, v FROM generate_series(1, 30) AS s, generate_series(1, 3) AS v;
INSERT INTO subscriptions (stream_uuid, subscription_name, last_seen, created_at) SELECT '$all', 'Bank.Projector' || n, 90 - n % 4, now() - interval '40 days' FROM generate_series(1, 24) AS n;
