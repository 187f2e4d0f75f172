CREATE TABLE webhooks (id serial PRIMARY KEY, "groupId" integer, name varchar(255) NOT NULL UNIQUE, class
  varchar(255) NOT NULL, event varchar(255) NOT NULL, filters text, "debounceKeyFormat" varchar(255), method
  varchar(10) NOT NULL, url varchar(255) NOT NULL, headers text, "payloadTemplate" text, enabled boolean NOT
  NULL DEFAULT true, "dateCreated" timestamp(0) NOT NULL, "dateUpdated" timestamp(0) NOT NULL, uid char(36)
  NOT NULL);
INSERT INTO webhooks SELECT g, NULL, 'hook ' || g, 'craft\elements\Entry', 'afterSave', NULL, NULL, 'post',
  'https://hook.example/' || g, '[]', NULL, g % 7 > 0, localtimestamp - g * interval '20 days', localtimestamp
  - g * interval '3 days', md5('u' || g)::uuid::text FROM generate_series(1, 18) g;
