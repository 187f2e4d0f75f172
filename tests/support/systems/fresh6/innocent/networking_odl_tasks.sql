CREATE TYPE state AS ENUM ('pending', 'processing');
CREATE TABLE opendaylight_periodic_task (state state NOT NULL, processing_operation varchar(70), task varchar(70)
  PRIMARY KEY, lock_updated timestamp NOT NULL DEFAULT now());
INSERT INTO opendaylight_periodic_task VALUES ('pending', NULL, 'maintenance', localtimestamp - interval
  '20 seconds'), ('processing', 'sync', 'hostconfig', localtimestamp - interval '4 seconds'), ('pending', NULL,
  'recovery', localtimestamp - interval '50 seconds');
