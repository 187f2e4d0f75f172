CREATE TABLE tickets_reservation (
  id character(36) PRIMARY KEY NOT NULL,
  validity timestamptz NOT NULL,
  status varchar(255) NOT NULL,
  full_name varchar(255),
  email_address varchar(255),
  billing_address varchar(450),
  confirmation_ts timestamptz,
  latest_reminder_ts timestamptz,
  user_language varchar(10),
  automatic boolean DEFAULT false NOT NULL,
  direct_assignment boolean DEFAULT false NOT NULL,
  first_name varchar(255),
  last_name varchar(255),
  invoice_number varchar(256),
  invoice_model text,
  event_id_fk integer NOT NULL,
  vat_status varchar(50),
  vat_nr varchar(255),
  vat_country varchar(2),
  invoice_requested boolean DEFAULT false,
  registration_ts timestamptz,
  organization_id_fk integer NOT NULL
);
CREATE TABLE ticket (
  id serial PRIMARY KEY NOT NULL,
  uuid character(36) NOT NULL CONSTRAINT unique_ticket_uuid UNIQUE,
  creation timestamptz NOT NULL,
  category_id integer,
  event_id integer NOT NULL,
  status varchar(255) NOT NULL,
  original_price_cts integer NOT NULL,
  paid_price_cts integer NOT NULL,
  tickets_reservation_id character(36) REFERENCES tickets_reservation (id),
  full_name varchar(255),
  email_address varchar(255),
  special_price_id_fk integer
);
INSERT INTO tickets_reservation (id, validity, status, full_name, email_address, confirmation_ts, user_language, first_name, last_name, invoice_number, event_id_fk, vat_status, invoice_requested, registration_ts, organization_id_fk)
SELECT md5('tr' || g)::uuid::text, r + interval '25 minutes', st, CASE WHEN st <> 'PENDING' THEN 'Guest ' || g END, CASE WHEN st <> 'PENDING' THEN 'guest' || g || '@example.org' END, CASE WHEN st = 'COMPLETE' THEN r + interval '4 minutes' END, 'en', 'Guest', g::text, CASE WHEN st = 'COMPLETE' AND g % 3 = 0 THEN 'INV-' || g END, 1 + g % 3, 'INCLUDED', g % 3 = 0, CASE WHEN st = 'COMPLETE' THEN r END, 1 + g % 2
FROM (SELECT g, CASE WHEN g <= 8 THEN 'PENDING' WHEN g <= 10 THEN 'IN_PAYMENT' WHEN g <= 16 THEN 'OFFLINE_PAYMENT' WHEN g % 18 = 0 THEN 'CANCELLED' ELSE 'COMPLETE' END AS st, now() - CASE WHEN g <= 10 THEN g * interval '2 minutes' ELSE g * interval '70 minutes' END AS r FROM generate_series(1, 110) g) s;
INSERT INTO ticket (uuid, creation, category_id, event_id, status, original_price_cts, paid_price_cts, tickets_reservation_id, full_name, email_address)
SELECT md5('tk' || g)::uuid::text, now() - interval '40 days', 1 + g % 4, 1 + g % 3, CASE WHEN g <= 110 THEN CASE WHEN g <= 8 THEN 'PENDING' WHEN g % 18 = 0 THEN 'INVALIDATED' WHEN g % 5 = 0 THEN 'CHECKED_IN' ELSE 'ACQUIRED' END ELSE 'FREE' END, 4500, CASE WHEN g <= 110 THEN 4500 ELSE 0 END, CASE WHEN g <= 110 THEN md5('tr' || g)::uuid::text END, CASE WHEN g BETWEEN 9 AND 110 THEN 'Guest ' || g END, CASE WHEN g BETWEEN 9 AND 110 THEN 'guest' || g || '@example.org' END FROM generate_series(1, 160) g;
