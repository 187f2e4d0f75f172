CREATE TABLE disbursements (id serial PRIMARY KEY, user_id integer, reference_id varchar(255),
  user_reference_id varchar(255), status varchar(30), provider_id integer, provider_reference_id
  varchar(255), amount double precision, bank_code varchar(100), created_at timestamp DEFAULT NOW(),
  updated_at timestamp, bank_account_number varchar(50), bank_account_name varchar(255), description text,
  failure_code varchar(100));
INSERT INTO disbursements (user_id, reference_id, user_reference_id, status, provider_id,
  provider_reference_id, amount, bank_code, created_at, updated_at, bank_account_number, bank_account_name,
  description, failure_code) SELECT 1 + g % 30, (md5('lr' || g)::uuid)::text, 'inv-' || g, CASE k WHEN
  'work' THEN 'PENDING' WHEN 'lost' THEN 'PENDING' WHEN 'bad' THEN 'FAILED' ELSE 'COMPLETED' END, 1 + g % 2,
  CASE WHEN k <> 'work' THEN 'disb-' || md5('pr' || g) END, 10000 + g * 10, 'BCA', c AT TIME ZONE 'UTC',
  CASE WHEN k IN ('done', 'bad') THEN c + interval '3 minutes' END AT TIME ZONE 'UTC', (1000000 + g)::text,
  'Ann Lee', 'payout', CASE WHEN k = 'bad' THEN 'INVALID_DESTINATION' END FROM (SELECT g, now() AS n, CASE
  WHEN g <= 5 THEN 'work' WHEN g <= 8 THEN 'lost' WHEN g % 22 = 7 THEN 'bad' ELSE 'done' END AS k, now() -
  CASE WHEN g <= 5 THEN g * interval '25 seconds' WHEN g <= 8 THEN interval '9 hours' + g * interval '7
  minutes' ELSE g * interval '18 minutes' END AS c FROM generate_series(1, 310) g) s ORDER BY g DESC;
