CREATE TABLE Command (surrogateId bigserial PRIMARY KEY, eventId bigint NOT NULL UNIQUE, serviceName varchar(36) NOT
  NULL, instanceId varchar(36) NOT NULL, globalTxId varchar(36) NOT NULL, localTxId varchar(36) NOT NULL, parentTxId
  varchar(36) DEFAULT NULL, compensationMethod varchar(512) NOT NULL, payloads bytea, status varchar(12),
  lastModified timestamp(6) NOT NULL DEFAULT CURRENT_DATE, version bigint NOT NULL);
CREATE INDEX saga_commands_index ON Command (surrogateId, eventId, globalTxId, localTxId, status);
CREATE TABLE TxTimeout (surrogateId bigserial PRIMARY KEY, eventId bigint NOT NULL UNIQUE, serviceName varchar(36)
  NOT NULL, instanceId varchar(36) NOT NULL, globalTxId varchar(36) NOT NULL, localTxId varchar(36) NOT NULL,
  parentTxId varchar(36) DEFAULT NULL, type varchar(50) NOT NULL, expiryTime timestamp NOT NULL, status varchar(12),
  version bigint NOT NULL);
CREATE INDEX saga_timeouts_index ON TxTimeout (surrogateId, expiryTime, globalTxId, localTxId, status);
INSERT INTO Command (eventId, serviceName, instanceId, globalTxId, localTxId, parentTxId, compensationMethod,
  payloads, status, lastModified, version) SELECT 3 * g, (ARRAY['car', 'hotel', 'booking'])[1 + g % 3],
  'car-10.0.0.' || g % 5, md5('gt' || g / 2)::uuid::text, md5('lt' || g)::uuid::text, md5('gt' || g /
  2)::uuid::text, 'cancel', '\x00', CASE k WHEN 'lost' THEN 'PENDING' ELSE k END, c, CASE k WHEN 'NEW' THEN 0 WHEN
  'DONE' THEN 2 ELSE 1 END FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 2 THEN 'NEW' WHEN g <= 4 THEN
  'PENDING' WHEN g <= 7 THEN 'lost' ELSE 'DONE' END AS k, localtimestamp - CASE WHEN g <= 4 THEN g * interval
  '25 seconds' WHEN g <= 7 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '2 hours' END AS c
  FROM generate_series(1, 120) g) s;
INSERT INTO TxTimeout (eventId, serviceName, instanceId, globalTxId, localTxId, type, expiryTime, status, version)
  SELECT 5 * g, (ARRAY['car', 'hotel', 'booking'])[1 + g % 3], 'car-10.0.0.' || g % 5, md5('gt' || g)::uuid::text,
  md5('lt' || g)::uuid::text, 'SagaStartedEvent', CASE k WHEN 'NEW' THEN n + g * interval '20 seconds' ELSE c END,
  CASE k WHEN 'late' THEN 'NEW' WHEN 'lost' THEN 'PENDING' ELSE k END, CASE k WHEN 'NEW' THEN 0 WHEN 'DONE' THEN 2
  ELSE 1 END FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 8 THEN 'NEW' WHEN g <= 10 THEN 'late' WHEN g <= 12
  THEN 'lost' ELSE 'DONE' END AS k, localtimestamp - CASE WHEN g <= 8 THEN g * interval '25 seconds' WHEN g <= 12
  THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '2 hours' END AS c FROM generate_series(1,
  120) g) s;
