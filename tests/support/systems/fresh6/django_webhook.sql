CREATE TABLE django_webhook_webhookevent (id bigserial PRIMARY KEY, webhook_id bigint, object jsonb NOT NULL,
  object_type varchar(50), status varchar(40) NOT NULL, created timestamptz NOT NULL, url varchar(200) NOT NULL,
  topic varchar(250));
CREATE INDEX django_webhook_webhookevent_webhook_id ON django_webhook_webhookevent (webhook_id);
INSERT INTO django_webhook_webhookevent (webhook_id, object, object_type, status, created, url, topic) SELECT CASE
  WHEN g % 40 > 0 THEN 1 + g % 4 END, jsonb_build_object('pk', g), (ARRAY['orders.Order', 'users.User'])[1 + g % 2],
  CASE k WHEN 'lost' THEN 'PENDING' ELSE k END, c, 'https://hook.example/' || g % 4, (ARRAY['orders.Order/update',
  'users.User/create'])[1 + g % 2] FROM (SELECT g, now() AS n, CASE WHEN g <= 2 THEN 'PENDING' WHEN g <= 4 THEN
  'lost' WHEN g % 9 = 0 THEN 'FAILURE' ELSE 'SUCCESS' END AS k, now() - CASE WHEN g <= 2 THEN g * interval
  '25 seconds' WHEN g <= 4 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '25 minutes' END AS
  c FROM generate_series(1, 220) g) s;
