CREATE TABLE enrollments (id varchar(255) NOT NULL PRIMARY KEY, device_id varchar(255) NOT NULL,
  user_id varchar(255) UNIQUE, type varchar(31) NOT NULL, topic varchar(255) NOT NULL,
  push_magic varchar(127) NOT NULL, token_hex varchar(255) NOT NULL, enabled boolean NOT NULL DEFAULT true,
  token_update_tally integer NOT NULL DEFAULT 1, last_seen_at timestamp NOT NULL,
  created_at timestamp DEFAULT CURRENT_TIMESTAMP, updated_at timestamp DEFAULT CURRENT_TIMESTAMP, CHECK (type <> ''));
CREATE INDEX idx_type ON enrollments (type);
CREATE TABLE commands (command_uuid varchar(127) NOT NULL PRIMARY KEY, request_type varchar(63) NOT NULL,
  command text NOT NULL, created_at timestamp DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamp DEFAULT CURRENT_TIMESTAMP, CHECK (substring(command FROM 1 FOR 5) = '<?xml'));
INSERT INTO enrollments SELECT upper(md5('dev' || g)::uuid::text), upper(md5('dev' || g)::uuid::text), NULL,
  'Device', 'com.apple.mgmt.External', md5('pm' || g), md5('th' || g), g % 11 > 0, 1 + g % 5,
  localtimestamp - g * interval '40 minutes', c, localtimestamp - g * interval '40 minutes' FROM (SELECT g,
  localtimestamp - g * interval '5 days' AS c FROM generate_series(1, 90) g) s;
INSERT INTO commands SELECT md5('cmd' || g)::uuid::text, (ARRAY['DeviceInformation', 'InstallProfile',
  'SecurityInfo'])[1 + g % 3], '<?xml version="1.0"?><plist/>', c, c FROM (SELECT g,
  localtimestamp - g * interval '5 hours' AS c FROM generate_series(0, 150) g) s;
