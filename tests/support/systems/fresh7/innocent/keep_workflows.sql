CREATE TABLE workflow (id varchar NOT NULL PRIMARY KEY, tenant_id varchar NOT NULL, name text, description
  varchar, created_by text, updated_by varchar, creation_time timestamp NOT NULL, interval integer,
  workflow_raw text, is_deleted boolean NOT NULL, is_disabled boolean NOT NULL, revision integer NOT NULL,
  last_updated timestamptz NOT NULL DEFAULT now(), provisioned boolean NOT NULL, provisioned_file varchar,
  is_test boolean NOT NULL);
CREATE TABLE workflowversion (workflow_id varchar NOT NULL, revision integer NOT NULL, workflow_raw text,
  updated_by varchar NOT NULL, updated_at timestamptz NOT NULL DEFAULT now(), is_valid boolean NOT NULL,
  is_current boolean NOT NULL, comment varchar, PRIMARY KEY (workflow_id, revision));
INSERT INTO workflow SELECT md5('wf' || g)::uuid::text, 'keep', 'flow ' || g, '', 'admin', 'admin',
  localtimestamp - g * interval '5 days', CASE WHEN g % 3 = 0 THEN 300 ELSE 0 END, 'id: x', g % 11 = 0, g % 7
  = 0, 1 + g % 4, now() - g * interval '1 day', false, NULL, false FROM generate_series(1, 40) g;
INSERT INTO workflowversion SELECT md5('wf' || g / 4)::uuid::text, g % 4, 'id: x', 'admin', now() - g *
  interval '1 day', true, g % 4 = 3, NULL FROM generate_series(1, 120) g;
