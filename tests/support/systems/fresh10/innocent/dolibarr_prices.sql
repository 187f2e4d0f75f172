CREATE TABLE llx_product_price (rowid serial PRIMARY KEY, entity integer NOT NULL DEFAULT 1, tms timestamp
  DEFAULT CURRENT_TIMESTAMP, fk_product integer NOT NULL, date_price timestamp NOT NULL, price_level
  smallint DEFAULT 1, price double precision, price_ttc double precision, price_min double precision,
  price_base_type varchar(3) DEFAULT 'HT', tva_tx double precision NOT NULL, tosell integer DEFAULT 1,
  price_by_qty integer NOT NULL DEFAULT 0, fk_user_author integer);
INSERT INTO llx_product_price (tms, fk_product, date_price, price, price_ttc, price_min, tva_tx, tosell,
  fk_user_author) SELECT (c)::timestamp(0), 1 + g % 120, (c)::timestamp(0), 5 + g % 300, 6 + g % 300, 0, 20,
  CASE WHEN g % 13 = 2 THEN 0 ELSE 1 END, 1 + g % 4 FROM (SELECT g, now() AS n, 'done' AS k, now() - g *
  interval '300 minutes' AS c FROM generate_series(1, 320) g) s ORDER BY s.c;
