CREATE TABLE m_outbound_messages (id bigserial PRIMARY KEY, tenant_id varchar(32) NOT NULL, external_id varchar(100),
  internal_id varchar(100) NOT NULL, delivery_error_message varchar(500), source_address varchar(100),
  sms_bridge_id bigint NOT NULL, mobile_number varchar(255) NOT NULL,
  submitted_on_date timestamp DEFAULT CURRENT_TIMESTAMP, delivered_on_date timestamp DEFAULT CURRENT_TIMESTAMP,
  delivery_status int NOT NULL, message varchar(4096), response varchar(200), email text, type varchar(30) NOT NULL);
INSERT INTO m_outbound_messages (tenant_id, external_id, internal_id, delivery_error_message, source_address,
  sms_bridge_id, mobile_number, submitted_on_date, delivered_on_date, delivery_status, message, response,
  type) SELECT '1', CASE WHEN k NOT IN ('new', 'lost', 'bad') THEN md5('ex' || g) END, (5000 + g)::text, CASE
  WHEN k = 'bad' THEN 'Invalid phone number' END, '+15550001', 1 + g % 2, '+2547000' || 10000 + g, c, CASE
  WHEN k = 'ok' THEN c + interval '7 seconds' END, CASE k WHEN 'new' THEN 100 WHEN 'lost' THEN 100 WHEN 'wait'
  THEN 150 WHEN 'sent' THEN 200 WHEN 'bad' THEN 400 ELSE 300 END, 'Your balance is ' || g, CASE WHEN k NOT IN ('new',
  'lost') THEN '0' END, 'SMS'
FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 6 THEN 'new' WHEN g <= 11 THEN 'wait' WHEN g <= 31 THEN 'sent'
  WHEN g <= 34 THEN 'lost' WHEN g % 13 = 0 THEN 'bad' ELSE 'ok' END AS k, localtimestamp - CASE WHEN g <= 31
  THEN g * interval '3 seconds' WHEN g <= 34 THEN interval '8 hours' + g * interval '7 minutes'
  ELSE g * interval '33 minutes' END AS c
FROM generate_series(1, 190) g) s;
