CREATE TABLE webhook_events (id bigserial PRIMARY KEY, uuid varchar NOT NULL, webhook_url_id bigint NOT NULL,
  account_id bigint NOT NULL, record_type varchar NOT NULL, record_id bigint NOT NULL, event_type varchar NOT NULL,
  status varchar NOT NULL, created_at timestamp NOT NULL, updated_at timestamp NOT NULL);
CREATE UNIQUE INDEX index_webhook_events_on_uuid_and_webhook_url_id ON webhook_events (uuid, webhook_url_id);
CREATE INDEX index_webhook_events_on_webhook_url_id_and_id ON webhook_events (webhook_url_id, id);
CREATE INDEX index_webhook_events_error ON webhook_events (webhook_url_id, id) WHERE status = 'error';
INSERT INTO webhook_events (uuid, webhook_url_id, account_id, record_type, record_id, event_type, status,
  created_at, updated_at) SELECT md5('wu' || g)::uuid::text, 1 + g % 4, 1 + g % 3, 'Submitter', 500 + g,
  (ARRAY['form.viewed', 'form.completed', 'submission.created'])[1 + g % 3], CASE k WHEN 'lost' THEN 'pending' ELSE
  k END, c, c + CASE WHEN k IN ('pending', 'lost') THEN interval '0' ELSE interval '2 seconds' END FROM (SELECT g,
  localtimestamp AS n, CASE WHEN g <= 1 THEN 'pending' WHEN g <= 3 THEN 'lost' WHEN g % 10 = 0 THEN 'error' ELSE
  'success' END AS k, localtimestamp - CASE WHEN g <= 1 THEN g * interval '25 seconds' WHEN g <= 3 THEN interval
  '9 hours' + g * interval '7 minutes' ELSE g * interval '25 minutes' END AS c FROM generate_series(1, 150) g) s;
