CREATE TABLE idempotency_key (
  id character varying NOT NULL,
  idempotency_key character varying NOT NULL,
  created_at TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
  locked_at TIMESTAMP WITH TIME ZONE,
  request_method character varying,
  request_params jsonb,
  request_path character varying,
  response_code integer,
  response_body jsonb,
  recovery_point character varying NOT NULL DEFAULT 'started',
  CONSTRAINT "PK_213f125e14469be304f9ff1d452" PRIMARY KEY (id)
);
CREATE UNIQUE INDEX "IDX_a421bf4588d0004a9b0c0fe84f" ON idempotency_key (idempotency_key);

-- Carts being completed. 1..60 finished (some as 409, some as 200 that asks for more of the payer), 61..64 stopped or stopping at the start,
-- 65..67 after the tax lines, 68..70 after the payment was authorised.
INSERT INTO idempotency_key (id, idempotency_key, created_at, request_method, request_params, request_path, response_code, response_body, recovery_point)
SELECT 'ikey_01H' || upper(substr(md5('i' || g), 1, 23)), gen_random_uuid(),
       now() - CASE WHEN g IN (64, 67, 70) THEN (71 - g) * interval '300 milliseconds' ELSE (71 - g) * interval '4 hours 11 minutes' END,
       'POST', json_build_object('id', cart), '/store/carts/' || cart || '/complete',
       CASE WHEN g <= 60 THEN CASE WHEN g % 10 = 0 THEN 409 ELSE 200 END END,
       CASE WHEN g > 60 THEN NULL
            WHEN g % 20 = 0 THEN '{"code":"cart_incompatible_state","message":"Cart has already been completed","type":"not_allowed"}'::jsonb
            WHEN g % 10 = 0 THEN '{"errors":[{"message":"Variant with id: variant_01H does not have the required inventory","type":"not_allowed","code":"insufficient_inventory"}]}'
            WHEN g % 7 = 0 THEN jsonb_build_object('data', jsonb_build_object('id', cart, 'object', 'cart'), 'payment_status', 'requires_more', 'type', 'cart')
            ELSE jsonb_build_object('data', jsonb_build_object('id', 'order_01H' || upper(substr(md5('o' || g), 1, 23)), 'object', 'order', 'cart_id', cart, 'total', 1900 + g, 'currency_code', 'eur'), 'type', 'order') END,
       CASE WHEN g <= 60 THEN 'finished' WHEN g <= 64 THEN 'started' WHEN g <= 67 THEN 'tax_lines_created' ELSE 'payment_authorized' END
FROM generate_series(1, 70) AS g
CROSS JOIN LATERAL (SELECT 'cart_01H' || upper(substr(md5('c' || g % 65), 1, 23)) AS cart) AS x;
