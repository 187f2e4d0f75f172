CREATE TABLE OrleansQuery (QueryKey varchar(64) NOT NULL, QueryText varchar(8000) NOT NULL, CONSTRAINT OrleansQuery_Key PRIMARY KEY (QueryKey));
CREATE TABLE OrleansMembershipVersionTable (DeploymentId varchar(150) NOT NULL, Timestamp timestamptz(3) NOT NULL DEFAULT now(), Version integer NOT NULL DEFAULT 0, CONSTRAINT PK_OrleansMembershipVersionTable_DeploymentId PRIMARY KEY (DeploymentId));
CREATE TABLE OrleansMembershipTable (
  DeploymentId varchar(150) NOT NULL, Address varchar(45) NOT NULL, Port integer NOT NULL, Generation integer NOT NULL, SiloName varchar(150) NOT NULL, HostName varchar(150) NOT NULL,
  Status integer NOT NULL, ProxyPort integer, SuspectTimes varchar(8000), StartTime timestamptz(3) NOT NULL, IAmAliveTime timestamptz(3) NOT NULL,
  CONSTRAINT PK_MembershipTable_DeploymentId PRIMARY KEY (DeploymentId, Address, Port, Generation),
  CONSTRAINT FK_MembershipTable_MembershipVersionTable_DeploymentId FOREIGN KEY (DeploymentId) REFERENCES OrleansMembershipVersionTable (DeploymentId)
);
CREATE TABLE OrleansRemindersTable (
  ServiceId varchar(150) NOT NULL, GrainId varchar(150) NOT NULL, ReminderName varchar(150) NOT NULL, StartTime timestamptz(3) NOT NULL, Period bigint NOT NULL, GrainHash integer NOT NULL, Version integer NOT NULL,
  CONSTRAINT PK_RemindersTable_ServiceId_GrainId_ReminderName PRIMARY KEY (ServiceId, GrainId, ReminderName)
);
INSERT INTO OrleansQuery SELECT 'Query' || i || 'Key', 'SELECT ' || i FROM generate_series(1, 24) i;
INSERT INTO OrleansMembershipVersionTable VALUES ('prod', now(), 91);
INSERT INTO OrleansMembershipTable
SELECT 'prod', '10.2.0.' || (i % 12), 11111, 410000000 + i * 977, 'Silo_' || substr(md5('s' || i), 1, 5), 'worker-' || i, CASE WHEN i <= 6 THEN 3 ELSE 6 END, 30000,
  CASE WHEN i > 6 THEN '10.2.0.1:11111@410000977,2024-05-03 10:10:10.000 GMT' END, t, CASE WHEN i <= 6 THEN now() - interval '3 seconds' ELSE t + interval '5 hours' END
FROM generate_series(1, 30) i, LATERAL (SELECT now() - i * interval '9 hours' AS t) x;
INSERT INTO OrleansRemindersTable SELECT 'shop', 'cart/' || md5('g' || i), (ARRAY['expire','nag'])[1 + i % 2], now() + i * interval '7 minutes', 3600000, hashtext('g' || i), 0 FROM generate_series(1, 40) i;
