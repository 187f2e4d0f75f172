CREATE TABLE actionscheduler_actions (
  action_id bigserial PRIMARY KEY, hook varchar(191) NOT NULL, status varchar(20) NOT NULL, scheduled_date_gmt timestamp(0), scheduled_date_local timestamp(0), priority smallint NOT NULL DEFAULT 10, args varchar(191), schedule text, group_id bigint NOT NULL DEFAULT 0, attempts integer NOT NULL DEFAULT 0,
  last_attempt_gmt timestamp(0), last_attempt_local timestamp(0), claim_id bigint NOT NULL DEFAULT 0, extended_args varchar(8000)
);
CREATE INDEX hook_status_scheduled_date_gmt ON actionscheduler_actions (hook, status, scheduled_date_gmt);
CREATE INDEX status_scheduled_date_gmt ON actionscheduler_actions (status, scheduled_date_gmt);
CREATE INDEX claim_id_status_scheduled_date_gmt ON actionscheduler_actions (claim_id, status, scheduled_date_gmt);
INSERT INTO actionscheduler_actions (hook, status, scheduled_date_gmt, scheduled_date_local, args, schedule, group_id, attempts, last_attempt_gmt, last_attempt_local, claim_id)
SELECT (ARRAY['woocommerce_cleanup_draft_orders', 'wc_deliver_webhook_async', 'woocommerce_run_product_attribute_lookup', 'mail_abandoned_cart'])[1 + g % 4], CASE k WHEN 'run' THEN 'in-progress' WHEN 'lost' THEN 'in-progress' WHEN 'done' THEN 'complete' WHEN 'fail' THEN 'failed' WHEN 'no' THEN 'canceled' ELSE 'pending' END,
       d, d + interval '1 hour', '[' || g || ']', 'O:30:"ActionScheduler_SimpleSchedule":' || g, 1 + g % 3, CASE WHEN k IN ('new', 'later', 'no') THEN 0 ELSE 1 END, l, l + interval '1 hour', CASE WHEN k IN ('run', 'lost', 'done', 'fail') THEN 9000 + g ELSE 0 END
FROM (SELECT g, now() AT TIME ZONE 'UTC' AS n, CASE WHEN g <= 10 THEN 'new' WHEN g <= 22 THEN 'later' WHEN g <= 25 THEN 'run' WHEN g <= 29 THEN 'lost' WHEN g % 19 = 0 THEN 'fail' WHEN g % 41 = 0 THEN 'no' ELSE 'done' END AS k FROM generate_series(1, 150) g) s,
     LATERAL (SELECT CASE k WHEN 'later' THEN n + g * interval '3 hours' WHEN 'new' THEN n - g * interval '1 second' WHEN 'run' THEN n - interval '30 seconds' WHEN 'lost' THEN n - g * interval '4 hours' ELSE n - g * interval '2 hours' END AS d) x, LATERAL (SELECT CASE WHEN k NOT IN ('new', 'later', 'no') THEN least(n, d + g % 50 * interval '1 second') END AS l) y;
