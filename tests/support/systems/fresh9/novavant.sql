CREATE TABLE withdrawals (id bigserial PRIMARY KEY, user_id integer NOT NULL, bank_account_id integer NOT
  NULL, amount numeric(15,2) NOT NULL, charge numeric(15,2) NOT NULL DEFAULT 0, final_amount numeric(15,2)
  NOT NULL, order_id varchar(191) NOT NULL UNIQUE, status varchar(7) NOT NULL DEFAULT 'Pending' CHECK
  (status IN ('Success', 'Pending', 'Failed')), created_at timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP);
INSERT INTO withdrawals (user_id, bank_account_id, amount, charge, final_amount, order_id, status,
  created_at, updated_at) SELECT 1 + g % 110, 1 + g % 130, 50000 + g * 1000 % 900000, 5000, 45000 + g * 1000
  % 900000, 'WD-' || (880000 - g), CASE k WHEN 'new' THEN 'Pending' WHEN 'lost' THEN 'Pending' WHEN 'bad'
  THEN 'Failed' ELSE 'Success' END, c::timestamp(0), (c + CASE k WHEN 'new' THEN interval '0' WHEN 'lost'
  THEN interval '0' ELSE interval '1 minute' + ((1 + g * 37 % 23) * interval '1 minute') END)::timestamp(0)
  FROM (SELECT g, now() AS n, CASE WHEN g <= 5 THEN 'new' WHEN g <= 9 THEN 'lost' WHEN g % 29 = 9 THEN 'bad'
  ELSE 'done' END AS k, now() - CASE WHEN g <= 5 THEN g * interval '25 seconds' WHEN g <= 9 THEN interval '9
  hours' + g * interval '7 minutes' ELSE g * interval '22 minutes' END AS c FROM generate_series(1, 310) g)
  s ORDER BY s.c;
