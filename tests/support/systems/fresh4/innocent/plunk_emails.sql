CREATE TYPE "EmailStatus" AS ENUM ('SENT', 'DELIVERED', 'BOUNCED', 'OPENED', 'COMPLAINT');
CREATE TABLE emails (id text NOT NULL PRIMARY KEY, "messageId" text NOT NULL UNIQUE, subject text, body text,
  status "EmailStatus" NOT NULL DEFAULT 'SENT', "projectId" text, "actionId" text, "campaignId" text,
  "contactId" text NOT NULL, "createdAt" timestamp(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" timestamp(3) NOT NULL);
INSERT INTO emails SELECT md5('pe' || g)::uuid::text, '0102' || md5('pm' || g), 'Hello ' || g, NULL, (ARRAY['SENT',
  'DELIVERED', 'DELIVERED', 'OPENED', 'BOUNCED'])[1 + (g * 7) % 5]::"EmailStatus", md5('pp' || g % 3)::uuid::text,
  NULL, md5('pc' || g % 9)::uuid::text, md5('co' || g)::uuid::text, c, c + g % 90 * interval '1 minute'
  FROM (SELECT g, localtimestamp - g * interval '35 minutes' AS c FROM generate_series(1, 180) g) s;
