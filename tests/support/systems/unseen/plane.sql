CREATE TABLE email_notification_logs (
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  id uuid NOT NULL PRIMARY KEY,
  entity_identifier uuid,
  entity_name varchar(255) NOT NULL,
  data jsonb,
  processed_at timestamptz,
  sent_at timestamptz,
  entity varchar(200) NOT NULL,
  old_value varchar(300),
  new_value varchar(300),
  created_by_id uuid,
  receiver_id uuid NOT NULL,
  triggered_by_id uuid NOT NULL,
  updated_by_id uuid
);
CREATE INDEX email_notification_logs_receiver_id_idx ON email_notification_logs (receiver_id);
CREATE TABLE exporters (
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  id uuid NOT NULL PRIMARY KEY,
  name varchar(255),
  type varchar(50) NOT NULL,
  project uuid[],
  provider varchar(50) NOT NULL,
  status varchar(50) NOT NULL,
  reason text NOT NULL,
  key text NOT NULL,
  url varchar(800),
  token varchar(255) NOT NULL UNIQUE,
  filters jsonb,
  rich_filters jsonb,
  created_by_id uuid,
  initiated_by_id uuid NOT NULL,
  updated_by_id uuid,
  workspace_id uuid NOT NULL
);
CREATE INDEX exporters_workspace_id_idx ON exporters (workspace_id);

INSERT INTO email_notification_logs (created_at, updated_at, deleted_at, id, entity_identifier, entity_name, data, processed_at, sent_at, entity, old_value, new_value, receiver_id, triggered_by_id)
SELECT c, c, CASE WHEN g BETWEEN 60 AND 71 THEN c + interval '20 days' END, md5('en' || g)::uuid, md5('iss' || g % 40)::uuid, 'issue', jsonb_build_object('issue', jsonb_build_object('id', md5('iss' || g % 40)::uuid, 'name', 'Login page'), 'issue_activity', jsonb_build_object('field', (ARRAY['state', 'comment', 'assignees'])[1 + g % 3], 'old_value', 'Todo', 'new_value', 'Done')),
       CASE WHEN g <= 125 AND g NOT IN (66, 67) THEN c + interval '4 minutes' END, CASE WHEN g <= 125 AND g NOT IN (66, 67) AND g % 19 > 0 THEN c + interval '4 minutes 3 seconds' END, 'issue', 'Todo', 'Done', md5('us' || g % 12)::uuid, md5('us' || g % 7)::uuid
FROM (SELECT g, CASE WHEN g > 125 THEN now() - (136 - g) * interval '20 seconds' ELSE now() - (140 - g) * interval '11 hours' END AS c FROM generate_series(1, 134) g) s;
INSERT INTO exporters (created_at, updated_at, deleted_at, id, name, type, project, provider, status, reason, key, url, token, filters, rich_filters, created_by_id, initiated_by_id, workspace_id)
SELECT c, c, CASE WHEN g BETWEEN 30 AND 41 THEN c + interval '9 days' END, md5('ex' || g)::uuid, 'Export - ' || g, 'issue_exports', ARRAY[md5('prj' || g % 9)::uuid], (ARRAY['csv', 'xlsx', 'json'])[1 + g % 3], st, CASE WHEN st = 'failed' THEN 'An error occurred (NoSuchBucket) when calling the PutObject operation' ELSE '' END, CASE WHEN st = 'completed' THEN 'ws/export-acme-' || left(md5('ek' || g), 8) || '.zip' ELSE '' END, CASE WHEN st = 'completed' THEN 'https://files.example.org/uploads/' || md5('eu' || g) || '.zip' END, md5('et' || g), NULL, '{}', md5('us' || g % 12)::uuid, md5('us' || g % 12)::uuid, md5('wsp' || g % 2)::uuid
FROM (SELECT g, CASE WHEN g > 96 THEN 'queued' WHEN g > 91 THEN 'processing' WHEN g IN (33, 34) THEN 'queued' WHEN g % 17 = 0 THEN 'failed' ELSE 'completed' END AS st, CASE WHEN g > 96 THEN now() - (101 - g) * interval '2 seconds' WHEN g > 93 THEN now() - (99 - g) * interval '10 seconds' WHEN g > 91 THEN now() - interval '3 days' ELSE now() - (110 - g) * interval '9 hours' END AS c FROM generate_series(1, 100) g) s;
