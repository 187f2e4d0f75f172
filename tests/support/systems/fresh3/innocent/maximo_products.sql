CREATE TABLE products (id bigserial PRIMARY KEY, name text NOT NULL, price int NOT NULL, active boolean NOT NULL, currency text NOT NULL, created_at timestamptz DEFAULT now());
INSERT INTO products (name, price, active, currency, created_at) SELECT 'Product ' || g, 100 * g, g % 9 > 0, 'EUR', now() - g * interval '2 days' FROM generate_series(1, 80) g;
