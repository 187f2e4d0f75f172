CREATE TABLE jobs (
  id bigserial PRIMARY KEY,
  state varchar(255) NOT NULL DEFAULT 'AVAILABLE',
  expires timestamp,
  schedule timestamp NOT NULL DEFAULT timezone('UTC', now()),
  attempt integer NOT NULL DEFAULT 0,
  max_attempts integer NOT NULL DEFAULT 5,
  params jsonb NOT NULL,
  notify varchar(255),
  priority integer NOT NULL DEFAULT 0,
  inserted_at timestamp(0) NOT NULL,
  updated_at timestamp(0) NOT NULL
);
CREATE INDEX jobs_priority_schedule_id_index ON jobs (priority, schedule, id);
INSERT INTO jobs (state, expires, schedule, attempt, max_attempts, params, notify, priority, inserted_at, updated_at)
SELECT st,
 CASE st WHEN 'RESERVED' THEN u + interval '60 seconds' - i*interval '1 second' WHEN 'IN_PROGRESS' THEN CASE WHEN i IN (33,34) THEN u - i*interval '2 seconds' ELSE u + a*interval '300 seconds' - i*interval '2 seconds' END
   WHEN 'RETRY' THEN u + a*interval '300 seconds' - interval '90 seconds' END,
 CASE st WHEN 'SCHEDULED' THEN u + i*interval '3 hours' WHEN 'RETRY' THEN u + (a+1)*interval '30 seconds' - interval '15 seconds' ELSE c END,
 a, 5, jsonb_build_object('type',(ARRAY['SendEmail','ChargeCard','SyncLedger'])[1+i%3],'id',i), CASE WHEN i%8=0 THEN 'n'||i END, i%2, c,
 CASE WHEN st IN ('AVAILABLE','SCHEDULED') AND a=0 THEN c WHEN st='FAILED' THEN c + interval '20 minutes' ELSE u - interval '40 seconds' END
FROM (SELECT i, st, CASE st WHEN 'IN_PROGRESS' THEN 1+i%2 WHEN 'RETRY' THEN 1+i%3 WHEN 'FAILED' THEN 5 WHEN 'RESERVED' THEN i%2 ELSE 0 END a, now() at time zone 'UTC' u,
 (now() at time zone 'UTC') - CASE WHEN st IN ('RETRY','IN_PROGRESS') THEN interval '12 minutes' WHEN st='FAILED' THEN i*interval '3 hours' WHEN st='RESERVED' THEN interval '9 minutes' ELSE i*interval '2 seconds' END c
 FROM (SELECT i, CASE WHEN i<=8 THEN 'SCHEDULED' WHEN i<=20 THEN 'AVAILABLE' WHEN i<=25 THEN 'RESERVED' WHEN i<=34 THEN 'IN_PROGRESS' WHEN i<=42 THEN 'RETRY' ELSE 'FAILED' END st FROM generate_series(1,50) i) z) x;
