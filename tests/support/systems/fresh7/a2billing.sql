CREATE TABLE cc_callback_spool (id bigserial PRIMARY KEY, uniqueid text UNIQUE, entry_time timestamp DEFAULT
  now(), status text, server_ip text, num_attempt integer NOT NULL DEFAULT 0, last_attempt_time timestamp,
  manager_result text, agi_result text, callback_time timestamp, channel text, exten text, context text,
  priority text, application text, data text, timeout text, callerid text, variable text, account text, async
  text, actionid text, id_server integer, id_server_group integer);
CREATE TABLE cc_epayment_log (id bigserial PRIMARY KEY, cardid integer NOT NULL DEFAULT 0, amount double
  precision NOT NULL DEFAULT 0, vat double precision NOT NULL DEFAULT 0, paymentmethod varchar(255) NOT NULL,
  cc_owner varchar(255) NOT NULL, cc_number varchar(255) NOT NULL, cc_expires varchar(255) NOT NULL,
  creationdate timestamp(0) DEFAULT now(), status integer NOT NULL DEFAULT 0, cvv varchar(4), credit_card_type
  varchar(20), currency varchar(4), transaction_detail text);
INSERT INTO cc_callback_spool (uniqueid, entry_time, status, server_ip, num_attempt, last_attempt_time,
  manager_result, callback_time, channel, exten, context, priority, timeout, callerid, variable, account,
  id_server, id_server_group) SELECT left(md5('un' || g), 5) || '-' || g, c, CASE k WHEN 'later' THEN
  'PENDING' WHEN 'lost' THEN 'PROCESSING' ELSE k END, 'localhost', CASE WHEN k IN ('SENT', 'ERROR') THEN 1
  ELSE 0 END, CASE WHEN k IN ('SENT', 'ERROR') THEN c + interval '12 seconds' END, CASE WHEN k IN ('SENT')
  THEN 'Originate successfully queued' ELSE CASE WHEN k IN ('ERROR') THEN 'Error Manager Connection' END END,
  CASE WHEN k IN ('later') THEN n + g * interval '20 minutes' ELSE c END, 'SIP/trunk/49170' || 100000 + g,
  '49301' || g, 'a2billing-callback', '1', '30000', '49302', 'CALLED=49301' || g, 'acc' || g % 40, CASE WHEN k
  IN ('SENT') THEN 1 END, 1 FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 2 THEN 'PENDING' WHEN g <= 6
  THEN 'later' WHEN g <= 7 THEN 'PROCESSING' WHEN g <= 9 THEN 'lost' WHEN g % 13 = 0 THEN 'ERROR' ELSE 'SENT'
  END AS k, localtimestamp - CASE WHEN g <= 7 THEN g * interval '25 seconds' WHEN g <= 9 THEN interval
  '9 hours' + g * interval '7 minutes' ELSE g * interval '24 minutes' END AS c FROM generate_series(1, 180) g)
  s;
INSERT INTO cc_epayment_log (cardid, amount, vat, paymentmethod, cc_owner, cc_number, cc_expires,
  creationdate, status, currency, transaction_detail) SELECT 1 + g % 60, (g % 5 + 1) * 10, 19,
  (ARRAY['paypal', 'moneybookers'])[1 + g % 2], '', '', '', c, CASE k WHEN 'new' THEN 0 WHEN 'left' THEN 0
  WHEN 'paid' THEN 1 ELSE 2 END, 'usd', CASE WHEN k IN ('paid') THEN 'txn_id=' || md5('tx' || g) END FROM
  (SELECT g, localtimestamp AS n, CASE WHEN g <= 3 THEN 'new' WHEN g <= 4 THEN 'work' WHEN g <= 6 THEN 'lost'
  WHEN g % 9 = 0 THEN 'left' ELSE 'paid' END AS k, localtimestamp - CASE WHEN g <= 4 THEN g * interval
  '25 seconds' WHEN g <= 6 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '3 hours' END
  AS c FROM generate_series(1, 150) g) s;
