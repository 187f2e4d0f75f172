CREATE TABLE tto_record (idt_tto_record varchar(36) NOT NULL PRIMARY KEY, nam_topic varchar(255),
  num_partition numeric(3, 0), ind_status varchar(8), ind_agent varchar(8), txt_key text, txt_value text,
  txt_headers text, dat_created timestamp NOT NULL DEFAULT timezone('UTC', now()), dat_sent timestamp,
  num_sent_partition numeric(3, 0), num_sent_offset numeric(20, 0));
CREATE INDEX tto_record_idx1 ON tto_record (dat_created);
CREATE INDEX tto_record_idx2 ON tto_record (txt_key);
CREATE INDEX tto_record_idx3 ON tto_record (ind_status, dat_created);
INSERT INTO tto_record (idt_tto_record, nam_topic, num_partition, ind_status, ind_agent, txt_key, txt_value,
  txt_headers, dat_created, dat_sent, num_sent_partition, num_sent_offset) SELECT md5('tt' || g)::uuid::text,
  (ARRAY['fruit', 'coconut', 'billing'])[1 + g % 3], NULL, CASE k WHEN 'WAIT' THEN 'WAIT' WHEN 'lost' THEN
  'WAIT' ELSE k END, CASE WHEN k IN ('OK') THEN 'REPLICAT' END, encode(decode(md5('k' || g), 'hex'),
  'base64'), encode(decode(md5('v' || g), 'hex'), 'base64'), '', c, CASE WHEN k IN ('OK') THEN c + interval
  '700 milliseconds' END, CASE WHEN k IN ('OK') THEN g % 6 END, CASE WHEN k IN ('OK') THEN 90000 + g END FROM
  (SELECT g, timezone('UTC', now()) AS n, CASE WHEN g <= 4 THEN 'WAIT' WHEN g <= 7 THEN 'lost' ELSE 'OK' END
  AS k, timezone('UTC', now()) - CASE WHEN g <= 4 THEN g * interval '25 seconds' WHEN g <= 7 THEN interval
  '9 hours' + g * interval '7 minutes' ELSE g * interval '6 minutes' END AS c FROM generate_series(1, 240) g)
  s;
