CREATE TABLE wolverine_outgoing_envelopes (
  id uuid NOT NULL,
  owner_id integer NOT NULL,
  destination varchar NOT NULL,
  deliver_by timestamp with time zone NULL,
  body bytea NOT NULL,
  attempts integer NULL DEFAULT 0,
  message_type varchar NOT NULL,
  CONSTRAINT pkey_wolverine_outgoing_envelopes_id PRIMARY KEY (id)
);
CREATE INDEX idx_wolverine_outgoing_envelopes_owner ON wolverine_outgoing_envelopes USING btree (owner_id) WHERE (owner_id <> 0);
CREATE TABLE wolverine_incoming_envelopes (
  id uuid NOT NULL,
  status varchar NOT NULL,
  owner_id integer NOT NULL,
  execution_time timestamp with time zone NULL DEFAULT NULL,
  attempts integer NULL DEFAULT 0,
  body bytea NOT NULL,
  message_type varchar NOT NULL,
  received_at varchar NULL,
  keep_until timestamp with time zone NULL,
  CONSTRAINT pkey_wolverine_incoming_envelopes_id PRIMARY KEY (id)
);
CREATE INDEX idx_wolverine_incoming_envelopes_owner ON wolverine_incoming_envelopes USING btree (owner_id) WHERE (owner_id <> 0);

-- sent rows are deleted: what is left is on its way (a node owns it) or at large (owner 0)
INSERT INTO wolverine_outgoing_envelopes (body, id, owner_id, destination, deliver_by, attempts, message_type)
SELECT convert_to('{"orderId":"' || md5('o' || g)::uuid || '"}', 'UTF8'), gen_random_uuid(),
       CASE WHEN g % 5 = 0 THEN 0 WHEN g % 3 = 0 THEN 4 ELSE 3 END,
       CASE g % 4 WHEN 0 THEN 'rabbitmq://queue/billing' WHEN 1 THEN 'rabbitmq://exchange/orders' WHEN 2 THEN 'tcp://warehouse:5580/' ELSE 'local://durable/notifications' END,
       CASE WHEN g % 7 = 0 THEN now() + (g % 14 - 4) * interval '2 minutes' END,
       CASE WHEN g % 9 = 0 THEN 2 WHEN g % 6 = 0 THEN 1 ELSE 0 END,
       CASE g % 4 WHEN 0 THEN 'Shop.Messages.CaptureBilling' WHEN 1 THEN 'Shop.Messages.OrderPlaced' WHEN 2 THEN 'Shop.Messages.ReserveStock' ELSE 'Shop.Messages.NotifyCustomer' END
FROM generate_series(1, 40) g;

INSERT INTO wolverine_incoming_envelopes (body, id, status, owner_id, execution_time, attempts, message_type, received_at, keep_until)
SELECT CASE WHEN s.w = 'Handled' AND g % 2 = 0 THEN ''::bytea ELSE convert_to('{"paymentId":"' || md5('p' || g)::uuid || '","amount":' || (10 * g) || '}', 'UTF8') END,
       gen_random_uuid(), s.w,
       CASE s.w WHEN 'Handled' THEN CASE WHEN g % 2 = 0 THEN 0 ELSE 3 + g % 2 END WHEN 'Scheduled' THEN 0 ELSE CASE WHEN g % 6 = 0 THEN 0 ELSE 3 + g % 2 END END,
       CASE WHEN s.w = 'Scheduled' THEN now() + (g % 9) * interval '13 minutes' + interval '20 seconds' END,
       CASE WHEN s.w = 'Scheduled' AND g % 2 = 0 THEN 1 + g % 3 WHEN s.w = 'Incoming' AND g % 5 = 0 THEN 1 ELSE 0 END,
       CASE WHEN g % 3 = 0 THEN 'Shop.Messages.RefundPayment' ELSE 'Shop.Messages.PaymentReceived' END,
       CASE WHEN g % 3 = 0 THEN 'local://durable/refunds' ELSE 'rabbitmq://queue/payments' END,
       CASE WHEN s.w = 'Handled' THEN now() + interval '5 minutes' - g * interval '5.8 seconds' END
FROM generate_series(1, 80) g,
LATERAL (SELECT CASE WHEN g <= 56 THEN 'Handled' WHEN g <= 70 THEN 'Incoming' ELSE 'Scheduled' END AS w) s;
