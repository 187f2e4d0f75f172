CREATE TABLE llx_prelevement_demande (rowid serial PRIMARY KEY, entity integer NOT NULL DEFAULT 1,
  fk_facture integer, fk_facture_fourn integer, sourcetype varchar(32), amount double precision NOT NULL,
  date_demande timestamp NOT NULL, traite smallint DEFAULT 0, date_traite timestamp, fk_prelevement_bons
  integer, fk_user_demande integer NOT NULL, type varchar(12) DEFAULT '', ext_payment_id varchar(255),
  ext_payment_site varchar(128), code_banque varchar(128), number varchar(255), tms timestamp DEFAULT
  CURRENT_TIMESTAMP);
CREATE INDEX idx_prelevement_demande_fk_facture ON llx_prelevement_demande (fk_facture);
INSERT INTO llx_prelevement_demande (fk_facture, amount, date_demande, traite, date_traite,
  fk_prelevement_bons, fk_user_demande, type, code_banque, number, tms) SELECT 5000 - g, 20.5 + g * 7 % 900,
  (c)::timestamp(0), CASE k WHEN 'new' THEN 0 WHEN 'lost' THEN 0 ELSE 1 END, CASE WHEN k IN ('done') THEN c
  + interval '20 hours' + ((1 + g * 37 % 23) * interval '1 minute') END::timestamp(0), CASE WHEN k IN
  ('done') THEN 300 - g / 9 END, 1 + g % 4, 'ban', '30002', 'FR76' || g, (c + CASE k WHEN 'new' THEN
  interval '0' WHEN 'lost' THEN interval '0' ELSE interval '20 hours' + ((1 + g * 37 % 23) * interval
  '1 minute') END)::timestamp(0) FROM (SELECT g, now() AS n, CASE WHEN g <= 4 THEN 'new' WHEN g <= 9 THEN
  'lost' ELSE 'done' END AS k, now() - CASE WHEN g <= 4 THEN g * interval '25 seconds' WHEN g <= 9 THEN
  interval '9 hours' + g * interval '7 minutes' ELSE g * interval '110 minutes' END AS c FROM
  generate_series(1, 260) g) s ORDER BY s.c;
