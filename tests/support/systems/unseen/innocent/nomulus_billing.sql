CREATE TABLE "BillingEvent" (
  billing_event_id bigint NOT NULL PRIMARY KEY,
  registrar_id text NOT NULL,
  domain_history_revision_id bigint NOT NULL,
  domain_repo_id text NOT NULL,
  event_time timestamptz NOT NULL,
  flags text[],
  reason text NOT NULL,
  domain_name text NOT NULL,
  allocation_token text,
  billing_time timestamptz,
  cancellation_matching_billing_recurrence_id bigint,
  cost_amount numeric(19,2),
  cost_currency text,
  period_years integer,
  synthetic_creation_time timestamptz,
  recurrence_history_revision_id bigint
);
CREATE INDEX "idx5yfbr88439pxw0v3j86c74fp8" ON "BillingEvent" (event_time);
CREATE TABLE "Lock" (
  resource_name text NOT NULL,
  scope text NOT NULL,
  acquired_time timestamptz NOT NULL,
  expiration_time timestamptz NOT NULL,
  PRIMARY KEY (scope, resource_name)
);
CREATE TABLE "Cursor" (
  scope text NOT NULL,
  type text NOT NULL,
  cursor_time timestamptz NOT NULL,
  last_update_time timestamptz NOT NULL,
  PRIMARY KEY (scope, type)
);
INSERT INTO "BillingEvent" (billing_event_id, registrar_id, domain_history_revision_id, domain_repo_id, event_time, flags, reason, domain_name, billing_time, cost_amount, cost_currency, period_years)
SELECT 700000 + g, 'registrar-' || g % 5, 300000 + g, upper(left(md5('dr' || g), 8)) || '-APP', t, CASE WHEN g % 9 = 0 THEN ARRAY['AUTO_RENEW'] END, (ARRAY['CREATE', 'RENEW', 'TRANSFER', 'RESTORE', 'SERVER_STATUS'])[1 + g % 5], 'example' || g || '.app', t + interval '5 days', 13 + g % 7, 'USD', 1 + g % 3 FROM (SELECT g, now() - g * interval '55 minutes' AS t FROM generate_series(1, 130) g) s;
INSERT INTO "Lock" (resource_name, scope, acquired_time, expiration_time)
SELECT r, s, now() - n * interval '11 seconds', now() - n * interval '11 seconds' + interval '10 minutes' FROM unnest(ARRAY['DNS updates-lock 1 of 1', 'RdeStaging', 'IcannReporting', 'BrdaCopy', 'Spec11']) WITH ORDINALITY u (r, n), unnest(ARRAY['app', 'dev', 'page', 'GLOBAL']) s;
INSERT INTO "Cursor" (scope, type, cursor_time, last_update_time)
SELECT s, t, date_trunc('day', now()) + n * interval '1 day', now() - n * interval '3 hours' FROM unnest(ARRAY['BRDA', 'RDE_STAGING', 'RDE_UPLOAD', 'RDE_REPORT', 'RECURRING_BILLING', 'ICANN_UPLOAD_TX']) WITH ORDINALITY u (t, n), unnest(ARRAY['app', 'dev', 'page', 'GLOBAL']) s;
