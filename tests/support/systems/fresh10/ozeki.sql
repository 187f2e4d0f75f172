CREATE TABLE ozekimessageout (id serial PRIMARY KEY, sender varchar(255), receiver varchar(255), msg
  varchar(160), senttime varchar(100), receivedtime varchar(100), operator varchar(100), msgtype
  varchar(160), reference varchar(100), status varchar(20), errormsg varchar(250));
INSERT INTO ozekimessageout (sender, receiver, msg, senttime, receivedtime, operator, msgtype, reference,
  status, errormsg) SELECT '+3620111', '+3630' || (1000000 + g), 'Your code is ' || (100000 + g), CASE WHEN
  k IN ('new', 'lost', 'work', 'bad') THEN NULL ELSE to_char(c, 'YYYY-MM-DD HH24:MI:SS') END, CASE WHEN k IN
  ('deliv') THEN to_char(c + interval '8 seconds', 'YYYY-MM-DD HH24:MI:SS') END, CASE WHEN k IN ('new',
  'lost') THEN NULL ELSE 'SMPP0' END, 'SMS:TEXT', CASE WHEN k IN ('done', 'deliv') THEN (70000 - g)::text
  END, CASE k WHEN 'new' THEN 'send' WHEN 'lost' THEN 'send' WHEN 'work' THEN 'sending' WHEN 'deliv' THEN
  'delivered' WHEN 'bad' THEN 'notdelivered' ELSE 'transmitted' END, CASE WHEN k IN ('bad') THEN
  'Invalid number' END FROM (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'new' WHEN g <= 4 THEN 'work' WHEN
  g <= 8 THEN 'lost' WHEN g % 2 = 0 THEN 'deliv' WHEN g % 29 = 9 THEN 'bad' ELSE 'done' END AS k, now() -
  CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 4 THEN g * interval '25 seconds' WHEN g <= 8
  THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '9 minutes' END AS c FROM
  generate_series(1, 320) g) s ORDER BY s.c;
