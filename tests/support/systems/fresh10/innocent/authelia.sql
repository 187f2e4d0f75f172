CREATE TABLE authentication_logs (id serial PRIMARY KEY, time timestamptz NOT NULL DEFAULT now(), successful
  boolean NOT NULL, banned boolean NOT NULL DEFAULT false, username varchar(100) NOT NULL, auth_type
  varchar(8) NOT NULL DEFAULT '1FA', remote_ip varchar(39), request_uri text, request_method varchar(8) NOT
  NULL DEFAULT '');
CREATE INDEX authentication_logs_username_idx ON authentication_logs (time, username, auth_type);
INSERT INTO authentication_logs (time, successful, banned, username, auth_type, remote_ip, request_uri,
  request_method) SELECT c, g % 7 <> 3, g % 91 = 5, 'user' || g % 40, (ARRAY['1FA', '2FA'])[1 + g % 2],
  '10.1.0.' || g % 200, 'https://app/', 'GET' FROM (SELECT g, now() AS n, 'done' AS k, now() - g * interval
  '5 minutes' AS c FROM generate_series(1, 480) g) s ORDER BY s.c;
