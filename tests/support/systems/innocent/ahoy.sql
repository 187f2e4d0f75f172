CREATE TABLE ahoy_visits (
    id bigserial PRIMARY KEY,
    visit_token character varying,
    visitor_token character varying,
    user_id bigint,
    ip character varying,
    user_agent text,
    referrer text,
    referring_domain character varying,
    landing_page text,
    browser character varying,
    os character varying,
    device_type character varying,
    started_at timestamp(6) without time zone
);
CREATE INDEX index_ahoy_visits_on_user_id ON ahoy_visits (user_id);
CREATE UNIQUE INDEX index_ahoy_visits_on_visit_token ON ahoy_visits (visit_token);
CREATE INDEX index_ahoy_visits_on_visitor_token_and_started_at ON ahoy_visits (visitor_token, started_at);
CREATE TABLE ahoy_events (
    id bigserial PRIMARY KEY,
    visit_id bigint,
    user_id bigint,
    name character varying,
    properties jsonb,
    "time" timestamp(6) without time zone
);
CREATE INDEX index_ahoy_events_on_visit_id ON ahoy_events (visit_id);
CREATE INDEX index_ahoy_events_on_user_id ON ahoy_events (user_id);
CREATE INDEX index_ahoy_events_on_name_and_time ON ahoy_events (name, "time");
CREATE INDEX index_ahoy_events_on_properties ON ahoy_events USING gin (properties jsonb_path_ops);
INSERT INTO ahoy_visits (visit_token, visitor_token, user_id, ip, user_agent, referrer, referring_domain, landing_page, browser, os, device_type, started_at)
SELECT md5('v' || n)::uuid::text, md5('vr' || n % 15)::uuid::text, CASE WHEN n % 3 = 0 THEN n END, '203.0.113.0', 'Mozilla/5.0 (X11; Linux x86_64)', NULL, NULL, 'https://shop.example.com/', 'Firefox', 'GNU/Linux', 'Desktop', (now() AT TIME ZONE 'UTC') - make_interval(hours => 50 - n)
FROM generate_series(1, 40) n;
INSERT INTO ahoy_events (visit_id, user_id, name, properties, "time")
SELECT n % 40 + 1, CASE WHEN (n % 40 + 1) % 3 = 0 THEN n % 40 + 1 END, (ARRAY['Viewed product', '$click', 'Checkout started', 'order.completed'])[n % 4 + 1], jsonb_build_object('product_id', n % 20, 'page', '/p/' || n % 20), (now() AT TIME ZONE 'UTC') - make_interval(mins => (101 - n) * 25)
FROM generate_series(1, 100) n;
