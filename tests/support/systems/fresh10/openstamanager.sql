CREATE TABLE em_emails (id serial PRIMARY KEY, id_template integer, id_newsletter integer, id_record
  integer, id_account integer NOT NULL, subject varchar(255), content text, options text, created_by
  integer, attempt integer NOT NULL DEFAULT 0, processing_at timestamp, failed_at timestamp, sent_at
  timestamp, created_at timestamp DEFAULT CURRENT_TIMESTAMP, updated_at timestamp DEFAULT CURRENT_TIMESTAMP);
INSERT INTO em_emails (id_template, id_newsletter, id_record, id_account, subject, content, created_by,
  attempt, processing_at, failed_at, sent_at, created_at, updated_at) SELECT 1 + g % 7, CASE WHEN g % 4 = 0
  THEN 1 + g / 60 END, 3000 - g, 1, 'Invio fattura numero ' || g, '<p>Gentile cliente</p>', 1 + g % 3, CASE
  k WHEN 'new' THEN 0 WHEN 'lost' THEN 0 WHEN 'work' THEN 1 WHEN 'retry' THEN 2 WHEN 'bad' THEN 10 ELSE 1
  END, CASE WHEN k IN ('new', 'lost') THEN NULL ELSE c + interval '30 seconds' END::timestamp(0), CASE WHEN
  k IN ('retry', 'bad') THEN c + interval '31 seconds' + ((2 + g * 37 % 89) * interval '1 second')
  END::timestamp(0), CASE WHEN k IN ('done') THEN c + interval '31 seconds' + ((2 + g * 37 % 89) * interval
  '1 second') END::timestamp(0), (c)::timestamp(0), (c + CASE k WHEN 'new' THEN interval '0' WHEN 'lost'
  THEN interval '0' ELSE interval '31 seconds' + ((2 + g * 37 % 89) * interval '1 second')
  END)::timestamp(0) FROM (SELECT g, now() AS n, CASE WHEN g <= 4 THEN 'new' WHEN g <= 5 THEN 'work' WHEN g
  <= 7 THEN 'retry' WHEN g <= 11 THEN 'lost' WHEN g % 37 = 12 THEN 'bad' ELSE 'done' END AS k, now() - CASE
  WHEN g <= 4 THEN g * interval '25 seconds' WHEN g <= 5 THEN g * interval '25 seconds' WHEN g <= 7 THEN g *
  interval '25 seconds' WHEN g <= 11 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval
  '30 minutes' END AS c FROM generate_series(1, 300) g) s ORDER BY s.c;
