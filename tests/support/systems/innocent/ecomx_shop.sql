CREATE TABLE users (id BIGSERIAL PRIMARY KEY, email VARCHAR(255));
CREATE TABLE products (id BIGSERIAL PRIMARY KEY, name VARCHAR(255));
CREATE TABLE carts (
    id BIGSERIAL PRIMARY KEY,
    user_id BIGINT REFERENCES users(id) ON DELETE CASCADE,
    session_id VARCHAR(255),
    status VARCHAR(20) DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'ABANDONED', 'CONVERTED')),
    created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
    updated_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
    expires_at TIMESTAMP
);
CREATE INDEX idx_carts_user_id ON carts(user_id);
CREATE INDEX idx_carts_session_id ON carts(session_id);
CREATE INDEX idx_carts_status ON carts(status);
CREATE TABLE cart_items (
    id BIGSERIAL PRIMARY KEY,
    cart_id BIGINT NOT NULL REFERENCES carts(id) ON DELETE CASCADE,
    product_id BIGINT NOT NULL REFERENCES products(id) ON DELETE CASCADE,
    variant_id BIGINT,
    quantity INT NOT NULL DEFAULT 1,
    price DECIMAL(10, 2) NOT NULL,
    created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
    updated_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX idx_cart_items_cart_id ON cart_items(cart_id);
CREATE TABLE notifications (
    id BIGSERIAL PRIMARY KEY,
    user_id BIGINT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
    type VARCHAR(50) NOT NULL,
    title VARCHAR(200) NOT NULL,
    message TEXT NOT NULL,
    related_entity_type VARCHAR(50),
    related_entity_id BIGINT,
    is_read BOOLEAN DEFAULT FALSE,
    created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
    read_at TIMESTAMP
);
CREATE INDEX idx_notifications_user_id ON notifications(user_id);
CREATE INDEX idx_notifications_is_read ON notifications(is_read);
INSERT INTO users (email) SELECT 'u' || n || '@example.in' FROM generate_series(1, 50) n;
INSERT INTO products (name) SELECT 'Product ' || n FROM generate_series(1, 60) n;
INSERT INTO carts (user_id, session_id, status, created_at, updated_at, expires_at)
SELECT CASE WHEN n % 4 <> 0 THEN 1 + n % 50 END, md5('cs' || n)::uuid::text, CASE WHEN n <= 20 THEN 'ACTIVE' WHEN n % 3 = 0 THEN 'CONVERTED' ELSE 'ABANDONED' END, c, c + n % 20 * interval '3 min', CASE WHEN n % 4 = 0 THEN c + interval '7 days' END FROM generate_series(1, 110) n, LATERAL (SELECT now() - n * interval '3 h' AS c) x;
INSERT INTO cart_items (cart_id, product_id, variant_id, quantity, price, created_at, updated_at) SELECT 1 + n % 110, 1 + n % 60, CASE WHEN n % 2 = 0 THEN n % 40 END, 1 + n % 3, 199 + n * 5, now() - n * interval '1 h', now() - n * interval '1 h' FROM generate_series(1, 180) n;
INSERT INTO notifications (user_id, type, title, message, related_entity_type, related_entity_id, is_read, created_at, read_at)
SELECT 1 + n % 50, (ARRAY['ORDER_SHIPPED', 'ORDER_DELIVERED', 'PRICE_DROP', 'PAYMENT_FAILED'])[1 + n % 4], 'Update on your order', 'Order ' || 3000 + n || ' has news', CASE WHEN n % 4 = 2 THEN 'PRODUCT' ELSE 'ORDER' END, 3000 + n, n % 5 > 1, c, CASE WHEN n % 5 > 1 THEN c + n * interval '2 min' END FROM generate_series(1, 140) n, LATERAL (SELECT now() - n * interval '100 min' AS c) x;
