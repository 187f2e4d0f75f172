CREATE TABLE device_ip (ip inet, alias inet, subnet cidr, port text, dns text, creation timestamp DEFAULT
  now(), PRIMARY KEY (ip, alias));
CREATE TABLE user_log (entry serial, username varchar(50), userip inet, event text, details text, creation
  timestamp DEFAULT now());
CREATE TABLE sessions (id char(32) NOT NULL PRIMARY KEY, creation timestamp DEFAULT now(), a_session text);
INSERT INTO device_ip SELECT ('10.1.0.' || g % 250)::inet, ('10.2.' || g / 200 || '.' || g % 200)::inet,
  '10.2.0.0/16', 'Gi0/' || g, 'h' || g || '.example', localtimestamp - g * interval '1 day' FROM
  generate_series(1, 160) g;
INSERT INTO user_log (username, userip, event, details, creation) SELECT 'admin', '10.0.0.9', (ARRAY['Login',
  'Failed Login', 'Logout'])[1 + g % 3], 'd' || g, localtimestamp - g * interval '3 hours' FROM
  generate_series(1, 180) g;
INSERT INTO sessions SELECT md5('se' || g), localtimestamp - g * interval '1 hour', '---' || g FROM
  generate_series(1, 90) g;
