CREATE TABLE enrollment_queue (id varchar(255) NOT NULL, command_uuid varchar(127) NOT NULL,
  active boolean NOT NULL DEFAULT true, priority smallint NOT NULL DEFAULT 0,
  created_at timestamp DEFAULT CURRENT_TIMESTAMP, updated_at timestamp DEFAULT CURRENT_TIMESTAMP, PRIMARY KEY (id,
  command_uuid));
CREATE TABLE command_results (id varchar(255) NOT NULL, command_uuid varchar(127) NOT NULL,
  status varchar(31) NOT NULL, result text NOT NULL, not_now_at timestamp, not_now_tally integer NOT NULL DEFAULT 0,
  created_at timestamp DEFAULT CURRENT_TIMESTAMP, updated_at timestamp DEFAULT CURRENT_TIMESTAMP, PRIMARY KEY (id,
  command_uuid), CHECK (status <> ''), CHECK (substring(result FROM 1 FOR 5) = '<?xml'));
CREATE INDEX idx_status ON command_results (status);
INSERT INTO enrollment_queue SELECT upper(md5('dev' || g % 20)::uuid::text), md5('cmd' || g)::uuid::text, g % 13 > 0,
  0, c, CASE WHEN g % 13 = 0 THEN c + interval '2 days' ELSE c END FROM (SELECT g,
  localtimestamp - g * interval '5 hours' AS c FROM generate_series(0, 150) g) s;
INSERT INTO command_results SELECT upper(md5('dev' || g % 20)::uuid::text), md5('cmd' || g)::uuid::text, CASE
  WHEN g % 22 = 0 THEN 'Error' WHEN g % 15 = 0 THEN 'NotNow' ELSE 'Acknowledged' END,
  '<?xml version="1.0"?><plist/>', CASE WHEN g % 15 = 0 OR g % 8 = 0 THEN c END, CASE WHEN g % 15 = 0 OR g % 8 = 0
  THEN 1 + g % 3 ELSE 0 END, c, CASE WHEN g % 15 = 0 OR g % 8 = 0 THEN c + interval '3 hours' ELSE c END
  FROM (SELECT g, localtimestamp - g * interval '5 hours' AS c FROM generate_series(9, 150) g WHERE g % 13 > 0) s;
