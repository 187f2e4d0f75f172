CREATE TABLE actionscheduler_logs (log_id bigserial PRIMARY KEY, action_id bigint NOT NULL, message text NOT NULL, log_date_gmt timestamp(0), log_date_local timestamp(0));
CREATE TABLE actionscheduler_claims (claim_id bigserial PRIMARY KEY, date_created_gmt timestamp(0));
CREATE TABLE actionscheduler_groups (group_id bigserial PRIMARY KEY, slug varchar(255) NOT NULL);
INSERT INTO actionscheduler_logs (action_id, message, log_date_gmt, log_date_local) SELECT 1 + g / 3, (ARRAY['action created', 'action started via WP Cron', 'action complete via WP Cron'])[1 + g % 3], c, c + interval '1 hour' FROM (SELECT g, (now() AT TIME ZONE 'UTC') - g * interval '40 minutes' AS c FROM generate_series(1, 300) g) s;
INSERT INTO actionscheduler_claims (claim_id, date_created_gmt) SELECT 9000 + g, (now() AT TIME ZONE 'UTC') - g * interval '1 second' FROM generate_series(1, 6) g;
INSERT INTO actionscheduler_groups (slug) VALUES ('woocommerce-db-updates'), ('wc-admin-data'), ('mail');
