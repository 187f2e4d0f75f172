CREATE TABLE balance_events (id bigserial PRIMARY KEY, user_id uuid NOT NULL, asset varchar(20) NOT NULL,
  event_type varchar(20) NOT NULL, amount numeric(20,8) NOT NULL, balance_before_total numeric(20,8) NOT
  NULL, balance_after_total numeric(20,8) NOT NULL, reference_id uuid, created_at timestamptz NOT NULL
  DEFAULT now());
INSERT INTO balance_events (user_id, asset, event_type, amount, balance_before_total, balance_after_total,
  reference_id, created_at) SELECT md5('eu' || g % 80)::uuid, (ARRAY['BTC', 'ETH', 'USDT'])[1 + g % 3],
  (ARRAY['CREDIT', 'DEBIT', 'RESERVE', 'RELEASE'])[1 + g % 4], 0.01 * (1 + g % 300), g, g + 0.01 * (1 + g %
  300), md5('rf' || g)::uuid, c FROM (SELECT g, now() AS n, 'done' AS k, now() - g * interval '5 minutes' AS
  c FROM generate_series(1, 450) g) s ORDER BY s.c;
