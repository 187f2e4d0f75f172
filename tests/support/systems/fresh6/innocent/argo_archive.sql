CREATE TABLE argo_archived_workflows (uid varchar(128) NOT NULL, name varchar(256) NOT NULL, phase varchar(25) NOT
  NULL, namespace varchar(256) NOT NULL, workflow json NOT NULL, startedat timestamp NOT NULL DEFAULT now(),
  finishedat timestamp NOT NULL DEFAULT now(), clustername varchar(64) NOT NULL, instanceid varchar(64) NOT NULL,
  creationtimestamp timestamp, PRIMARY KEY (clustername, uid));
CREATE INDEX argo_archived_workflows_i1 ON argo_archived_workflows (clustername, instanceid, namespace);
INSERT INTO argo_archived_workflows SELECT md5('ar' || g)::uuid::text, 'wf-' || left(md5('ar' || g), 5), CASE WHEN g
  % 9 = 0 THEN 'Failed' WHEN g % 31 = 0 THEN 'Error' ELSE 'Succeeded' END, 'ns' || g % 4, '{}', c, c + interval
  '9 minutes', 'default', '', c FROM (SELECT g, localtimestamp - g * interval '2 hours' AS c FROM generate_series(1,
  200) g) s;
