CREATE TABLE databasechangeloglock (
  id integer NOT NULL,
  locked boolean NOT NULL,
  lockgranted timestamp without time zone,
  lockedby varchar(255),
  CONSTRAINT databasechangeloglock_pkey PRIMARY KEY (id)
);
CREATE TABLE databasechangelog (
  id varchar(255) NOT NULL,
  author varchar(255) NOT NULL,
  filename varchar(255) NOT NULL,
  dateexecuted timestamp without time zone NOT NULL,
  orderexecuted integer NOT NULL,
  exectype varchar(10) NOT NULL,
  md5sum varchar(35),
  description varchar(255),
  comments varchar(255),
  tag varchar(255),
  liquibase varchar(20),
  contexts varchar(255),
  labels varchar(255),
  deployment_id varchar(10)
);
INSERT INTO databasechangeloglock VALUES (1, false, NULL, NULL), (1000, false, NULL, NULL), (1001, true, (now() AT TIME ZONE 'utc') - interval '20 seconds', 'keycloak-0 (10.42.1.17)');
INSERT INTO databasechangelog
SELECT v.id, v.a, 'META-INF/jpa-changelog-'||v.f||'.xml', (now() AT TIME ZONE 'utc') - interval '90 days' + v.n*interval '83 milliseconds', v.n::int, v.x, '9:'||md5(v.id), v.d, '', NULL, '4.25.1', NULL, NULL, '5329871204'
FROM (VALUES
('1.0.0.Final-KEYCLOAK-5461','sthorger@redhat.com','1.0.0.Final','EXECUTED','createTable tableName=APPLICATION_DEFAULT_ROLES; createTable tableName=CLIENT; createTable tableName=CLIENT_SESSION; ...',1),
('1.0.0.Final-KEYCLOAK-5461','sthorger@redhat.com','1.0.0.Final-db2','MARK_RAN','createTable tableName=APPLICATION_DEFAULT_ROLES; ...',2),
('1.1.0.Beta1','sthorger@redhat.com','1.1.0.Beta1','EXECUTED','delete tableName=CLIENT_SESSION_ROLE; delete tableName=CLIENT_SESSION; createTable tableName=CLIENT_ATTRIBUTES; ...',3),
('1.1.0.Final','sthorger@redhat.com','1.1.0.Final','EXECUTED','renameColumn newColumnName=EVENT_TIME, oldColumnName=TIME, tableName=EVENT_ENTITY',4),
('1.2.0.Beta1','psilva@redhat.com','1.2.0.Beta1','EXECUTED','delete tableName=USER_SESSION; createTable tableName=PROTOCOL_MAPPER; ...',5),
('1.2.0.Beta1','psilva@redhat.com','1.2.0.Beta1-db2','MARK_RAN','delete tableName=USER_SESSION; ...',6),
('1.2.0.RC1','bburke@redhat.com','1.2.0.CR1','EXECUTED','delete tableName=CLIENT_SESSION_ROLE; createTable tableName=MIGRATION_MODEL; ...',7),
('1.2.0.Final','keycloak','1.2.0.Final','EXECUTED','update tableName=CLIENT; update tableName=CLIENT; update tableName=CLIENT',8),
('1.3.0','bburke@redhat.com','1.3.0','EXECUTED','delete tableName=CLIENT_SESSION_ROLE; createTable tableName=ADMIN_EVENT_ENTITY; ...',9),
('1.4.0','bburke@redhat.com','1.4.0','EXECUTED','delete tableName=CLIENT_SESSION_AUTH_STATUS; ...',10),
('1.5.0','bburke@redhat.com','1.5.0','EXECUTED','delete tableName=CLIENT_SESSION_AUTH_STATUS; ...',11),
('1.6.1_from15','mposolda@redhat.com','1.6.1','EXECUTED','addColumn tableName=REALM; addColumn tableName=KEYCLOAK_ROLE; ...',12),
('1.6.1_from16-pre','mposolda@redhat.com','1.6.1','MARK_RAN','delete tableName=OFFLINE_CLIENT_SESSION; delete tableName=OFFLINE_USER_SESSION',13),
('1.6.1_from16','mposolda@redhat.com','1.6.1','MARK_RAN','dropPrimaryKey constraintName=CONSTRAINT_OFFLINE_US_SES_PK, tableName=OFFLINE_USER_SESSION; ...',14),
('1.6.1','mposolda@redhat.com','1.6.1','EXECUTED','empty',15),
('1.7.0','bburke@redhat.com','1.7.0','EXECUTED','createTable tableName=KEYCLOAK_GROUP; ...',16),
('1.8.0','mposolda@redhat.com','1.8.0','EXECUTED','addColumn tableName=IDENTITY_PROVIDER; createTable tableName=CLIENT_TEMPLATE; ...',17),
('1.8.0-2','keycloak','1.8.0','EXECUTED','dropDefaultValue columnName=ALGORITHM, tableName=CREDENTIAL; ...',18),
('1.9.0','mposolda@redhat.com','1.9.0','EXECUTED','update tableName=REALM; ...',19),
('1.9.1','keycloak','1.9.1','EXECUTED','modifyDataType columnName=PRIVATE_KEY, tableName=REALM; ...',20),
('1.9.1','keycloak','1.9.1-db2','MARK_RAN','modifyDataType columnName=PRIVATE_KEY, tableName=REALM; ...',21),
('1.9.2','keycloak','1.9.2','EXECUTED','createIndex indexName=IDX_USER_EMAIL, tableName=USER_ENTITY; ...',22),
('authz-2.0.0','psilva@redhat.com','authz-2.0.0','EXECUTED','createTable tableName=RESOURCE_SERVER; ...',23),
('authz-2.5.1','psilva@redhat.com','authz-2.5.1','EXECUTED','update tableName=RESOURCE_SERVER_POLICY',24),
('2.1.0-KEYCLOAK-5461','bburke@redhat.com','2.1.0','EXECUTED','createTable tableName=BROKER_LINK; ...',25),
('2.2.0','bburke@redhat.com','2.2.0','EXECUTED','addColumn tableName=ADMIN_EVENT_ENTITY; ...',26),
('2.3.0','bburke@redhat.com','2.3.0','EXECUTED','createTable tableName=FEDERATED_USER; ...',27),
('2.4.0','bburke@redhat.com','2.4.0','EXECUTED','customChange',28),
('2.5.0','bburke@redhat.com','2.5.0','EXECUTED','customChange; modifyDataType columnName=USER_ID, tableName=OFFLINE_USER_SESSION',29),
('3.0.0','bburke@redhat.com','3.0.0','EXECUTED','addColumn tableName=IDENTITY_PROVIDER',30)
) v(id,a,f,x,d,n);
