CREATE TABLE outboxes (
  id bigserial PRIMARY KEY,
  identifier uuid NOT NULL,
  event character varying NOT NULL,
  payload jsonb,
  aggregate character varying NOT NULL,
  aggregate_identifier uuid NOT NULL,
  created_at timestamp(6) without time zone NOT NULL,
  updated_at timestamp(6) without time zone NOT NULL
);
CREATE UNIQUE INDEX index_outboxes_on_identifier ON outboxes USING btree (identifier);
CREATE INDEX index_outboxes_on_aggregate_identifier ON outboxes USING btree (aggregate_identifier);

INSERT INTO outboxes (identifier, event, payload, aggregate, aggregate_identifier, created_at, updated_at)
SELECT gen_random_uuid(), e.n || '_' || CASE k.a WHEN 0 THEN 'CREATED' WHEN 1 THEN 'UPDATED' ELSE 'DESTROYED' END,
       jsonb_build_object('before', CASE WHEN k.a > 0 THEN r.b END, 'after', CASE WHEN k.a < 2 THEN r.b || jsonb_build_object('amount_cents', 100 * g) END),
       CASE e.n WHEN 'PAYMENT' THEN 'Payment' ELSE 'User' END, (r.b ->> 'id')::uuid, c.d, c.d
FROM generate_series(1, 64) g,
LATERAL (SELECT CASE WHEN g % 3 = 0 THEN 'USER' ELSE 'PAYMENT' END AS n) e,
LATERAL (SELECT CASE WHEN g % 13 = 0 THEN 2 WHEN g % 2 = 0 THEN 1 ELSE 0 END AS a) k,
LATERAL (SELECT jsonb_build_object('id', md5('r' || g / 2)::uuid, 'state', 'open', 'amount_cents', 100 * g - 50) AS b) r,
LATERAL (SELECT (now() AT TIME ZONE 'UTC') - (65 - g) * interval '37 minutes 0.511703 seconds' AS d) c;
