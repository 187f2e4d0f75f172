CREATE TABLE payouts (payout_id uuid PRIMARY KEY DEFAULT gen_random_uuid(), influencer_id uuid NOT NULL,
  application_id bigint NOT NULL, amount numeric(10,2) NOT NULL, platform_fee numeric(10,2) NOT NULL,
  net_amount numeric(10,2) NOT NULL, status varchar(20) NOT NULL DEFAULT 'REQUESTED' CHECK (status IN
  ('REQUESTED', 'PROCESSING', 'COMPLETED', 'FAILED')), bank_info jsonb, processed_at timestamptz, created_at
  timestamptz DEFAULT now(), updated_at timestamptz DEFAULT now());
INSERT INTO payouts (payout_id, influencer_id, application_id, amount, platform_fee, net_amount, status,
  bank_info, processed_at, created_at, updated_at) SELECT md5('ip' || g)::uuid, md5('in' || g % 90)::uuid,
  5000 - g, 200 + g * 13 % 3000, (200 + g * 13 % 3000) * 0.1, (200 + g * 13 % 3000) * 0.9, CASE k WHEN 'new'
  THEN 'REQUESTED' WHEN 'work' THEN 'PROCESSING' WHEN 'lost' THEN 'PROCESSING' WHEN 'bad' THEN 'FAILED' ELSE
  'COMPLETED' END, jsonb_build_object('bank', 'b' || g % 5), CASE WHEN k IN ('done', 'bad') THEN c +
  interval '30 minutes' + ((1 + g * 37 % 23) * interval '1 minute') END, c, c + CASE k WHEN 'new' THEN
  interval '0' WHEN 'work' THEN interval '12 minutes' WHEN 'lost' THEN interval '12 minutes' ELSE interval
  '30 minutes' + ((1 + g * 37 % 23) * interval '1 minute') END FROM (SELECT g, now() AS n, CASE WHEN g <= 3
  THEN 'new' WHEN g <= 4 THEN 'work' WHEN g <= 7 THEN 'lost' WHEN g % 27 = 9 THEN 'bad' ELSE 'done' END AS
  k, now() - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 4 THEN g * interval '25 seconds' WHEN
  g <= 7 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '70 minutes' END AS c FROM
  generate_series(1, 260) g) s ORDER BY s.c;
