CREATE TABLE transfers (transfer_id varchar(40) PRIMARY KEY NOT NULL, organization varchar(40) NOT NULL,
  amount_currency varchar(3) NOT NULL, amount_value integer NOT NULL, source_customer_id varchar(40) NOT NULL,
  source_account_id varchar(40) NOT NULL, destination_customer_id varchar(40) NOT NULL,
  destination_account_id varchar(40) NOT NULL, description varchar(200) NOT NULL, status varchar(10) NOT NULL,
  same_day boolean NOT NULL, return_code varchar(10), created_at timestamp NOT NULL, last_updated_at timestamp,
  deleted_at timestamp, remote_address varchar(45) NOT NULL DEFAULT '', processed_at timestamp);
INSERT INTO transfers SELECT md5('tr' || g), 'org' || g % 3, 'USD', 100 + g * 37, md5('sc' || g % 12),
  md5('sa' || g % 12), md5('dc' || g % 30), md5('da' || g % 30), 'payroll ' || g, CASE k WHEN 'gone' THEN 'pending'
  WHEN 'back' THEN 'failed' ELSE k END, g % 4 = 0, CASE WHEN k = 'back' THEN (ARRAY['R01', 'R03',
  'R10'])[1 + g % 3] END, c, NULL, CASE WHEN k = 'gone' THEN c + interval '9 minutes' END, '', CASE
  WHEN k IN ('processed', 'back') THEN c + interval '3 hours' END
FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 12 THEN 'pending' WHEN g <= 16 THEN 'reviewable' WHEN g <= 18
  THEN 'pending' WHEN g % 18 = 0 THEN 'back' WHEN g % 23 = 0 THEN 'canceled' WHEN g % 29 = 0 THEN 'gone'
  ELSE 'processed' END AS k, localtimestamp - CASE WHEN g <= 16 THEN g * interval '4 minutes' WHEN g <= 18
  THEN interval '4 days' + g * interval '7 minutes' ELSE g * interval '2 hours' END AS c
FROM generate_series(1, 170) g) s;
