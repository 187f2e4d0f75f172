CREATE TABLE order_order (
  id                  serial PRIMARY KEY,
  number              varchar(128) NOT NULL UNIQUE,
  currency            varchar(12) NOT NULL,
  total_incl_tax      numeric(12, 2) NOT NULL,
  total_excl_tax      numeric(12, 2) NOT NULL,
  shipping_incl_tax   numeric(12, 2) NOT NULL,
  shipping_excl_tax   numeric(12, 2) NOT NULL,
  shipping_method     varchar(128) NOT NULL,
  shipping_code       varchar(128) NOT NULL,
  status              varchar(100) NOT NULL,
  guest_email         varchar(254) NOT NULL,
  date_placed         timestamptz NOT NULL,
  basket_id           integer,
  billing_address_id  integer,
  shipping_address_id integer,
  site_id             integer,
  user_id             integer
);
CREATE INDEX order_order_date_placed_506a9365 ON order_order (date_placed);
CREATE TABLE order_paymenteventtype (id serial PRIMARY KEY, name varchar(128) NOT NULL UNIQUE, code varchar(128) NOT NULL UNIQUE);
CREATE TABLE order_paymentevent (
  id                serial PRIMARY KEY,
  amount            numeric(12, 2) NOT NULL,
  reference         varchar(128) NOT NULL,
  date_created      timestamptz NOT NULL,
  event_type_id     integer NOT NULL REFERENCES order_paymenteventtype (id) DEFERRABLE INITIALLY DEFERRED,
  order_id          integer NOT NULL REFERENCES order_order (id) DEFERRABLE INITIALLY DEFERRED,
  shipping_event_id integer
);
INSERT INTO order_paymenteventtype (name, code) VALUES ('Settled', 'settled'), ('Refunded', 'refunded');
INSERT INTO order_order (number, currency, total_incl_tax, total_excl_tax, shipping_incl_tax, shipping_excl_tax, shipping_method, shipping_code, status, guest_email, date_placed, basket_id, site_id, user_id)
SELECT (100000 + n)::text, 'GBP', 24 + n, 20 + n, 4.99, 4.16, 'Royal Mail 2nd', 'rm2', (ARRAY['Pending', 'Being processed', 'Complete', 'Cancelled'])[1 + n % 4],
       CASE WHEN n % 5 = 0 THEN 'guest' || n || '@example.org' ELSE '' END, now() - (71 - n) * interval '5 hours', n, 1, CASE WHEN n % 5 <> 0 THEN 1 + n % 14 END
FROM generate_series(1, 70) AS n ORDER BY n;
INSERT INTO order_paymentevent (amount, reference, date_created, event_type_id, order_id)
SELECT total_incl_tax, 'ch_3' || left(md5('c' || id), 22), date_placed + interval '1 minute', 1 + (status = 'Cancelled')::int, id FROM order_order WHERE id % 4 <> 0;
