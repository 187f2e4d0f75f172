CREATE TABLE payment (owner varchar(100) NOT NULL, name varchar(100) NOT NULL, created_time varchar(100),
  display_name varchar(100), provider varchar(100), type varchar(100), products varchar(1000), products_display_name
  varchar(1000), detail varchar(255), currency varchar(100), price double precision, "user" varchar(100),
  person_name varchar(100), person_email varchar(100), "order" varchar(100), out_order_id varchar(100), pay_url
  varchar(2000), success_url varchar(2000), state varchar(100), message varchar(2000), PRIMARY KEY (owner, name));
CREATE TABLE webhook_event (owner varchar(100) NOT NULL, name varchar(100) NOT NULL, created_time varchar(100),
  updated_time varchar(100), webhook varchar(200), organization varchar(100), event_type varchar(100), state
  varchar(50), payload text, extended_user text, attempt_count integer DEFAULT 0, max_retries integer DEFAULT 3,
  next_retry_time varchar(100), last_status_code integer, last_response text, last_error text, PRIMARY KEY (owner,
  name));
CREATE INDEX "IDX_webhook_event_state" ON webhook_event (state);
INSERT INTO payment (owner, name, created_time, display_name, provider, type, products, products_display_name,
  detail, currency, price, "user", person_name, person_email, "order", out_order_id, pay_url, success_url, state,
  message) SELECT 'org' || g % 3, 'payment_' || left(md5('pm' || g), 8), to_char((c) AT TIME ZONE 'UTC',
  'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'Payment ' || g, (ARRAY['provider_pay_stripe', 'provider_pay_paypal'])[1 + g % 2],
  (ARRAY['Stripe', 'PayPal'])[1 + g % 2], '["product' || g % 7 || '"]', 'Plan ' || g % 7, '', (ARRAY['USD',
  'CNY'])[1 + g % 2], 9.5 + g % 40, 'u' || g % 60, '', '', 'order_' || left(md5('or' || g), 8), 'cs_' || md5('cs' ||
  g), 'https://pay.example/' || g, '', CASE k WHEN 'lost' THEN 'Created' ELSE k END, CASE k WHEN 'Error' THEN
  'card declined' WHEN 'Timeout' THEN 'session expired' ELSE '' END FROM (SELECT g, now() AS n, CASE WHEN g <= 4
  THEN 'Created' WHEN g <= 7 THEN 'lost' WHEN g % 11 = 0 THEN 'Canceled' WHEN g % 13 = 0 THEN 'Timeout' WHEN g % 29
  = 0 THEN 'Error' ELSE 'Paid' END AS k, now() - CASE WHEN g <= 4 THEN g * interval '25 seconds' WHEN g <= 7 THEN
  interval '9 hours' + g * interval '7 minutes' ELSE g * interval '25 minutes' END AS c FROM generate_series(1, 200)
  g) s;
INSERT INTO webhook_event (owner, name, created_time, updated_time, webhook, organization, event_type, state,
  payload, extended_user, attempt_count, max_retries, next_retry_time, last_status_code, last_response, last_error)
  SELECT 'org' || g % 3, md5('we' || g)::uuid::text, to_char((c) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
  to_char((c + interval '9 seconds') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'org' || g % 3 || '/hook',
  'org' || g % 3, (ARRAY['signup', 'login', 'update-user'])[1 + g % 3], CASE k WHEN 'lost' THEN 'Pending' WHEN 'due'
  THEN 'Retrying' ELSE k END, '{}', '', CASE k WHEN 'Pending' THEN 0 WHEN 'lost' THEN 0 WHEN 'Failed' THEN 3 ELSE 1
  END, 3, CASE k WHEN 'Retrying' THEN to_char((n + g * interval '40 seconds') AT TIME ZONE 'UTC',
  'YYYY-MM-DD"T"HH24:MI:SS"Z"') WHEN 'due' THEN to_char((c + interval '1 minute') AT TIME ZONE 'UTC',
  'YYYY-MM-DD"T"HH24:MI:SS"Z"') ELSE '' END, CASE k WHEN 'Success' THEN 200 WHEN 'Pending' THEN 0 WHEN 'lost' THEN 0
  ELSE 502 END, CASE k WHEN 'Success' THEN 'ok' ELSE '' END, CASE WHEN k IN ('Failed', 'Retrying', 'due') THEN
  'bad gateway' ELSE '' END FROM (SELECT g, now() AS n, CASE WHEN g <= 2 THEN 'Pending' WHEN g <= 6 THEN 'Retrying'
  WHEN g <= 8 THEN 'lost' WHEN g <= 9 THEN 'due' WHEN g % 12 = 0 THEN 'Failed' ELSE 'Success' END AS k, now() - CASE
  WHEN g <= 6 THEN g * interval '25 seconds' WHEN g <= 9 THEN interval '9 hours' + g * interval '7 minutes' ELSE g *
  interval '20 minutes' END AS c FROM generate_series(1, 200) g) s;
